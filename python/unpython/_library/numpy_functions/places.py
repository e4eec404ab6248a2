"""Places in arrays, and what goes through them with a function that is given: ufunc.at, reduce, apply_along_axis."""

import numpy as np

from unpython._library.numpy_functions.elementwise import stored
from unpython._loops import _Refusal


def argwhere(a):
    if a.ndim == 1:
        return np.flatnonzero(a)[:, None]
    return np.stack(np.nonzero(a), 1)


def tril_indices(n, k=0, m=None):
    columns = n if m is None else m
    return np.nonzero(np.tri(n, columns, k) > 0)


def triu_indices(n, k=0, m=None):
    columns = n if m is None else m
    return np.nonzero(np.tri(n, columns, k - 1) == 0)


def tril_indices_from(arr, k=0):
    return tril_indices(arr.shape[0], k, arr.shape[1])


def triu_indices_from(arr, k=0):
    return triu_indices(arr.shape[0], k, arr.shape[1])


def diag_indices(n, ndim=2):
    if ndim != 2:
        raise _Refusal("np.diag_indices of other than two dimensions: use np.arange(n) for each")
    return np.arange(n), np.arange(n)


def _as_places(indices, extent, message):
    """64-bit integers, none of them outside."""
    _check_integers(np.array(indices))
    if np.ndim(indices) == 0:
        if indices < 0 or indices >= extent:
            raise ValueError(message)
        return np.int64(indices)
    if np.any(indices < 0) or np.any(indices >= extent):
        raise ValueError(message)
    return indices.astype(np.int64)


def _check_integers(indices):
    own = np.empty_like(indices).dtype
    if np.empty_like(indices * 1.0).dtype == own or np.empty_like(indices * 1j).dtype == own:
        raise TypeError("only int indices permitted")


def unravel_index(indices, shape):
    _check_integers(np.array(indices))
    _check_size(shape, "dimensions are too large; arrays and shapes with a total size greater than 'intp' are not supported.")
    size = 1
    for extent in shape:
        size *= extent
    for index in np.ravel(np.array(indices)):
        if index < 0 or index >= size:
            raise ValueError(f"index {index} is out of bounds for array with size {size}")
    place = np.int64(indices) if np.ndim(indices) == 0 else indices.astype(np.int64)
    if len(shape) == 1:
        return (place,)
    if len(shape) == 2:
        return place // shape[1], place % shape[1]
    if len(shape) == 3:
        return place // (shape[1] * shape[2]), place // shape[2] % shape[1], place % shape[2]
    raise _Refusal("np.unravel_index of more than three dimensions: divide by the extents")


def _coordinate(multi_index, dims, axis):
    return _as_places(multi_index[axis], dims[axis], "invalid entry in coordinates array")


def _check_size(dims, message):
    size = 1
    for extent in dims:
        if extent > 0 and size > (2**63 - 1) // extent:
            raise ValueError(message)
        size *= extent


def ravel_multi_index(multi_index, dims):
    if len(multi_index) != len(dims):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(dims)}")
    _check_size(dims, "invalid dims: array size defined by dims is larger than the maximum possible size.")
    if len(dims) == 1:
        return _coordinate(multi_index, dims, 0)
    if len(dims) == 2:
        return _coordinate(multi_index, dims, 0) * dims[1] + _coordinate(multi_index, dims, 1)
    if len(dims) == 3:
        front = _coordinate(multi_index, dims, 0) * dims[1] + _coordinate(multi_index, dims, 1)
        return front * dims[2] + _coordinate(multi_index, dims, 2)
    raise _Refusal("np.ravel_multi_index of more than three dimensions: multiply by the extents")


def diagflat(v, k=0):
    return np.diag(np.ravel(np.asarray(v)), k)


def _places_inside(indices, extent):
    """A copy of the indices, one behind the other; none of them is outside, else nothing has been stored yet."""
    places = indices.flatten()
    for i in range(places.shape[0]):
        place = int(places[i])
        if place < -extent or place >= extent:
            raise IndexError(f"index {place} is out of bounds for axis 0 with size {extent}")
    return places


def _at_each(ufunc, a, places, b):
    if b.shape[0] != places.shape[0] and b.shape[0] != 1:
        raise ValueError("array is not broadcastable to correct shape")
    step = 0 if b.shape[0] == 1 else 1
    for i in range(places.shape[0]):
        a[places[i]] = _cut(ufunc(a[places[i]], b[step * i]), a)


def _cut(value, a):
    """As an item of a: ufunc.at stores what is too large, or has a fraction, as astype() does."""
    return value.astype(a.dtype)


def at_list(ufunc, a, indices, b):
    """Of indices that are a list."""
    return at(ufunc, a, np.asarray(indices), b)


def at_tuple(ufunc, a, indices, b):
    """At a[i, j]; all places are checked first."""
    if np.ndim(indices[0]) == 0:
        raise _Refusal("ufunc.at with one place: write a[i, j] = f(a[i, j], b)")
    if len(indices) == 1:
        return at(ufunc, a, np.asarray(indices[0]), b)
    if len(indices) != 2 or a.ndim != 2:
        raise _Refusal("ufunc.at with indices of other than one or two dimensions: write the loops")
    rows, columns = np.asarray(indices[0]), np.asarray(indices[1])
    if rows.ndim != 1 or columns.ndim != 1 or rows.dtype == np.bool_ or columns.dtype == np.bool_:
        raise _Refusal("ufunc.at with such indices: write the loops")
    n = rows.shape[0] if columns.shape[0] == 1 else columns.shape[0]
    if rows.shape[0] != n and rows.shape[0] != 1:
        r, c = rows.shape[0], columns.shape[0]
        raise IndexError(f"shape mismatch: indexing arrays could not be broadcast together with shapes ({r},) ({c},) ")
    i = _places_on(rows, a.shape[0] if n > 0 else -1, 0)
    j = _places_on(columns, a.shape[1] if n > 0 else -1, 1)
    if np.ndim(b) == 0:
        number = np.asarray(b)[()]
        for k in range(n):
            p, q = i[k if i.shape[0] > 1 else 0], j[k if j.shape[0] > 1 else 0]
            a[p, q] = _cut(ufunc(a[p, q], number), a)
    else:
        values = np.asarray(b).copy()
        if values.ndim != 1:
            raise _Refusal("ufunc.at with values of another shape than the indices: write the loops")
        if values.shape[0] != n and values.shape[0] != 1:
            raise ValueError("array is not broadcastable to correct shape")
        for k in range(n):
            p, q = i[k if i.shape[0] > 1 else 0], j[k if j.shape[0] > 1 else 0]
            a[p, q] = _cut(ufunc(a[p, q], values[k if values.shape[0] > 1 else 0]), a)


def _places_on(indices, extent, axis):
    """`extent` -1: nothing is stored, and no place is looked at."""
    places = indices.copy()
    for i in range(places.shape[0] if extent >= 0 else 0):
        place = int(places[i])
        if place < -extent or place >= extent:
            raise IndexError(f"index {place} is out of bounds for axis {axis} with size {extent}")
    return places


def at(ufunc, a, indices, b):
    places = _places_inside(indices, a.shape[0])
    if np.ndim(b) == 0:
        number = np.asarray(b)[()]  # to ufunc.at, a number of Python's has the type of an array of it
        for i in range(places.shape[0]):
            a[places[i]] = _cut(ufunc(a[places[i]], number), a)
    elif indices.ndim == 1 and np.ndim(b) == a.ndim:
        _at_each(ufunc, a, places, np.copy(b))  # which may be a part of what is stored to
    else:
        raise _Refusal("ufunc.at with indices and values of such dimensions: write the loops")


def accumulate(ufunc, array, axis=0, dtype=None, out=None):
    if out is not None:
        return stored(_accumulate(ufunc, array, axis, dtype), out)
    return _accumulate(ufunc, array, axis, dtype)


def _accumulate(ufunc, array, axis, dtype):
    if dtype is not None:
        return _accumulated(ufunc, array.astype(dtype), axis)
    # NumPy adds and multiplies small integers as large ones: np.add.accumulate(x) is np.cumsum(x) where the name says which it is.
    widens = np.sum(array[:0]).dtype != array.dtype and (ufunc(4, 6) == 10 or ufunc(4, 6) == 24)
    if widens:
        raise _Refusal("ufunc.accumulate of another type than the array's: write np.cumsum, np.cumprod or the loop")
    return _accumulated(ufunc, array, axis)


def reduceat(ufunc, array, indices, axis=0):
    if array.ndim == 1:
        return _reduced_parts(ufunc, array, np.asarray(indices))
    raise _Refusal("ufunc.reduceat of several dimensions: write the loops")


def _reduced_parts(ufunc, array, starts):
    if ufunc(array[:0], array[:0]).dtype != array.dtype or np.sum(array[:0]).dtype != array.dtype:
        raise _Refusal("ufunc.reduceat of another type than the array's: write the loops")
    n = array.shape[0]
    found = np.empty(starts.shape[0], dtype=array.dtype)
    for k in range(starts.shape[0]):
        if starts[k] < 0 or starts[k] >= n:
            raise _Refusal("ufunc.reduceat from a place that the array has not")
        end = starts[k + 1] if k + 1 < starts.shape[0] else n
        total = array[starts[k]]
        for i in range(starts[k] + 1, end):
            total = ufunc(total, array[i])
        found[k] = total
    return found


def _accumulated(ufunc, array, axis):
    if ufunc(array[:0], array[:0]).dtype != array.dtype:
        raise _Refusal("ufunc.accumulate of another type than the array's: write np.cumsum, np.cumprod or the loop")
    out = np.moveaxis(array, axis, 0).copy()
    for i in range(1, out.shape[0]):
        out[i] = ufunc(out[i - 1], out[i])
    return np.moveaxis(out, 0, axis)


def reduced(ufunc, array, axis):
    """ufunc.reduce of what no function of NumPy does."""
    if ufunc(array[:0], array[:0]).dtype != array.dtype:
        raise _Refusal("ufunc.reduce of another type than the array's: write the loop")
    rows = np.ravel(array) if axis is None else np.moveaxis(array, axis, 0)
    if rows.shape[0] == 0:
        raise _Refusal("ufunc.reduce of no elements: ask for their number first")
    total = rows[0] if rows.ndim == 1 else rows[0].copy()
    for i in range(1, rows.shape[0]):
        total = ufunc(total, rows[i])
    return total


def reduce(function, sequence, initial=None):
    if initial is None:
        if len(sequence) == 0:
            raise TypeError("reduce() of empty iterable with no initial value")
        total = sequence[0]
        for i in range(1, len(sequence)):
            total = function(total, sequence[i])
        return total
    value = initial
    for i in range(len(sequence)):
        value = function(value, sequence[i])
    return value


def apply_along_axis(func1d, axis, arr):
    if arr.ndim != 2:
        raise _Refusal("np.apply_along_axis of other than two dimensions: write the loops")
    rows = np.moveaxis(arr, axis, 1)
    if rows.shape[0] == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    made = np.array([func1d(rows[i]) for i in range(rows.shape[0])])
    return made if made.ndim == 1 else np.moveaxis(made, 1, axis)


def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), dtype=np.int64), k))


def diag_indices_from(arr):
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    elif arr.ndim != 2:
        raise _Refusal("np.diag_indices_from of other than two dimensions: use np.arange(n) for each")
    else:
        if arr.shape[0] != arr.shape[1]:
            raise ValueError("All dimensions of input must be of equal length")
        return np.arange(arr.shape[0]), np.arange(arr.shape[0])
