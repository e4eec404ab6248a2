"""Names that functions keep and that change: each call of the function around has a place on the heap for them."""

from __future__ import annotations

from typing import Any

from unpython._writing.heap.cells import WHOLE, Cell, flow
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Frame
from unpython._writing.heap.own_calls import OwnCalls

BOX = "box "  # and a name: what a function keeps is the place of a name


class Box:
    """`word`: of the place, where a word says whether the name has a value, and behind it the value."""

    def __init__(self, cell: Cell, word: str):
        self.cell = cell
        self.word = word


class Boxes(OwnCalls):
    with_boxes: set[tuple[Any, str]]  # the names, each with the node of its function
    box_cells: dict[Any, dict[str, Cell]]  # by what a function keeps: the cells of the names in its boxes

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

    def read_box(self, box: Box) -> Value:
        with self.block(f"if I_[{box.word}] == 0:"):
            self.refuse("a name without a value")
        return self.loaded(box.cell.root(), self.moved(box.word, 1))

    def write_box(self, box: Box, value: Value) -> None:
        flow(value.cell, box.cell)
        cell = box.cell.root()
        self.emit(f"I_[{box.word}] = 1")
        self.store(self.moved(box.word, 1), self.coerced(value, cell))

    def kept_box(self, box: Box) -> Value:
        return Value(self.types.new(WHOLE), (box.word,))

    def open_boxes(self, frame: Frame, kept: dict[str, Value], cells: dict[str, Cell]) -> None:
        """Gives a frame around a function what the function keeps."""
        frame.values = {name: value for name, value in kept.items() if not name.startswith(BOX)}
        for name, value in kept.items():
            if name.startswith(BOX):
                frame.boxes[name[len(BOX) :]] = Box(cells[name], value.words[0])
