"""Calls of functions of dataclasses."""

from __future__ import annotations

import dataclasses
from typing import Any

from unpython._writing.heap.asked_kinds import AskedKinds
from unpython._writing.heap.cells import DICT, LIST, PLAIN, ROW, NotOnHeap, is_object, is_tuple
from unpython._writing.heap.emitter import Value


class DataclassCalls(AskedKinds):
    def call_replace(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """dataclasses.replace"""
        value = self.value_of(args[0])
        if not is_object(value.kind) or not self.class_in(value).is_dataclass:
            raise NotOnHeap("replace of something else")
        known = self.class_in(value)
        given = {name: self.value_of(v) for name, v in keywords.items()}
        return self.made_object(known.of, [], {name: given[name] if name in given else self.read_field(value, name) for name in known.fields})

    def call_asdict(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        if keywords or not is_object(value.kind) or not self.class_in(value).is_dataclass:
            raise NotOnHeap("asdict of something else")
        return self._as_dict(value)

    def _as_dict(self, value: Value) -> Value:
        """A copy in which dataclasses are dicts."""

        def way(one: Value) -> Value:
            if is_object(one.kind) and self.class_in(one).is_dataclass:
                made = self.new_table(DICT, "asdict")
                for f in dataclasses.fields(self.class_in(one).of):
                    with self.within("field", f.name):
                        item = self._as_dict(self.copied(self.read_field(one, f.name)))
                        self.store_value(made, self.text(f.name), self.copied(item))
                return made
            if one.kind in PLAIN or (is_object(one.kind) and self.class_in(one).is_enum):
                return one
            if is_tuple(one.kind):
                return self.tuple_of([self.copied(self._as_dict(part)) for part in self.parts(one)])
            if one.kind in (LIST, ROW):
                made = self.new_list([], "asdict", kind=one.kind)
                self.each(one, lambda item: self.push(made, self._as_dict(item)))
                return made
            if one.kind == DICT and not any(k not in PLAIN for part in one.cell.of(DICT) for k in part.all()):
                return self.copy_of_table(one)
            raise NotOnHeap("asdict of such fields")

        if len(self.path) > 300:
            raise NotOnHeap("asdict without an end")
        return self.each_kind(value, "asdict", way)

    def call_astuple(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        names = [f.name for f in dataclasses.fields(self.class_in(value).of)] if is_object(value.kind) else []
        parts = [self.read_field(value, name) for name in names]
        if not parts or any(k not in PLAIN for part in parts for k in part.cell.all()):
            raise NotOnHeap("astuple of such fields")
        return self.tuple_of(parts)
