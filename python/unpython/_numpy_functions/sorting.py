"""Sorting by insertion and merging: stable, NaN last. Short lines are sorted side by side."""

import numpy as np
from unpython import prange


def _comes_before(x, y):
    return x < y or (x == x and y != y)


def _merge(source, target, start, middle, end):
    i = start
    j = middle
    k = start
    while i < middle and j < end:
        first = source[i]
        second = source[j]
        turned = _comes_before(second, first)
        target[k] = second if turned else first
        i += 0 if turned else 1
        j += 1 if turned else 0
        k += 1
    for rest in range(i, middle):
        target[k + rest - i] = source[rest]
    for rest in range(j, end):
        target[rest] = source[rest]


def _merge_all(source, target, width):
    n = source.shape[0]
    for start in range(0, n, 2 * width):
        _merge(source, target, start, min(start + width, n), min(start + 2 * width, n))


def _insert_all(v, start, end):
    for i in range(start + 1, end):
        moved = v[i]
        j = i
        while j > start and _comes_before(moved, v[j - 1]):
            v[j] = v[j - 1]
            j -= 1
        v[j] = moved


def _sort_vector(v):
    """Pieces of 16 elements are sorted by insertion, then merged."""
    n = v.shape[0]
    for start in range(0, n, 16):
        _insert_all(v, start, min(start + 16, n))
    if n > 16:
        other = np.empty(n, dtype=v.dtype)
        width = 16
        while width < n:
            _merge_all(v, other, width)
            _merge_all(other, v, 2 * width)
            width *= 4


def _merge_places(values, source, target, start, middle, end):
    i = start
    j = middle
    for k in range(start, end):
        if i < middle and (j >= end or not _comes_before(values[source[j]], values[source[i]])):
            target[k] = source[i]
            i += 1
        else:
            target[k] = source[j]
            j += 1


def _sort_places(values, places):
    n = values.shape[0]
    other = np.empty(n, dtype=np.int64)
    places[:] = np.arange(n)
    width = 1
    while width < n:
        for start in range(0, n, 2 * width):
            _merge_places(values, places, other, start, min(start + width, n), min(start + 2 * width, n))
        places[:] = other
        width *= 2


def sort(a, axis=-1, kind=None, *, stable=None):
    if axis is None:
        flat = a.flatten()
        _sort_vector(flat)
        return flat
    out = a.copy()
    sort_in_place(out, axis)
    return out


def sort_in_place(a, axis=-1, kind=None, *, stable=None):
    """The method of arrays."""
    lines = np.moveaxis(a, axis, -1)
    if a.ndim > 1 and lines.shape[-1] <= 32:
        _sort_short_lines(lines)
    elif a.ndim == 1 or axis == -1 or axis == a.ndim - 1:
        _sort_along(lines)
    else:
        ordered = lines.copy()
        _sort_along(ordered)
        lines[...] = ordered


def _sort_short_lines(lines):
    if lines.ndim == 2:
        for block in prange((lines.shape[0] + 95) // 96):
            _sort_side_by_side(lines, 96 * block, min(96, lines.shape[0] - 96 * block), 96)
    if lines.ndim == 3:
        for i in prange(lines.shape[0]):
            _sort_side_by_side(lines[i], 0, lines.shape[1], lines.shape[1])
    if lines.ndim == 4:
        for i in prange(lines.shape[0]):
            for j in range(lines.shape[1]):
                _sort_side_by_side(lines[i, j], 0, lines.shape[2], lines.shape[2])
    if lines.ndim > 4:
        raise NotImplementedError("sort of more than 4 dimensions is not supported")


def _sort_side_by_side(lines, first, count, room):
    """`count` lines, turned so that they lie beside each other: neighbours are exchanged in all lines at a time.
    `room` for them is the same in each call, as devices need it."""
    n = lines.shape[1]
    beside = np.empty((n, room), dtype=lines.dtype)
    for j in range(n):
        for c in range(count):
            beside[j, c] = lines[first + c, j]
    for turn in range(n):
        for j in range(turn % 2, n - 1, 2):
            for c in range(count):
                low = beside[j, c]
                high = beside[j + 1, c]
                turned = _comes_before(high, low)
                beside[j, c] = high if turned else low
                beside[j + 1, c] = low if turned else high
    for j in range(n):
        for c in range(count):
            lines[first + c, j] = beside[j, c]


def _sort_along(a):
    if a.ndim == 1:
        _sort_vector(a)
    if a.ndim == 2:
        for i in prange(a.shape[0]):
            _sort_vector(a[i])
    if a.ndim == 3:
        for i in prange(a.shape[0]):
            for j in range(a.shape[1]):
                _sort_vector(a[i, j])
    if a.ndim == 4:
        for i in prange(a.shape[0]):
            for j in range(a.shape[1]):
                for k in range(a.shape[2]):
                    _sort_vector(a[i, j, k])
    if a.ndim > 4:
        raise NotImplementedError("sort of more than 4 dimensions is not supported")


def argsort(a, axis=-1, kind=None, *, stable=None):
    if axis is None:
        flat = a.flatten()
        order = np.empty(flat.shape[0], dtype=np.int64)
        _sort_places(flat, order)
        return order
    places = np.empty(a.shape, dtype=np.int64)
    _argsort_along(np.moveaxis(a, axis, -1), np.moveaxis(places, axis, -1))
    return places


def _argsort_along(a, places):
    if a.ndim == 1:
        _sort_places(a, places)
    if a.ndim == 2:
        for i in range(a.shape[0]):
            _sort_places(a[i], places[i])
    if a.ndim == 3:
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                _sort_places(a[i, j], places[i, j])
    if a.ndim == 4:
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                for k in range(a.shape[2]):
                    _sort_places(a[i, j, k], places[i, j, k])
    if a.ndim > 4:
        raise NotImplementedError("argsort of more than 4 dimensions is not supported")


def unique(ar):
    ordered = np.sort(np.ravel(ar))
    count = 0
    for i in range(ordered.shape[0]):
        if count == 0 or _comes_before(ordered[count - 1], ordered[i]):
            ordered[count] = ordered[i]
            count += 1
    return ordered[:count].copy()


def _check_kth(a, kth, axis):
    n = a.size if axis is None else a.shape[axis]
    if np.ndim(kth) == 0:
        if a.size > 0 and (kth >= n or kth < -n):
            raise ValueError("kth is out of bounds")


def partition(a, kth, axis=-1):
    """All in order, which is more than NumPy promises."""
    _check_kth(a, kth, axis)
    return sort(a, axis)


def argpartition(a, kth, axis=-1):
    _check_kth(a, kth, axis)
    return argsort(a, axis)
