"""Heaps of texts, and of tuples with texts in them: a text is a number here whose order says nothing, so the functions of heapq are given what
compares two items.

    heapq.heappush(queue, (d, name))     push_by(queue, (d, name), lambda a, b: a[0] < b[0] if a[0] != b[0] else order(words, a[1], b[1]) < 0)
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.python_functions import heaps
from unpython._library.texts import words
from unpython._writing.calls import OwnCall
from unpython._writing.text.kinds import CHARACTER, WORD, Kind, List, NotTexts, has_text, is_text

#: Of `heapq`, and how many items each takes.
HEAPS = {
    "heapq.heapify": (heaps.heapify_by, 0), "heapq.heappop": (heaps.pop_by, 0), "heapq.heappush": (heaps.push_by, 1),
    "heapq.heapreplace": (heaps.replace_by, 1), "heapq.heappushpop": (heaps.push_and_pop_by, 1),
}  # fmt: skip
ON_HEAPS = tuple(function for function, _ in HEAPS.values())
_GIVES_ITEM = ("heapq.heappop", "heapq.heapreplace", "heapq.heappushpop")


def item_given(name: str, kind: Kind) -> Kind:
    """What a function of heapq gives of a heap of that kind."""
    return kind.item if name in _GIVES_ITEM and isinstance(kind, List) else None


class Heaps(ast.NodeTransformer):
    """The part of the writer of values.py that knows of heaps."""

    _flows: Any
    _of: Any
    _own: Any
    _words: Any
    _refuse_parameter: Any
    _converted: Any
    as_kind: Any

    def _on_heap(self, node: ast.Call, name: str) -> ast.expr:
        heap = node.args[0]
        kind = self._of(heap)
        function, count = HEAPS[name]
        if not isinstance(heap, ast.Name) or not isinstance(kind, List) or node.keywords or len(node.args) != count + 1:
            raise NotTexts
        self._refuse_parameter(heap)
        items = [self.as_kind(item, kind.item) for item in node.args[1:]]
        return self._own(node, function, heap, *items, self._before(node, kind.item))

    def _item_of_heap(self, node: ast.Call, name: str, kind: Kind) -> ast.expr:
        """What a heap gives, as what holds that kind."""
        found = self._of(node)
        made = self._on_heap(node, name)
        if found == kind:
            return made
        if not is_text(found) or not is_text(kind):
            raise NotTexts
        return ast.copy_location(self._converted(node, made, found, kind), node)

    def _before(self, at: ast.expr, kind: Kind) -> ast.expr:
        """lambda one, other: whether `one` comes before `other`"""
        one, other = (ast.Name(f"_{name}_of_heap_", ast.Load()) for name in ("one", "other"))
        if not isinstance(kind, tuple):
            body = self._is_before(one, other, kind)
        else:
            places = [
                (ast.Subscript(one, ast.Constant(i), ast.Load()), ast.Subscript(other, ast.Constant(i), ast.Load()), part)
                for i, part in enumerate(kind)
            ]  # fmt: skip
            body = self._is_before(*places[-1])
            for a, b, part in reversed(places[:-1]):
                same: ast.expr = ast.Compare(a, [ast.Eq()], [b]) if has_text(part) else OwnCall(heaps.is_same, [a, b])
                body = ast.IfExp(same, body, self._is_before(a, b, part))
        arguments = ast.arguments([], [ast.arg(one.id), ast.arg(other.id)], None, [], [], None, [])
        return ast.fix_missing_locations(ast.copy_location(ast.Lambda(arguments, body), at))

    def _is_before(self, one: ast.expr, other: ast.expr, kind: Kind) -> ast.expr:
        if kind == WORD:
            return ast.Compare(OwnCall(words.order, [self._words(), one, other]), [ast.Lt()], [ast.Constant(0)])
        if has_text(kind) and kind != CHARACTER:
            raise NotTexts
        return ast.Compare(one, [ast.Lt()], [other])
