"""Names that functions keep and that change: each call of the function around has a place on the heap for them."""

from __future__ import annotations

from typing import Any

from unpython._writing.heap.cells import WHOLE, Cell, flow, merge
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Frame, what_unset_raises
from unpython._writing.heap.own_calls import OwnCalls

BOX = "box "  # and a name: what a function keeps is the place of a name


class Box:
    """`word`: of the place, where a word says whether the name has a value, and behind it the value."""

    def __init__(self, cell: Cell, word: str):
        self.cell = cell
        self.word = word


class BoxPlace(Value):
    """The place of a box, as a value that a function keeps. `inner`: the cell of what is in it."""

    __slots__ = ("inner",)

    def __init__(self, cell: Cell, words: tuple[str, ...], inner: Cell):
        super().__init__(cell, words)
        self.inner = inner


class Boxes(OwnCalls):
    with_boxes: set[tuple[Any, str]]  # the names, each with the node of its function

    def make_boxes(self, frame: Frame) -> None:
        if frame.scope is None:
            return
        for name in sorted(frame.own):
            if (frame.scope.node, name) in self.with_boxes:
                cell = self.types.at((frame.place, "name", name))
                word = f"box_{name}_{frame.number}"
                self.variables[word] = "0"
                self.variable_frames[word] = frame.number
                self.emit(f"{word} = room(I_, F_, {1 + len(cell.words())})")
                frame.boxes[name] = Box(cell, word)

    def read_box(self, box: Box, frame: Frame, name: str) -> Value:
        with self.block(f"if I_[{box.word}] == 0:"):
            self.fail_unset(frame, name)
        return self.loaded(box.cell.root(), self.moved(box.word, 1))

    def fail_unset(self, frame: Frame, name: str) -> None:
        """A name of the frame has no value."""
        if self.frame.scope is None:  # of a comprehension, which some versions of Python write into the function
            self.refuse("a name without a value")
        else:
            self.fail(*what_unset_raises(name, frame is self.frame))

    def write_box(self, box: Box, value: Value) -> None:
        flow(value.cell, box.cell)
        cell = box.cell.root()
        self.emit(f"I_[{box.word}] = 1")
        self.store(self.moved(box.word, 1), self.coerced(value, cell))

    @staticmethod
    def with_box(value: Value, of: Value) -> Value:
        return BoxPlace(value.cell, value.words, of.inner) if isinstance(of, BoxPlace) else value

    @staticmethod
    def merge_boxes(ours: dict[str, Value], theirs: dict[str, Value]) -> None:
        """The boxes of both have the same names in them."""
        for name, value in ours.items():
            other = theirs[name]
            if isinstance(value, BoxPlace) and isinstance(other, BoxPlace):
                merge(value.inner, other.inner)

    def kept_box(self, box: Box) -> Value:
        return BoxPlace(self.types.new(WHOLE), (box.word,), box.cell)

    def open_boxes(self, frame: Frame, kept: dict[str, Value]) -> None:
        """Gives a frame around a function what the function keeps."""
        frame.values = {name: value for name, value in kept.items() if not isinstance(value, BoxPlace)}
        for name, value in kept.items():
            if isinstance(value, BoxPlace):
                frame.boxes[name[len(BOX) :]] = Box(value.inner, value.words[0])
