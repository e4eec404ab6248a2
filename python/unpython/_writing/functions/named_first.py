"""`:=` that a test, or the value of a statement, computes first, as an assignment in front of it:

    if (w := first(line)) is not None:       w = first(line)
        ...                                  if w is not None: ...
    while (n := step(n)) > 1:                while True:
        ...                                      n = step(n)
                                                 if not n > 1: break
                                                 ...
    p = tp / s if (s := x.sum()) else 0.0    s = x.sum()
                                             p = tp / s if s else 0.0

Rewriters know assignments. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, walk

_FIRST = {ast.IfExp: "test", ast.Compare: "left", ast.BinOp: "left", ast.UnaryOp: "operand", ast.Attribute: "value", ast.Subscript: "value"}


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and no free names."""
    if not isinstance(node, ast.FunctionDef) or not any(isinstance(n, ast.NamedExpr) for n in walk(node)):
        return node, frozenset(), []
    writer = _Writer()
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), frozenset(), []) if writer.is_changed else (node, frozenset(), [])


class _Writer(ast.NodeTransformer):
    def __init__(self) -> None:
        self.is_changed = False

    def visit_If(self, node: ast.If) -> Any:
        before, node.test = self._first(node.test)
        self.generic_visit(node)
        return [*before, node]

    def visit_While(self, node: ast.While) -> Any:
        if not node.orelse:
            before, test = self._first(node.test)
            if before:
                leave = ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), test), [ast.Break()], []), node)
                node.test, node.body = ast.copy_location(ast.Constant(True), node.test), [*before, leave, *node.body]
        self.generic_visit(node)
        return node

    def _of_value(self, node: Any) -> Any:
        """A statement whose value is computed before anything else."""
        if node.value is None:
            return node
        before, node.value = self._first(node.value)
        self.generic_visit(node)
        return [*before, node]

    visit_Assign = visit_Return = visit_Expr = _of_value

    def _first(self, node: Any) -> tuple[list[ast.stmt], Any]:
        """The assignments that come before a test, and what is left of it."""
        if isinstance(node, ast.NamedExpr):
            self.is_changed = True
            before, value = self._first(node.value)
            made = ast.copy_location(ast.Assign([node.target], value), node)
            return [*before, made], ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        if isinstance(node, ast.BoolOp):
            before, node.values[0] = self._first(node.values[0])
            return before, node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            before, node.func = self._first(node.func)
            return before, node
        field = _FIRST.get(type(node))
        if field is None:
            return [], node
        before, part = self._first(getattr(node, field))
        setattr(node, field, part)
        return before, node
