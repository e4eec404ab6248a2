"""Functions that return one kind of thing here and another one there: the number of the kind and the parts of each kind are results, and the
caller gets what that kind makes of its parts.

    return None                 0, and what nobody sees in the place of the rest
    return "too few"            1, and what nobody sees
    return x                    2, x, and what nobody sees
    return x, n                 3, what nobody sees, x and n

Tuples of one length share their places, and so do all other values: they are of one type, or the compiler refuses them. Then the function
is written again with places of their own for each `return` (`apart`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._records import Joined, Unset
from unpython._writing import nothing
from unpython._writing.nodes import Renamed, is_name, is_none, is_text, walk, ways
from unpython._writing.results.same_arrays import SameArrays
from unpython._writing.rewriter import BlockRewriter
from unpython._writing.text.returned import Reader

_MOST_KINDS = 12
_MOST_PLACES = 24
_REFUSED = ("MIXED_RETURN", "LOSSY_JOIN")  # of reasons.h
_NO_TUPLE = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.List, ast.ListComp, ast.DictComp, ast.Set, ast.SetComp, ast.Constant, ast.JoinedStr)


def are_refused(refusals: Sequence[Any]) -> bool:
    """Whether a function was refused since its returns give values of several types."""
    return any(mistake["code"] in _REFUSED for refusal in refusals for mistake in getattr(refusal, "diagnostics", ()))


def are_refused_first(refusals: Sequence[Any]) -> bool:
    """Whether only the last refusal says so."""
    return are_refused(refusals[-1:]) and not are_refused(refusals[:-1])


class _Kind(NamedTuple):
    """`mark`: equal for those that share their places; `parts`: what is computed; `make`: what Python makes of these."""

    mark: Any
    parts: list[Any]
    make: Callable[[tuple[Any, ...]], Any]


def rewritten(function: FunctionType, node: Any, apart: bool, flat: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns the number of a kind and all parts, its new names, and the free names of its texts; the `def` itself where its
    returns are not known to be of several kinds, and do not stand `apart`. `flat`: the parameters that are numbers, arrays, texts or lists of
    numbers."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    made = _choices_apart(node, apart)
    if nothing.may_end(made.body):
        made.body.append(ast.copy_location(ast.Return(None), made.body[-1]))
    own_names = _OwnNames()
    if apart:
        made.body = own_names.statements(made.body)
    found = _Found()
    found.visit_body(made)
    values = [statement.value for statement in found.returns]
    if not (apart or are_several(values)) or any(isinstance(part, ast.Starred) for value in values for part in getattr(value, "elts", ())):
        return node, frozenset(), []
    reader = _Texts(function)
    kinds = [_kind(reader.written(value), number if apart else None) for number, value in enumerate(values)]
    marks = list(dict.fromkeys(kind.mark for kind in kinds))
    if len(marks) < 2:
        return node, frozenset(), []
    places = _places(kinds, marks, SameArrays(made, flat))
    if places is None:
        return node, frozenset(), []
    count = 1 + max((place for of_kind in places for place in of_kind), default=-1)
    make = _chosen([(of_kind, next(kind.make for kind in kinds if kind.mark == mark)) for mark, of_kind in zip(marks, places, strict=True)])
    for statement, own in zip(found.returns, kinds, strict=True):
        number = marks.index(own.mark)
        parts: list[Any] = [ast.Constant(number), *(Unset() for _ in range(count))]
        for place, part in zip(places[number], own.parts, strict=True):
            parts[1 + place] = part
        joined = Joined("text", parts)
        joined.make = make
        statement.value = ast.copy_location(joined, statement)
    return ast.fix_missing_locations(made), frozenset(own_names.made), reader.used


def _places(kinds: list[_Kind], marks: list[Any], arrays: SameArrays) -> list[list[int]] | None:
    """For each kind the places of its parts: what has a name has one place; None where there is none, since two places may hold one array."""
    known: dict[Any, int] = {}
    places = []
    for mark in marks:
        columns = list(zip(*(kind.parts for kind in kinds if kind.mark == mark), strict=True))
        names = [{_named(part) for part in column} for column in columns]
        keys = [next(iter(own)) if len(own) == 1 and None not in own else (mark, number) for number, own in enumerate(names)]
        places.append([known.setdefault(key, len(known)) for key in keys])
    if len(marks) > _MOST_KINDS or len(known) > _MOST_PLACES:
        return None
    used = [frozenset(number for number, of_kind in enumerate(places) if place in of_kind) for place in range(len(known))]
    order = sorted(range(len(known)), key=lambda place: -len(used[place]))
    places = [[order.index(place) for place in of_kind] for of_kind in places]
    parts: list[list[Any]] = [[] for _ in known]
    for kind in kinds:
        for place, part in zip(places[marks.index(kind.mark)], kind.parts, strict=True):
            parts[place].append(part)
    return places if arrays.have_places(parts, [used[place] for place in order]) else None


class _OwnNames(BlockRewriter):
    """`x = 0; return x` as `_x_2_ = 0; return _x_2_`: a name that gets its value before a `return` may hold another kind elsewhere."""

    def __init__(self) -> None:
        self.made: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        body = super().statements(body)
        last = body[-1] if body else None
        if not isinstance(last, ast.Return) or last.value is None:
            return body
        names: dict[str, str] = {}
        for place in reversed(range(len(body) - 1)):
            statement = body[place]
            if not isinstance(statement, ast.Assign) or len(statement.targets) > 1 or not isinstance(statement.targets[0], ast.Name):
                break
            name = statement.targets[0].id
            if name in names or any(is_name(n, name) for later in body[place + 1 : -1] for n in walk(later)):
                break
            statement.targets[0].id = names[name] = f"_{name}_{len(self.made)}_"
            self.made.add(names[name])
        last.value = Renamed(names).visit(last.value)
        return body


class _Found(nothing.OwnReturns):
    def __init__(self) -> None:
        self.returns: list[ast.Return] = []

    def visit_Return(self, node: ast.Return) -> Any:
        self.returns.append(node)
        return node


class _Texts:
    """Texts that are returned, and parts of returned tuples that are texts, as the values in them."""

    def __init__(self, function: FunctionType):
        self._reader = Reader(function)
        self.used = self._reader.used

    def written(self, value: Any) -> Any:
        if type(value) is ast.Tuple:
            return ast.copy_location(ast.Tuple(list(map(self.written, value.elts)), ast.Load()), value)
        if value is None or is_text(value) or not self._reader.is_text(value):
            return value
        return self._reader.with_values(value)


def _choices_apart(node: Any, apart: bool) -> Any:
    """`return (x, n) if c else x` as two returns, where the ways are of several kinds."""

    def are_apart(value: ast.expr) -> bool:
        return apart or are_several(ways(value)) or any(map(_is_text, ways(value)))

    return nothing.apart(node, are_apart)


def are_several(values: list[Any]) -> bool:
    """Whether the text says that no two of these kinds are of one type. A name may stand for a tuple, and for no text."""
    given = [value for value in values if value is not None and not is_none(value)]
    widths = {len(value.elts) for value in given if type(value) is ast.Tuple}
    widths |= {ast.dump(ast.List(value.keys)) for value in given if isinstance(value, ast.Dict)}  # type: ignore[arg-type, misc]
    texts = sum(map(_is_text, given))
    numbers = any(isinstance(value, _NO_TUPLE) and not _is_text(value) for value in given)
    return len(widths) > 1 or (bool(widths) and (numbers or texts > 0)) or 0 < texts < len(given)


def _is_text(node: Any) -> bool:
    return is_text(node) or isinstance(node, ast.JoinedStr) or (isinstance(node, Joined) and node.make is not None)


def _kind(value: Any, number: int | None) -> _Kind:
    """Of `return value`; `number`: that of the return, where it stands apart."""
    if value is None:
        value = ast.Constant(None)
    constant = _constant(value)
    if constant is not None:
        return _Kind(("constant", type(constant[0]), repr(constant[0])), [], lambda parts: constant[0])
    if isinstance(value, Joined) and value.make is not None:
        return _Kind(("made", id(value.make), len(value.elts)), value.elts, value.make)
    if type(value) is ast.Tuple:
        constants = [_constant(part) if is_none(part) or is_text(part) else None for part in value.elts]
        outline = tuple("" if found is None else repr(found[0]) for found in constants)
        parts = [part for part, found in zip(value.elts, constants, strict=True) if found is None]
        return _Kind(("tuple", outline, number), parts, lambda given: _tuple_of(given, constants))
    if isinstance(value, ast.Dict) and not hasattr(value, "is_holder") and all(map(_constant, value.keys)):
        keys = [key.value for key in value.keys]  # type: ignore[union-attr]
        return _Kind(("dict", repr(keys), number), value.values, lambda parts: dict(zip(keys, parts, strict=True)))
    return _Kind(("value", number), [value], lambda parts: parts[0])


def _constant(node: Any) -> tuple[Any] | None:
    """What is known as it is written."""
    return (node.value,) if isinstance(node, ast.Constant) and type(node.value) in (type(None), str, bool, int, float) else None


def _tuple_of(given: tuple[Any, ...], constants: list[tuple[Any] | None]) -> tuple[Any, ...]:
    parts = iter(given)
    return tuple(next(parts) if known is None else known[0] for known in constants)


def _named(node: Any) -> str | None:
    """Equal for names, and what holds names alone, that are one value wherever they are returned; None for all else."""
    parts = list(walk(node))
    if not all(isinstance(part, (ast.Name, ast.Constant, ast.Dict, ast.Tuple)) for part in parts) or not any(isinstance(part, ast.Name) for part in parts):
        return None
    return ast.dump(node) + str([part.kind for part in parts if isinstance(part, Joined)])


def _chosen(ways: list[tuple[list[int], Callable[[tuple[Any, ...]], Any]]]) -> Callable[[tuple[Any, ...]], Any]:
    """What makes of all results what the caller gets: the places of each kind, and what makes of these what it is."""

    def made(values: tuple[Any, ...]) -> Any:
        places, make = ways[values[0]]
        return make(tuple(values[1 + place] for place in places))

    return made
