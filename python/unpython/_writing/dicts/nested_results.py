"""Dicts of dicts that a function returns: the two dicts that stand for one, of which the call makes it again."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from unpython._records import Joined
from unpython._writing.dicts.nested_reads import NotNested
from unpython._writing.nodes import load
from unpython._writing.records.nested_orders import NestedOrders

_Kind = tuple[str, str, tuple[Any, ...]]


class NestedResults(NestedOrders):
    def visit_Return(self, node: ast.Return) -> Any:
        whole = node.value
        is_tuple = type(whole) is ast.Tuple or isinstance(whole, Joined)
        parts: list[Any] = whole.elts if is_tuple else [whole]  # type: ignore[union-attr]
        found = [None if part is None else self._returned(part) for part in parts]
        if not any(found):
            return self.generic_visit(node)
        kinds = tuple(None if one is None else one[0] for one in found)
        before = whole.make if isinstance(whole, Joined) else None
        if sum(map(bool, kinds)) > 1 or (isinstance(whole, Joined) and before is None):
            raise NotNested
        values: list[ast.expr] = []
        for part, one in zip(parts, found, strict=True):
            values += [one[1], *map(load, self._stored_in())] if one else [self.visit(part)]
        joined = Joined("text", values)
        joined.make = _maker(kinds, is_tuple, before)
        node.value = ast.copy_location(joined, node)
        return node

    def _stored_in(self) -> list[str]:
        """The names of what holds what is in the rows."""
        return [self._cells]

    def _fields(self) -> tuple[Any, ...]:
        """The keys that all rows have, if each has a list of its own."""
        return ()

    def _returned(self, node: Any) -> tuple[_Kind, ast.expr] | None:
        """How a dict of dicts is returned, or some of the dicts, and what the call gives of the rows."""
        if (kind := self._whole(node)) is not None:
            return kind, load(self._rows)
        inner = "plain" if self._table.kind == "dict" else self._table.kind
        if (number := self._number_of(node)) is not None:
            return ("row", inner, self._fields()), number
        if (found := self._numbers_of(node)) is not None:
            numbers, is_copied = found
            return ("" if isinstance(node, ast.DictComp) else "list", "copied" if is_copied else inner, self._fields()), numbers
        return None

    def _whole(self, node: Any) -> _Kind | None:
        """How all of it is returned: by its factory, the kind of its rows, "plain" where these are dicts, and the keys that all have."""
        kind = "plain" if self._table.kind == "dict" else self._table.kind
        if self._is_table(node):
            if self._table.factory == "lambda":
                raise NotNested
            return self._table.factory, kind, self._fields()
        if isinstance(node, ast.Call) and self._library(node.func) == "builtins.dict" and len(node.args) == 1 and self._is_table(node.args[0]):
            return "", kind, self._fields()
        return None


_INNER: dict[str, Callable[[], Any]] = {
    "plain": dict,
    "copied": dict,
    "Counter": Counter,
    "builtins.int": lambda: defaultdict(int),
    "builtins.float": lambda: defaultdict(float),
}
_OUTER: dict[str, Callable[[], Any]] = {"": dict, "dict": lambda: defaultdict(dict), "Counter": lambda: defaultdict(Counter)}
_makers: dict[Any, Callable[[tuple[Any, ...]], Any]] = {}


def _maker(kinds: tuple[_Kind | None, ...], is_tuple: bool, then: Callable[[tuple[Any, ...]], Any] | None) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result: one function for each kind of result. `then`: what makes it of the parts, another dict of dicts among them."""

    def make(values: tuple[Any, ...]) -> Any:
        rest = iter(values)
        made = tuple(next(rest) if kind is None else _nested(kind, rest) for kind in kinds)
        return then(made) if then is not None else made if is_tuple else made[0]

    return _makers.setdefault((kinds, is_tuple, then), make)


def _nested(kind: _Kind, parts: Iterator[Any]) -> Any:
    """The dict of dicts of its rows, and of its cells or of a list for each key."""
    outer, inner, fields = kind
    given = next(parts)
    rows: dict[Any, int] = dict(enumerate(given)) if outer == "list" else {0: given} if outer == "row" else given
    made = _OUTER.get(outer, dict)()
    held: dict[int, Any] = {}
    for key, row in rows.items():
        new = _INNER[inner]()
        made[key] = new if inner == "copied" else held.setdefault(row, new)
        held[row] = made[key]
    by_row: dict[int, list[Any]] = {}
    for key, row in rows.items():
        by_row.setdefault(row, []).append(made[key])
    if not fields:
        for (row, key), value in next(parts).items():
            for one in by_row.get(row, ()):
                one[key] = value
    for field in fields:
        values = next(parts)
        for row, ones in by_row.items():
            for one in ones:
                one[field] = values[row]
    return list(made.values()) if outer == "list" else made[0] if outer == "row" else made
