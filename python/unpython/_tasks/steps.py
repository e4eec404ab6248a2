"""What a stage does with an item: each step takes one and gives any number."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from unpython import _core, _options
from unpython._tasks.ownership import Item, copied, is_alone, made_item, may_be_shared
from unpython._tasks.queues import END
from unpython._tasks.sources import Taker
from unpython._tasks.task import Task

_DEVICE_KINDS = "?bhilqBHILQfdFD"


class Step:
    name = ""

    def open(self) -> None:
        """Makes the state of a run, on the thread that uses it."""

    def feed(self, item: Item) -> Iterable[Item]:
        raise NotImplementedError

    def end(self) -> Iterable[Item]:
        """What is left when nothing comes any more."""
        return ()


class CallStep(Step):
    """A task without rates. `device`: where its arrays lie; empty: in host memory. `is_last`: it may return None."""

    def __init__(self, task: Task, device: str) -> None:
        self.name = str(task.name)
        self.is_last = False
        self._task = task
        self._device = device
        self._stores: dict[int, bool] = {}

    def open(self) -> None:
        """Further arguments are copied to the device once, or, as they belong to the user, where the task may store to them."""
        self._function = self._task.fresh()
        self._takes_several = self._task.takes_several
        self._yields = self._task.yields
        self._further = list(self._task.args)
        for number, value in enumerate(self._further):
            if isinstance(value, np.ndarray) and self._device:
                self._further[number] = _core.to_device(value, self._device)
            elif isinstance(value, np.ndarray) and self._task.may_store(number - len(self._further)):
                self._further[number] = value.copy()

    def feed(self, item: Item) -> Iterator[Item]:
        spread = item.is_tuple and self._takes_several
        was_alone = [self._alone(item.values, place, spread) for place in range(len(item.values))]
        args = item.values if spread else [item.whole()]
        item.values = []
        if self._yields:
            yield from self._yielded(self._function(*args, *self._further))
            return
        if self._task.options:
            with _options.Within(self._task.options):
                box = [self._function(*args, *self._further)]
        else:
            box = [self._function(*args, *self._further)]
        if box[0] is not None:
            yield self._given(box, args, was_alone)
        elif not self.is_last:
            raise TypeError(
                "the task returned None, and another one follows: return the result, or write a function that yields"
                " results, which may be none"
            )

    def end(self) -> Iterator[Item]:
        finish = getattr(self._function, "finish", None) if self._task.is_stateful else None
        if finish is None:
            return
        with _options.Within(self._task.options):
            made = finish()
        if made is not None:
            yield from self._yielded(made if inspect.isgenerator(made) else iter((made,)))

    def _yielded(self, results: Iterator[Any]) -> Iterator[Item]:
        while True:
            with _options.Within(self._task.options):
                box = [next(results, END)]
            if box[0] is END:
                return
            item = made_item(box)
            item.own()
            yield item

    def _alone(self, values: list[Any], place: int, spread: bool) -> bool:
        """Whether nobody else refers to an array, a list, a dict or a set. If the task may store to it, it is copied where that is not so."""
        if not may_be_shared(values[place]):
            return True
        if is_alone(values, place):
            return True
        parameter = place if spread else 0
        if parameter not in self._stores:
            self._stores[parameter] = self._task.may_store(parameter)
        if self._stores[parameter]:
            values[place] = copied(values[place])
        return self._stores[parameter]

    @staticmethod
    def _given(box: list[Any], args: list[Any], was_alone: list[bool]) -> Item:
        """The item of a result. What others may store to later is copied, but not what came in and was shared then."""
        shared = any(box[0] is arg and not alone for arg, alone in zip(args, was_alone))
        args.clear()
        item = made_item(box)
        if not shared:
            item.own()
        return item


class UploadStep(Step):
    """Copies arrays to a device, beside the work there."""

    def __init__(self, device: str) -> None:
        self.name = f"copy to {device}"
        self._device = device

    def feed(self, item: Item) -> Iterator[Item]:
        for place, value in enumerate(item.values):
            if isinstance(value, np.ndarray) and value.dtype.char in _DEVICE_KINDS and value.dtype.isnative:
                item.values[place] = _core.to_device(value, self._device)
        yield item


class DownloadStep(Step):
    """Copies arrays of devices to host memory; to the place that `taker` has for them, where it follows."""

    def __init__(self, device: str, taker: Taker | None = None) -> None:
        self.name = f"copy from {device}"
        self._taker = taker

    def feed(self, item: Item) -> Iterator[Item]:
        for place, value in enumerate(item.values):
            if isinstance(value, _core.DeviceArray):
                taker = None if item.is_tuple else self._taker
                item.values[place] = value.to_host(None if taker is None else taker.room(value.shape, value.dtype))
        yield item


class SinkStep(Step):
    """Gives results to whoever takes them, and says how many there were."""

    def __init__(self, name: str, taker: Taker, progress: Callable[[int], None] | None) -> None:
        self.name = name
        self.taker = taker
        self._progress = progress
        self._count = 0

    def feed(self, item: Item) -> tuple[Item, ...]:
        self.taker.take(item.whole())
        self._count += 1
        if self._progress is not None:
            self._progress(self._count)
        return ()
