"""Elements taken by number or by condition, put in, left out; sets of values."""

import numpy as np

from unpython._library.numpy_functions.counting import place_of
from unpython._loops import _Refusal


def _check_not_empty(extent, count):
    if extent == 0 and count > 0:
        raise IndexError("cannot do a non-empty take from an empty axes.")


def take(a, indices, axis=None, *, mode="raise"):
    if mode == "raise":
        return _taken(a, indices, axis)
    if mode != "wrap" and mode != "clip":
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{mode}')")
    extent = a.size if axis is None else np.moveaxis(a, axis, 0).shape[0]  # names an axis that is not there
    if extent == 0:
        raise _Refusal("np.take with mode= of no elements")
    if np.ndim(indices) == 0:
        return _taken(a, indices % extent if mode == "wrap" else min(max(indices, 0), extent - 1), axis)
    places = np.asarray(indices)
    return _taken(a, places % extent if mode == "wrap" else np.minimum(np.maximum(places, 0), extent - 1), axis)


def _taken(a, indices, axis):
    extent = a.size if axis is None else np.moveaxis(a, axis, 0).shape[0]  # names an axis that is not there
    if np.ndim(indices) == 0:
        _check_not_empty(extent, 1)
        if axis is None:
            return np.ravel(a)[indices]
        if a.ndim == 1:
            return a[indices]
        if axis == 0 or axis == -a.ndim:
            return np.copy(a[indices])
        if axis == 1 or axis == 1 - a.ndim:
            return np.copy(a[:, indices])  # whose error names the axis
        if a.ndim > 2 and (axis == 2 or axis == 2 - a.ndim):
            return np.copy(a[:, :, indices])
        if axis == -1 or axis == a.ndim - 1:
            return np.copy(a[..., indices])
        return np.copy(np.moveaxis(a, axis, 0)[indices])
    places = _as_numbers(np.asarray(indices))
    _check_not_empty(extent, places.size)
    if axis is None:
        return np.ravel(a)[places]
    if axis == 0 or axis == -a.ndim:
        return a[places]
    if a.ndim > 1 and (axis == 1 or axis == 1 - a.ndim):
        return a[:, places]
    if a.ndim > 2 and (axis == 2 or axis == 2 - a.ndim):
        return a[:, :, places]
    if axis == -1 or axis == a.ndim - 1:
        return a[..., places]
    if places.ndim != 1:
        raise _Refusal("np.take along a fourth axis with indices of several dimensions")
    return np.moveaxis(np.moveaxis(a, axis, 0)[places], 0, axis)


def _as_numbers(indices):
    """To np.take, True and False are 1 and 0."""
    return indices.astype(np.int64) if indices.dtype == np.bool_ else indices


def method_take(a, indices, axis=None):
    if not hasattr(a, "dtype"):
        raise AttributeError("only arrays and NumPy's numbers have a method 'take'")
    return take(a, indices, axis)


def compress(condition, a, axis=None):
    """A condition may be shorter than the array, or longer where it does not hold behind the array's end."""
    holds = np.asarray(condition)
    if holds.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    if a.ndim == 1 and holds.shape[0] <= a.shape[0]:
        return a[: holds.shape[0]][holds if holds.dtype == np.bool_ else holds != 0]
    return take(a, np.flatnonzero(holds), axis)


def method_compress(a, condition, axis=None):
    return compress(condition, a, axis)


def extract(condition, arr):
    return take(np.ravel(arr), np.flatnonzero(np.ravel(condition)))


def choose(a, choices):
    if np.ndim(a) != 0:
        return _chosen(np.asarray(a), choices)
    found = _chosen(a, choices)
    return np.maximum(found, found)  # a number, not an array without dimensions


def method_choose(a, choices):
    if not hasattr(a, "dtype"):
        raise AttributeError("only arrays and NumPy's numbers have a method 'choose'")
    return choose(a, choices)


def _check_index_type(a):
    own = np.empty_like(a).dtype
    if np.ndim(a) == 0 and (own == np.uint64 or np.empty_like(a * 1.0).dtype == own or np.empty_like(a * 1j).dtype == own):
        raise _Refusal("np.choose by a number that is no index")  # only NumPy has its text
    if own == np.float32:
        raise TypeError("Cannot cast array data from dtype('float32') to dtype('int64') according to the rule 'safe'")
    if own == np.float64:
        raise TypeError("Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'safe'")
    if own == np.complex64:
        raise TypeError("Cannot cast array data from dtype('complex64') to dtype('int64') according to the rule 'safe'")
    if own == np.complex128:
        raise TypeError("Cannot cast array data from dtype('complex128') to dtype('int64') according to the rule 'safe'")
    if own == np.uint64:
        raise TypeError("Cannot cast array data from dtype('uint64') to dtype('int64') according to the rule 'safe'")


def _chosen(a, choices):
    n = len(choices)
    _check_index_type(a)
    if n == 0:
        raise ValueError("0-length sequence.")
    if np.any((a < 0) | (a >= n)):
        raise ValueError("invalid entry in choice array")
    if n == 1:
        return np.where(a == 0, _operand(choices[0]), _operand(choices[0]))
    if n == 2:
        return np.where(a == 0, _operand(choices[0]), _operand(choices[1]))
    if n == 3:
        return np.where(a == 0, _operand(choices[0]), np.where(a == 1, _operand(choices[1]), _operand(choices[2])))
    if n == 4:
        rest = np.where(a == 2, _operand(choices[2]), _operand(choices[3]))
        return np.where(a == 0, _operand(choices[0]), np.where(a == 1, _operand(choices[1]), rest))
    raise _Refusal("np.choose among more than 4 arrays: write np.where")


def _operand(choice):
    """A list is an array to np.where."""
    if np.ndim(choice) == 0:
        return choice
    return np.asarray(choice)


def put(a, ind, v):
    """Places and values are those of before, also where they are elements of `a`."""
    if a.ndim != 1:
        raise _Refusal("np.put into more than one dimension: store to the elements")
    places = np.copy(np.asarray(ind))
    if a.shape[0] == 0 and places.shape[0] > 0:
        raise IndexError("cannot replace elements of an empty array")
    if np.ndim(v) == 0:
        for i in range(places.shape[0]):
            a[places[i]] = v
    else:
        values = np.asarray(v)[: places.shape[0]].astype(a.dtype)
        for i in range(places.shape[0] if values.shape[0] > 0 else 0):
            a[places[i]] = values[i % values.shape[0]]


def insert(arr, obj, values, axis=None):
    if axis is None:
        return _inserted(np.asarray(arr), obj, values)
    lines = np.moveaxis(np.asarray(arr), axis, 0)
    n = lines.shape[0]
    if lines.ndim == 1:
        return _inserted(lines, obj, values)
    at = obj + n if obj < 0 else obj
    if at < 0 or at > n:
        raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {n}")
    out = np.empty((n + 1,) + lines.shape[1:], dtype=lines.dtype)
    out[:at] = lines[:at]
    out[at] = values
    out[at + 1 :] = lines[at:]
    return np.moveaxis(out, 0, axis)


def _inserted(arr, obj, values):
    flat = np.ravel(arr)
    n = flat.shape[0]
    at = obj + n if obj < 0 else obj
    if at < 0 or at > n:
        raise IndexError(f"index {obj} is out of bounds for axis 0 with size {n}")
    if np.ndim(values) > 1:
        raise _Refusal("np.insert of values of several dimensions: give it np.ravel(values)")
    more = np.full(1, values, dtype=arr.dtype) if np.ndim(values) == 0 else np.ravel(np.asarray(values, dtype=arr.dtype))
    out = np.empty(n + more.shape[0], dtype=arr.dtype)
    out[:at] = flat[:at]
    out[at : at + more.shape[0]] = more
    out[at + more.shape[0] :] = flat[at:]
    return out


def delete(arr, obj, axis=None):
    if axis is None:
        return _without(np.ravel(np.asarray(arr)), obj, 0)
    return np.moveaxis(_without(np.moveaxis(arr, axis, 0), obj, axis + arr.ndim if axis < 0 else axis), 0, axis)


def _without(a, obj, axis):
    n = a.shape[0]
    if np.ndim(obj) == 0:
        at = obj + n if obj < 0 else obj
        if at < 0 or at >= n:
            raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {n}")
        return np.concatenate((a[:at], a[at + 1 :]))
    return a[_left_of(np.asarray(obj), n, axis)]


def _left_of(places, n, axis):
    """Which of n elements stay: a mask says which go, or their places do."""
    if places.ndim != 1:
        raise _Refusal("np.delete of places in several dimensions: give it np.ravel(places)")
    if places.dtype == np.bool_:
        if places.shape[0] != n:
            raise ValueError(f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}")
        return ~places
    stays = np.ones(n, dtype=np.bool_)
    for place in places:
        if place < -n or place >= n:
            raise IndexError(f"index {place} is out of bounds for axis {axis} with size {n}")
        stays[place] = False
    return stays


def trim_zeros(filt, trim="fb"):
    if filt.ndim != 1:
        raise _Refusal("np.trim_zeros of other than one dimension: cut it by slices")
    first, last = 0, filt.shape[0]
    while first < last and filt[first] == 0 and trim != "b":
        first += 1
    while last > first and filt[last - 1] == 0 and trim != "f":
        last -= 1
    return filt[first:last]


def rot90(m, k=1, axes=None):
    if axes is not None:
        return np.moveaxis(_turned(np.moveaxis(m, axes, (0, 1)), k), (0, 1), axes)
    return _turned(m, k)


def _turned(m, k):
    quarters = k & 3  # of an integer
    if quarters == 1:
        return np.swapaxes(np.flip(m, 1), 0, 1)
    if quarters == 2:
        return np.flip(m, (0, 1))
    if quarters == 3:
        return np.flip(np.swapaxes(m, 0, 1), 1)
    return m[:]


def _is_among(x, ordered):
    at = place_of(ordered, x, False)
    return at < ordered.shape[0] and ordered[at] == x


def isin(element, test_elements, assume_unique=False, invert=False):
    ordered = np.sort(np.ravel(np.asarray(test_elements)))
    if np.ndim(element) == 0:
        return np.where(_is_among(element, ordered) != invert, True, False)
    elements = np.asarray(element)
    flat = np.ravel(elements)
    found = np.empty(flat.shape[0], dtype=np.bool_)
    for i in range(flat.shape[0]):
        found[i] = _is_among(flat[i], ordered) != invert
    return np.reshape(found, elements.shape)


def union1d(ar1, ar2):
    if (np.ndim(ar1) == 0 or np.ndim(ar2) == 0) and np.ravel(np.asarray(ar1)).dtype != np.ravel(np.asarray(ar2)).dtype:
        raise _Refusal("np.union1d of a number, whose type is the array's where it is Python's own: write np.array([x])")
    return np.unique(np.concatenate((np.ravel(np.asarray(ar1)), np.ravel(np.asarray(ar2)))))


def intersect1d(ar1, ar2, assume_unique=False):
    values = np.unique(np.asarray(ar1))
    common = values[isin(values, ar2)]
    return np.concatenate((common, np.ravel(np.asarray(ar2))[:0]))  # of the type of both


def setdiff1d(ar1, ar2, assume_unique=False):
    if assume_unique:
        given = np.ravel(np.asarray(ar1))
        return given[isin(given, ar2, invert=True)]
    values = np.unique(np.asarray(ar1))
    return values[isin(values, ar2, invert=True)]


def take_along_axis(arr, indices, axis):
    if indices.dtype == np.bool_:
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        raise _Refusal("np.take_along_axis of all elements at once: write np.ravel(a)[indices]")
    if arr.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    if arr.ndim == 1:
        return np.moveaxis(arr, axis, 0)[indices]
    if arr.ndim != 2 or indices.ndim != 2:
        raise _Refusal("np.take_along_axis of more than two dimensions: write the loops")
    rows = np.moveaxis(arr, axis, 1)
    places = np.moveaxis(indices, axis, 1)
    if rows.shape[0] != places.shape[0]:
        raise _Refusal("np.take_along_axis of arrays that are stretched: write the loops")
    out = np.empty(indices.shape, dtype=arr.dtype)
    for i in range(indices.shape[0]):
        for j in range(indices.shape[1]):
            out[i, j] = arr[indices[i, j], j] if axis == 0 or axis == -2 else arr[i, indices[i, j]]
    return out


def place(arr, mask, vals):
    if arr.ndim != 1:
        raise _Refusal("np.place into more than one dimension: store to the elements")
    if arr.shape[0] != mask.shape[0]:
        raise ValueError("place: mask and data must be the same size")
    arr[:0] = arr[:0]  # one that is read-only raises, also where nothing is stored
    values = np.ravel(np.asarray(vals)).copy()  # which the array may share memory with
    if values.dtype != arr.dtype and not (values.dtype == np.int64 and arr.dtype == np.float64):
        raise _Refusal("np.place of values of another type than the array's: convert the values")
    if values.shape[0] == 0 and np.any(mask):
        raise ValueError("Cannot insert from an empty array!")
    count = 0
    for i in range(arr.shape[0]):
        if mask[i]:
            arr[i] = values[count % values.shape[0]]
            count += 1


def putmask(a, mask, values):
    places = np.flatnonzero(mask)
    if a.shape != mask.shape:
        raise ValueError("putmask: mask and data must be the same size")
    if a.ndim != 1:
        raise _Refusal("np.putmask of several dimensions: store by the mask")
    a[:0] = a[:0]  # as above
    given = np.ravel(np.asarray(values)).copy()  # which the array may share memory with
    if given.dtype != a.dtype and not (given.dtype == np.int64 and a.dtype == np.float64):
        raise _Refusal("np.putmask of values of another type than the array's: convert the values")
    for i in range(places.shape[0] if given.shape[0] > 0 else 0):
        a[places[i]] = given[places[i] % given.shape[0]]


def ix_(first, second):
    return _open_places(np.asarray(first))[:, None], _open_places(np.asarray(second))[None, :]


def _open_places(given):
    if given.ndim != 1:
        raise ValueError("Cross index must be 1 dimensional")
    return np.flatnonzero(given) if given.dtype == np.bool_ else given


def setxor1d(ar1, ar2):
    both = np.sort(np.concatenate((np.unique(np.asarray(ar1)), np.unique(np.asarray(ar2)))))
    is_new = np.ones(both.shape[0] + 1, dtype=np.bool_)
    is_new[1:-1] = both[1:] != both[:-1]
    return both[is_new[1:] & is_new[:-1]]


def put_along_axis(arr, indices, values, axis):
    if indices.dtype == np.bool_:
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        raise _Refusal("np.put_along_axis of all elements at once: store to a.flat[indices]")
    if arr.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    elif arr.ndim == 1:
        np.moveaxis(arr, axis, 0)[indices] = values
    elif arr.ndim != 2:
        raise _Refusal("np.put_along_axis of more than two dimensions: write the loops")
    else:
        rows = np.moveaxis(arr, axis, 1)
        places = np.moveaxis(indices, axis, 1)
        if rows.shape[0] != places.shape[0]:
            raise _Refusal("np.put_along_axis of arrays that are stretched: write the loops")
        given = np.broadcast_to(values, indices.shape).astype(arr.dtype)  # a copy: they may be elements of the array
        new = np.moveaxis(given, axis, 1)
        for i in range(places.shape[0]):
            for j in range(places.shape[1]):
                rows[i, places[i, j]] = new[i, j]
