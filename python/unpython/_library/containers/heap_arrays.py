"""Arrays of a call in two lists, `ints` and `floats` (heap.py, _writing/heap/arrays): an array is the place of where its
first item is, its extents, its strides in items, and where its memory begins; in front of its memory stands how many items that has."""

import numpy as np

from unpython._library.containers.heap import room
from unpython._loops import _Refusal


def index_in(index, count):
    at = index + count if index < 0 else index
    if at < 0 or at >= count:
        raise IndexError("index out of bounds")
    return at


def place_in_1(ints, array, i):
    return ints[array] + index_in(i, ints[array + 1]) * ints[array + 2]


def place_in_2(ints, array, i, j):
    return ints[array] + index_in(i, ints[array + 1]) * ints[array + 3] + index_in(j, ints[array + 2]) * ints[array + 4]


def place_in_3(ints, array, i, j, k):
    at = ints[array] + index_in(i, ints[array + 1]) * ints[array + 4] + index_in(j, ints[array + 2]) * ints[array + 5]
    return at + index_in(k, ints[array + 3]) * ints[array + 6]


def row_of(ints, floats, array, dimensions, index):
    """a[index], of two dimensions or more."""
    made = room(ints, floats, 2 * dimensions)
    ints[made] = ints[array] + index_in(index, ints[array + 1]) * ints[array + dimensions + 1]
    for axis in range(1, dimensions):
        ints[made + axis] = ints[array + 1 + axis]
        ints[made + dimensions - 1 + axis] = ints[array + dimensions + 1 + axis]
    ints[made + 2 * dimensions - 1] = ints[array + 2 * dimensions + 1]
    return made


def view(ints, floats, words):
    """Of the words that say what it is."""
    made = room(ints, floats, len(words))
    for k in range(len(words)):
        ints[made + k] = words[k]
    return made


def turned(ints, floats, array, dimensions):
    """a.T"""
    made = room(ints, floats, 2 * dimensions + 2)
    ints[made] = ints[array]
    for axis in range(1, dimensions + 1):
        ints[made + axis] = ints[array + dimensions + 1 - axis]
        ints[made + dimensions + axis] = ints[array + 2 * dimensions + 1 - axis]
    ints[made + 2 * dimensions + 1] = ints[array + 2 * dimensions + 1]
    return made


def items_in(ints, array, dimensions):
    count = 1
    for axis in range(1, dimensions + 1):
        count *= ints[array + axis]
    return count


def is_packed(ints, array, dimensions):
    """Whether the items lie behind each other."""
    step = 1
    axis = dimensions
    while axis > 0:
        if ints[array + axis] != 1 and ints[array + dimensions + axis] != step:
            return items_in(ints, array, dimensions) == 0
        step *= ints[array + axis]
        axis -= 1
    return True


def reshaped(ints, floats, array, dimensions, extents):
    """a.reshape(extents), of an array whose items lie behind each other; -1: the one that is not said."""
    if not is_packed(ints, array, dimensions):
        raise _Refusal("whether it is a view is known to NumPy")
    count = items_in(ints, array, dimensions)
    known = 1
    open_axis = -1
    for axis in range(len(extents)):
        if extents[axis] < 0:
            if open_axis >= 0 or extents[axis] < -1:
                raise ValueError("can only specify one unknown dimension")
            open_axis = axis
        else:
            known *= extents[axis]
    if open_axis >= 0:
        if known == 0 or count % known != 0:
            raise ValueError("cannot reshape array")
    elif known != count:
        raise ValueError("cannot reshape array")
    made = room(ints, floats, 2 * len(extents) + 2)
    ints[made] = ints[array]
    step = 1
    axis = len(extents)
    while axis > 0:
        ints[made + axis] = count // known if axis - 1 == open_axis else extents[axis - 1]
        ints[made + len(extents) + axis] = step
        step *= ints[made + axis]
        axis -= 1
    ints[made + 2 * len(extents) + 1] = ints[array + 2 * dimensions + 1]
    return made


# From the heap.


def floats_in_1(ints, floats, array):
    begin, count, step = ints[array], ints[array + 1], ints[array + 2]
    made = np.empty(count)
    for i in range(count):
        made[i] = floats[begin + i * step]
    return made


def ints_in_1(ints, floats, array):
    begin, count, step = ints[array], ints[array + 1], ints[array + 2]
    made = np.empty(count, dtype=np.int64)
    for i in range(count):
        made[i] = ints[begin + i * step]
    return made


def floats_in_2(ints, floats, array):
    begin, count, width, step, inner = ints[array], ints[array + 1], ints[array + 2], ints[array + 3], ints[array + 4]
    made = np.empty((count, width))
    for i in range(count):
        for j in range(width):
            made[i, j] = floats[begin + i * step + j * inner]
    return made


def ints_in_2(ints, floats, array):
    begin, count, width, step, inner = ints[array], ints[array + 1], ints[array + 2], ints[array + 3], ints[array + 4]
    made = np.empty((count, width), dtype=np.int64)
    for i in range(count):
        for j in range(width):
            made[i, j] = ints[begin + i * step + j * inner]
    return made


def floats_in_3(ints, floats, array):
    made = np.empty((ints[array + 1], ints[array + 2], ints[array + 3]))
    for i in range(ints[array + 1]):
        for j in range(ints[array + 2]):
            for k in range(ints[array + 3]):
                made[i, j, k] = floats[ints[array] + i * ints[array + 4] + j * ints[array + 5] + k * ints[array + 6]]
    return made


def ints_in_3(ints, floats, array):
    made = np.empty((ints[array + 1], ints[array + 2], ints[array + 3]), dtype=np.int64)
    for i in range(ints[array + 1]):
        for j in range(ints[array + 2]):
            for k in range(ints[array + 3]):
                made[i, j, k] = ints[ints[array] + i * ints[array + 4] + j * ints[array + 5] + k * ints[array + 6]]
    return made


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


def numbers_in_list(ints, floats, made, real, other):
    """Of floats, which have one of these two kinds, and integers."""
    begin, count = ints[made], ints[made + 1]
    found = np.empty(count)
    has_real = count == 0
    for i in range(count):
        kind = ints[begin + 3 * i]
        if kind == real or kind == other:
            found[i] = floats[begin + 3 * i + 2]
            has_real = True
        else:
            found[i] = ints[begin + 3 * i + 1]
    if not has_real:
        raise _Refusal("integers where there may be floats")
    return found


def floats_in_rows(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    width = ints[ints[begin] + 1]
    found = np.empty((count, width))
    for i in range(count):
        row = ints[begin + i]
        if ints[row + 1] != width:
            raise ValueError("setting an array element with a sequence.")
        for j in range(width):
            found[i, j] = floats[ints[row] + j]
    return found


def ints_in_rows(ints, floats, made):
    begin, count = ints[made], ints[made + 1]
    if count == 0:
        raise _Refusal("a list without items makes an array of one dimension")
    width = ints[ints[begin] + 1]
    if width == 0:
        raise _Refusal("a list without items makes an array of floats")
    found = np.empty((count, width), dtype=np.int64)
    for i in range(count):
        row = ints[begin + i]
        if ints[row + 1] != width:
            raise ValueError("setting an array element with a sequence.")
        for j in range(width):
            found[i, j] = ints[ints[row] + j]
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


# Onto the heap.


def new_array(ints, floats, extents):
    """Whose items are nought."""
    count = 1
    for extent in extents:
        count *= extent
    dimensions = len(extents)
    made = room(ints, floats, 2 * dimensions + 3 + count)
    memory = made + 2 * dimensions + 3
    step = 1
    axis = dimensions
    while axis > 0:
        ints[made + axis] = extents[axis - 1]
        ints[made + dimensions + axis] = step
        step *= extents[axis - 1]
        axis -= 1
    ints[made] = memory
    ints[made + 2 * dimensions + 1] = memory
    ints[memory - 1] = count
    return made


def put_floats_1(ints, floats, array):
    made = new_array(ints, floats, [array.shape[0]])
    for i in range(array.shape[0]):
        floats[made + 5 + i] = float(array[i])
    return made


def put_ints_1(ints, floats, array):
    made = new_array(ints, floats, [array.shape[0]])
    for i in range(array.shape[0]):
        ints[made + 5 + i] = int(array[i])
    return made


def put_floats_2(ints, floats, array):
    made = new_array(ints, floats, [array.shape[0], array.shape[1]])
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            floats[made + 7 + i * array.shape[1] + j] = float(array[i, j])
    return made


def put_ints_2(ints, floats, array):
    made = new_array(ints, floats, [array.shape[0], array.shape[1]])
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            ints[made + 7 + i * array.shape[1] + j] = int(array[i, j])
    return made


def put_floats_3(ints, floats, array):
    made = new_array(ints, floats, [array.shape[0], array.shape[1], array.shape[2]])
    at = made + 9
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            for k in range(array.shape[2]):
                floats[at] = float(array[i, j, k])
                at += 1
    return made


def put_ints_3(ints, floats, array):
    made = new_array(ints, floats, [array.shape[0], array.shape[1], array.shape[2]])
    at = made + 9
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            for k in range(array.shape[2]):
                ints[at] = int(array[i, j, k])
                at += 1
    return made


def store_floats_1(ints, floats, made, array):
    """a[...] = array, of one shape."""
    if array.shape[0] != ints[made + 1]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        floats[ints[made] + i * ints[made + 2]] = float(array[i])


def store_ints_1(ints, floats, made, array):
    if array.shape[0] != ints[made + 1]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        ints[ints[made] + i * ints[made + 2]] = int(array[i])


def store_floats_2(ints, floats, made, array):
    if array.shape[0] != ints[made + 1] or array.shape[1] != ints[made + 2]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            floats[ints[made] + i * ints[made + 3] + j * ints[made + 4]] = float(array[i, j])


def store_ints_2(ints, floats, made, array):
    if array.shape[0] != ints[made + 1] or array.shape[1] != ints[made + 2]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            ints[ints[made] + i * ints[made + 3] + j * ints[made + 4]] = int(array[i, j])


def store_floats_3(ints, floats, made, array):
    if array.shape[0] != ints[made + 1] or array.shape[1] != ints[made + 2] or array.shape[2] != ints[made + 3]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            for k in range(array.shape[2]):
                floats[ints[made] + i * ints[made + 4] + j * ints[made + 5] + k * ints[made + 6]] = float(array[i, j, k])


def store_ints_3(ints, floats, made, array):
    if array.shape[0] != ints[made + 1] or array.shape[1] != ints[made + 2] or array.shape[2] != ints[made + 3]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            for k in range(array.shape[2]):
                ints[ints[made] + i * ints[made + 4] + j * ints[made + 5] + k * ints[made + 6]] = int(array[i, j, k])


def fits_in(number, least, most):
    """The number, which an array of integers of this size can hold."""
    if number < least or number > most:
        raise OverflowError("Python integer out of bounds")
    return number


def list_of_floats(ints, floats, array):
    """a.tolist(), of one dimension: a list."""
    count = ints[array + 1]
    made = room(ints, floats, 3 + count)
    ints[made] = made + 3
    ints[made + 1] = count
    ints[made + 2] = count
    for i in range(count):
        floats[made + 3 + i] = floats[ints[array] + i * ints[array + 2]]
    return made


def list_of_ints(ints, floats, array):
    count = ints[array + 1]
    made = room(ints, floats, 3 + count)
    ints[made] = made + 3
    ints[made + 1] = count
    ints[made + 2] = count
    for i in range(count):
        ints[made + 3 + i] = ints[ints[array] + i * ints[array + 2]]
    return made
