"""Lists on the heap (heap.py) as arrays: of numbers, of lists and tuples of numbers, of arrays (heap_arrays.py)."""

import numpy as np

from unpython._loops import _Refusal


def floats_in_list(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    found = np.empty(count)
    for i in range(count):
        found[i] = floats[begin + i]
    return found


def ints_in_list(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of floats")
    found = np.empty(count, dtype=np.int64)
    for i in range(count):
        found[i] = ints[begin + i]
    return found


def ints_in_any_list(ints, floats, made):
    """Also of a list without items, where it is said of what type they are."""
    return np.zeros(0, dtype=np.int64) if ints[made + 1] == 0 else ints_in_list(ints, floats, made)


def reals_listed(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    return [floats[begin + i] for i in range(count)]


def wholes_listed(ints, made):
    begin, count = ints[made], ints[made + 1]
    return [ints[begin + i] for i in range(count)]


def has_reals_in_list(ints, made, real, other):
    """Whether NumPy makes an array of floats of integers and floats, which have one of these two kinds."""
    begin, count = ints[made], ints[made + 1]
    for i in range(count):
        if ints[begin + 3 * i] == real or ints[begin + 3 * i] == other:
            return True
    return count == 0


def numbers_in_list(ints, floats, made, real, other):
    begin, count = ints[made], ints[made + 1]
    found = np.empty(count)
    for i in range(count):
        kind = ints[begin + 3 * i]
        found[i] = floats[begin + 3 * i + 2] if kind == real or kind == other else float(ints[begin + 3 * i + 1])
    return found


def whole_numbers_in_list(ints, floats, made):
    """Of a list in which there may be floats, and are none."""
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of floats")
    found = np.empty(count, dtype=np.int64)
    for i in range(count):
        found[i] = ints[begin + 3 * i + 1]
    return found


def width_of_rows(ints, made):
    """How many items each list of a list has."""
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    width = ints[ints[begin] + 1]
    for i in range(count):
        if ints[ints[begin + i] + 1] != width:
            raise ValueError("setting an array element with a sequence.")
    return width


def floats_in_rows(ints, floats, made):
    begin, count, width = ints[made], ints[made + 1], width_of_rows(ints, made)
    found = np.empty((count, width))
    for i in range(count):
        row = ints[begin + i]
        for j in range(width):
            found[i, j] = floats[ints[row] + j]
    return found


def ints_in_rows(ints, floats, made):
    begin, count, width = ints[made], ints[made + 1], width_of_rows(ints, made)
    if width == 0:
        raise _Refusal("a list without items makes an array of floats")
    found = np.empty((count, width), dtype=np.int64)
    for i in range(count):
        row = ints[begin + i]
        for j in range(width):
            found[i, j] = ints[ints[row] + j]
    return found


def has_reals_in_rows(ints, made, real, other):
    begin, count = ints[made], ints[made + 1]
    for i in range(count):
        if ints[ints[begin + i] + 1] > 0 and has_reals_in_list(ints, ints[begin + i], real, other):
            return True
    return False


def numbers_in_rows(ints, floats, made, real, other):
    begin, count, width = ints[made], ints[made + 1], width_of_rows(ints, made)
    found = np.empty((count, width))
    for i in range(count):
        row = ints[begin + i]
        for j in range(width):
            at = ints[row] + 3 * j
            found[i, j] = floats[at + 2] if ints[at] == real or ints[at] == other else float(ints[at + 1])
    return found


def whole_numbers_in_rows(ints, floats, made):
    begin, count, width = ints[made], ints[made + 1], width_of_rows(ints, made)
    if width == 0:
        raise _Refusal("a list without items makes an array of floats")
    found = np.empty((count, width), dtype=np.int64)
    for i in range(count):
        row = ints[begin + i]
        for j in range(width):
            found[i, j] = ints[ints[row] + 3 * j + 1]
    return found


def floats_in_tuples(ints, floats, made, width):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    found = np.empty((count, width))
    for i in range(count):
        for j in range(width):
            found[i, j] = floats[begin + i * width + j]
    return found


def ints_in_tuples(ints, floats, made, width):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    found = np.empty((count, width), dtype=np.int64)
    for i in range(count):
        for j in range(width):
            found[i, j] = ints[begin + i * width + j]
    return found


def numbers_in_tuples(ints, floats, made, reals):
    """Of tuples with floats at the places where `reals` is one, and integers."""
    begin, count, width = ints[made], ints[made + 1], len(reals)
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    found = np.empty((count, width))
    for i in range(count):
        for j in range(width):
            at = begin + i * width + j
            found[i, j] = floats[at] if reals[j] == 1 else float(ints[at])
    return found


def stacked_floats(ints, floats, made):
    """A list of arrays of one length."""
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    width = ints[ints[begin] + 1]
    found = np.empty((count, width))
    for i in range(count):
        array = ints[begin + i]
        if ints[array + 1] != width:
            raise ValueError("all input arrays must have the same shape")
        for j in range(width):
            found[i, j] = floats[ints[array] + j * ints[array + 2]]
    return found


def stacked_ints(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    width = ints[ints[begin] + 1]
    found = np.empty((count, width), dtype=np.int64)
    for i in range(count):
        array = ints[begin + i]
        if ints[array + 1] != width:
            raise ValueError("all input arrays must have the same shape")
        for j in range(width):
            found[i, j] = ints[ints[array] + j * ints[array + 2]]
    return found


def stacked_grids_of_floats(ints, floats, made):
    """A list of arrays of two dimensions and one shape."""
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    height, width = ints[ints[begin] + 1], ints[ints[begin] + 2]
    found = np.empty((count, height, width))
    for i in range(count):
        array = ints[begin + i]
        if ints[array + 1] != height or ints[array + 2] != width:
            raise ValueError("all input arrays must have the same shape")
        for j in range(height):
            for k in range(width):
                found[i, j, k] = floats[ints[array] + j * ints[array + 3] + k * ints[array + 4]]
    return found


def stacked_grids_of_ints(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    height, width = ints[ints[begin] + 1], ints[ints[begin] + 2]
    found = np.empty((count, height, width), dtype=np.int64)
    for i in range(count):
        array = ints[begin + i]
        if ints[array + 1] != height or ints[array + 2] != width:
            raise ValueError("all input arrays must have the same shape")
        for j in range(height):
            for k in range(width):
                found[i, j, k] = ints[ints[array] + j * ints[array + 3] + k * ints[array + 4]]
    return found


def chained_floats(ints, floats, made):
    """The items of arrays in a list, one array behind the other."""
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise ValueError("need at least one array to concatenate")
    total = 0
    for i in range(count):
        total += ints[ints[begin + i] + 1]
    found = np.empty(total)
    at = 0
    for i in range(count):
        array = ints[begin + i]
        for j in range(ints[array + 1]):
            found[at] = floats[ints[array] + j * ints[array + 2]]
            at += 1
    return found


def chained_ints(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise ValueError("need at least one array to concatenate")
    total = 0
    for i in range(count):
        total += ints[ints[begin + i] + 1]
    found = np.empty(total, dtype=np.int64)
    at = 0
    for i in range(count):
        array = ints[begin + i]
        for j in range(ints[array + 1]):
            found[at] = ints[ints[array] + j * ints[array + 2]]
            at += 1
    return found


def chained_rows_of_floats(ints, floats, made):
    """The rows of arrays in a list, one array behind the other."""
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise ValueError("need at least one array to concatenate")
    total, width = 0, ints[ints[begin] + 2]
    for i in range(count):
        if ints[ints[begin + i] + 2] != width:
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        total += ints[ints[begin + i] + 1]
    found = np.empty((total, width))
    at = 0
    for i in range(count):
        array = ints[begin + i]
        for j in range(ints[array + 1]):
            for k in range(width):
                found[at, k] = floats[ints[array] + j * ints[array + 3] + k * ints[array + 4]]
            at += 1
    return found


def chained_rows_of_ints(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise ValueError("need at least one array to concatenate")
    total, width = 0, ints[ints[begin] + 2]
    for i in range(count):
        if ints[ints[begin + i] + 2] != width:
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        total += ints[ints[begin + i] + 1]
    found = np.empty((total, width), dtype=np.int64)
    at = 0
    for i in range(count):
        array = ints[begin + i]
        for j in range(ints[array + 1]):
            for k in range(width):
                found[at, k] = ints[ints[array] + j * ints[array + 3] + k * ints[array + 4]]
            at += 1
    return found
