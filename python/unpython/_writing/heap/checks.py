"""What Python checks before it does something with values: that keys have hashes, what __len__ and __bool__ give, flags that are numbers."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from unpython import _source
from unpython._writing.heap.arrays.kinds import is_array
from unpython._writing.heap.cells import BOOL, BOUNDED, DEQUE, FUNCTION, LIST, NO_ANSWER, ROW, SET, TEXT, WHOLE, Cell, NotOnHeap, is_dict, is_object, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.known.wrong_kinds import WrongKinds

_NAMES_THE_KEY = 14  # version of Python 3: its text says of what the key is one
_ANY_FLAG_REVERSES = 12  # version of Python 3: sorted(v, reverse=x) takes any x
_DEEPEST = 8


class Checks(WrongKinds):
    field: Any
    as_number: Any
    method_called: Any
    test: Any
    truth_value: Any

    def hashable(self, value: Value) -> Value:
        """The same value, as one of the kinds that have hashes; raises what Python does where it is of another one."""
        if not self.may_be_unhashable(value.cell):
            return value
        return self.each_kind(value, "hashable", self._hashable)

    def _hashable(self, one: Value) -> Value:
        if not self.may_be_unhashable(one.cell):
            return one
        if is_tuple(one.kind):
            parts = []
            for number, part in enumerate(self.parts(one)):
                with self.within("part", number):
                    parts.append(self.hashable(part))
            return self.tuple_of(parts)
        if one.kind == ROW or (is_object(one.kind) and self.class_in(one).of.__hash__ is not None):
            raise NotOnHeap("keys whose parts may have no hash")
        if _source.PYTHON >= _NAMES_THE_KEY or is_array(one.kind):
            return self.wrong("a key that has no hash")
        return self.raised_always(TypeError, f"unhashable type: '{self.type_of_kind(one.kind).__name__}'")

    def may_be_unhashable(self, cell: Cell, depth: int = 0) -> bool:
        if depth > _DEEPEST:
            return True
        return any(self._kind_may_be_unhashable(cell, kind, depth) for kind in cell.all())

    def _kind_may_be_unhashable(self, cell: Cell, kind: int, depth: int) -> bool:
        if is_tuple(kind) or kind == ROW:
            return any(self.may_be_unhashable(part, depth + 1) for part in cell.of(kind))
        if is_object(kind):
            known = self.class_in(Value(self.only(cell, kind), ("0",)))
            has_fields = known.is_tuple or (known.is_frozen and known.of.__hash__ is not object.__hash__)
            fields = [self.field(known, name) for name in known.fields] if has_fields else []
            return known.of.__hash__ is None or any(self.may_be_unhashable(field, depth + 1) for field in fields)
        return kind in (LIST, DEQUE, BOUNDED, SET) or is_dict(kind) or is_array(kind)

    def has_own_hash(self, value: Value) -> bool:
        """Whether a method of its class gives the hash of an object."""
        return is_object(value.kind) and isinstance(self.class_in(value).of.__hash__, FunctionType)

    # Numbers, truth, flags.

    def index_of(self, value: Value) -> str:
        """The word of what stands for a whole number."""
        return self.each_kind(value, "index", self._index).words[0]

    def _index(self, one: Value) -> Value:
        one = self.as_number(one)
        if one.kind in (BOOL, WHOLE):
            return self.whole(one.words[0])
        if self._is_of_another_kind(one, "__index__"):
            return self.wrong("a number that a method gives")
        return self.raised_always(TypeError, f"'{self.type_of_kind(one.kind).__name__}' object cannot be interpreted as an integer")

    def _is_of_another_kind(self, one: Value, method: str) -> bool:
        """Whether a value is none whose type and methods are known."""
        return one.kind >= FUNCTION or one.kind in (NO_ANSWER, -1) or (is_object(one.kind) and hasattr(self.type_of_kind(one.kind), method))

    def length_of(self, value: Value) -> Value:
        """len() of an object with __len__."""
        count = self.index_of(self.method_called(value, "__len__", []))
        self.check(f"{count} < 0", ValueError, "__len__() should return >= 0")
        return self.whole(count)

    def truth_that_a_method_says(self, value: Value) -> str:
        """What __bool__ gives, which is a bool."""

        def way(one: Value) -> Value:
            if one.kind == BOOL:
                return one
            if one.kind >= FUNCTION or one.kind in (NO_ANSWER, -1):
                return self.wrong("a truth that is no bool")
            return self.raised_always(TypeError, f"__bool__ should return bool, returned {self.type_of_kind(one.kind).__name__}")

        return str(self.test(self.each_kind(self.method_called(value, "__bool__", []), "truth", way)))

    def flag(self, value: Value) -> str:
        """A test that says what reverse=value stands for."""
        if value.kind == BOOL or _source.PYTHON >= _ANY_FLAG_REVERSES:
            return str(self.test(value))
        number = self.index_of(value)
        with self.block(f"if abs({number}) >= {2**31}:"):
            self.refuse("a large number as a flag")
        return f"{number} != 0"

    def checked_fill(self, fill: Value) -> str:
        """The word of the one character that a text is filled with."""
        if fill.kind != TEXT:
            raise NotOnHeap("something else than a text that fills")
        self.check(f"{fill.words[1]} != 1", TypeError, self.said("".center, 1, ""))
        return f"I_[{fill.words[0]}]"

    def checked_start(self, start: Value) -> Value:
        """What a sum begins with, which is no text."""

        def way(one: Value) -> Value:
            return self.raised_always(TypeError, self.said(sum, [], "")) if one.kind == TEXT else one

        return self.each_kind(start, "start", way) if start.cell.has(TEXT) else start
