"""Exceptions of the program: each `raise`, and each operation that may raise, knows its handler when it is written.

What no handler takes ends the call: its value is then the exception, which is raised when the caller's objects are as the call leaves
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import Cell, NotOnHeap, flow
from unpython._writing.heap.emitter import Emitter, Loop, Value


class Try:
    """Handlers that are reached from where the program is written now: their classes, and the loop of one turn that leads to them.
    `chosen`: the name that says which one it is; `taken`: by number of the handler, the classes that come to it and their arguments."""

    def __init__(self, loop: Loop, handlers: list[tuple[type, ...]], chosen: str, place: Any):
        self.loop = loop
        self.handlers = handlers
        self.chosen = chosen
        self.place = place
        self.taken: list[list[tuple[type, Cell, str]]] = [[] for _ in handlers]


class Failures(Emitter):
    """`raised`: the exceptions that may end the call: class, cell of the arguments, and whether these are on the heap."""

    tries: list[Try]
    failures = 0  # how many places raise something
    generator: int | None = None  # within a generator: how many handlers are around it
    raised: list[tuple[type, Cell | tuple[Any, ...]]]

    def fail(self, of: type, message: str | None = None, arguments: list[Value] | None = None) -> None:
        """Raises an exception with a message that is known, or with arguments."""
        self.failures += 1
        if self.generator is not None and issubclass(of, StopIteration) and not self._is_caught(of, self.tries[self.generator :]):
            if len(self.tries) > self.generator:
                raise NotOnHeap("StopIteration that leaves a generator through a try")
            of, message, arguments = RuntimeError, "generator raised StopIteration", None
        values = [self.text(message)] if message is not None else arguments or []
        for known in reversed(self.tries):
            for number, classes in enumerate(known.handlers):
                if issubclass(of, classes):
                    self._go_to(known, number, of, self.tuple_of(values))
                    return
        if message is not None or not values:
            constant: tuple[Any, ...] = () if message is None else (message,)
            self.end_with(self._number_of(of, constant), "0")
            return
        value = self.tuple_of(values)
        cell = self.types.at((self.path, "raised", of))
        flow(value.cell, cell)
        self.end_with(self._number_of(of, cell), self.boxed(self.coerced(value, cell)))

    @staticmethod
    def _is_caught(of: type, tries: list[Try]) -> bool:
        return any(issubclass(of, classes) for known in tries for classes in known.handlers)

    def of_generator(self, write: Callable[[Callable[[Value], None]], Any], body: Callable[[Value], None]) -> None:
        """Writes a generator. What `body` does with an item is no part of it."""
        around, self.generator = self.generator, len(self.tries)

        def each(item: Value) -> None:
            inner, self.generator = self.generator, around
            body(item)
            self.generator = inner

        write(each)
        self.generator = around

    def _number_of(self, of: type, arguments: Cell | tuple[Any, ...]) -> int:
        for number, (known, held) in enumerate(self.raised):
            if known is of and (held is arguments or (type(held) is tuple and type(arguments) is tuple and held == arguments)):
                return number + 1
        self.raised.append((of, arguments))
        return len(self.raised)

    def _go_to(self, known: Try, number: int, of: type, value: Value) -> None:
        cell = self.types.at((known.place, "caught", number, of))
        flow(value.cell, cell)
        at = self.boxed(self.coerced(value, cell)) if value.words else "0"
        places = known.taken[number]
        if not any(c is of for c, _, _ in places):
            places.append((of, cell, f"{known.chosen}_{number}_{len(places)}"))
        which = next(i for i, (c, _, _) in enumerate(places) if c is of)
        name = places[which][2]
        self.variables[known.chosen] = "0"
        self.variables[name] = "0"
        self.variables[f"{known.chosen}_of"] = "0"
        self.emit(f"{known.chosen} = {number + 1}")
        self.emit(f"{known.chosen}_of = {which}")
        self.emit(f"{name} = {at}")
        self.leave(known.loop)

    def end_with(self, status: int, at: str) -> None:
        self.emit(f"return result_(I_, F_, {status}, {at})")

    def check(self, test: str, of: type, message: str) -> None:
        """Raises where the test holds."""
        with self.block(f"if {test}:"):
            self.fail(of, message)

    @staticmethod
    def said(of: Any, *values: Any) -> str:
        """The message of this Python for what always goes wrong with these values."""
        try:
            of(*values)
        except Exception as error:
            return str(error)
        raise NotOnHeap("what does not go wrong")
