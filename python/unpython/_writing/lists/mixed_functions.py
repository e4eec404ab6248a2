"""Functions of _library/containers/mixed_lists.py, each written for lists of certain items."""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython._writing.calls import OwnCall
from unpython._writing.lists.mixed_names import PARTS, Items
from unpython._writing.nodes import copy_tree
from unpython._writing.plainer import find_source
from unpython._writing.rewriter import StatementRewriter


def copy_written_as(function: FunctionType, node: Any) -> FunctionType:
    """`node`: the `def` that is read in the place of its own (`written_node`)."""
    made = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    made.written_node = ast.fix_missing_locations(node)  # type: ignore[attr-defined]
    return made


_ASKED = {"ints": "int", "floats": "float", "numpy_ints": "int64", "numpy_floats": "float64"}


@functools.cache
def for_items(function: FunctionType, items: Items) -> FunctionType:
    """A function of _library/containers/mixed_lists.py for lists of these items."""
    node = copy_tree(find_source(function).node)
    node.args.args = [a for a in node.args.args if a.arg not in _ASKED]
    node.body = _ForItems(items).statements(node.body)
    return copy_written_as(function, node)


class _ForItems(StatementRewriter):
    def __init__(self, items: Items):
        self._items = items

    def visit_If(self, node: ast.If) -> Any:
        """`if not ints:`"""
        asked = node.test.operand if isinstance(node.test, ast.UnaryOp) else None
        if not isinstance(asked, ast.Name):
            node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
            return node
        return [] if _ASKED[asked.id] in self._items else node.body


@functools.cache
def item_at(items: Items) -> FunctionType:
    """item_at(kinds, wholes, reals, index)"""
    from unpython._library.containers import mixed_lists
    function: Any = mixed_lists.put_none
    node = copy_tree(find_source(function).node)
    parts = [ast.Subscript(ast.Name(part, ast.Load()), ast.Name("index", ast.Load()), ast.Load()) for part in PARTS]
    node.body = [ast.copy_location(ast.Return(chosen(items, *parts)), node.body[0])]
    return copy_written_as(function, node)


def chosen(items: Items, kind: ast.expr, whole: ast.expr, real: ast.expr) -> ast.expr:
    """The number that stands in one place of the lists."""
    from unpython._library.containers import mixed_lists

    ways: list[tuple[str, int, ast.expr]] = [
        ("float", 1, real), ("int64", 3, OwnCall(mixed_lists.as_int64, [whole])), ("float64", 4, OwnCall(mixed_lists.as_float64, [real])),
        ("int", 0, whole),
    ]  # fmt: skip
    ways = [way for way in ways if way[0] in items]
    made = ways[-1][2]
    for _, number, value in reversed(ways[:-1]):
        made = ast.IfExp(ast.Compare(copy_tree(kind), [ast.Eq()], [ast.Constant(number)]), value, made)
    return made
