"""Heaps of objects: the functions of heapq are given what compares two of their numbers.

    heappush(queue, e)        push_by(queue, e, lambda one, other: time_of_Event[one] < time_of_Event[other])
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.python_functions import heaps
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import Renamed, copy_tree, load
from unpython._writing.objects import definitions
from unpython._writing.text.heaps import HEAPS
from unpython._writing.text.kinds import List, NotTexts, Object, has_object, is_text


class Heaps(ast.NodeTransformer):
    """The part of the writer of values.py that knows of heaps."""

    _flows: Any
    _of: Any
    as_kind: Any
    value: Any
    changes_lists: bool

    def _holds_objects(self, node: ast.Call) -> bool:
        """Whether it is a heap of objects: plain tuples go into a heap as their items."""
        kind = self._of(node.args[0]) if node.args else None
        return isinstance(kind, List) and isinstance(kind.item, Object)

    def _on_heap(self, node: ast.Call, name: str) -> ast.expr:
        kind = self._of(node.args[0])
        function: Any
        function, count = HEAPS[name]
        if node.keywords or len(node.args) != count + 1:
            raise NotTexts
        heap = self.value(node.args[0])
        if not isinstance(heap, ast.Name):
            raise NotTexts
        self.changes_lists = True
        items = [self.as_kind(item, kind.item) for item in node.args[1:]]
        return ast.copy_location(OwnCall(function, [heap, *items, self._before(node, kind.item)]), node)

    def _before(self, at: ast.expr, item: Object) -> ast.expr:
        """lambda one, other: whether `one` comes before `other`"""
        names = [f"_{at.lineno}_{at.col_offset}_{which}_of_heap_" for which in ("one", "other")]
        self._flows.names.update(dict.fromkeys(names, item))
        keys, is_reversed = _compared(item)
        places = [tuple(ast.fix_missing_locations(ast.copy_location(Renamed({"self": name}).visit(copy_tree(key)), at)) for name in names) for key in keys]
        body: Any = None
        for one, other in reversed(places):
            kind = self._of(one)
            if has_object(kind) or not (kind is None or is_text(kind)):
                raise NotTexts
            both = [self.visit(one), self.visit(other)]
            before: ast.expr = ast.Compare(both[is_reversed], [ast.Lt()], [both[not is_reversed]])
            if body is not None:
                again = copy_tree(both)
                same: ast.expr = ast.Compare(again[0], [ast.Eq()], [again[1]]) if is_text(kind) else OwnCall(heaps.is_same, again)
                before = ast.IfExp(same, body, before)
            body = before
        arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        return ast.fix_missing_locations(ast.copy_location(ast.Lambda(arguments, body), at))


def _compared(item: Object) -> tuple[list[ast.expr], bool]:
    """What decides which of two objects is before the other, of `self`, and whether the order is the other way round."""
    if item.may_be_none:
        raise NotTexts
    if item.of.is_ordered_as_tuple and item.of.type is not tuple:
        return [ast.Attribute(load("self"), field, ast.Load()) for field in item.of.fields], False
    found = definitions.key_of(item.of) if item.of.kind == "object" else None
    if found is None:
        raise NotTexts
    return (list(found[0].elts) if isinstance(found[0], ast.Tuple) else [found[0]]), found[1]
