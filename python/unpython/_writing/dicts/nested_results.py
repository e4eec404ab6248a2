"""Dicts of dicts that a function returns: the two dicts that stand for one, of which the call makes it again."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from unpython._records import Joined
from unpython._writing.dicts.nested_reads import NestedReads, NotNested
from unpython._writing.nodes import load


class NestedResults(NestedReads):
    def visit_Return(self, node: ast.Return) -> Any:
        whole = node.value
        is_tuple = type(whole) is ast.Tuple or isinstance(whole, Joined)
        parts: list[Any] = whole.elts if is_tuple else [whole]  # type: ignore[union-attr]
        kinds = [None if part is None else self._returned(part) for part in parts]
        if not any(kinds):
            return self.generic_visit(node)
        before = whole.make if isinstance(whole, Joined) else None
        if sum(map(bool, kinds)) > 1 or (isinstance(whole, Joined) and before is None):
            raise NotNested
        values: list[ast.expr] = []
        for part, kind in zip(parts, kinds, strict=True):
            values += [load(self._rows), load(self._cells)] if kind else [self.visit(part)]
        joined = Joined("text", values)
        joined.make = _maker(tuple(kinds), is_tuple, before)
        node.value = ast.copy_location(joined, node)
        return node

    def _returned(self, node: Any) -> str | None:
        """How a dict of dicts is returned: "plain" where all are dicts, or by its factory and the kind of its rows."""
        kind = "plain" if self._table.kind == "dict" else self._table.kind
        if self._is_table(node):
            if self._table.factory == "lambda":
                raise NotNested
            return f"{self._table.factory}:{kind}"
        if isinstance(node, ast.Call) and self._library(node.func) == "builtins.dict" and len(node.args) == 1 and self._is_table(node.args[0]):
            return f":{kind}"
        if not isinstance(node, ast.DictComp) or len(node.generators) != 1 or node.generators[0].ifs:
            return None
        clause = node.generators[0]
        owner, what = self._asked(clause.iter)
        target: Any = clause.target
        if not self._is_table(owner) or what != "items" or not isinstance(target, ast.Tuple) or len(target.elts) != 2:
            return None
        names = [getattr(t, "id", "") for t in target.elts]
        value: Any = node.value
        is_copy = isinstance(value, ast.Call) and self._library(value.func) == "builtins.dict" and len(value.args) == 1
        if not is_copy or getattr(value.args[0], "id", None) != names[1] or getattr(node.key, "id", None) != names[0]:
            return None
        return ":copied"


_INNER: dict[str, Callable[[], Any]] = {
    "plain": dict,
    "copied": dict,
    "Counter": Counter,
    "builtins.int": lambda: defaultdict(int),
    "builtins.float": lambda: defaultdict(float),
}
_OUTER: dict[str, Callable[[], Any]] = {"": dict, "dict": lambda: defaultdict(dict), "Counter": lambda: defaultdict(Counter)}
_makers: dict[Any, Callable[[tuple[Any, ...]], Any]] = {}


def _maker(kinds: tuple[str | None, ...], is_tuple: bool, then: Callable[[tuple[Any, ...]], Any] | None) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result: one function for each kind of result. `then`: what makes it of the parts, another dict of dicts among them."""

    def make(values: tuple[Any, ...]) -> Any:
        rest = iter(values)
        made = tuple(next(rest) if kind is None else _nested(kind, next(rest), next(rest)) for kind in kinds)
        return then(made) if then is not None else made if is_tuple else made[0]

    return _makers.setdefault((kinds, is_tuple, then), make)


def _nested(kind: str, rows: dict[Any, int], cells: dict[tuple[int, Any], Any]) -> Any:
    outer, inner = kind.split(":")
    made = _OUTER[outer]()
    held: dict[int, Any] = {}
    for key, row in rows.items():
        new = _INNER[inner]()
        made[key] = new if inner == "copied" else held.setdefault(row, new)
        held[row] = made[key]
    by_row: dict[int, list[Any]] = {}
    for key, row in rows.items():
        by_row.setdefault(row, []).append(made[key])
    for (row, key), value in cells.items():
        for one in by_row.get(row, ()):
            one[key] = value
    return made
