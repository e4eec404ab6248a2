"""What stands outside a function: lists, dicts and objects that have a name there, and names and fields of classes that a call changes.

Each is given with the arguments of a call, and gets what it has when the call ends."""

from __future__ import annotations

import abc
from typing import Any

from unpython import _bindings
from unpython._writing.heap.cells import Cell, NotOnHeap, flow
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.iteration import Iteration


class Slot:
    """A name of a module, or a field of a class, that a call changes: a dict, or the class, and the name in it."""

    def __init__(self, holder: Any, name: str):
        self.holder = holder
        self.name = name

    @property
    def value(self) -> Any:
        return self.holder[self.name] if isinstance(self.holder, dict) else vars(self.holder)[self.name]

    @property
    def is_there(self) -> bool:
        return self.name in (self.holder if isinstance(self.holder, dict) else vars(self.holder))

    def give(self, value: Any) -> None:
        if isinstance(self.holder, dict):
            self.holder[self.name] = value
        else:
            setattr(self.holder, self.name, value)


class Outside(Iteration):
    plan: Any
    offsets: list[int]  # of what is outside, behind the arguments

    def place_outside(self, number: int) -> str:
        return f"R_ + {self.offsets[number]}"

    def object_outside(self, value: Any) -> Value:
        """A list, a dict or an object that has a name outside."""
        number = self._number(value)
        cell = self.plan.outside[number][1].root()
        words = []
        for k, kind in enumerate(cell.words()):
            word = f"outside_{number}_{k}{kind}"
            self.variables[word] = f"{'F' if kind == 'f' else 'I'}_[{self.place_outside(number)} + {k}]"
            self.variable_frames[word] = -1
            words.append(word)
        return Value(cell, tuple(words))

    def _number(self, value: Any) -> int:
        for number, (known, _) in enumerate(self.plan.outside):
            if known is value:
                break
        else:
            number = len(self.plan.outside)
            self.plan.learn_outside(value)
            self.types.changed = True
        if number >= len(self.offsets):
            raise NotOnHeap("what stands outside")
        return number

    # Names and fields of classes that change.

    def slot_of(self, holder: Any, name: str) -> int | None:
        """The number of what changes under this name."""
        if isinstance(holder, type):
            holder = next((base for base in holder.__mro__ if name in vars(base)), None)
        for number, (known, _) in enumerate(self.plan.outside):
            if isinstance(known, Slot) and known.holder is holder and known.name == name:
                return number
        return None

    def read_slot(self, number: int) -> Value:
        if number >= len(self.offsets):
            raise NotOnHeap("what stands outside")
        cell = self._cell(number)
        return self.loaded(cell, self.place_outside(number))

    def write_slot(self, holder: Any, name: str, value: Value) -> None:
        number = self.slot_of(holder, name)
        if number is None:
            slot = Slot(holder, name)
            if not slot.is_there or (isinstance(holder, type) and type(holder) not in (type, abc.ABCMeta)):
                raise NotOnHeap("a name outside that a call makes")
            self._number(slot)
            return
        if number >= len(self.offsets):
            raise NotOnHeap("what stands outside")
        self.changes = True
        cell = self._cell(number)
        flow(value.cell, cell)
        self.store(self.place_outside(number), self.coerced(value, cell))

    def _cell(self, number: int) -> Cell:
        return self.plan.outside[number][1].root()  # type: ignore[no-any-return]

    def set_outside(self, name: str, value: Value) -> None:
        """global name; name = value"""
        container, _ = _bindings.lookup(self.frame.function, name)
        if not isinstance(container, dict):
            raise NotOnHeap("a name that is set elsewhere")
        self.write_slot(container, name, value)
