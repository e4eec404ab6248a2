"""Arrays of a call in two lists, `ints` and `floats` (heap.py, _writing/heap/arrays): an array is the place of where its
first item is, its extents, its strides in items, and where its memory begins; in front of its memory stands how many items that has."""

import numpy as np

from unpython._library.containers.heap import new_list, room
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


def split_array(ints, floats, array, dimensions, parts):
    """np.array_split(a, parts), whose items are views."""
    made = new_list(ints, floats, parts, 1)
    count = ints[array + 1]
    begin = ints[array]
    for part in range(parts):
        item = room(ints, floats, 2 * dimensions + 2)
        for k in range(2 * dimensions + 2):
            ints[item + k] = ints[array + k]
        ints[item] = begin
        ints[item + 1] = count // parts + (1 if part < count % parts else 0)
        begin += ints[item + 1] * ints[array + dimensions + 1]
        ints[made + 3 + part] = item
    return made


# From the heap.


def floats_in_0(ints, floats, array):
    return np.array(floats[ints[array]])


def ints_in_0(ints, floats, array):
    return np.array(ints[ints[array]])


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


def stretched(ints, floats, array, dimensions, extents):
    """The array, or a view of it that has these extents along the axes with one item."""
    if all([ints[array + 1 + axis] != 1 or extents[axis] == 1 for axis in range(dimensions)]):
        return array
    made = room(ints, floats, 2 * dimensions + 2)
    for word in range(2 * dimensions + 2):
        ints[made + word] = ints[array + word]
    for axis in range(dimensions):
        if ints[array + 1 + axis] == 1:
            ints[made + 1 + axis] = extents[axis]
            ints[made + 1 + dimensions + axis] = 0
    return made


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


def new_point(ints, floats):
    """An array without dimensions."""
    made = room(ints, floats, 4)
    ints[made] = made + 3
    ints[made + 1] = made + 3
    ints[made + 2] = 1
    return made


def put_floats_0(ints, floats, array):
    made = new_point(ints, floats)
    floats[made + 3] = float(array * 1)
    return made


def put_ints_0(ints, floats, array):
    made = new_point(ints, floats)
    ints[made + 3] = int(array + 0)
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


def check_writable(ints, array, dimensions):
    if ints[array + 2 * dimensions + 1] < 0:
        raise ValueError("assignment destination is read-only")


def store_floats_1(ints, floats, made, array):
    """a[...] = array, of one shape."""
    check_writable(ints, made, 1)
    if array.shape[0] != ints[made + 1]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        floats[ints[made] + i * ints[made + 2]] = float(array[i])


def store_ints_1(ints, floats, made, array):
    check_writable(ints, made, 1)
    if array.shape[0] != ints[made + 1]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        ints[ints[made] + i * ints[made + 2]] = int(array[i])


def store_floats_2(ints, floats, made, array):
    check_writable(ints, made, 2)
    if array.shape[0] != ints[made + 1] or array.shape[1] != ints[made + 2]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            floats[ints[made] + i * ints[made + 3] + j * ints[made + 4]] = float(array[i, j])


def store_ints_2(ints, floats, made, array):
    check_writable(ints, made, 2)
    if array.shape[0] != ints[made + 1] or array.shape[1] != ints[made + 2]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            ints[ints[made] + i * ints[made + 3] + j * ints[made + 4]] = int(array[i, j])


def store_floats_3(ints, floats, made, array):
    check_writable(ints, made, 3)
    if array.shape[0] != ints[made + 1] or array.shape[1] != ints[made + 2] or array.shape[2] != ints[made + 3]:
        raise ValueError("operands could not be broadcast together")
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            for k in range(array.shape[2]):
                floats[ints[made] + i * ints[made + 4] + j * ints[made + 5] + k * ints[made + 6]] = float(array[i, j, k])


def store_ints_3(ints, floats, made, array):
    check_writable(ints, made, 3)
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
