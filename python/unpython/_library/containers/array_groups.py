"""Lists of what masks select of one array (`source`): the elements of all arrays one behind the other, where each array begins, and how
many rows it has."""

import numpy as np


def _like(source, array):
    """What has other dimensions is refused when the function is compiled: no array has a method `groups`."""
    if array.ndim != source.ndim:
        return array.groups()
    if array.ndim == 1:
        return array
    if array.ndim == 2:
        return array
    return array.groups()


def add_array(items, starts, counts, source, selected):
    array = _like(source, selected)
    starts.append(starts[-1] + counts[-1] if len(starts) > 0 else 0)
    counts.append(array.shape[0])
    if array.ndim == 2:
        for row in array:
            for x in row:
                items.append(x)
    else:
        for x in array:
            items.append(x)


def all_rows(items, counts, source):
    total = sum(counts)
    if source.ndim == 2:
        whole = np.empty((total, source.shape[1]), source.dtype)
        for i in range(total):
            for j in range(source.shape[1]):
                whole[i, j] = items[i * source.shape[1] + j]
        return whole
    rows = np.empty(total, source.dtype)
    for i in range(total):
        rows[i] = items[i]
    return rows


def joined(rows, counts):
    if len(counts) == 0:
        raise ValueError("need at least one array to concatenate")
    return rows.copy()


def array_at(rows, starts, counts, index):
    n = len(counts)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("list index out of range")
    return rows[starts[at] : starts[at] + counts[at]]
