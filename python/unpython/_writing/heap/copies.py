"""copy.copy and copy.deepcopy."""

from __future__ import annotations

from typing import Any

from unpython._writing.heap.cells import DEQUE, DICT, FROZEN, LIST, PLAIN, ROW, SETS, WHOLE, NotOnHeap, is_dict, is_object, is_tuple, may_change
from unpython._writing.heap.dataclass_calls import DataclassCalls
from unpython._writing.heap.emitter import Value

_DEEPEST = 6
_OWN_COPIES = ("__copy__", "__getstate__", "__reduce__", "__reduce_ex__", "__getnewargs__")


class Copies(DataclassCalls):
    def call_copy(self, args: list[Any], keywords: Any, node: Any) -> Value:
        def way(one: Value) -> Value:
            if one.kind in (*PLAIN, ROW, FROZEN) or is_tuple(one.kind):
                return one
            if one.kind in (LIST, DEQUE):
                return self.copy_of(one)
            if is_dict(one.kind) or one.kind in SETS:
                return self.copy_of_table(one)
            if is_object(one.kind) and self._is_plain_object(one):
                return self._copied_object(one, lambda field: field)
            raise NotOnHeap("a copy of something else")

        return self.each_kind(self.value_of(args[0]), "copy", way)

    def _is_plain_object(self, value: Value) -> bool:
        known = self.class_in(value)
        has_own = any(self.owner_of(value, name) not in (None, object) for name in _OWN_COPIES)
        return not (known.is_enum or known.is_tuple or known.is_exception or has_own)

    def _copied_object(self, value: Value, of_field: Any) -> Value:
        known = self.class_in(value)
        if set(known.fields) - known.sure:
            raise NotOnHeap("a copy of an object with fields that some have")
        made = self.new_object(known)
        for name in known.fields:
            with self.within("field", name):
                cell = self.field(known, name)
                item = self.copied(of_field(self.copied(self.read_field(value, name))))
                self.store(f"{made.words[0]} + {self._offset(known, name)}", self.coerced(item, cell))
        return made

    def call_deepcopy(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """What stands in the value several times stands in the copy several times: a dict has the copy of each place."""
        if len(args) != 1:
            raise NotOnHeap("deepcopy with a memo")
        memo = self.new_table(DICT, "copies")
        for held in memo.cell.of(DICT):
            held.add(WHOLE)
        return self._deep(self.copied(self.value_of(args[0])), memo, 0)

    def _deep(self, value: Value, memo: Value, depth: int) -> Value:
        if depth > _DEEPEST:
            raise NotOnHeap("a copy of values in values without an end")
        if not may_change(value.cell) and not any(kind in (ROW, FROZEN) for kind in value.cell.all()):
            return value

        def way(one: Value) -> Value:
            if is_tuple(one.kind):
                return self.tuple_of([self.copied(self._deep(part, memo, depth + 1)) for part in self.parts(one)])
            if one.kind in PLAIN or (is_object(one.kind) and self.class_in(one).is_enum):
                return one
            if one.kind not in (LIST, *SETS) and not is_dict(one.kind):
                raise NotOnHeap("a copy of something else")
            found = self.find(memo, self.whole(one.words[0]))[0]
            name = self.held("0")
            with self.block(f"if {found} >= 0:"):
                self.emit(f"{name} = {self.entry_value(memo, found).words[0]}")
            with self.block("else:"):
                self.emit(f"{name} = {'new_list(I_, F_, 0, 1)' if one.kind == LIST else 'new_table(I_, F_)'}")
                self.store_value(memo, self.whole(one.words[0]), self.whole(name))
                made = Value(one.cell, (name,))
                if one.kind == LIST:
                    self.each(one, lambda item: self.push(made, self.copied(self._deep(self.copied(item), memo, depth + 1))))
                elif one.kind in SETS:
                    self._put_all(made, one)
                else:
                    self.entries(one, lambda at: self._copy_entry(made, one, at, memo, depth), True)
            return Value(one.cell, (name,))

        return self.each_kind(value, "deep", way)

    def _copy_entry(self, made: Value, value: Value, at: str, memo: Value, depth: int) -> None:
        if may_change(value.cell.of(value.kind)[0]):
            raise NotOnHeap("a copy of keys that are objects")
        key = self.copied(self.key_at(value, at))
        self.store_value(made, key, self.copied(self._deep(self.copied(self.entry_value(value, at)), memo, depth + 1)))
