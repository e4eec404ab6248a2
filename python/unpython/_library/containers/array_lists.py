"""Lists of arrays: all their elements in one list, where each array begins, and the extents of each, one behind the other. `like`: an
array of their type without elements. Numbers are arrays without dimensions."""

import numpy as np

from unpython._loops import _empty_like, _Refusal


def like_array(part):
    if np.ndim(part) == 0:
        return part
    return np.asarray(part)[:0].copy()


def append_array(items, starts, extents, part):
    starts.append(len(items))
    if np.ndim(part) == 0:
        items.append(part)
    else:
        array = np.asarray(part)
        if _empty_like(items).dtype != array.dtype or len(extents) != (len(starts) - 1) * array.ndim:
            raise _Refusal("a list of arrays of several types or numbers of dimensions")
        for axis in range(array.ndim):
            extents.append(array.shape[axis])
        for x in np.ravel(array):
            items.append(x)


def _elements(items, like, begin, count):
    found = np.empty(count, dtype=like.dtype)
    for i in range(count):
        found[i] = items[begin + i]
    return found


def _place(starts, index, message):
    n = len(starts)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError(message)
    return at


def array_at(items, starts, extents, like, index):
    at = _place(starts, index, "list index out of range")
    if np.ndim(like) == 0:
        return items[at]
    begin = starts[at]
    end = starts[at + 1] if at + 1 < len(starts) else len(items)
    found = _elements(items, like, begin, end - begin)
    k = at * like.ndim
    if like.ndim == 1:
        return found
    if like.ndim == 2:
        return np.reshape(found, (extents[k], extents[k + 1]))
    if like.ndim == 3:
        return np.reshape(found, (extents[k], extents[k + 1], extents[k + 2]))
    raise _Refusal("a list of arrays of more than three dimensions")


def _differ(extents, rank, first):
    """Whether there are two arrays with different extents, from the dimension `first` on."""
    for k in range(rank, len(extents)):
        if k % rank >= first and extents[k] != extents[k % rank]:
            return True
    return False


def _rows(items, starts, extents, like):
    n = len(starts)
    if np.ndim(like) == 0:
        return np.array(items)
    whole = _elements(items, like, 0, len(items))
    if like.ndim == 1:
        return np.reshape(whole, (n, extents[0]))
    if like.ndim == 2:
        return np.reshape(whole, (n, extents[0], extents[1]))
    if like.ndim == 3:
        return np.reshape(whole, (n, extents[0], extents[1], extents[2]))
    raise _Refusal("a list of arrays of more than three dimensions")


def as_array(items, starts, extents, like):
    """np.array(states)"""
    if np.ndim(like) > 0 and (len(starts) == 0 or _differ(extents, np.ndim(like), 0)):
        raise _Refusal("an array of no arrays, or of arrays of several shapes")
    return _rows(items, starts, extents, like)


def stacked(items, starts, extents, like):
    if len(starts) == 0:
        raise ValueError("need at least one array to stack")
    if np.ndim(like) > 0 and _differ(extents, np.ndim(like), 0):
        raise ValueError("all input arrays must have the same shape")
    return _rows(items, starts, extents, like)


def joined(items, starts, extents, like):
    if len(starts) == 0:
        raise ValueError("need at least one array to concatenate")
    if np.ndim(like) == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    whole = _elements(items, like, 0, len(items))
    if like.ndim == 1:
        return whole
    if _differ(extents, like.ndim, 1):
        raise _Refusal("arrays whose extents do not fit")  # NumPy's message names the first two
    total = 0
    for k in range(0, len(extents), like.ndim):
        total += extents[k]
    if like.ndim == 2:
        return np.reshape(whole, (total, extents[1]))
    if like.ndim == 3:
        return np.reshape(whole, (total, extents[1], extents[2]))
    raise _Refusal("a list of arrays of more than three dimensions")


def stacked_as_rows(items, starts, extents, like):
    """np.vstack: arrays of one dimension are rows."""
    if len(starts) == 0:
        raise ValueError("need at least one array to concatenate")
    if np.ndim(like) == 0:
        return np.reshape(np.array(items), (len(starts), 1))
    if like.ndim == 1:
        return as_array(items, starts, extents, like)
    return joined(items, starts, extents, like)


def stacked_as_columns(items, starts, extents, like):
    """np.column_stack"""
    if len(starts) == 0:
        raise ValueError("need at least one array to concatenate")
    if np.ndim(like) == 0:
        return np.reshape(np.array(items), (1, len(starts)))
    if like.ndim == 1:
        return as_array(items, starts, extents, like).T.copy()
    raise _Refusal("np.column_stack of a list of arrays of several dimensions")


def beside_each_other(items, starts, extents, like):
    """np.hstack"""
    if np.ndim(like) == 0 and len(starts) > 0:
        return np.array(items)
    if np.ndim(like) <= 1:
        return joined(items, starts, extents, like)
    raise _Refusal("np.hstack of a list of arrays of several dimensions")


def all_numbers(items, like):
    """The items of a list of numbers, which are what they are in Python; none of a list of arrays."""
    if np.ndim(like) == 0:
        return items
    return items[:0]


def all_elements(items, like):
    """Of a list of arrays; none of a list of numbers."""
    if np.ndim(like) == 0:
        return np.empty(0)
    return _elements(items, like, 0, len(items))


def store_array(items, starts, extents, index, part):
    at = _place(starts, index, "list assignment index out of range")
    if np.ndim(part) == 0:
        items[at] = part
    else:
        array = np.asarray(part)
        if _empty_like(items).dtype != array.dtype or len(extents) != len(starts) * array.ndim:
            raise _Refusal("a list of arrays of several types or numbers of dimensions")
        for axis in range(array.ndim):
            if extents[at * array.ndim + axis] != array.shape[axis]:
                raise _Refusal("an array of another shape stored into a list of arrays")
        k = starts[at]
        for x in np.ravel(array):
            items[k] = x
            k += 1


def sum_of_arrays(items, starts, extents, like):
    """sum(states), which begins with Python's 0"""
    if len(starts) == 0:
        raise _Refusal("a sum of no arrays")
    if np.ndim(like) > 0 and _differ(extents, np.ndim(like), 0):
        raise _Refusal("a sum of arrays of several shapes")
    total = 0 + array_at(items, starts, extents, like, 0)
    for k in range(1, len(starts)):
        total = total + array_at(items, starts, extents, like, k)
    return total


def sum_of_rows(rows):
    if len(rows) == 0:
        raise _Refusal("a sum of no arrays")
    total = 0 + rows[0]
    for i in range(1, len(rows)):
        total = total + rows[i]
    return total
