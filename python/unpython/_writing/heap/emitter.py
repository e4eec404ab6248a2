"""Statements of the program that is written, values as words, and how control leaves loops.

The program is text, line by line: what is evaluated first stands first, and each word of a value is a name or a number.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from unpython._writing.heap.cells import (
    BOOL,
    FLOAT,
    NO_ANSWER,
    NONE,
    REAL,
    TEXT,
    WHOLE,
    Cell,
    NotOnHeap,
    TooLong,
    Types,
    flow,
    is_boxed,
    is_float,
    is_tuple,
)

_MOST_LINES = 4000
_STATE = ("indent", "path", "frame", "frames", "tries", "finals", "user_loops", "float_errors")
_STACKS = ("frames", "lines", "loops", "tries", "finals", "user_loops", "handled")
YES, NO = "I_[0] == 0", "I_[0] == 1"  # tests that always hold, and never
ZERO = "Z_"  # sums with it are never too large (places.py)


class Value:
    """`words`: names and numbers; `test`: of a bool, what says the same and is no number."""

    __slots__ = ("cell", "test", "words")

    def __init__(self, cell: Cell, words: tuple[str, ...], test: str | None = None):
        self.cell = cell
        self.words = words
        self.test = test

    @property
    def kind(self) -> int:
        return self.cell.only()


class Rest(Value):
    """A tuple of any length that a star gives behind the other arguments."""

    __slots__ = ()


class Loop:
    """A loop of the program. `crossed`: the ways out of it that lead further: a loop around it, and whether that one goes on."""

    def __init__(self, number: int):
        self.number = number
        self.crossed: dict[tuple[Loop, bool], int] = {}
        self.is_left = False
        self.is_once = False  # going on with it is leaving it
        self.region = -1  # the number of one that is the body of a function that calls itself


class Emitter:
    """`path`: the place of the program that is written now, which names its cells."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, types: Types):
        self.types = types
        self.lines: list[tuple[int, str, int]] = []  # indent, text, line of the function
        self.indent = 1
        self.line = 0
        self.path: tuple[Any, ...] = ()
        self.loops: list[Loop] = []
        self.variables: dict[str, str] = {}  # each with its first value
        self.variable_frames: dict[str, int] = {}  # the number of the frame of each
        self._numbers = itertools.count(1)  # 0 is the frame of the function
        self._ways = itertools.count(1)
        self.texts: dict[str, tuple[int, int]] = {}  # those that are written out: where each begins, and how long it is
        self.codes: list[int] = [0]

    # Lines.

    def emit(self, text: str) -> None:
        if len(self.lines) > _MOST_LINES:
            raise TooLong("a long program")
        self.lines.append((self.indent, text, self.line))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.emit(head)
        self.indent += 1
        count = len(self.lines)
        yield
        if len(self.lines) == count:
            self.emit("pass")
        self.indent -= 1

    @contextmanager
    def within(self, *place: Any) -> Iterator[None]:
        before = self.path
        self.path = (*before, *place)
        yield
        self.path = before

    def site(self, *place: Any) -> Cell:
        return self.types.at((self.path, *place))

    def name(self) -> str:
        return f"t{next(self._numbers)}"

    def held(self, text: str) -> str:
        """The value of an expression under a name."""
        name = self.name()
        self.emit(f"{name} = {text}")
        return name

    # Loops.

    @contextmanager
    def loop(self, head: str = "while True:") -> Iterator[Loop]:
        made = Loop(next(self._numbers))
        self.loops.append(made)
        with self.block(head):
            yield made
        self.loops.pop()
        self.lead_on(made)

    def once(self, write: Callable[[Loop], None]) -> None:
        """What may be left in its middle, as a loop of one turn where it is."""
        made = Loop(next(self._numbers))
        made.is_once = True
        start, depth = len(self.lines), len(self.loops)
        self.loops.append(made)
        write(made)
        del self.loops[depth:]
        if made.is_left or made.crossed:
            inner = [(indent + 1, text, line) for indent, text, line in self.lines[start:]]
            del self.lines[start:]
            self.emit("while True:")
            self.lines += inner
            self.indent += 1
            self.emit("break")
            self.indent -= 1
        self.lead_on(made)

    def turn(self, write: Callable[[], None]) -> None:
        """One turn of a loop of the program, behind which something else stands: `continue` goes on there."""
        self.once(lambda _: write())

    def leave(self, target: Loop, goes_on: bool = False) -> None:
        """`break` of a loop around, or `continue`."""
        target.is_left = True
        if target.region >= 0:
            self.emit(f"RETURN_{target.region}()")
            return
        region = next((loop for loop in reversed(self.loops[self.loops.index(target) + 1 :]) if loop.region >= 0), None)
        if region is not None:
            self._escape(region, target, goes_on)
            return
        if target is self.loops[-1]:
            self.emit("continue" if goes_on and not target.is_once else "break")
            return
        self.variables["way"] = "0"
        inner = self.loops[-1]
        way = inner.crossed.setdefault((target, goes_on), next(self._ways))
        self.emit(f"way = {way}")
        self.emit("break")

    def _escape(self, region: Loop, target: Loop, goes_on: bool) -> None:
        """Leaves a function that calls itself, and all its calls, for a loop further out."""
        self.variables["way"] = "0"
        way = region.crossed.setdefault((target, goes_on), next(self._ways))
        self.emit(f"way = {way}")
        self.emit(f"ESCAPE_{region.region}()")

    def lead_on(self, made: Loop) -> None:
        """Behind a loop: where those go that left it for another one."""
        for (target, goes_on), way in made.crossed.items():
            with self.block(f"if way == {way}:"):
                around = self.loops[-1]
                if around is target and around.region >= 0:
                    self.emit("way = 0")
                    self.emit(f"RETURN_{around.region}()")
                elif around.region >= 0:
                    self._escape(around, target, goes_on)
                elif around is target:
                    self.emit("way = 0")
                    around.is_left = True
                    self.emit("continue" if goes_on and not target.is_once else "break")
                else:
                    known = around.crossed.setdefault((target, goes_on), way)
                    if known != way:
                        self.emit(f"way = {known}")
                    self.emit("break")

    # Values.

    def of(self, kind: int, *words: str, test: str | None = None) -> Value:
        return Value(self.types.new(kind), words, test)

    def nothing(self) -> Value:
        return self.of(NONE)

    def whole(self, text: str) -> Value:
        return self.of(WHOLE, text)

    def real(self, text: str) -> Value:
        return self.of(REAL, text)

    @staticmethod
    def opposite(test: str) -> str:
        return NO if test == YES else YES if test == NO else f"not ({test})"

    def truth_value(self, test: str) -> Value:
        """Of an expression that is true or false."""
        if test in (YES, NO):
            return self.of(BOOL, str(int(test == YES)), test=test)
        name = self.held(f"1 if {test} else 0")
        return self.of(BOOL, name, test=f"{name} != 0")

    def text(self, text: str) -> Value:
        if text not in self.texts:
            self.texts[text] = len(self.codes), len(text)
            self.codes += map(ord, text)
        start, count = self.texts[text]
        made = self.of(TEXT, str(start), str(count))
        made.cell.said = text
        return made

    def unknown(self) -> Value:
        """What no call comes to."""
        return self.wrong("what no value says the kind of")

    def wrong(self, why: str) -> Value:
        """What Python would refuse, or this: where the call comes to it Python makes the call."""
        self.refuse(why)
        return Value(self.types.new(), ("0",))

    def refuse(self, why: str) -> None:
        """Python makes the call."""
        self.emit("if len(I_) >= 0:")
        self.lines.append((self.indent + 1, f"raise NotImplementedError({why!r})", self.line))

    def declare(self, cell: Cell) -> tuple[str, ...]:
        """Names for a value that several branches give."""
        names = tuple(self.name() for _ in cell.words())
        for name, kind in zip(names, cell.words(), strict=True):
            self.emit(f"{name} = {'0.0' if kind == FLOAT else '0'}")
        return names

    def assign(self, names: tuple[str, ...], cell: Cell, value: Value) -> None:
        """`names`: of a value of this cell."""
        flow(value.cell, cell)
        for name, word in zip(names, self.coerced(value, cell).words, strict=False):
            if name != word:
                self.emit(f"{name} = {word}")

    def copied(self, value: Value) -> Value:
        """Under names that nothing else gets."""
        return Value(value.cell, tuple(w if w[:1].isdigit() or w[:1] == "-" else self.held(w) for w in value.words))

    def joined(self, place: str, ways: list[tuple[str, Callable[[], Value]]], other: Callable[[], Value] | None) -> Value:
        """The value of the first way whose test holds."""
        cell = self.site(place)
        names = self.declare(cell)
        depth = 0
        for number, (test, way) in enumerate(ways):
            if test == NO:
                continue
            with self.within(place, number), self.block(f"if {test}:"):
                self.assign(names, cell, way())
            self.emit("else:")
            self.indent += 1
            depth += 1
        if other is None:
            self.refuse("a value of another kind")
        else:
            with self.within(place, "other"):
                self.emit("pass")
                self.assign(names, cell, other())
        self.indent -= depth
        return Value(cell, names)

    def each_kind(self, value: Value, place: str, way: Callable[[Value], Value]) -> Value:
        """What `way` gives for the one kind that a value has."""
        kinds = value.cell.all()
        if len(kinds) == 1:
            return way(value)
        if not kinds:
            return self.unknown()

        def of(kind: int) -> Callable[[], Value]:
            return lambda: self._or_refused(way, self.projected(value, kind))

        return self.joined(place, [(f"{value.words[0]} == {kind}", of(kind)) for kind in kinds], None)

    def _or_refused(self, way: Callable[[Value], Value], value: Value) -> Value:
        """What a way gives for one kind of several; where it is not written for that kind, Python makes the call if it comes to it."""
        before = self.state()
        try:
            return way(value)
        except TooLong:
            raise
        except (NotOnHeap, IndexError) as error:
            self.go_back(before)
            return self.wrong(str(error))

    def state(self) -> tuple[dict[str, Any], dict[str, int]]:
        """Of what is written, for go_back()."""
        return {name: getattr(self, name) for name in _STATE}, {name: len(getattr(self, name)) for name in _STACKS}

    def go_back(self, state: tuple[dict[str, Any], dict[str, int]]) -> None:
        """Forgets what has been written since then."""
        vars(self).update(state[0])
        for name, count in state[1].items():
            del getattr(self, name)[count:]

    # Words of one kind and of several.

    def only(self, cell: Cell, kind: int) -> Cell:
        """The cell of the values of one kind among others."""
        made = self.types.new()
        made.kinds[kind] = cell.root().kinds[kind]
        return made

    def projected(self, value: Value, kind: int) -> Value:
        """A value of several kinds that is known to be of this one."""
        cell = self.only(value.cell, kind)
        words = cell.words()
        if kind in (NONE, NO_ANSWER):
            return Value(cell, ())
        if is_float(kind):
            return Value(cell, (value.words[2],))
        if is_boxed(kind):
            return self.loaded(cell, value.words[1]) if words else Value(cell, ())
        return Value(cell, (value.words[1],))

    def coerced(self, value: Value, cell: Cell) -> Value:
        """The same value as the words of a cell that holds all its kinds."""
        kind, other = value.kind, cell.only()
        if len(value.cell.all()) > 1 and len(cell.all()) > 1:
            return Value(cell, value.words)
        if kind < 0:
            return self.blank(cell)
        if kind == other:
            if not is_tuple(kind):
                return Value(cell, value.words, value.test)
            parts = zip(self.parts(value), cell.of(kind), strict=True)
            return Value(cell, tuple(word for part, held in parts for word in self.coerced(part, held).words))
        if len(cell.all()) < 2:
            return self.blank(cell)  # before the cell has grown
        if kind in (NONE, NO_ANSWER):
            return Value(cell, (str(kind), "0", "0.0"))
        if is_float(kind):
            return Value(cell, (str(kind), "0", value.words[0]))
        if is_boxed(kind):
            inner = self.coerced(value, self.only(cell, kind)) if cell.has(kind) else value
            return Value(cell, (str(kind), self.boxed(inner) if inner.words else "0", "0.0"))
        return Value(cell, (str(kind), value.words[0], "0.0"))

    def blank(self, cell: Cell) -> Value:
        return Value(cell, tuple("0.0" if kind == FLOAT else "0" for kind in cell.words()))

    def parts(self, value: Value) -> list[Value]:
        """The parts of a tuple."""
        made: list[Value] = []
        at = 0
        for part in value.cell.of(value.kind):
            count = len(part.words())
            made.append(Value(part, value.words[at : at + count]))
            at += count
        return made

    def tuple_of(self, parts: list[Value]) -> Value:
        cell = self.types.tuple_of([part.cell for part in parts])
        return Value(cell, tuple(word for part in parts for word in part.words))

    # The heap.

    def place_of(self, begin: str, number: str, width: int, more: int = 0) -> str:
        """The place of an item of so many words, behind so many others."""
        behind = f" + {more}" if more else ""
        return self.held(f"int({begin} + {ZERO}{behind} + ({number} + {ZERO}) * {width})")

    def moved(self, place: str, more: str | int) -> str:
        """A place behind another one."""
        return self.held(f"int({place} + {ZERO} + {more})")

    def room(self, count: int | str) -> str:
        return self.held(f"room(I_, F_, {count})")

    def boxed(self, value: Value) -> str:
        at = self.room(len(value.words))
        self.store(at, value)
        return at

    def store(self, at: str, value: Value) -> None:
        for k, (kind, word) in enumerate(zip(value.cell.words(), value.words, strict=False)):
            self.emit(f"{'F_' if kind == FLOAT else 'I_'}[{at}{f' + {k}' if k else ''}] = {word}")

    def loaded(self, cell: Cell, at: str) -> Value:
        words = [
            self.held(f"{'F_' if kind == FLOAT else 'I_'}[{at}{f' + {k}' if k else ''}]") for k, kind in enumerate(cell.words())
        ]
        return Value(cell, tuple(words))
