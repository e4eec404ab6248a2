"""Members of enumerations: the number of each in its class."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

from unpython._writing.heap.cells import OBJECT, NotOnHeap
from unpython._writing.heap.classes import Class
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.functions import Functions


class Members(Functions):
    # Enumerations.

    def member(self, value: Any) -> Value:
        known = self.class_of(type(value))
        return self.of(OBJECT + known.number, str(known.members.index(value)))

    def _of_member(self, value: Value, known: Class, name: str) -> Value:
        if name not in ("name", "value", "_name_", "_value_"):
            found = inspect.getattr_static(known.of, name, None)
            if isinstance(found, property) and isinstance(found.fget, FunctionType):
                return self._run(found.fget, value, [], {}, name)
            raise NotOnHeap("an attribute of a member")
        word = value.words[0]
        held = [getattr(member, name) for member in known.members]
        if word.isdigit():
            return self.constant(held[int(word)], name)  # type: ignore[no-any-return]
        ways = [(f"{word} == {i}", (lambda one: lambda: self.constant(one, name))(one)) for i, one in enumerate(held)]
        return self.joined(name, ways, None)

    def _member_of(self, known: Class, value: Value) -> Value:
        """Level(2)"""
        if known.is_flag:
            word = self.number(value)
            with self.block(f"if {word} < 0 or {word} >= {len(known.members)}:"):
                self.refuse("a value that no member has")
            return self.of(OBJECT + known.number, word)
        found = self.held("-1")
        for number, member in enumerate(known.members):
            with self.within("member", number):
                same = self.equal(value, self.constant(member.value, "value"))
            with self.block(f"if {same}:"):
                self.emit(f"{found} = {number}")
        with self.block(f"if {found} < 0:"):
            self.refuse("a value that no member has")
        return self.of(OBJECT + known.number, found)

    def member_named(self, known: Class, name: Value) -> Value:
        """Level["HIGH"]"""
        found = self.held("-1")
        for member_name, member in known.of.__members__.items():
            same = self.equal(name, self.text(member_name))
            with self.block(f"if {same}:"):
                self.emit(f"{found} = {known.members.index(member)}")
        with self.block(f"if {found} < 0:"):
            self.fail(KeyError, None, [name])
        return self.of(OBJECT + known.number, found)
