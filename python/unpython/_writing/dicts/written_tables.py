"""Dicts of constants that are written out where they are asked, with a name of their own, made when the call begins, for plainer.py:

    dx, dy = {"N": (0, 1), "E": (1, 0)}[d]      table = {"N": (0, 1), "E": (1, 0)}
                                                dx, dy = table[d]
    {"a": "x", "b": "yes"}.get(w, w)            table.get(w, w)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._writing import named_parts
from unpython._writing.nodes import copy_tree, load, store


def rewritten(_: FunctionType, node: Any) -> Any:
    """The `def` with names for such dicts."""
    if not isinstance(node, ast.FunctionDef):
        return node
    writer = _Writer()
    made = copy_tree(node)
    made.body = [writer.visit(s) for s in made.body]
    if not writer.made:
        return node
    is_told = isinstance(made.body[0], ast.Expr) and isinstance(made.body[0].value, ast.Constant)
    made.body[is_told:is_told] = [ast.copy_location(s, made.body[0]) for s in writer.made]
    return ast.fix_missing_locations(made)


class _Writer(ast.NodeTransformer):
    def __init__(self) -> None:
        self.made: list[ast.stmt] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]

    def _named(self, table: Any) -> ast.expr | None:
        if not isinstance(table, ast.Dict) or not table.keys or not all(map(_is_constant, [*table.keys, *table.values])):
            return None
        name = f"_table_{table.lineno}_{table.col_offset}_"
        self.made.append(store(name, table))
        return ast.copy_location(load(name), table)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        node.value = self._named(node.value) or node.value
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        """{...}.get(k, (0, 0)); named_parts.py knows constants where the key is a name and a constant is what there is otherwise"""
        self.generic_visit(node)
        called: Any = node.func
        is_get = isinstance(called, ast.Attribute) and called.attr == "get" and isinstance(called.value, ast.Dict)
        if is_get and (any(isinstance(value, ast.Tuple) for value in called.value.values) or named_parts.chosen(copy_tree(node)) is None):
            called.value = self._named(called.value) or called.value
        return node


def _is_constant(node: Any) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    is_minus = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
    return is_minus or (isinstance(node, ast.Constant) and not isinstance(node.value, bytes))
