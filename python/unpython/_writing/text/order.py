"""Lists, dicts and sets in order, where texts decide: by numbers that have the order of the texts."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import words
from unpython._writing.calls import OwnCall, with_names
from unpython._writing.nodes import copy_tree
from unpython._writing.text.kinds import CHARACTER, WORD, Dict, Kind, Long, NotTexts, has_text, is_text

#: Functions of words.py that make no text.
_MAKE_NONE = (words.rank, words.text_of, words.length, words.character_at, words.order, words.in_order, words.least, words.largest, words.count_of)
#: Those that make one, and give its number.
_GIVE_NUMBERS = (words.number_of, words.number_of_part, words.number_between, words.number_behind, words.number_of_character)


def has_order(kind: Kind) -> bool:
    """Whether it is a tuple whose items, as they are held, have the order that they have for Python."""
    return isinstance(kind, Long) and kind.item in (None, CHARACTER)


class Order(ast.NodeTransformer):
    """The part of the writer of values.py that knows of keys."""

    _flows: Any
    _of: Any
    _own: Any
    _words: Any
    _name: Any
    _length: Any
    _as_list: Any
    _refuse_sets: Any
    as_kind: Any
    word: Any
    character: Any
    iterable: Any
    distinct: Any

    def _by_order(self, node: Any) -> ast.expr:
        """A number that has the order of what is compared."""
        kind = self._of(node)
        if isinstance(node, ast.Tuple):
            return ast.copy_location(ast.Tuple([self._by_order(e) for e in node.elts], ast.Load()), node)
        if not has_text(kind):
            return self.visit(node)
        if isinstance(kind, tuple) and isinstance(node, (ast.Name, ast.Subscript)):  # p[0] of what has a tuple there
            parts = [ast.copy_location(ast.Subscript(copy_tree(node), ast.Constant(i), ast.Load()), node) for i in range(len(kind))]
            return ast.copy_location(ast.Tuple(list(map(self._by_order, parts)), ast.Load()), node)
        if kind == CHARACTER:
            return self.character(node)
        if not is_text(kind) and not has_order(kind):
            raise NotTexts
        return self._own(node, words.rank, self._words(), self.as_kind(node, kind if isinstance(kind, Long) else WORD))

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
        if node is None and (kind == WORD or has_order(kind)):
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
            if not has_text(self._of(node.value).value):
                return node
            body = self._by_order(ast.copy_location(ast.Subscript(node.value, read, ast.Load()), node))
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
                items = self._settled(items, given, key)
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
        return self._sorted_with(node, self._settled(items, given, key), key, bool(backwards.value))

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
        if not options and (kind == WORD or has_order(kind)):
            distinct = self.distinct(given)
            listed = distinct if distinct is not None else self._as_list(self.iterable(given), given)
            return self._own(node, words.largest if name == "max" else words.least, self._words(), listed)
        if not options and has_text(kind) and kind != CHARACTER and not isinstance(kind, tuple):
            raise NotTexts
        if options or isinstance(kind, tuple):
            self._refuse_sets(given)
            key = self._key(options.get("key"), kind)
            node.keywords = [ast.keyword("key", key)]
            node.args = [self._settled(self.iterable(given), given, key)]
            return node
        node.args = [self.iterable(given)]
        return node

    def _settled(self, items: ast.expr, given: ast.expr, key: ast.expr) -> ast.expr:
        """The items, after all texts that their keys make are there: the number of a text in the order of all changes with each new one."""
        made = _new_texts(key.body) if isinstance(key, ast.Lambda) else []
        for call in made:
            if call.function not in _GIVE_NUMBERS or not isinstance(given, ast.Name):
                raise NotTexts
            item = self._name()
            text = with_names(call, key.args.args[0].arg, ast.Name(item, ast.Load()))  # type: ignore[attr-defined]
            numbers = ast.ListComp(text, [ast.comprehension(ast.Name(item, ast.Store()), copy_tree(items), [], 0)])
            items = self._own(given, words.settled, items, ast.fix_missing_locations(ast.copy_location(numbers, given)))
        return items


def _new_texts(node: Any) -> list[OwnCall]:
    """The calls that may make a text, without those in the arguments of others."""
    if isinstance(node, OwnCall) and getattr(words, node.function.__name__, None) is node.function and node.function not in _MAKE_NONE:  # type: ignore[union-attr]
        return [node]
    return [call for child in ast.iter_child_nodes(node) for call in _new_texts(child)]


def makes_text(node: ast.expr) -> bool:
    return bool(_new_texts(node))
