"""Columns of lists of lists that a call takes, as comprehensions, for plainer.py:

list(zip(*m))                       [tuple(column) for column in zip(*m)]
columns = list(zip(*m))             columns = [list(column) for column in zip(*m)], where nothing sees that they are no tuples
list(map(sum, zip(*m)))             [sum(column) for column in zip(*m)]
max(map(lambda c: c[0], zip(*m)))   max(column[0] for column in zip(*m))
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.nodes import is_name, walk

_TAKE_ALL = (list, sum, sorted, max, min, any, all)
_LOOK = (list, sum, sorted, max, min, any, all, len, set)
_OF_COLUMNS = (list, tuple, sum, max, min, len, sorted, any, all)


def rewritten(node: Any, value_of: Callable[[ast.expr], Any]) -> tuple[bool, set[str]]:
    """Whether something in the `def` was written anew, which changes it, and the new names."""
    if not any(isinstance(n, ast.Starred) for n in walk(node)):
        return False, set()
    writer = _Writer(node, value_of)
    writer.visit(node)
    return bool(writer.names), writer.names


class _Writer(ast.NodeTransformer):
    def __init__(self, node: ast.AST, value_of: Callable[[ast.expr], Any]):
        self._nodes = list(walk(node))
        self._value_of = value_of
        self.names: set[str] = set()

    def visit_Assign(self, node: ast.Assign) -> Any:
        call: Any = node.value
        is_listed = isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords and self._value_of(call.func) is list
        is_named = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        if is_named and is_listed and self._gives_columns(call.args[0]) and self._are_looked_at(node.targets[0].id):  # type: ignore[attr-defined]
            self.names.add(column := f"_column_{call.lineno}_{call.col_offset}_")
            item = ast.Call(call.func, [ast.Name(column, ast.Load())], [])
            made = ast.ListComp(item, [ast.comprehension(ast.Name(column, ast.Store()), call.args[0], [], 0)])
            node.value = ast.fix_missing_locations(ast.copy_location(made, call))
            return node
        return self.generic_visit(node)

    def _are_looked_at(self, name: str) -> bool:
        """Whether the columns in a list of this name may be lists: it gets one value, and they are counted, gone through and read by place."""
        if sum(is_name(n, name) and not isinstance(n.ctx, ast.Load) for n in self._nodes) != 1 or any(getattr(n, "arg", "") == name for n in self._nodes):
            return False
        gone_through = [pair for n in self._nodes if isinstance(n, (ast.For, ast.comprehension)) for pair in self._items(n)]
        by_place = [n for n in self._nodes if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and not isinstance(n.slice, ast.Slice)]
        calls = [n for n in self._nodes if isinstance(n, ast.Call) and len(n.args) == 1]
        columns = {getattr(target, "id", "") for over, target in gone_through if is_name(over, name)}
        items = [n for n in by_place if is_name(n.value, name)]
        reads = [n for n in self._nodes if isinstance(n, ast.Name) and n.id in columns and isinstance(n.ctx, ast.Load)]
        fine = {id(over) for over, _ in gone_through} | {id(n.value) for n in by_place}
        counted = {id(n.args[0]) for n in calls if self._value_of(n.func) is len}
        looked = {id(n.args[0]) for n in calls if self._value_of(n.func) in _LOOK}
        uses = [n for n in self._nodes if is_name(n, name) and isinstance(n.ctx, ast.Load)]
        return "" not in columns and all(id(n) in fine | counted for n in uses) and all(id(n) in fine | looked for n in [*items, *reads])

    def _items(self, loop: ast.For | ast.comprehension) -> list[tuple[ast.expr, ast.expr]]:
        """What a loop goes through, with the names of its items: x and y of zip(x, y), x of enumerate(x)."""
        call, names = loop.iter, loop.target.elts if isinstance(loop.target, ast.Tuple) else []
        if isinstance(call, ast.Call) and not call.keywords and not any(isinstance(e, ast.Starred) for e in (*call.args, *names)):
            if self._value_of(call.func) is enumerate and len(call.args) == 1 and len(names) == 2:
                return [(call.args[0], names[1])]
            if self._value_of(call.func) is zip and len(call.args) == len(names):
                return list(zip(call.args, names, strict=True))
        return [(call, loop.target)]

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
