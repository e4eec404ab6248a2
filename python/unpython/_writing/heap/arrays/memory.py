"""The memory of arrays: of those that a call gives, and of those that it gives back."""

from __future__ import annotations

from typing import Any

from unpython._writing.heap.arrays.kinds import UINT64, code_of, dimensions_of, dtype_of, is_real, is_time


class Overlap(Exception):
    """Arrays that share their memory, or whose items lie nowhere in particular."""


def memory_of(array: Any) -> tuple[Any, list[int], int, tuple[int, int]]:
    """The items of an array's memory, as an array of one dimension; the strides in items, the place of the first item, and the bounds."""
    import numpy

    size = array.itemsize
    if array.size == 0 and array.flags.writeable:
        return array.reshape(-1), _packed(list(array.shape)), 0, (0, 0)
    if not array.flags.writeable or not array.flags.aligned or any(stride % size for stride in array.strides):
        raise Overlap
    if any(stride == 0 and extent > 1 for stride, extent in zip(array.strides, array.shape, strict=True)):
        raise Overlap
    steps = [stride // size for stride in array.strides]
    low, high = numpy.lib.array_utils.byte_bounds(array)
    corner = array[tuple(slice(-1, None) if stride < 0 else slice(0, 1) for stride in array.strides)]
    items = numpy.lib.stride_tricks.as_strided(corner, shape=((high - low) // size,), strides=(size,))
    begin = sum(-step * (extent - 1) for step, extent in zip(steps, array.shape, strict=True) if step < 0)
    return items, steps, begin, (low, high)


def words_of(array: Any, kind: int) -> list[int | float]:
    """Of items of memory."""
    found: list[int | float] = array.astype(float).tolist() if is_real(kind) else array.astype(int).tolist()
    return found


def word_of(number: Any) -> int:
    """Of a number that is no float."""
    return int(number.view("int64") if number.itemsize == 8 else number)


def put_array(heap: Any, array: Any, kind: int) -> int:
    """The place of an array of the caller's. Its memory lies behind its extents and strides."""
    items, steps, begin, bounds = memory_of(array)
    if bounds[1] and any(low < bounds[1] and bounds[0] < high for low, high in heap.bounds):
        raise Overlap
    heap.bounds.append(bounds)
    at = len(heap.ints)
    area = at + 2 * array.ndim + 3
    heap.put([area + begin, *array.shape, *steps, area, len(items)])
    heap.put(words_of(items, kind))
    heap.memory[area] = items
    return at


class Arrays:
    """The arrays of a result. `held`: the memory of the caller's, by its place."""

    def __init__(self, ints: list[int], floats: list[float], held: dict[int, Any]):
        self._ints, self._floats = ints, floats
        self._areas = dict(held)
        self._whole: set[int] = set()

    def items(self, area: int, kind: int) -> Any:
        import numpy

        count = self._ints[area - 1]
        words: Any = (self._floats if is_real(kind) else self._ints)[area : area + count]
        if code_of(kind) == UINT64 or is_time(kind):
            return numpy.array(words, dtype="int64").view(dtype_of(kind))
        return numpy.array(words, dtype=dtype_of(kind))

    def array_at(self, at: int, kind: int) -> Any:
        import numpy

        dimensions = dimensions_of(kind)
        begin, *extents = self._ints[at : at + dimensions + 1]
        *steps, area = self._ints[at + dimensions + 1 : at + 2 * dimensions + 2]
        is_writable, area = area > 0, abs(area)
        if area not in self._areas:
            self._areas[area] = self.items(area, kind)
        memory = self._areas[area]
        size = memory.itemsize
        if is_writable and begin == area and memory.size == _product(extents) and steps == _packed(extents):
            is_first = area not in self._whole
            self._whole.add(area)
            return memory if is_first and dimensions == 1 else memory.reshape(extents)
        if 0 in extents:
            return numpy.empty(extents, memory.dtype)
        return numpy.lib.stride_tricks.as_strided(memory[begin - area :], shape=extents, strides=[step * size for step in steps], writeable=is_writable)


    def give(self, at: int, kind: int) -> None:
        """Gives the caller's array what the call has left."""
        area = self._ints[at + 2 * dimensions_of(kind) + 1]
        new, old = self.items(area, kind), self._areas[area]
        if new.tobytes() != old.tobytes():
            old[...] = new


def number_of(kind: int, word: float) -> Any:
    """A number of NumPy."""
    import numpy

    if code_of(kind) == UINT64 or is_time(kind):
        return numpy.array(word, dtype="int64").view(dtype_of(kind))[()]
    return numpy.dtype(dtype_of(kind)).type(word)


def _product(extents: list[int]) -> int:
    made = 1
    for extent in extents:
        made *= extent
    return made


def _packed(extents: list[int]) -> list[int]:
    steps = [1] * len(extents)
    for axis in range(len(extents) - 2, -1, -1):
        steps[axis] = steps[axis + 1] * extents[axis + 1]
    return steps
