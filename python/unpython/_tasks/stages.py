"""Stages: threads, each with one or several steps, which take from one queue and give to the next."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from unpython._tasks.ownership import Item, made_item
from unpython._tasks.queues import END, Queue, Stopped
from unpython._tasks.steps import Step


class Stage:
    """What one thread does. Figures may be read while it runs."""

    def __init__(self, name: str, before: Queue | None, after: Any) -> None:
        self.name = name
        self.before = before
        self.after = after  # a queue, or what puts into one
        self.items = 0
        self._taken: dict[Queue, deque[Any]] = {}
        self._waited = 0.0
        self._begin = 0.0
        self._end = 0.0

    @property
    def busy(self) -> float:
        """Seconds at work."""
        until = self._end or time.perf_counter()
        return max(0.0, until - self._begin - self._waited) if self._begin else 0.0

    @property
    def waited(self) -> float:
        """Seconds in which there was nothing to take, or no room to give."""
        return self._waited

    def run(self) -> None:
        """Raises Stopped, and what a task raises, with a note that names the task."""
        self._begin = time.perf_counter()
        try:
            self.work()
        except Stopped:
            raise
        except BaseException as problem:
            add_note(problem, self._place())
            raise
        finally:
            self._end = time.perf_counter()
            self.close()

    def work(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        if self.after is not None:
            self.after.close()

    def take(self, queue: Queue | None = None) -> Any:
        """The next item of a queue, by default of the one before the stage, or END."""
        queue = queue or self.before
        assert queue is not None
        taken = self._taken.get(queue)
        if not taken:
            begin = time.perf_counter()
            taken = self._taken[queue] = queue.get_some()
            self._waited += time.perf_counter() - begin
            if not taken:
                return END
        self.items += 1
        return taken.popleft()

    def give(self, item: Item, queue: Any = None) -> None:
        begin = time.perf_counter()
        (queue or self.after).put(item)
        self._waited += time.perf_counter() - begin

    def _place(self) -> str:
        return f"in {self.name}, item {max(0, self.items - 1)}"


class SourceStage(Stage):
    """Gives what the source gives. `owned`: whether arrays that others hold are copied."""

    def __init__(self, name: str, after: Any, items: Callable[[], Iterator[Any]], owned: bool) -> None:
        super().__init__(name, None, after)
        self._items = items
        self._owned = owned

    def work(self) -> None:
        source = self._items()
        try:
            while True:
                box = [next(source, END)]
                if box[0] is END:
                    return
                item = made_item(box)
                if self._owned:
                    item.own()
                self.give(item)
                self.items += 1
        finally:
            if hasattr(source, "close"):
                source.close()

    def _place(self) -> str:
        return f"in the source {self.name}, item {self.items}"


class TaskStage(Stage):
    """One or several steps after each other."""

    def __init__(self, steps: list[Step], before: Queue, after: Any) -> None:
        super().__init__(" + ".join(step.name for step in steps), before, after)
        self._steps = steps
        self._at = steps[0]

    def work(self) -> None:
        for self._at in self._steps:
            self._at.open()
        while True:
            item = self.take()
            if item is END:
                break
            self._through(item, 0)
        for number, self._at in enumerate(self._steps):
            step = self._at
            for made in step.end():
                self._through(made, number + 1)
                self._at = step

    def _through(self, item: Item, number: int) -> None:
        if number == len(self._steps):
            if self.after is not None:
                self.give(item)
            return
        self._at = step = self._steps[number]
        for made in step.feed(item):
            self._through(made, number + 1)
            self._at = step

    def _place(self) -> str:
        return f"in task {self._at.name!r}, item {max(0, self.items - 1)}"


class SplitStage(Stage):
    """Deals items over branches. `order`: gets the number of the branch of each item, where that is to be kept."""

    def __init__(self, before: Queue, branches: list[Any], by: Any, order: Queue | None) -> None:
        super().__init__("split", before, None)
        self._branches = branches
        self._by = by
        self._order = order
        self._keys: dict[Any, int] = {}

    def work(self) -> None:
        while True:
            item = self.take()
            if item is END:
                return
            if self._by == "copies":
                for queue in self._branches[1:]:
                    self.give(item.for_one_more(), queue)
                self.give(item, self._branches[0])
                continue
            number = (self.items - 1) % len(self._branches) if self._by == "turns" else self._branch_of(item)
            if self._order is not None:
                self.give(Item([number]), self._order)
            self.give(item, self._branches[number])

    def _branch_of(self, item: Item) -> int:
        key = self._by(item.whole())
        if hasattr(key, "__index__"):
            return int(key.__index__()) % len(self._branches)
        return self._keys.setdefault(key, len(self._keys) % len(self._branches))

    def close(self) -> None:
        for queue in self._branches:
            queue.close()
        if self._order is not None:
            self._order.close()


class JoinStage(Stage):
    """Results in the order of items: the branch of each is in `order`; without `order`, one of each branch makes a tuple."""

    def __init__(self, branches: list[Queue], order: Queue | None, after: Any) -> None:
        super().__init__("join", branches[0], after)
        self._branches = branches
        self._order = order

    def work(self) -> None:
        while True:
            if self._order is not None:
                number = self.take(self._order)
                if number is END:
                    return
                self.items -= 1
                item = self.take(self._branches[number.values[0]])
                if item is END:
                    raise ValueError("a branch gave fewer results than it got items; use up.join(ordered=False)")
                self.give(item)
                continue
            group = [self.take(queue) for queue in self._branches]
            self.items -= sum(item is not END for item in group[1:])
            ended = [item is END for item in group]
            if all(ended):
                return
            if any(ended):
                raise ValueError("the branches gave different numbers of results; use up.join(ordered=False)")
            self.give(together(group))


class JoinAsTheyComeStage(Stage):
    """All branches put into one queue."""

    def __init__(self, before: Queue, after: Any) -> None:
        super().__init__("join", before, after)

    def work(self) -> None:
        while (item := self.take()) is not END:
            self.give(item)


class JoinStreamsStage(Stage):
    """All branches put into one queue; number k of each branch belongs together, however the streams were cut."""

    def __init__(self, before: Queue, count: int, after: Any) -> None:
        super().__init__("join", before, after)
        self._left: list[list[np.ndarray]] = [[] for _ in range(count)]

    def work(self) -> None:
        while (item := self.take()) is not END:
            self._left[item.branch].append(np.atleast_1d(item.values[0]))
            ready = min(sum(map(len, pieces)) for pieces in self._left)
            if ready > 0:
                self.give(Item([self._first(number, ready) for number in range(len(self._left))], True))

    def _first(self, number: int, count: int) -> np.ndarray:
        pieces = self._left[number]
        whole = pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
        self._left[number] = [whole[count:]] if count < len(whole) else []
        return whole[:count] if count < len(whole) else whole


def together(items: list[Item]) -> Item:
    values = [value for item in items for value in item.values]
    for item in items:
        item.values = []
    return Item(values, True)


def add_note(problem: BaseException, note: str) -> None:
    """As BaseException.add_note, which Python 3.10 lacks."""
    notes = getattr(problem, "__notes__", None)
    if notes is None:
        notes = problem.__notes__ = []  # type: ignore[attr-defined]
    if note not in notes:
        notes.append(note)
