"""Tuples whose length the text does not tell, `t = tuple(f(x) for x in a)`, as lists.

A name that is assigned once and is only used as t[i], len(t), in a loop, in a sum: there a list is the same.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import orders
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree

_TAKE_ALL = frozenset("builtins.len builtins.sum builtins.min builtins.max builtins.enumerate builtins.zip".split())


def is_plain(name: str, function: FunctionType, node: Any) -> bool:
    """Whether a name that is assigned once is a list as well as a tuple wherever it is used."""
    own = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
    nodes = list(ast.walk(node))
    if any(isinstance(n, ast.arg) and n.arg == name for n in nodes):
        return False
    fine: set[int] = set()
    for n in nodes:
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and not isinstance(n.slice, ast.Slice):
            fine.add(id(n.value))
        elif isinstance(n, ast.Call) and not n.keywords and full_name(n.func, function, own) in _TAKE_ALL:
            fine |= {id(a) for a in n.args}
        elif isinstance(n, (ast.For, ast.comprehension)):
            fine.add(id(n.iter))
    uses = [n for n in nodes if isinstance(n, ast.Name) and n.id == name]
    return sum(not isinstance(n.ctx, ast.Load) for n in uses) == 1 and all(id(n) in fine for n in uses if isinstance(n.ctx, ast.Load))


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists in place of such tuples, no names, and what free names it relies on."""
    own = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
    names = [
        s.targets[0].id for s in ast.walk(node)
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and _is_made(s.value, function, own)
        and len(s.targets) == 1 and is_plain(s.targets[0].id, function, node)
    ]  # fmt: skip
    if not names:
        return node, frozenset(), []
    made = copy_tree(node)
    for name in names:
        made = Items(name).visit(made)
    for s in ast.walk(made):
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id in names:
            given: Any = s.value
            s.value = ast.copy_location(ast.ListComp(given.args[0].elt, given.args[0].generators), given)
    return ast.fix_missing_locations(made), frozenset(), [_bindings.resolve(function, "tuple", [])]


def _is_made(node: ast.expr, function: FunctionType, own: frozenset[str]) -> bool:
    if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
        return False
    return not node.keywords and full_name(node.func, function, own) == "builtins.tuple"


class Items(ast.NodeTransformer):
    """t[i], whose mistakes name a tuple."""

    def __init__(self, name: str):
        self._name = name

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id != self._name:
            return node
        return ast.copy_location(OwnCall(orders.item, [node.value, node.slice]), node)
