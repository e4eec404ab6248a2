"""Texts in order: sorted, min and max of what holds texts."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import code_points, words
from unpython._writing.text.kinds import (
    CHARACTER,
    WORD,
    Dict,
    Kind,
    NotTexts,
    has_text,
    is_text,
)  # fmt: skip


class Orders(ast.NodeTransformer):
    """The part of the writer of values.py that knows of order."""

    _flows: Any
    _of: Any
    _own: Any
    _words: Any
    _name: Any
    _length: Any
    _as_list: Any
    _refuse_sets: Any
    word: Any
    character: Any
    distinct: Any
    iterable: Any

    def _by_order(self, node: Any) -> ast.expr:
        """A number that has the order of what is compared."""
        kind = self._of(node)
        if isinstance(node, ast.Tuple):
            return ast.copy_location(ast.Tuple([self._by_order(e) for e in node.elts], ast.Load()), node)
        if not has_text(kind):
            return self.visit(node)
        if kind == CHARACTER:
            return self.character(node)
        if not is_text(kind):
            raise NotTexts
        return self._own(node, words.rank, self._words(), self.word(node))

    def _key(self, node: Any, kind: Kind) -> Any:
        """key=... for items of that kind; None where texts are compared as they are."""
        if isinstance(node, ast.Lambda) and len(node.args.args) == 1:
            node.body = self._by_order(node.body)
            return node
        name = self._flows.builtin(node) if node is not None else ""
        item = self._name()
        self._flows.names[item] = kind
        read = ast.Name(item, ast.Load())
        ast.copy_location(read, node) if node is not None else None
        if node is None and kind == WORD:
            return None
        if node is None and isinstance(kind, tuple):
            parts: list[ast.expr] = [ast.Subscript(read, ast.Constant(i), ast.Load()) for i in range(len(kind))]
            body: ast.expr = self._by_order(ast.Tuple(parts, ast.Load()))
        elif name == "len":
            body = self._length(read)
        elif isinstance(node, ast.Attribute) and self._flows.builtin(node.value) == "str":
            call = ast.Call(ast.Attribute(read, node.attr, ast.Load()), [], [])
            body = self._by_order(ast.copy_location(call, node))
        elif isinstance(node, ast.Call) and self._flows.library(node.func) == "operator.itemgetter" and len(node.args) == 1:
            body = self._by_order(ast.copy_location(ast.Subscript(read, node.args[0], ast.Load()), node))
        elif isinstance(node, ast.Attribute) and node.attr == "get" and isinstance(self._of(node.value), Dict):
            return node
        else:
            raise NotTexts
        return ast.Lambda(ast.arguments([], [ast.arg(item)], None, [], [], None, []), body)

    def _sorted(self, node: Any, given: Any, kind: Kind) -> ast.expr:
        options = {k.arg: k.value for k in node.keywords}
        backwards = options.get("reverse", ast.Constant(False))
        if set(options) - {"key", "reverse"} or not isinstance(backwards, ast.Constant):
            raise NotTexts
        function = ast.copy_location(ast.Name("sorted", ast.Load()), node)
        if self._flows.builtin(function) != "sorted":
            raise NotTexts
        item = kind.item
        distinct = self.distinct(given)
        items = distinct if distinct is not None else self.iterable(given)
        if item == CHARACTER or not has_text(item):
            if "key" in options:
                key = self._key(options["key"], item)
                node = ast.copy_location(
                    ast.Call(function, [items], [ast.keyword("key", key), *(k for k in node.keywords if k.arg == "reverse")]),
                    node,
                )
                return node
            return ast.copy_location(ast.Call(function, [items], node.keywords), node)
        key = self._key(options.get("key"), item)
        if key is None:
            listed = items if distinct is not None else self._as_list(items, given)
            return self._own(node, words.in_order, self._words(), listed, ast.Constant(bool(backwards.value)))
        return self._sorted_with(node, items, key, bool(backwards.value))

    def _sorted_with(self, node: Any, items: ast.expr, key: ast.expr, backwards: bool) -> ast.expr:
        function = ast.copy_location(ast.Name("sorted", ast.Load()), node)
        if self._flows.builtin(function) != "sorted":
            raise NotTexts
        keywords = [ast.keyword("key", key), *([ast.keyword("reverse", ast.Constant(True))] if backwards else [])]
        return ast.fix_missing_locations(ast.copy_location(ast.Call(function, [items], keywords), node))

    def _extreme(self, node: ast.Call) -> ast.expr:
        name = self._flows.builtin(node.func)
        if name not in ("min", "max") or len(node.args) != 1:
            raise NotTexts
        given = node.args[0]
        kind = self._flows.items_of(given)
        options = {k.arg: k.value for k in node.keywords}
        if set(options) - {"key"}:
            if has_text(kind) or "key" in options:
                raise NotTexts
            node.args = [self.iterable(given)]
            return node
        if not options and kind == WORD:
            distinct = self.distinct(given)
            listed = distinct if distinct is not None else self._as_list(self.iterable(given), given)
            return self._own(node, words.largest if name == "max" else words.least, self._words(), listed)
        if not options and has_text(kind) and kind != CHARACTER:
            raise NotTexts
        if options:
            self._refuse_sets(given)
            key = self._key(options["key"], kind)
            if isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple):  # the first of the sorted ones
                listed = self._sorted_with(node, self.iterable(given), key, name == "max")
                return self._own(node, code_points.first_of, listed, ast.Constant(name == "max"))
            node.keywords = [ast.keyword("key", key)]
        node.args = [self.iterable(given)]
        return node
