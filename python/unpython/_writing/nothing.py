"""Functions that return a value here and None there: a flag and the value are results, and the caller gets one of the two.

    return i                    True and i, and then i
    return None                 False and what nobody sees, and then None

The value is anything that a function may return, or a tuple that is written out. Other returns give one of the same kind.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined, Unset
from unpython._writing import nodes
from unpython._writing.nodes import copy_tree, tuple_or_none, value_or_none, walk, ways


def returns_both(body: list[ast.stmt]) -> bool:
    """Whether some returns of a function give a value, and others, or its end, give none."""
    given = [_gives(value) for value in returned(body)]
    has_value = any("value" in gives for gives in given)
    return has_value and (any("nothing" in gives for gives in given) or may_end(body))


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns a flag and a value, no names, and no free names."""
    parts = [part for value in returned(node.body) for part in ways(value) if not is_none(part)]
    widths = {len(part.elts) if type(part) is ast.Tuple else 0 for part in parts}
    if len(widths) != 1 or not widths <= set(range(8)) or any(isinstance(n, ast.Starred) for part in parts for n in getattr(part, "elts", ())):
        return node, frozenset(), []
    made = ways_apart(node)
    makers = {(part.make, len(part.elts)) if isinstance(part, Joined) and part.make is not None else None for part in parts}
    returns = _Returns(widths.pop(), *(makers.pop() or (None, 0) if len(makers) == 1 else (None, 0)))
    returns.visit_body(made)
    if may_end(made.body):
        made.body.append(ast.copy_location(ast.Return(returns.joined(None)), made.body[-1]))
    return ast.fix_missing_locations(made), frozenset(), []


def returned(body: list[ast.stmt]) -> list[ast.expr | None]:
    """The values of all returns of a function."""
    found: list[ast.expr | None] = []
    left = body[::-1]  # a chain of `elif` is as deep as it is long
    while left:
        node = left.pop()
        if isinstance(node, ast.Return):
            found.append(node.value)
        elif not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            inner = [part for field in ("body", "orelse", "finalbody") for part in getattr(node, field, None) or []]
            for case in getattr(node, "handlers", None) or getattr(node, "cases", None) or []:
                inner += case.body
            left += inner[::-1]
    return found


def is_none(node: ast.expr | None) -> bool:
    """Whether `return` gives None with this."""
    return node is None or nodes.is_none(node)


def _gives(node: ast.expr | None) -> set[str]:
    return {"nothing" if is_none(way) else "value" for way in ways(node)}


def _widths(node: ast.expr | None) -> set[int]:
    """Of tuples that are written out; -1 of all else."""
    return {len(way.elts) if type(way) is ast.Tuple else -1 for way in ways(node)}


def may_end(body: list[ast.stmt]) -> bool:
    """Whether a function may end without a `return`."""
    last = body[-1]
    while isinstance(last, ast.If):
        if not last.orelse or may_end(last.body):
            return True
        last = last.orelse[-1]
    if isinstance(last, ast.Try):
        return may_end(last.orelse or last.body) or any(may_end(handler.body) for handler in last.handlers)
    if isinstance(last, (ast.With, ast.Match)):
        return False  # not known: the language refuses them where it matters
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return any(isinstance(n, ast.Break) for n in walk(last))
    return not isinstance(last, (ast.Return, ast.Raise))


def ways_apart(node: Any) -> Any:
    """`return x if c else None` as two returns."""
    return apart(node, lambda value: len(_gives(value)) > 1)


def tuples_apart(function: FunctionType, node: Any) -> Any:
    """`return (x, n) if c else x` as two returns; the `def` itself where there are none."""
    values = returned(node.body) if isinstance(node, ast.FunctionDef) else []
    return apart(node, lambda value: len(_widths(value)) > 1) if any(len(_widths(value)) > 1 for value in values) else node


def apart(node: Any, are_apart: Callable[[ast.expr], bool]) -> Any:
    made = copy_tree(node)
    _WaysApart(are_apart).visit_body(made)
    return ast.fix_missing_locations(made)


class OwnReturns(ast.NodeTransformer):
    """Without those of functions inside."""

    def visit_body(self, node: Any) -> None:
        node.body = [made for statement in node.body for made in self._statements(statement)]

    def _statements(self, node: ast.stmt) -> list[ast.stmt]:
        made = self.visit(node)
        return made if isinstance(made, list) else [made]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]


class _WaysApart(OwnReturns):
    def __init__(self, are_apart: Callable[[ast.expr], bool]):
        self._are_apart = are_apart

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value
        if not isinstance(value, ast.IfExp) or not self._are_apart(value):
            return node
        ways = [self.visit(ast.copy_location(ast.Return(way), way)) for way in (value.body, value.orelse)]
        return ast.copy_location(ast.If(value.test, [ways[0]], [ways[1]]), node)


def ways_of_tuple(node: ast.Return) -> ast.stmt | None:
    """`return n, x[0] if x else None` as two returns, where what stands before may be computed after the test; None where it is no such return."""
    value = node.value
    parts: list[Any] = value.elts if type(value) is ast.Tuple else []
    place = next((i for i, part in enumerate(parts) if isinstance(part, ast.IfExp) and len(_gives(part)) > 1), None)
    if place is None or not _is_plain_test(parts[place].test) or not all(map(_may_wait, parts[:place])):
        return None
    if not any(isinstance(way, (ast.Subscript, ast.Name, ast.List, ast.ListComp, ast.Tuple)) for way in ways(parts[place])):
        return None
    made = []
    for way in (parts[place].body, parts[place].orelse):
        whole = ast.copy_location(ast.Tuple([*copy_tree(parts[:place]), way, *copy_tree(parts[place + 1 :])], ast.Load()), node)
        returned = ast.copy_location(ast.Return(whole), node)
        made.append(ways_of_tuple(returned) or returned)
    return ast.fix_missing_locations(ast.copy_location(ast.If(parts[place].test, [made[0]], [made[1]]), node))


def _is_plain_test(node: Any) -> bool:
    """x, not x, x is None, len(x) > 1"""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not) and _is_plain_test(node.operand)
    if isinstance(node, ast.Compare):
        return all(isinstance(part, ast.Constant) or _may_wait(part) for part in (node.left, *node.comparators))
    return isinstance(node, ast.Name)


def _may_wait(node: Any) -> bool:
    """x, 1, len(x)"""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "len" and all(map(_may_wait, node.args)) and not node.keywords
    return isinstance(node, (ast.Name, ast.Constant))


class _Returns(OwnReturns):
    """`make`: what makes the value of `count` numbers and lists, of which there are none where None is returned."""

    def __init__(self, width: int, make: Callable[..., Any] | None, count: int):
        self._width = width
        self._make = None if make is None else lambda values: make(values[1:]) if values[0] else None
        self._count = count

    def joined(self, value: Any) -> ast.expr:
        if self._make is not None:
            values = [Unset() for _ in range(self._count)] if value is None else value.elts
            whole = Joined("text", [ast.Constant(value is not None), *values])
            whole.make = self._make  # type: ignore[assignment]
            return whole
        if value is None:
            parts: list[ast.expr] = [Unset() for _ in range(self._width or 1)]
        else:
            parts = value.elts if type(value) is ast.Tuple else [value]
        made = Joined("text", [ast.Constant(value is not None), *parts])
        made.make = tuple_or_none if self._width else value_or_none
        return made

    def visit_Return(self, node: ast.Return) -> Any:
        return ast.copy_location(ast.Return(self.joined(None if is_none(node.value) else node.value)), node)
