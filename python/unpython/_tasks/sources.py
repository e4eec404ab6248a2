"""Both ends of a graph: what gives items, and what takes results."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from unpython import _core

_BLOCK_BYTES = 1 << 20


class Source:
    """Gives the items of a run. Each run asks anew, so that functions and lists serve any number of runs."""

    def __init__(self, given: Any, size: int | None = None) -> None:
        self._given = given
        self._size = size

    @staticmethod
    def of(given: Any) -> Source:
        if isinstance(given, Source):
            return given
        if isinstance(given, np.ndarray):
            return Source(_rows(given))
        if callable(given) and not isinstance(given, Iterable):
            return Source(given)
        if not isinstance(given, Iterable):
            raise TypeError(f"a source is an iterable, a generator function or an array, not {given!r}")
        return Source(given)

    def __repr__(self) -> str:
        if isinstance(self._given, np.ndarray):
            return f"array of {' x '.join(map(str, self._given.shape))}"
        return getattr(self._given, "__name__", type(self._given).__name__)

    def __rshift__(self, other: Any) -> Any:
        return other.__rrshift__(self)

    @property
    def keeps_arrays(self) -> bool:
        """Whether what it gives belongs to the user, who does not change it during a run."""
        return isinstance(self._given, (np.ndarray, list, tuple))

    def items(self, multiple: int) -> Iterator[Any]:
        """`multiple`: blocks of arrays have a multiple of that many rows, unless their size was said."""
        given = self._given
        if isinstance(given, np.ndarray):
            return _blocks(given, self._size or _block_rows(given, multiple))
        return iter(given() if callable(given) and not isinstance(given, Iterable) else given)

    def count(self, multiple: int) -> int | None:
        """How many items there will be; None: unknown."""
        given = self._given
        if isinstance(given, np.ndarray):
            return -(-len(given) // (self._size or _block_rows(given, multiple)))
        return len(given) if hasattr(given, "__len__") else None


def blocks(array: Any, rows: int | None = None) -> Source:
    """As up.blocks says (_graphs.py)."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"up.blocks takes a NumPy array, not {type(array).__name__}")
    if rows is not None and (isinstance(rows, bool) or not isinstance(rows, int) or rows < 1):
        raise ValueError(f"up.blocks: a block has a whole number of rows, at least 1, not {rows!r}")
    return Source(_rows(array), rows)


def _rows(array: np.ndarray) -> np.ndarray:
    if array.ndim == 0:
        raise TypeError("an array without dimensions cannot be cut into blocks")
    return array


def _block_rows(array: np.ndarray, multiple: int) -> int:
    rows = max(1, _BLOCK_BYTES // max(1, array.itemsize * int(np.prod(array.shape[1:], dtype=int))))
    return max(1, rows // multiple) * multiple


def _blocks(array: np.ndarray, rows: int) -> Iterator[np.ndarray]:
    for first in range(0, len(array), rows):
        yield array[first : first + rows]


def check_sink(given: Any) -> None:
    if not isinstance(given, (list, np.ndarray)) and not callable(given):
        raise TypeError(f"a sink is a function, a list or an array, not {given!r}")
    if isinstance(given, np.ndarray) and given.ndim == 0:
        raise TypeError("an array without dimensions cannot take blocks")


class Sink:
    """What takes results. `given`: a function, a list or an array."""

    def __init__(self, given: Any) -> None:
        self.given = given
        self.name = getattr(given, "__name__", type(given).__name__)

    def __repr__(self) -> str:
        return self.name

    def opened(self) -> tuple[Callable[[Any], Any], Callable[[], Any]]:
        """A function that takes one result after the other, and one that gives what the run returns."""
        given = self.given
        if isinstance(given, list):
            return given.append, lambda: given
        if isinstance(given, np.ndarray):
            filled = _Filled(given)
            return filled.take, filled.part
        return given, lambda: None


class _Filled:
    """Writes blocks, or numbers, into an array one behind the other."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self._next = 0

    def take(self, block: Any) -> None:
        block = np.asarray(block)
        if block.ndim < self._array.ndim:
            block = block[np.newaxis]
        end = self._next + len(block)
        if end > len(self._array):
            raise ValueError(f"the output array has {len(self._array)} rows, and row {end - 1} came")
        if not np.can_cast(block.dtype, self._array.dtype, "same_kind"):
            raise TypeError(f"results of {block.dtype} cannot be stored to an output array of {self._array.dtype}")
        self._array[self._next : end] = block
        self._next = end

    def part(self) -> np.ndarray:
        return self._array if self._next == len(self._array) else self._array[: self._next]


def is_generator_function(value: Any) -> bool:
    return inspect.isgeneratorfunction(value)


def on_host(value: Any) -> Any:
    return value.to_host() if isinstance(value, _core.DeviceArray) else value
