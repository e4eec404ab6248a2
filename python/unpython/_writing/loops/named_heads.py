"""Loops over what an operator or an index of several items gives, which gets a name first:

    for row in 2 * m:                   _head_0_ = 2 * m
                                        for row in _head_0_:
    return [f(p) for p in points[i]]    _head_0_ = points[i]
                                        return [f(p) for p in _head_0_]

Python computes it once, in front of all else in the statement, and no one else sees it. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout
from unpython._local_names import local_names
from unpython._writing.arrays.evidence import Evidence
from unpython._writing.calls import full_name
from unpython._writing.nodes import load, store, walk
from unpython._writing.rewriter import BlockRewriter, by_statements

_PARTS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with names for them, these names, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    return by_statements(_Writer(function, node, layouts), node)


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: ast.FunctionDef, layouts: dict[str, Layout]):
        self._function = function
        self._arrays = Evidence(function, node, frozenset(name for name, layout in layouts.items() if layout is not None))
        self._local = local_names(function)
        self._unknown = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)} - layouts.keys()  # which may be dicts of lists as well
        self.names: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        return self._named(node, node) if self._is_array(node.iter) or _is_computed(node.iter) else node

    def _of_first(self, node: Any) -> Any:
        """return [f(p) for p in m[i]], s = sum(f(p) for p in m[i])"""
        value = node.value
        is_builtin = isinstance(value, ast.Call) and full_name(value.func, self._function, self._local).startswith("builtins.")
        made = value.args[0] if is_builtin and value.args else value
        is_made = isinstance(made, (ast.ListComp, ast.GeneratorExp))
        is_one = is_made and (self._is_array(over := made.generators[0].iter) or _is_computed(over))
        return self._named(made.generators[0], node) if is_one else node

    visit_Return = visit_Assign = _of_first

    def _named(self, holder: Any, statement: Any) -> list[ast.stmt]:
        name = f"_head_{len(self.names)}_"
        self.names.add(name)
        named = ast.copy_location(store(name, holder.iter), holder.iter)
        holder.iter = ast.copy_location(load(name), holder.iter)
        return [ast.fix_missing_locations(named), ast.fix_missing_locations(statement)]

    def _is_array(self, node: ast.expr) -> bool:
        """m[order], m[a > 0]"""
        is_one = isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Name, ast.Compare, ast.Call, ast.BinOp, ast.Subscript))
        if not is_one or not self._arrays.is_array(node.value):  # type: ignore[attr-defined]
            return False
        is_known = getattr(node.value, "id", "") not in self._unknown  # type: ignore[attr-defined]
        return is_known or isinstance(node.slice, ast.Compare) or self._arrays.is_array(node.slice)  # type: ignore[attr-defined]


def _is_computed(node: ast.expr) -> bool:
    """2 * m, -m: of names, numbers and calls alone, so no list or text that is written out."""
    if isinstance(node, ast.BinOp):
        return all(_is_computed(part) or _is_part(part) for part in (node.left, node.right))
    return isinstance(node, ast.UnaryOp) and (_is_computed(node.operand) or _is_part(node.operand))


def _is_part(node: ast.expr) -> bool:
    return type(node.value) in (int, float, complex) if isinstance(node, ast.Constant) else isinstance(node, _PARTS)
