"""Both ends of a graph: what gives items, and what takes results."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

_BLOCK_BYTES = 1 << 20
# On a device: copies of so many bytes take longer than what threads and Python do for a block. Copies in and out beside each other take
# the host as long as one after the other, so that smaller blocks win nothing: 16 MB in and out took 4.6 ms in four blocks and 1.8 in one
# (H100). Fewer rows than twice the threads that fill the device take as long as these, but where rows are so long that others wait for
# them.
_DEVICE_BLOCK_BYTES = 32 << 20
_WAVES = 2
_MOST_BYTES = 64 << 20


class Cut(NamedTuple):
    """How tasks want arrays cut. `multiple`: blocks have a multiple of that many rows. `threads`: so many fill the device; 0: tasks
    run on none."""

    multiple: int = 1
    threads: int = 0


class Source:
    """Gives the items of a run. Each run asks anew, so that functions and lists serve any number of runs."""

    def __init__(self, given: Any) -> None:
        self._given = given

    @staticmethod
    def of(given: Any) -> Source:
        if isinstance(given, Source):
            return given
        if isinstance(given, np.ndarray):
            return blocks(given)
        if not isinstance(given, Iterable) and not callable(given):
            raise TypeError(f"a source is an iterable, a generator function or an array, not {given!r}")
        return Source(given)

    def __repr__(self) -> str:
        return getattr(self._given, "__name__", type(self._given).__name__)

    def __rshift__(self, other: Any) -> Any:
        if not getattr(other, "follows_source", False):
            name = getattr(other, "__name__", type(other).__name__)
            raise TypeError(f"behind a source stands a task, such as up.task(f), and not {name!r}")
        return other.__rrshift__(self)

    @property
    def keeps_arrays(self) -> bool:
        """Whether what it gives belongs to the user, who does not change it during a run."""
        return isinstance(self._given, (list, tuple))

    def items(self, cut: Cut) -> Iterator[Any]:
        """`cut`: of arrays, unless the size of blocks was said."""
        return iter(self._given if isinstance(self._given, Iterable) else self._given())

    def count(self, cut: Cut) -> int | None:
        """How many items there will be; None: unknown."""
        return len(self._given) if hasattr(self._given, "__len__") else None


class Blocks(Source):
    """Blocks of an array, or tuples of blocks of several arrays, which have as many rows."""

    keeps_arrays = True

    def __init__(self, arrays: tuple[np.ndarray, ...], is_tuple: bool, rows: int | None) -> None:
        super().__init__(arrays)
        self._is_tuple = is_tuple
        self._rows = rows

    def __repr__(self) -> str:
        shapes = [" x ".join(map(str, array.shape)) for array in self._given]
        return f"array of {shapes[0]}" if not self._is_tuple else f"arrays of {', '.join(shapes)}"

    def items(self, cut: Cut) -> Iterator[Any]:
        rows = self._rows_of_block(cut)
        for first in range(0, len(self._given[0]), rows):
            block = tuple(array[first : first + rows] for array in self._given)
            yield block if self._is_tuple else block[0]

    def count(self, cut: Cut) -> int:
        return -(-len(self._given[0]) // self._rows_of_block(cut))

    def _rows_of_block(self, cut: Cut) -> int:
        if self._rows is not None:
            return self._rows
        row = max(1, *(array.itemsize * math.prod(array.shape[1:]) for array in self._given))
        rows = _BLOCK_BYTES // row
        if cut.threads > 0:
            rows = max(rows, _DEVICE_BLOCK_BYTES // row, min(_WAVES * cut.threads, _MOST_BYTES // row))
        return max(1, rows // cut.multiple) * cut.multiple


def blocks(given: Any, rows: int | None = None) -> Blocks:
    """As up.blocks says (_graphs.py)."""
    arrays = given if isinstance(given, tuple) and given else (given,)
    for array in arrays:
        if not isinstance(array, np.ndarray):
            raise TypeError(f"up.blocks takes a NumPy array, or a tuple of them, not {type(array).__name__}")
        if array.ndim == 0:
            raise TypeError("an array without dimensions cannot be cut into blocks")
        if len(array) != len(arrays[0]):
            raise ValueError(f"arrays that are cut together have as many rows, and not {len(arrays[0])} and {len(array)}")
    if rows is not None and (isinstance(rows, bool) or not isinstance(rows, int) or rows < 1):
        raise ValueError(f"up.blocks: a block has a whole number of rows, at least 1, not {rows!r}")
    return Blocks(arrays, isinstance(given, tuple), rows)


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

    def opened(self) -> Taker:
        given = self.given
        if isinstance(given, list):
            return Taker(given.append, lambda: given)
        if isinstance(given, np.ndarray):
            filled = _Filled(given)
            return Taker(filled.take, filled.part, filled.room, bytes=given.nbytes)
        return Taker(given, lambda: None, is_users=True)


class Taker(NamedTuple):
    """`take` takes one result after the other, `result` gives what the run returns. `room`: the place for a block of a shape and
    type that take() gets next, which may be filled before; None: take() copies it there. `is_users`: take() may last. `bytes`: of all places that there are."""

    take: Callable[[Any], Any]
    result: Callable[[], Any]
    room: Callable[[tuple[int, ...], Any], np.ndarray | None] = lambda shape, dtype: None
    is_users: bool = False
    bytes: int = 0


class _Filled:
    """Writes blocks, or numbers, into an array one behind the other."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self._next = 0
        self._room: np.ndarray | None = None  # the last one that was given

    def room(self, shape: tuple[int, ...], dtype: Any) -> np.ndarray | None:
        rows = self._array[self._next : self._next + shape[0]] if shape else self._array
        is_fit = shape and rows.shape == shape and rows.dtype == dtype and rows.flags.carray
        self._room = rows if is_fit else None
        return self._room

    def take(self, block: Any) -> None:
        if self._room is not None and block is self._room:  # it is where it belongs
            self._next += len(block)
            self._room = None
            return
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
