"""Tasks with rates: a stream of numbers, cut into blocks as suits the calls.

A firing sees `peek` numbers, goes on by `pop` and gives `push`. Between blocks the last peek - pop numbers are kept: they stand before
the next block, so that results do not depend on where a stream was cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from unpython import _map_reduce, _options
from unpython._tasks.ownership import Item
from unpython._tasks.steps import Step
from unpython._tasks.task import Task

_BATCH = 1 << 16  # numbers that the busiest task of a chain takes at once


def steady_state(tasks: list[Task]) -> list[int]:
    """The smallest numbers of firings after which as much was taken between all tasks as was given."""
    firings = [Fraction(1)]
    for before, after in zip(tasks, tasks[1:]):
        firings.append(firings[-1] * before.push / after.pop)
    whole = lcm(*(f.denominator for f in firings))
    return [int(f * whole) for f in firings]


def batches(tasks: list[Task]) -> list[int]:
    """How many firings of each task of a chain make a block, at least."""
    firings = steady_state(tasks)
    times = max(1, _BATCH // max(f * task.pop for f, task in zip(firings, tasks)))
    return [task.batch or f * times for f, task in zip(firings, tasks)]


class GatherStep(Step):
    """Puts numbers and blocks together to blocks for whole firings, with what the last firing of a block sees beyond."""

    def __init__(self, task: Task, batch: int) -> None:
        self.name = "blocks"
        self._task = task
        self._batch = batch

    def open(self) -> None:
        self._pieces: list[np.ndarray] = []
        self._numbers: list[Any] = []
        self._count = 0

    def feed(self, item: Item) -> Iterator[Item]:
        if item.is_tuple:
            raise TypeError(f"a task with rates takes numbers and arrays, not a tuple of {len(item.values)}")
        if np.ndim(item.values[0]) == 0:
            self._numbers.append(item.values[0])
            self._count += 1
        else:
            self._to_array()
            self._pieces.append(np.asarray(item.values[0]))
            self._count += len(self._pieces[-1])
        if self._firings() >= self._batch:
            yield self._block()

    def end(self) -> Iterator[Item]:
        if self._firings() > 0:
            yield self._block()

    def _firings(self) -> int:
        return max(0, (self._count - self._task.peek) // self._task.pop + 1)

    def _to_array(self) -> None:
        if self._numbers:
            self._pieces.append(np.array(self._numbers))
            self._numbers = []

    def _block(self) -> Item:
        self._to_array()
        pieces = [piece for piece in self._pieces if len(piece)]
        whole = pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
        firings = self._firings()
        end = (firings - 1) * self._task.pop + self._task.peek
        self._pieces = [whole[firings * self._task.pop :]]
        self._count = len(self._pieces[0])
        return Item([whole[:end]])


class FireStep(Step):
    """All firings of a block in one call of compiled code."""

    def __init__(self, task: Task) -> None:
        self.name = str(task.name)
        self._task = task
        self._options = task.all_options()

    def open(self) -> None:
        self._function = self._task.fresh()

    def feed(self, item: Item) -> Iterator[Item]:
        block, task = item.values.pop(), self._task
        count = (len(block) - task.peek) // task.pop + 1
        with _options.Within(self._options):
            made = self._one_by_one(block, count) if task.is_stateful else self._at_once(block, count)
        yield Item([made])

    def end(self) -> Iterator[Item]:
        finish = getattr(self._function, "finish", None) if self._task.is_stateful else None
        made = finish() if finish is not None else None
        if made is not None:
            yield Item([np.atleast_1d(made)])

    def _at_once(self, block: Any, count: int) -> Any:
        task = self._task
        if task.peek == task.push == 1:
            return _map_reduce._run("map1", self._function, block)
        if task.push == 1:
            return _map_reduce._run("task1", self._function, block, count, task.pop, task.peek)
        name = "task2" if task.peek > 1 else "task3"
        return _map_reduce._run(name, self._function, block, count, task.pop, task.peek, task.push)

    def _one_by_one(self, block: np.ndarray, count: int) -> np.ndarray:
        task = self._task
        made: list[Any] = []
        for first in range(0, count * task.pop, task.pop):
            results = self._function(block[first : first + task.peek] if task.peek > 1 else block[first])
            made.extend(self._checked(results) if task.push > 1 else (results,))
        return np.array(made)

    def _checked(self, made: Any) -> Any:
        if not isinstance(made, (tuple, list, np.ndarray)) or len(made) != self._task.push:
            raise ValueError(f"a firing pushes {self._task.push} results, and the function returned {made!r}")
        return made
