"""A name for one of two functions, `f = math.sin if x < 1 else math.cos`, written out where it is called:
`f(x)` as `math.sin(x) if first else math.cos(x)`.

Which function a name stands for must be known when the program is compiled. A name that is assigned elsewhere too, or is used in any
other way than in calls, stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, walk


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such names written out, the names that came with it, and what free names it relies on."""
    choices = {s.targets[0].id: s.value for s in node.body if _is_choice(function, s)}
    names = [n for n in walk(node) if isinstance(n, ast.Name) and n.id in choices]
    called = {id(n.func) for n in walk(node) if isinstance(n, ast.Call)}
    inside = {id(n) for s in walk(node) if isinstance(s, (ast.FunctionDef, ast.Lambda)) and s is not node for n in walk(s)}
    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    for name in list(choices):
        uses = [n for n in names if n.id == name]
        stores = [n for n in uses if isinstance(n.ctx, ast.Store)]
        if len(stores) != 1 or name in parameters or any(id(n) in inside or (n not in stores and id(n) not in called) for n in uses):
            del choices[name]
    if not choices:
        return node, frozenset(), []
    made = _WrittenOut(choices).visit(copy_tree(node))
    return ast.fix_missing_locations(made), frozenset(map(_first, choices)), []


def _first(name: str) -> str:
    return f"_{name}_is_first_"


def _is_choice(function: FunctionType, node: ast.stmt) -> bool:
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return False
    return isinstance(node.value, ast.IfExp) and all(_is_function(function, way) for way in (node.value.body, node.value.orelse))


def _is_function(function: FunctionType, node: ast.expr) -> bool:
    binding = _bindings.of_node(function, node, local_names(function))
    if binding is None:
        return False
    return binding.kind in ("library", "function") and callable(binding.value) and not isinstance(binding.value, type)


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, choices: dict[str, ast.IfExp]):
        self._choices = choices

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        target = node.targets[0]
        if not isinstance(target, ast.Name) or target.id not in self._choices:
            return self.generic_visit(node)
        assert isinstance(node.value, ast.IfExp)
        is_first = ast.IfExp(self.visit(node.value.test), ast.Constant(True), ast.Constant(False))
        return ast.copy_location(ast.Assign([ast.Name(_first(target.id), ast.Store())], is_first), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self._choices:
            return node
        choice = self._choices[node.func.id]
        ways = [
            ast.copy_location(ast.Call(copy_tree(way), copy_tree(node.args), copy_tree(node.keywords)), node)
            for way in (choice.body, choice.orelse)
        ]
        return ast.copy_location(ast.IfExp(ast.Name(_first(node.func.id), ast.Load()), *ways), node)
