"""Functions that return a value here and None there: a flag and the value are results, and the caller gets one of the two.

    return i                    True and i, and then i
    return None                 False and 0, and then None

The value is a number, a text, a list of numbers that the function makes, or a tuple of numbers that is written out. Other
functions of this kind stay as they are, and run in Python.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined
from unpython._writing import nodes
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, tuple_or_none, value_or_none, walk, ways


def returns_both(body: list[ast.stmt]) -> bool:
    """Whether some returns of a function give a value, and others, or its end, give none."""
    given = [_gives(value) for value in returned(body)]
    has_value = any("value" in gives for gives in given)
    return has_value and (any("nothing" in gives for gives in given) or _may_end(body))


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns a flag and a value, no names, and no free names."""
    values = [value for value in returned(node.body) if not is_none(value)]
    parts = [part for value in values for part in (ways(value)) if not is_none(part)]
    widths = {len(part.elts) if isinstance(part, ast.Tuple) else 0 for part in parts}
    of_text = _maker_of_texts(parts)
    if len(widths) != 1 or (any(isinstance(part, Joined) for part in parts) and of_text is None) or not widths <= set(range(8)):
        return node, frozenset(), []
    made = copy_tree(node)
    width = widths.pop()
    lists = _Lists(node)
    are_lists = [lists.is_list(part) for part in parts]
    if any(are_lists) and not all(are_lists):
        return node, frozenset(), []
    returns = _Returns(width, of_text, any(are_lists))
    returns.visit_body(made)
    if _may_end(made.body):
        made.body.append(ast.copy_location(ast.Return(returns.joined(None)), made.body[-1]))
    return ast.fix_missing_locations(made), frozenset(), []


def _maker_of_texts(parts: list[Any]) -> Any:
    """What makes the text or None of a flag and code points, where all values are texts that are made so."""
    makers = {part.make for part in parts if isinstance(part, Joined) and part.kind == "text" and len(part.elts) == 1}
    if len(makers) != 1 or not all(isinstance(part, Joined) and part.make in makers for part in parts):
        return None
    make = makers.pop()
    return lambda values: make(values[1:]) if values[0] else None  # type: ignore[misc]


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


def _may_end(body: list[ast.stmt]) -> bool:
    """Whether a function may end without a `return`."""
    last = body[-1]
    while isinstance(last, ast.If):
        if not last.orelse or _may_end(last.body):
            return True
        last = last.orelse[-1]
    if isinstance(last, (ast.With, ast.Try, ast.Match)):
        return False  # not known: the language refuses them where it matters
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return any(isinstance(n, ast.Break) for n in walk(last))
    return not isinstance(last, (ast.Return, ast.Raise))


class _Lists:
    """Which expressions are lists of numbers that the function makes."""

    def __init__(self, node: Any):
        self._given: dict[str, list[Any]] = {}
        for n in walk(node):
            if isinstance(n, ast.Assign):
                for target in n.targets:
                    if isinstance(target, ast.Name):
                        self._given.setdefault(target.id, []).append(n.value)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
                self._given.setdefault(n.id, [])
        stores = [n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self._given = {name: values for name, values in self._given.items() if len(values) == stores.count(name)}

    def is_list(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            values = self._given.pop(node.id, [])  # v = v + [x]: what the other values say
            is_list = bool(values) and all(not isinstance(v, ast.Name) and self.is_list(v) for v in values)
            self._given[node.id] = values
            return is_list
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) and self.is_list(node.value)
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, (ast.Add, ast.Mult)) and (self.is_list(node.left) or self.is_list(node.right))
        return isinstance(node, (ast.List, ast.ListComp))


class _Returns(ast.NodeTransformer):
    def __init__(self, width: int, of_text: Any, is_of_lists: bool):
        self._width = width
        self._of_text = of_text
        self._is_of_lists = is_of_lists

    def joined(self, value: ast.expr | None) -> ast.expr:
        if value is not None:
            parts = value.elts if isinstance(value, ast.Tuple) else [value]
        elif self._of_text is not None:
            from unpython._library.texts import code_points

            parts = [OwnCall(code_points.no_text, [])]
        elif self._is_of_lists:
            parts = [ast.List([], ast.Load())]
        else:
            parts = [ast.Constant(0)] * (self._width or 1)
        made = Joined("text", [ast.Constant(value is not None), *parts])
        made.make = self._of_text or (tuple_or_none if self._width else value_or_none)
        return made

    def visit_body(self, node: Any) -> None:
        node.body = [made for statement in node.body for made in self._statements(statement)]

    def _statements(self, node: ast.stmt) -> list[ast.stmt]:
        made = self.visit(node)
        return made if isinstance(made, list) else [made]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value
        if isinstance(value, ast.IfExp) and len(_gives(value)) == 2:
            ways = [self.visit(ast.copy_location(ast.Return(way), way)) for way in (value.body, value.orelse)]
            return ast.copy_location(ast.If(value.test, [ways[0]], [ways[1]]), node)
        return ast.copy_location(ast.Return(self.joined(None if is_none(value) else value)), node)
