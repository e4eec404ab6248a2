"""What a function returns that is a text, or has texts in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any

from unpython import _core
from unpython._library.texts import words
from unpython._records import Joined
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import is_none, ways
from unpython._writing.nodes import is_text as is_written_text
from unpython._writing.text import mixed_values
from unpython._writing.text.kinds import (
    CHARACTER,
    MIXED,
    TEXT,
    WORD,
    Dict,
    Kind,
    Long,
    Match,
    NotTexts,
    Set,
    has_text,
    is_text,
)


class Results(ast.NodeTransformer):
    """The part of the writer of values.py that knows of `return`."""

    _of: Any
    _flows: Any
    _words: Any
    _own: Any
    _refuse_parameter: Any
    _returned_as: dict[Any, Callable[..., Any]]
    as_kind: Any
    text: Any
    visit_If: Any
    _results: str | None = None  # what is returned beside texts: _returns_others(), _returns_numbers_too()

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None or is_none(node.value):
            return node
        if isinstance(node.value, Joined):
            return self._returned_joined(node, node.value)
        if self._results is None:  # each is written in its place
            self._results = "others" if self._returns_others() else "numbers" if self._returns_numbers_too() else "alike"
        if is_written_text(node.value) and self._results == "others":
            return node  # nothing.py knows them
        if self._results == "numbers":
            return self._returned_mixed(node, node.value)
        if isinstance(node.value, ast.Name) and node.value.id in self._flows.may_be_none and has_text(self._of(node.value)):
            return self._returned_or_none(node, node.value)
        return self._returned(node)

    def _has_apart_ways(self, node: ast.IfExp) -> bool:
        """s if c else None, rows[0] if rows else None, (n, s) if c else (0, "none")"""
        if (is_none(node.body) or is_none(node.orelse)) and has_text(self._of(node)):
            return True
        return all(isinstance(way, ast.Tuple) for way in ways(node)) and has_text(self._of(node))

    def _returns_others(self) -> bool:
        """Whether the function returns texts that are written out, and values that are none."""
        given = [way for n in self._flows.nodes if isinstance(n, ast.Return) and n.value is not None for way in ways(n.value) if not is_none(way)]
        others = [way for way in given if not is_written_text(way)]
        if len(others) == len(given):
            return False  # the others are not asked: a dict with values of several kinds has no kind
        return bool(others) and not any(isinstance(way, Joined) or is_text(kind := self._of(way)) or kind == MIXED for way in others)

    def _returns_numbers_too(self) -> bool:
        """Whether some returns of the function give a text, and others a number."""
        values = [n.value for n in self._flows.nodes if isinstance(n, ast.Return) and n.value is not None and not is_none(n.value)]
        if len(values) < 2 or any(isinstance(way, (Joined, ast.Tuple)) or _is_written_out(way) for value in values for way in ways(value)):
            return False
        kinds = [self._of(value) for value in values]
        return (None in kinds or MIXED in kinds) and any(map(is_text, kinds)) and all(kind is None or kind == MIXED or is_text(kind) for kind in kinds)

    def _returned_mixed(self, node: ast.Return, value: ast.expr) -> ast.Return:
        joined = Joined("text", [self.as_kind(value, MIXED), *self._arrays_of_words()])
        joined.make = self._returned_as.setdefault(((MIXED,), False), _maker((MIXED,), False))
        node.value = ast.copy_location(joined, value)
        return node

    def _returned(self, node: ast.Return) -> Any:
        assert node.value is not None
        if isinstance(node.value, ast.IfExp) and self._has_apart_ways(node.value):
            ways: list[list[ast.stmt]] = [[ast.copy_location(ast.Return(way), node)] for way in (node.value.body, node.value.orelse)]
            return self.visit_If(ast.copy_location(ast.If(node.value.test, *ways), node))
        if any(map(_is_written_out, node.value.elts if isinstance(node.value, ast.Tuple) else [node.value])):
            return self._returned_dicts(node)
        parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        kinds = tuple(map(self._of, parts))
        if not any(map(has_text, kinds)):
            node.value = (
                ast.copy_location(ast.Tuple(list(map(self.visit, parts)), ast.Load()), node.value)
                if isinstance(node.value, ast.Tuple)
                else self.visit(node.value)
            )
            return node
        if all(is_text(kind) or _is_long(kind) or not has_text(kind) for kind in kinds):
            made = [self._returned_text(p) if is_text(k) else self._returned_long(p, k) if _is_long(k) else self.visit(p) for p, k in zip(parts, kinds)]
            node.value = (
                ast.copy_location(ast.Tuple(made, ast.Load()), node.value) if isinstance(node.value, ast.Tuple) else made[0]
            )
            return node
        for part in parts:
            self._refuse_parameter(part)
        shapes = tuple(TEXT if is_text(kind) else kind for kind in kinds)
        key = (shapes, isinstance(node.value, ast.Tuple))
        joined = Joined("text", [*map(self._for_python, parts, shapes), *self._arrays_of_words()])
        joined.make = self._returned_as.setdefault(key, _maker(shapes, isinstance(node.value, ast.Tuple)))
        node.value = ast.copy_location(joined, node.value)
        return node

    def _for_python(self, node: ast.expr, kind: Kind) -> Any:
        return OwnCall(words.as_array, [self.as_kind(node, kind)]) if kind == TEXT else self.as_kind(node, kind)

    def _arrays_of_words(self) -> list[ast.expr]:
        """The code points of all words, and where they begin: Python makes an object of each number of a list."""
        return [OwnCall(words.as_array, [part]) for part in self._words().elts[:2]]

    def _returned_or_none(self, node: ast.Return, name: ast.Name) -> ast.If:
        """`return w`, of a name that may be None: flag_nothing.py knows the test."""
        test = ast.Compare(ast.Name(name.id, ast.Load()), [ast.IsNot()], [ast.Constant(None)])
        value = self._returned(ast.copy_location(ast.Return(name), node))
        nothing = ast.copy_location(ast.Return(ast.Constant(None)), node)
        made = ast.If(test, value if isinstance(value, list) else [value], [nothing])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def _returned_joined(self, node: ast.Return, joined: Joined) -> ast.Return:
        """What is made of values, of which some are texts, or hold some."""
        kinds = tuple(map(self._of, joined.elts))
        if not any(map(has_text, kinds)):
            joined.elts = list(map(self.visit, joined.elts))
            return node
        shapes = tuple(TEXT if is_text(kind) else kind for kind in kinds)
        values = [self._for_python(part, shape) if has_text(shape) else self.visit(part) for part, shape in zip(joined.elts, shapes, strict=True)]
        made = Joined("text", [*values, *self._arrays_of_words()])
        of_texts, make = _maker(shapes, True), joined.make
        assert make is not None
        made.make = self._returned_as.setdefault((shapes, make), lambda given: make(of_texts(given)))
        node.value = ast.copy_location(made, joined)
        return node

    def _returned_dicts(self, node: ast.Return) -> ast.Return:
        """{"n": n, "words": words}: what the values are is known of each, and Python makes the dict when the call ends."""
        assert node.value is not None
        values = values_of(node.value)
        if not any(has_text(self._of(value)) for value in values):
            node.value = _with_values(node.value, iter(list(map(self.visit, values))))
            return node
        shape = shape_of(node.value)
        joined = Joined("text", values)
        joined.make = self._returned_as.setdefault(shape, lambda given: filled(shape, iter(given)))
        return self._returned_joined(node, ast.copy_location(joined, node.value))

    def _returned_text(self, node: ast.expr) -> ast.expr:
        made = Joined("text", [self._own(node, words.as_array, self.text(node))])
        made.make = _text
        return ast.copy_location(made, node)

    def _returned_long(self, node: ast.expr, kind: Kind) -> ast.expr:
        made = Joined("text", [self._own(node, words.as_array, self._own(node, words.text_of, self._words(), self.as_kind(node, kind)))])
        made.make = _long  # type: ignore[assignment]
        return ast.copy_location(made, node)


def _is_long(kind: Kind) -> bool:
    """A tuple of integers, of any length."""
    return isinstance(kind, Long) and kind.item is None


def _is_written_out(node: ast.expr | None) -> bool:
    """A dict with texts as keys that are all written out."""
    keys = [getattr(key, "value", None) for key in node.keys] if isinstance(node, ast.Dict) else []
    return bool(keys) and all(type(key) is str for key in keys) and len({*keys}) == len(keys)


def values_of(node: ast.expr) -> list[ast.expr]:
    """What dicts that are written out, and tuples, hold, those in them taken apart."""
    parts = node.elts if isinstance(node, ast.Tuple) else node.values if _is_written_out(node) else None  # type: ignore[attr-defined]
    return [node] if parts is None else [value for part in parts for value in values_of(part)]


def _with_values(node: Any, values: Iterator[ast.expr]) -> Any:
    """The same with other values."""
    if isinstance(node, ast.Tuple):
        return ast.copy_location(ast.Tuple([_with_values(e, values) for e in node.elts], ast.Load()), node)
    if _is_written_out(node):
        return ast.copy_location(ast.Dict(node.keys, [_with_values(v, values) for v in node.values]), node)
    return next(values)


def shape_of(node: Any) -> Any:
    """Its keys and how long its tuples are: () for a value, (None, ...) for a tuple, (keys, ...) for a dict."""
    if isinstance(node, ast.Tuple):
        return (None, *map(shape_of, node.elts))
    return (tuple(key.value for key in node.keys), *map(shape_of, node.values)) if _is_written_out(node) else ()


def filled(shape: Any, values: Iterator[Any]) -> Any:
    if shape == ():
        return next(values)
    parts = [filled(part, values) for part in shape[1:]]
    return tuple(parts) if shape[0] is None else dict(zip(shape[0], parts, strict=True))


def _long(values: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(values[0].tolist())


def _text(values: tuple[Any, ...]) -> str:
    return _core.text_of(values[0])


def _maker(kinds: tuple[Kind, ...], is_tuple: bool) -> Callable[[tuple[Any, ...]], Any]:
    """What makes texts of numbers in a result."""
    readers = tuple(map(_reader, kinds))

    def make(values: tuple[Any, ...]) -> Any:
        words = values[-2:]
        made = tuple(reader([value], words)[0] for reader, value in zip(readers, values, strict=False))
        return made if is_tuple else made[0]

    return make


#: Arrays of the code points of all words of a call, and of where each begins and the last ends.
_Words = tuple[Any, Any]
#: What numbers stand for, of many values of one kind.
_Reader = Callable[[list[Any], _Words], list[Any]]



def _reader(kind: Kind) -> _Reader:
    if isinstance(kind, Match):
        raise NotTexts("a match that is returned is an object of Python")
    if kind == MIXED:
        return lambda values, words: list(map(mixed_values.read, _core.words_of(*words, values)))
    if kind == WORD:
        return lambda values, words: _core.words_of(*words, values)
    if kind == CHARACTER:
        return lambda values, words: list(map(chr, values))
    if kind == TEXT:
        return lambda values, words: [_core.text_of(value) for value in values]
    if not has_text(kind):
        return lambda values, words: values
    if isinstance(kind, Long):
        return _reader_of_tuples(_reader(kind.item))
    if isinstance(kind, Set) and isinstance(kind.item, Long):
        raise NotTexts("the order of a set of tuples is that in which they came")
    if isinstance(kind, tuple):
        places = tuple(map(_reader, kind))
        return lambda values, words: list(zip(*(read(list(of), words) for read, of in zip(places, zip(*values), strict=False)), strict=True))
    if isinstance(kind, Dict):
        return _reader_of_dicts(_reader(kind.key), _reader(kind.value))
    of_items = _reader(kind.item)

    def read(values: list[Any], words: _Words) -> list[Any]:
        if len(values) == 1 and type(values[0]) is list:
            return [of_items(values[0], words)]
        items = iter(of_items(list(chain.from_iterable(values)), words))
        return [type(value)(islice(items, len(value))) for value in values]

    return read


def _reader_of_tuples(of_items: _Reader) -> _Reader:
    def read(values: list[Any], words: _Words) -> list[Any]:
        codes, starts = words
        return [tuple(of_items(codes[starts[n] : starts[n + 1]].tolist(), words)) for n in values]

    return read


def _reader_of_dicts(of_keys: _Reader, of_values: _Reader) -> _Reader:
    def read(values: list[Any], words: _Words) -> list[Any]:
        if len(values) == 1:
            return [_like(values[0], zip(of_keys(list(values[0]), words), of_values(list(values[0].values()), words), strict=True))]
        keys = iter(of_keys(list(chain.from_iterable(values)), words))
        items = iter(of_values(list(chain.from_iterable(value.values() for value in values)), words))
        return [_like(value, zip(islice(keys, len(value)), islice(items, len(value)), strict=True)) for value in values]

    return read


def _like(value: Any, items: Any) -> Any:
    """A dict of the same type with these items."""
    if type(value) is dict:
        return dict(items)
    made = value.copy()
    made.clear()
    made.update(dict(items))  # a Counter counts what else it is given
    return made
