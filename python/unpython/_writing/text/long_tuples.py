"""Tuples of any length, as texts are held: the numbers of equal ones are the same, so dicts and sets of them are those of integers.

    seen.add(tuple(row))                    seen.add(number_of_tuple(words, row))
    counts[tuple(sorted(w))] += 1           counts[number_of(words, sorted(w))] += 1
    for x in key:                           for x in text_of(words, key):

Only in functions where such a tuple is a key, or what is sorted by, or in a list or a dict that is returned, or of which one is:
elsewhere tuple(x) is a list that nobody tells from a tuple.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._library.texts import words
from unpython._writing.nodes import is_name, walk
from unpython._writing.text.flows import Flows
from unpython._writing.text.kinds import CHARACTER, TEXT, WORD, Dict, Kind, List, Long, NotTexts, Set, closed, has_text, parts
from unpython._writing.text.new_lists import list_of


def flows(function: FunctionType, node: Any, parameters: dict[str, Kind]) -> Flows:
    """What names of a function hold: with such tuples where some are keys."""
    problem = None
    try:
        found = Flows(function, node, parameters)
    except NotTexts as other:
        problem = other
    if any(map(_may_be_long, walk(node))):
        try:
            with_tuples = Flows(function, node, parameters, has_long_tuples=True)
        except NotTexts:
            pass
        else:
            made = [with_tuples.of(n) for n in with_tuples.nodes if isinstance(n, (ast.Call, ast.SetComp, ast.DictComp))]
            if any(map(_has_long_key, [*with_tuples.names.values(), *made])):
                return with_tuples
            returned = [n.value for n in with_tuples.nodes if isinstance(n, ast.Return) and n.value is not None]
            if any(_has_long_item(with_tuples.of(value)) for value in returned):
                return with_tuples
            is_held = any(map(_has_long_item, with_tuples.names.values()))
            if is_held and any(_has_long(with_tuples.of(value)) for value in returned):  # return len(found), found[0]
                return with_tuples
            if is_held and any(isinstance(n, ast.Lambda) and _has_long(with_tuples.of(n.body)) for n in with_tuples.nodes):  # long_keys.py
                return with_tuples
    if problem is not None:
        raise problem
    return found


def _may_be_long(node: ast.AST) -> bool:
    """tuple(x), map(tuple, x) and (0,) * n"""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Mult) and isinstance(node.left, ast.Tuple) and not isinstance(node.right, ast.Constant)
    return isinstance(node, ast.Call) and any(is_name(n, "tuple") for n in (node.func, *node.args[:1]))


def _has_long_key(kind: Kind) -> bool:
    if isinstance(kind, (Set, Dict)) and _has_long(kind.key if isinstance(kind, Dict) else kind.item):
        return True
    return any(map(_has_long_key, parts(kind)))


def _has_long_item(kind: Kind) -> bool:
    """Of a list or a dict with such tuples in it, which are no lists where they are returned."""
    if isinstance(kind, (List, Dict)) and any(map(_has_long, parts(kind))):
        return True
    return any(map(_has_long_item, parts(kind)))


def _has_long(kind: Kind) -> bool:
    """Of such a tuple, and of a tuple with one in it."""
    return isinstance(kind, Long) or (isinstance(kind, tuple) and any(map(_has_long, kind)))


class LongTuples(ast.NodeTransformer):
    """The part of the writer of values.py that knows of such tuples."""

    _flows: Any
    _of: Any
    _own: Any
    _words: Any
    _as_list: Any
    _refuse_sets: Any
    as_kind: Any
    element: Any
    iterable: Any
    method_of_container: Any

    def long(self, node: Any, kind: Long) -> ast.expr:
        """An expression as the number of a tuple."""
        found = self._of(node)
        if isinstance(found, Long) and found.item != kind.item and found.item is not None:
            raise NotTexts
        if isinstance(node, (ast.Tuple, ast.BinOp)) or (isinstance(node, ast.Call) and self._flows.builtin(node.func) == "tuple"):
            return self._number_of_long(node, self._parts_of_long(node, kind.item), kind.item)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and isinstance(self._of(node.value), Long):
            return self._number_of_long(node, self._parts_of_long(node, kind.item), kind.item)
        if not isinstance(found, Long):
            raise NotTexts
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return self.method_of_container(node)  # type: ignore[no-any-return]
        return self.element(node)  # type: ignore[no-any-return]

    def _number_of_long(self, at: ast.expr, items: ast.expr, item: Kind) -> ast.expr:
        return self._own(at, words.number_of_tuple if item is None else words.number_of, self._words(), items)  # type: ignore[no-any-return]

    def _parts_of_long(self, node: Any, item: Kind) -> ast.expr:
        """What a tuple holds, as a list."""
        if isinstance(node, ast.Tuple):
            made = [self.as_kind(e, item) for e in node.elts]
            return list_of(made or [ast.Constant(0)], is_empty=not made)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return ast.copy_location(ast.BinOp(self._parts_of_long(node.left, item), ast.Add(), self._parts_of_long(node.right, item)), node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.Tuple):
            return ast.copy_location(ast.BinOp(self._parts_of_long(node.left, item), ast.Mult(), self.visit(node.right)), node)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            inside: Any = self.generic_visit(node.slice)
            return ast.copy_location(ast.Subscript(self._parts_of_long(node.value, item), inside, ast.Load()), node)
        if isinstance(node, ast.Call) and self._flows.builtin(node.func) == "tuple":
            return self._given_to_tuple(node, item)
        kind = self._of(node)
        if not isinstance(kind, Long):
            raise NotTexts
        return self._own(node, words.text_of, self._words(), self.long(node, kind))  # type: ignore[no-any-return]

    def _given_to_tuple(self, node: ast.Call, item: Kind) -> ast.expr:
        """x of tuple(x)"""
        if len(node.args) > 1 or node.keywords:
            raise NotTexts
        if not node.args:
            return list_of([ast.Constant(0)], is_empty=True)
        given = node.args[0]
        self._refuse_sets(given)
        if isinstance(given, ast.GeneratorExp) and not has_text(self._of(given)):
            return ast.copy_location(ast.ListComp(*_parts(self.visit(given))), given)
        found = self._flows.items_of(given)
        if closed(found) != item:
            raise NotTexts
        made = self.iterable(given)
        if isinstance(made, ast.GeneratorExp) or isinstance(self._of(given), (Set, Dict)):
            return self._as_list(made, given)  # type: ignore[no-any-return]
        kind = self._of(given)
        is_list = isinstance(made, (ast.ListComp, ast.List, ast.Subscript)) or isinstance(kind, (List, Long)) or kind in (TEXT, WORD, CHARACTER)
        if is_list and self._flows.builtin(getattr(given, "func", given)) not in ("map", "filter", "zip", "reversed", "enumerate", "range"):
            return made  # type: ignore[no-any-return]
        name = ast.Name("list", ast.Load())
        if self._flows.builtin(name) != "list":
            raise NotTexts
        return ast.copy_location(ast.Call(name, [made], []), given)

    def item_of_long(self, node: Any, kind: Long) -> ast.expr:
        """key[i] and key[i:j]"""
        if not isinstance(node.ctx, ast.Load):
            raise NotTexts
        if isinstance(node.slice, ast.Slice):
            return self._number_of_long(node, self._parts_of_long(node, kind.item), kind.item)
        return self._own(node, words.item_of_tuple, self._words(), self.as_kind(node.value, kind), self.visit(node.slice))  # type: ignore[no-any-return]

    def items_of_long(self, node: Any, kind: Long) -> ast.expr:
        """What a loop goes through."""
        return self._parts_of_long(node, kind.item)


def _parts(node: Any) -> tuple[Any, Any]:
    return node.elt, node.generators
