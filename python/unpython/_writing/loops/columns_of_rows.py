"""Columns of lists of lists that a call takes, as comprehensions, for plainer.py:

list(zip(*m))                       [tuple(column) for column in zip(*m)]
list(map(sum, zip(*m)))             [sum(column) for column in zip(*m)]
max(map(lambda c: c[0], zip(*m)))   max(column[0] for column in zip(*m))
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.nodes import walk

_TAKE_ALL = (list, sum, sorted, max, min, any, all)
_OF_COLUMNS = (list, tuple, sum, max, min, len, sorted, any, all)


def rewritten(node: Any, value_of: Callable[[ast.expr], Any]) -> tuple[bool, set[str]]:
    """Whether something in the `def` was written anew, which changes it, and the new names."""
    if not any(isinstance(n, ast.Starred) for n in walk(node)):
        return False, set()
    writer = _Writer(value_of)
    writer.visit(node)
    return bool(writer.names), writer.names


class _Writer(ast.NodeTransformer):
    def __init__(self, value_of: Callable[[ast.expr], Any]):
        self._value_of = value_of
        self.names: set[str] = set()

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if len(node.args) != 1 or isinstance(node.args[0], ast.Starred) or (taker := self._value_of(node.func)) not in _TAKE_ALL:
            return node
        given: Any = node.args[0]
        column = f"_column_{given.lineno}_{given.col_offset}_"
        if self._gives_columns(given) and taker is list and self._value_of(ast.Name("tuple", ast.Load())) is tuple:
            item: Any = ast.Call(ast.Name("tuple", ast.Load()), [ast.Name(column, ast.Load())], [])
            columns = given
        elif isinstance(given, ast.Call) and len(given.args) == 2 and not given.keywords and self._value_of(given.func) is map:
            step, columns = given.args
            item = self._step(step, column) if self._gives_columns(columns) else None
        else:
            item = None
        if item is None:
            return node
        self.names.add(column)
        clause = ast.comprehension(ast.Name(column, ast.Store()), columns, [], 0)
        if taker is list and not node.keywords:
            return ast.fix_missing_locations(ast.copy_location(ast.ListComp(item, [clause]), node))
        node.args = [ast.copy_location(ast.GeneratorExp(item, [clause]), given)]
        return ast.fix_missing_locations(node)

    def _gives_columns(self, node: Any) -> bool:
        """zip(*m), zip(*m[::-1])"""
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Starred)
        rows = node.args[0].value if is_call else None
        rows = rows.value if isinstance(rows, ast.Subscript) and isinstance(rows.slice, ast.Slice) else rows
        return isinstance(rows, ast.Name) and self._value_of(node.func) is zip

    def _step(self, step: Any, column: str) -> ast.expr | None:
        """What map() gives of a column."""
        if isinstance(step, ast.Name) and self._value_of(step) in _OF_COLUMNS:
            return ast.Call(step, [ast.Name(column, ast.Load())], [])
        if not isinstance(step, ast.Lambda) or len(step.args.args) != 1 or sum(isinstance(n, ast.arg) for n in walk(step.args)) != 1 or step.args.defaults:
            return None
        return with_names(step.body, step.args.args[0].arg, ast.Name(column, ast.Load()))
