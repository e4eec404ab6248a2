"""Which parallel loops of a program really conflict: plain Python with every byte it touches on record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass
class _Byte:
    iteration: int
    written: bool = False
    shared: bool = False  # by several iterations
    value: Any = None  # what was stored first; None also after a read
    varies: bool = False  # it was read, or other values were stored


@dataclass
class _Running:
    """One execution of a parallel loop."""

    number: int
    iteration: int = -1
    touched: dict[int, _Byte] = field(default_factory=dict)


class Recorder:
    """`prange` and `array` stand in for the real ones; `meetings` has the numbers of the parallel loops of which two
    iterations touched one byte, one of them writing; `conflicts` leaves out bytes to which all stored the same."""

    def __init__(self) -> None:
        self.meetings: set[int] = set()
        self.conflicts: set[int] = set()
        self._running: list[_Running] = []

    def prange(self, number: int, *bounds: int) -> Iterator[int]:
        """The parallel loop with this number in the program."""
        running = _Running(number)
        self._running.append(running)
        try:
            for value in range(*bounds):
                running.iteration += 1
                yield value
        finally:
            self._running.remove(running)

    def array(self, values: np.ndarray) -> _Array:
        return _Array(self, values)

    def touch(self, address: int, width: int, stored: Any = None) -> None:
        """`stored`: the value; None for a read."""
        for running in self._running:
            for place in range(address, address + width):
                byte = running.touched.setdefault(place, _Byte(running.iteration, value=stored))
                byte.shared |= byte.iteration != running.iteration
                byte.written |= stored is not None
                byte.varies |= stored is None or stored != byte.value
                if byte.shared and byte.written:
                    self.meetings.add(running.number)
                    if byte.varies:
                        self.conflicts.add(running.number)


class _Array:
    """An array that tells its recorder what is touched."""

    def __init__(self, recorder: Recorder, values: np.ndarray) -> None:
        self._recorder = recorder
        self._values = values
        self.shape = values.shape

    def _touch(self, key: Any, stored: Any = None) -> None:
        key = key if isinstance(key, tuple) else (key,)
        address = self._values.__array_interface__["data"][0]
        for index, extent, stride in zip(key, self._values.shape, self._values.strides):
            if not -extent <= index < extent:
                return  # the access raises
            address += int(index % extent) * stride
        self._recorder.touch(address, self._values.itemsize, stored)

    def __getitem__(self, key: Any) -> Any:
        self._touch(key)
        return self._values[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._values[key] = value
        self._touch(key, int(value))
