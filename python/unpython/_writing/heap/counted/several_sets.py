"""Methods of sets with any number of others: s.union(a, b), set().union(*sets), set.intersection(*sets)."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.heap.cells import FROZEN, SETS, NotOnHeap
from unpython._writing.heap.counted.counters import Counters
from unpython._writing.heap.emitter import Rest, Value

_SIGNS = {
    "union": "|", "intersection": "&", "difference": "-", "update": "|", "intersection_update": "&", "difference_update": "-",
    "symmetric_difference_update": "^",
}  # fmt: skip


class SeveralSets(Counters):
    def takes_any_number(self, value: Value, name: str) -> bool:
        return value.kind in SETS and name in _SIGNS

    def method_of_set(self, value: Value, name: str, args: list[Any]) -> Value:
        """`args`: values, nodes, or nodes with a star."""
        if name not in _SIGNS or (len(args) == 1 and name in ("union", "update", "intersection", "difference") and not self._is_star(args[0])):
            return super().method_of_set(value, name, args)
        if name == "symmetric_difference_update" and (len(args) != 1 or self._is_star(args[0])):
            raise NotOnHeap("other arguments of a method of sets")
        is_update = name.endswith("update")
        self.changes |= is_update
        sources = [(self._is_star(given), self._source_in(given)) for given in args]  # before the set is looked at: a call may change it
        made = value if is_update else self.copy_of_table(value)

        def take(given: Any) -> None:
            found = self.of_tables(_SIGNS[name], made, self.set_of(given), True)
            if found is not made:  # a frozenset, which does not change
                raise NotOnHeap("several sets beside a frozenset")

        for has_star, source in sources:
            if has_star:
                self.each(source, take)
            else:
                take(source)
        return self.nothing() if is_update else made

    def _source_in(self, given: Any) -> Any:
        if isinstance(given, Rest):
            return Value(given.cell, given.words)
        source = self.source_of(given.value if isinstance(given, ast.Starred) else given)
        return self.copied(source) if isinstance(source, Value) else source

    def hash_of(self, value: Value) -> str:
        """Of a frozenset, whatever the order in which it has its items."""
        if value.kind != FROZEN:
            return super().hash_of(value)
        name = self.held("5")

        def each(at: str) -> None:
            with self.within("item"):
                self.emit(f"{name} = {name} ^ scattered({self.hash_of(self.key_at(value, at))})")

        self.entries(value, each, True)
        return name

    @staticmethod
    def _is_star(given: Any) -> bool:
        return isinstance(given, (ast.Starred, Rest))
