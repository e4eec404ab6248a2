"""Lists of numbers of several types and None: a list that says which an item is (0 int, 1 float, 2 None, 3 int64, 4 float64), one of the
integers and one of the floats. `ints` and its kin: of which types the items of this list are; they are constants of the function
(_writing/lists/mixed_functions.py). A number of another type is refused when the function is compiled, with the name of its list.
"""

import numpy as np

from unpython._loops import _Refusal


def append(kinds, wholes, reals, item, ints, floats, numpy_ints, numpy_floats):
    if isinstance(item, np.float64):
        if not numpy_floats:
            wholes.append(item)
        kinds.append(4)
        wholes.append(0)
        reals.append(float(item))
    elif isinstance(item, np.int64):
        if not numpy_ints:
            reals.append(item)
        kinds.append(3)
        wholes.append(int(item))
        reals.append(0.0)
    elif isinstance(
        item,
        (
            bool, complex, np.bool_, np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32, np.uint64, np.float16, np.float32,
            np.complex64, np.complex128,
        ),
    ):
        wholes.append(item)
        wholes.append(0)  # where the list gets nothing else, too
    elif type(item) is float:
        if not floats:
            wholes.append(item)
        kinds.append(1)
        wholes.append(0)
        reals.append(float(item))
    elif isinstance(item, (float, np.int64)):
        pass  # done: what is below is only compiled where the number may be an integer of Python's
    else:
        if not ints:
            reals.append(item)
        kinds.append(0)
        wholes.append(int(item))
        reals.append(0.0)


def append_none(kinds, wholes, reals):
    kinds.append(2)
    wholes.append(0)
    reals.append(0.0)


def put(kinds, wholes, reals, item, index, ints, floats, numpy_ints, numpy_floats):
    if isinstance(item, np.float64):
        if not numpy_floats:
            wholes.append(item)
        kinds[index] = 4
        reals[index] = float(item)
    elif isinstance(item, np.int64):
        if not numpy_ints:
            reals.append(item)
        kinds[index] = 3
        wholes[index] = int(item)
    elif isinstance(
        item,
        (
            bool, complex, np.bool_, np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32, np.uint64, np.float16, np.float32,
            np.complex64, np.complex128,
        ),
    ):
        wholes.append(item)
    elif type(item) is float:
        if not floats:
            wholes.append(item)
        kinds[index] = 1
        reals[index] = float(item)
    elif isinstance(item, (float, np.int64)):
        pass
    else:
        if not ints:
            reals.append(item)
        kinds[index] = 0
        wholes[index] = int(item)


def put_none(kinds, wholes, reals, index):
    kinds[index] = 2


def as_int64(whole):
    return np.int64(whole)


def as_float64(real):
    return np.float64(real)


def as_array(kinds, wholes, reals):
    """What NumPy makes of the list."""
    if 1 not in kinds and 4 not in kinds:
        raise _Refusal("an array of a list of integers and floats that holds no float has another type in NumPy")
    return [float(whole) if kind == 0 or kind == 3 else real for kind, whole, real in zip(kinds, wholes, reals)]
