"""What up.map, up.reduce and their kin mean, in plain Python: UNPYTHON_DISABLE=1 runs this, and tests compare with it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np


def map(function: Callable[..., Any], *arrays: Any) -> Any:
    shape = np.shape(functools.reduce(np.logical_or, arrays))
    lines = [itertools.repeat(a) if np.ndim(a) == 0 else np.broadcast_to(a, shape).ravel() for a in arrays]
    if shape == ():
        return function(*arrays)
    items = [function(*items) for items, _ in zip(zip(*lines), range(int(np.prod(shape))))]
    return _array_of(items, shape, function, *arrays)


def filter(function: Callable[[Any], Any], array: Any) -> Any:
    return array[np.array([bool(function(x)) for x in array], dtype=bool)]


def sort_by(function: Callable[[Any], Any], array: Any) -> Any:
    return array[np.argsort(map(function, array), kind="stable")]


def reduce(
    function: Callable[[Any, Any], Any], array: Any, initial: Any = None, axis: int | None = None, _operation: str = ""
) -> Any:
    def of_line(line: Any) -> Any:
        if len(line) == 0 and initial is None:
            raise ValueError("up.reduce of an empty array needs an initial value")
        return functools.reduce(function, line) if initial is None else functools.reduce(function, line, initial)

    if axis is None or np.ndim(array) == 1:
        return of_line(np.ravel(array))
    lines = np.moveaxis(array, axis, -1)
    ends = [of_line(lines[place]) for place in np.ndindex(lines.shape[:-1])]
    return _array_of(ends, lines.shape[:-1], function, array if initial is None else initial, array)


def reduce_along(
    function: Callable[[Any, Any], Any], array: Any, axis: str, initial: Any = None, _operation: str = ""
) -> Any:
    return reduce(function, array, initial, int(axis))


def scan(function: Callable[[Any, Any], Any], array: Any, axis: int | None = None) -> Any:
    if axis is None or np.ndim(array) == 1:
        line = np.ravel(array)
        return _array_of(list(itertools.accumulate(line, function)), line.shape, function, array, array)
    lines = np.moveaxis(array, axis, -1)
    scanned = [item for place in np.ndindex(lines.shape[:-1]) for item in itertools.accumulate(lines[place], function)]
    return np.moveaxis(_array_of(scanned, lines.shape, function, array, array), -1, axis)


def scan_along(function: Callable[[Any, Any], Any], array: Any, axis: str) -> Any:
    return scan(function, array, int(axis))


def segment_reduce(function: Callable[[Any, Any], Any], array: Any, offsets: Any, initial: Any = None) -> Any:
    pairs = list(zip(offsets[:-1], offsets[1:]))
    if any(begin < 0 or begin > end or end > np.size(array) for begin, end in pairs):
        raise ValueError("up.segment_reduce: a segment leaves the array")
    if initial is None and any(begin == end for begin, end in pairs):
        raise ValueError("up.segment_reduce: a segment is empty and there is no initial value")
    ends = [reduce(function, np.ravel(array)[begin:end], initial) for begin, end in pairs]
    return _array_of(ends, (len(ends),), function, array if initial is None else initial, array)


def stencil(function: Callable[[Any], Any], array: Any, mode: str = "edge", value: Any = 0) -> Any:
    def near(place: tuple[int, ...]) -> Callable[..., Any]:
        def at(*distance: int) -> Any:
            where = tuple(p + d for p, d in itertools.zip_longest(place, distance, fillvalue=0))
            if mode == "constant":
                inside = all(0 <= i < n for i, n in zip(where, array.shape))
                return array[where] if inside else array.dtype.type(value)
            return array[tuple(_inside(i, n, mode) for i, n in zip(where, array.shape))]

        return at

    items = [function(near(place)) for place in np.ndindex(array.shape)]
    return _array_of(items, array.shape, lambda item: function(lambda *distance: item), array)


def task(function: Callable[..., Any], a: Any, count: int, pop: int, peek: int, push: int = 1) -> Any:
    """The results of all firings of a task with rates, one behind the other."""
    made = []
    for first in range(0, count * pop, pop):
        results = function(a[first : first + peek] if peek > 1 else a[first])
        made += [results] if push == 1 else list(results)
    return _array_of(made, (len(made),), lambda item: np.ravel(function(np.full(peek, item) if peek > 1 else item))[0], a)


def _array_of(items: list[Any], shape: tuple[int, ...], function: Callable[..., Any], *given: Any) -> Any:
    """The items as an array of that shape. Where there are none, its type is that of what function makes of items like those given."""
    if any(np.ndim(item) > 0 for item in items):
        raise TypeError("the function gives one number for each item, and not a tuple or an array")
    if items:
        return np.array(items).reshape(shape)
    try:
        kind = np.asarray(function(*(np.ones((), a.dtype)[()] if hasattr(a, "dtype") else a for a in given))).dtype
    except Exception:  # noqa: BLE001 (what the user's function raises of an item that is not there)
        kind = np.result_type(*given)
    return np.empty(shape, kind)


def _inside(i: int, n: int, mode: str) -> int:
    if mode == "edge":
        return min(max(i, 0), n - 1)
    if mode == "wrap":
        return i % n
    around = i % max(2 * n - 2, 1)
    return around if around < n else 2 * n - 2 - around
