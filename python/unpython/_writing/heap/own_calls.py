"""Functions that call themselves: the body is a loop (regions.py)."""

from __future__ import annotations

import ast
import sys
from typing import Any

from unpython._writing.heap.cells import NotOnHeap, flow
from unpython._writing.heap.closures.collected import collecting
from unpython._writing.heap.emitter import Loop, Value
from unpython._writing.heap.names import Frame
from unpython._writing.heap.outside import Outside
from unpython._writing.heap.regions import Region, loop_of


class OwnCalls(Outside):
    frame: Frame
    collected: dict[Any, Any]  # generators that call themselves, each with the function that gives a list

    def _transfer(self, frame: Frame, values: dict[str, Value]) -> dict[str, Value]:
        """Gives the body of a function that calls itself what it takes."""
        assert frame.region is not None
        made: dict[str, Value] = {}
        for name, value in values.items():
            cell = self.types.at((frame.place, "given", name))
            flow(value.cell, cell)
            words = tuple(f"given_{frame.number}_{name.replace(' ', '_')}_{k}{kind}" for k, kind in enumerate(cell.words()))
            for word, kind in zip(words, cell.words(), strict=True):
                self.variables[word] = "0.0" if kind == "f" else "0"
            frame.region.given += words
            self.assign(words, cell, value)
            made[name] = Value(cell, words)
        return made

    def _called_again(self, frame: Frame, node: Any, bound: dict[str, Value], kept: dict[str, Value]) -> Value:
        if frame.body is not None:
            if node not in self.collected and (made := collecting(node)) is not None:
                self.collected[node] = made
                self.types.changed = True
            raise NotOnHeap("a generator that calls itself")
        assert frame.result is not None
        if frame.region is None:
            if isinstance(node, ast.Lambda) or not self.recursive >= {node}:
                self.recursive.add(node)
                self.types.changed = True
            return self.wrong("a function that calls itself")
        if len(self.tries) > frame.region.tries:
            raise NotOnHeap("a function that calls itself in a try")
        if self.float_errors != frame.region.float_errors:
            raise NotOnHeap("a function that calls itself with other errors of floats")
        if {*kept} != {*frame.region_kept}:
            raise NotOnHeap("a function that calls itself with other names")
        self.merge_boxes(frame.region_kept, kept)
        self._transfer(frame, {name: self.copied(value) for name, value in {**bound, **{f"kept {n}": v for n, v in kept.items()}}.items()})
        self.emit(f"CALL_{frame.region.number}()")
        return self.copied(Value(frame.result, frame.result_words))

    def _as_region(self, frame: Frame, node: Any, bound: dict[str, Value], kept: dict[str, Value], memo: str | None) -> Value:
        assert frame.result is not None and frame.scope is not None
        region = frame.region = Region(frame.number)
        region.tries = len(self.tries)
        region.float_errors = self.float_errors
        frame.region_kept = dict(kept)
        given = self._transfer(frame, {**bound, **{f"kept {n}": v for n, v in kept.items()}})
        frame.result_words = tuple(f"result_{frame.number}_{k}{kind}" for k, kind in enumerate(frame.result.words()))
        for word, kind in zip(frame.result_words, frame.result.words(), strict=True):
            self.variables[word] = "0.0" if kind == "f" else "0"
        region.result = frame.result_words
        before, line, start = self.frame, self.line, len(self.lines)
        names = set(self.variable_frames)
        around = Loop(next(self._numbers))
        around.region = region.number
        self.loops.append(around)
        frame.once = around
        if frame.around is not None and frame.around.number == -1:
            self.open_boxes(frame.around, {name: self.with_box(self.copied(given[f"kept {name}"]), kept[name]) for name in kept})
        self._enter(frame, {name: self.copied(given[name]) for name in bound})
        self._begin_memo(frame, memo)
        if isinstance(node, ast.Lambda):
            self.give(self.value(node.body), True)
        else:
            self.statements(node.body, True)
        self.loops.pop()
        self.frames.pop()
        self.frame, self.line = before, line
        body = self.lines[start:]
        del self.lines[start:]
        keeps = {name for name in names if self.variable_frames[name] < frame.number} | {"way", "I_", "F_", "P_"}
        self.variables["ints_kept"], self.variables["floats_kept"] = "[0 for k_ in range(1)]", "[0.0 for k_ in range(1)]"
        made, saved = loop_of(body, region, keeps, sys.getrecursionlimit() // 3)
        self.lines += made
        self.lead_on(around)
        self.variables = {**saved, **self.variables}
        return self.copied(Value(frame.result, frame.result_words))
