"""Sorting by merging: stable, NaN last."""

import numpy as np


def _comes_before(x, y):
    return x < y or (x == x and y != y)


def _merge(source, target, start, middle, end):
    i = start
    j = middle
    for k in range(start, end):
        if i < middle and (j >= end or not _comes_before(source[j], source[i])):
            target[k] = source[i]
            i += 1
        else:
            target[k] = source[j]
            j += 1


def _sort_vector(v):
    n = v.shape[0]
    other = np.empty(n, dtype=v.dtype)
    width = 1
    while width < n:
        for start in range(0, n, 2 * width):
            _merge(v, other, start, min(start + width, n), min(start + 2 * width, n))
        v[:] = other
        width *= 2


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
    _sort_along(np.moveaxis(out, axis, -1))
    return out


def _sort_along(a):
    if a.ndim == 1:
        _sort_vector(a)
    if a.ndim == 2:
        for i in range(a.shape[0]):
            _sort_vector(a[i])
    if a.ndim == 3:
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                _sort_vector(a[i, j])
    if a.ndim == 4:
        for i in range(a.shape[0]):
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
        if kth >= n or kth < -n:
            raise ValueError("kth is out of bounds")


def partition(a, kth, axis=-1):
    """All in order, which is more than NumPy promises."""
    _check_kth(a, kth, axis)
    return sort(a, axis)


def argpartition(a, kth, axis=-1):
    _check_kth(a, kth, axis)
    return argsort(a, axis)
