"""np.unique of the rows of a matrix, or of its columns; and what NumPy 2 calls unique_counts, unique_inverse and unique_all."""

import numpy as np

from unpython._loops import _Refusal

_ARE_KNOWN = hasattr(np, "unique_all")
UniqueAllResult = type(np.unique_all([0])) if _ARE_KNOWN else None
UniqueCountsResult = type(np.unique_counts([0])) if _ARE_KNOWN else None
UniqueInverseResult = type(np.unique_inverse([0])) if _ARE_KNOWN else None


def unique_along(a, return_index, return_inverse, return_counts, axis):
    if a.ndim != 2 or return_inverse:
        raise _Refusal("np.unique along an axis of more than two dimensions, or with return_inverse=")
    else:
        rows = np.moveaxis(a, axis, 0)
        if np.any(rows != rows):
            raise _Refusal("np.unique of rows with NaN")
        order = np.arange(rows.shape[0])
        for j in range(rows.shape[1] - 1, -1, -1):
            order = order[np.argsort(rows[order, j], kind="stable")]
        first = np.empty(rows.shape[0], dtype=np.int64)
        counts = np.zeros(rows.shape[0], dtype=np.int64)
        count = 0
        for i in range(rows.shape[0]):
            if count == 0 or _differ(rows, first[count - 1], order[i]):
                first[count] = order[i]
                count += 1
            counts[count - 1] += 1
        places = first[:count].copy()
        values = np.moveaxis(rows[places], 0, axis)
        if return_index and return_counts:
            return values, places, counts[:count].copy()
        if return_index:
            return values, places
        if return_counts:
            return values, counts[:count].copy()
        return values


def _differ(rows, i, k):
    for j in range(rows.shape[1]):
        if rows[i, j] != rows[k, j]:
            return True
    return False


def unique_counts(x):
    values, counts = np.unique(x, return_counts=True, equal_nan=False)
    return UniqueCountsResult(values, counts)


def unique_inverse(x):
    values, inverse = np.unique(x, return_inverse=True, equal_nan=False)
    return UniqueInverseResult(values, inverse)


def unique_all(x):
    values, places, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False)
    return UniqueAllResult(values, places, inverse, counts)


def different_rows(a):
    """How many there are, as tuples of their items: one with nan is like no other."""
    if np.ndim(a) == 2:
        return _different_rows(a)
    else:
        return int(a)  # which no array of other dimensions is


def _different_rows(a):
    if a.shape[0] == 0 or a.shape[1] == 0:
        return min(a.shape[0], 1)
    known = a[~np.any(np.isnan(a), axis=1)] + np.zeros(1, dtype=a.dtype)  # no zero is negative
    return a.shape[0] - known.shape[0] + (np.unique(known, axis=0).shape[0] if known.shape[0] > 0 else 0)
