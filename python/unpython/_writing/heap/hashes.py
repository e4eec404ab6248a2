"""Hashes of objects: as dicts and sets on the heap ask for them."""

from __future__ import annotations

import dataclasses
import enum
from types import FunctionType
from typing import Any

from unpython._writing.heap.arrays.kinds import is_number
from unpython._writing.heap.cells import BOOL, REAL, ROW, TEXT, WHOLE, Cell, NotOnHeap, is_object, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.members import Members

_LIKE = {int: REAL, float: REAL, str: TEXT, tuple: ROW}
_HASHES = 2**61 - 2  # whole numbers up to here are their own hashes


class Hashes(Members):
    in_hash = False  # whether a method `__hash__` is written

    def hash_of_object(self, value: Value) -> str:
        known = self.class_in(value)
        if known.is_enum:
            if known.of.__hash__ is enum.Enum.__hash__:
                return value.words[0]
            if isinstance(known.of.__hash__, FunctionType) or (plain := self.plain_value(value)) is value:
                raise NotOnHeap("members of an enumeration as keys")
            return self.hash_of(plain)
        if known.is_tuple:
            return self.hash_of(self.tuple_of(self.fields_of(value)))
        if self.has_method(value, "__hash__"):
            return self._own_hash(value)
        if self.owner_of(value, "__eq__") is object and self.owner_of(value, "__hash__") is object:
            return value.words[0]
        if known.is_frozen and known.of.__dataclass_params__.eq and not self.has_method(value, "__eq__"):
            return self.hash_of(self.tuple_of([self.read_field(value, f.name) for f in dataclasses.fields(known.of) if f.compare]))
        raise NotOnHeap("objects as keys")

    def are_never_equal(self, one: Cell, other: Cell) -> bool:
        """Whether no key of one cell is a key of the other."""
        ours, theirs = ({self._like(cell, kind) for kind in cell.all()} for cell in (one, other))
        return bool(ours and theirs) and -1 not in ours | theirs and not ours & theirs

    def check_hashes(self, cell: Cell) -> None:
        likes = {self._like(cell, kind) for kind in cell.all()}
        if -1 in likes and any(like >= 0 and not is_object(like) for like in likes):
            raise NotOnHeap("keys beside objects whose methods say what they are equal to")

    def _like(self, cell: Cell, kind: int) -> int:
        """The kind that is among those that may be equal to this one; -1: any may be."""
        if is_object(kind):
            known = self.class_in(Value(self.only(cell, kind), ("0",)))
            if isinstance(known.of.__hash__, FunctionType) and known.of.__hash__ is not enum.Enum.__hash__:
                return -1
            return next((like for of, like in _LIKE.items() if issubclass(known.of, of)), kind)
        if is_tuple(kind):
            return ROW
        return REAL if kind in (BOOL, WHOLE) or is_number(kind) else kind

    def _own_hash(self, value: Value) -> str:
        """What `__hash__` gives, where hash() is what hash_of() writes: nobody sees the number."""
        before, self.in_hash = self.in_hash, True
        with self.within("hash"):
            found = self.method_called(value, "__hash__", [])
        self.in_hash = before
        return self.held(f"scattered({self.number(found)} & 0x3FFFFFFFFFFFFFFF)")

    def call_hash(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.copied(self.value_of(args[0]))
        if not self.in_hash:
            return self.each_kind(value, "hash of", self._seen_hash)
        return self.each_kind(value, "hash of", lambda one: self.whole(self.hash_of(one)))

    def _seen_hash(self, value: Value) -> Value:
        if value.kind not in (BOOL, WHOLE):
            raise NotOnHeap("a hash that is seen")
        word = value.words[0]
        with self.block(f"if {word} > {_HASHES} or {word} < -{_HASHES}:"):
            self.refuse("a hash of a large number")
        return self.whole(self.held(f"-2 if {word} == -1 else {word}"))
