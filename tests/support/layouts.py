"""Array layouts: the same values, placed in memory in every way that a program may meet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# "rank0", "empty" and "one_element" say something of the shape: programs.py takes care of them.
LAYOUTS = (
    "c",
    "fortran",
    "sliced",
    "reversed",
    "transposed",
    "zero_stride",
    "rank0",
    "empty",
    "read_only",
    "unaligned",
    "one_element",
    "overlapping",
)

_PADDING = 0x55


@dataclass
class Placed:
    """An array inside a larger buffer, so that stores beside its elements are seen. Several may share a buffer."""

    buffer: np.ndarray
    dtype: np.dtype
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    writeable: bool = True

    def view(self) -> np.ndarray:
        array = self._elements()
        array.flags.writeable = self.writeable
        return array

    def fill(self, values: np.ndarray) -> None:
        self._elements()[...] = values

    def _elements(self) -> np.ndarray:
        return np.ndarray(self.shape, self.dtype, self.buffer.data, self.offset, self.strides)


def place(values: np.ndarray, layout: str, stored: bool) -> Placed:
    """`values` in memory of its own. `stored`: the program stores to the array, so it stays writeable and without
    elements that share memory. In the zero-stride layout all rows are the first."""
    strides, before = _geometry(values, layout, stored)
    reach = sum((n - 1) * abs(s) for n, s in zip(values.shape, strides) if n > 0)
    offset = before + sum((n - 1) * -s for n, s in zip(values.shape, strides) if s < 0 and n > 0)
    buffer = np.full(before + reach + values.itemsize + 32, _PADDING, np.uint8)
    writeable = stored or layout != "read_only"
    placed = Placed(buffer, values.dtype, values.shape, strides, offset, writeable)
    placed.fill(values[:1] if 0 in strides and values.size else values)
    return placed


def place_overlapping(arrays: list[np.ndarray]) -> list[Placed]:
    """Arrays of one shape and type in one buffer, each shifted by one element against the one before. Where they meet,
    later ones win."""
    first = place(arrays[0], "c", stored=True)
    room = np.full(len(arrays) * first.dtype.itemsize, _PADDING, np.uint8)
    buffer = np.concatenate([first.buffer, room])
    placed = []
    for index, values in enumerate(arrays):
        offset = first.offset + index * first.dtype.itemsize
        placed.append(Placed(buffer, first.dtype, first.shape, first.strides, offset))
        placed[-1].fill(values)
    return placed


def copy_placed(arrays: list[Placed]) -> list[Placed]:
    """Copies in the same layout, sharing memory where the originals do."""
    buffers = {id(a.buffer): a.buffer.copy() for a in arrays}
    return [Placed(buffers[id(a.buffer)], a.dtype, a.shape, a.strides, a.offset, a.writeable) for a in arrays]


def surroundings(arrays: list[Placed]) -> list[np.ndarray]:
    """The bytes of each buffer with all elements of the arrays cleared: what no program may change."""
    copies = copy_placed(arrays)
    for copy in copies:
        copy.fill(np.zeros((), copy.dtype))
    return [copy.buffer for copy in copies]


def _geometry(values: np.ndarray, layout: str, stored: bool) -> tuple[tuple[int, ...], int]:
    """Byte strides, and bytes before the lowest element."""
    shape, item = values.shape, values.itemsize
    if layout in ("fortran", "transposed"):
        gap = 1 if layout == "transposed" else 0  # a transposed part of a larger matrix
        sizes = tuple(n + gap for n in shape)
        return _c_strides(sizes[::-1], item)[::-1], 16
    if layout == "sliced":
        sizes = tuple(2 * n + 3 for n in shape)
        return tuple(2 * s for s in _c_strides(sizes, item)), 16
    if layout == "reversed":
        return tuple(-s for s in _c_strides(shape, item)), 16
    if layout == "zero_stride" and not stored and values.ndim > 0:
        return (0, *_c_strides(shape, item)[1:]), 16
    return _c_strides(shape, item), 17 if layout == "unaligned" else 16


def _c_strides(shape: tuple[int, ...], item: int) -> tuple[int, ...]:
    strides = []
    for extent in reversed(shape):
        strides.append(item)
        item *= max(extent, 1)
    return tuple(reversed(strides))
