"""np.select: the first of several conditions chooses, and NumPy joins the types of all arrays before those of numbers."""

import numpy as np

from unpython._loops import _Refusal


def select(condlist, choicelist, default=0):
    n = len(condlist)
    if len(choicelist) != n:
        raise ValueError("list of cases must be same length as list of conditions")
    _check_condition(condlist[0])
    if n == 1:
        only = np.where(condlist[0], choicelist[0], default)
        _check_castable(choicelist[0], only)
        return only
    if n != 2 and n != 3 and n != 4:
        raise _Refusal("np.select among more than 4 conditions: write np.where")
    _check_condition(condlist[1])
    if n != 2:
        _check_condition(condlist[2])
    if n == 4:
        _check_condition(condlist[3])
    # Two numbers of Python's would be int64 or float64 to np.where: an array goes first, and others take its type.
    rest = _with_array(condlist, choicelist, default)
    if n == 4:
        later = np.where(condlist[3], choicelist[3], rest)
        last = np.where(condlist[2], choicelist[2], later)
    elif n == 3:
        last = np.where(condlist[2], choicelist[2], rest)
    else:
        last = rest
    result = np.where(condlist[0], choicelist[0], np.where(condlist[1], choicelist[1], last))
    _check_castable(choicelist[0], result)
    _check_castable(choicelist[1], result)
    if n != 2:
        _check_castable(choicelist[2], result)
    if n == 4:
        _check_castable(choicelist[3], result)
    return result


def _check_condition(condition):
    if np.empty_like(condition).dtype != np.bool_:
        raise _Refusal("np.select takes conditions, arrays of bool")


def _with_array(condlist, choicelist, default):
    """The default, in the type of an array among the choices if there is one: of one that takes the default as it is, if it can be."""
    n = len(choicelist)
    if _takes(condlist[0], choicelist[0], default):
        return np.where(condlist[0], choicelist[0], default)
    if _takes(condlist[1], choicelist[1], default):
        return np.where(condlist[1], choicelist[1], default)
    if n != 2:
        if _takes(condlist[2], choicelist[2], default):
            return np.where(condlist[2], choicelist[2], default)
    if n == 4:
        if _takes(condlist[3], choicelist[3], default):
            return np.where(condlist[3], choicelist[3], default)
    if np.ndim(choicelist[0]) != 0:
        _check_one_type(choicelist[0], choicelist[1])
        if n != 2:
            _check_one_type(choicelist[0], choicelist[2])
        if n == 4:
            _check_one_type(choicelist[0], choicelist[3])
        return np.where(condlist[0], choicelist[0], default)
    if np.ndim(choicelist[1]) != 0:
        _check_one_type(choicelist[1], choicelist[0])
        if n != 2:
            _check_one_type(choicelist[1], choicelist[2])
        if n == 4:
            _check_one_type(choicelist[1], choicelist[3])
        return np.where(condlist[1], choicelist[1], default)
    if n == 2:
        _check_alike(choicelist[0], choicelist[1])
        return default
    if np.ndim(choicelist[2]) != 0:
        _check_one_type(choicelist[2], choicelist[0])
        _check_one_type(choicelist[2], choicelist[1])
        if n == 4:
            _check_one_type(choicelist[2], choicelist[3])
        return np.where(condlist[2], choicelist[2], default)
    if n == 3:
        _check_alike(choicelist[0], choicelist[2])
        _check_alike(choicelist[1], choicelist[2])
        return default
    if np.ndim(choicelist[3]) != 0:
        _check_one_type(choicelist[3], choicelist[0])
        _check_one_type(choicelist[3], choicelist[1])
        _check_one_type(choicelist[3], choicelist[2])
        return np.where(condlist[3], choicelist[3], default)
    _check_alike(choicelist[0], choicelist[3])
    _check_alike(choicelist[1], choicelist[3])
    _check_alike(choicelist[2], choicelist[3])
    return default


def _check_one_type(array, other):
    """The default has another type than the array; NumPy joins the types of arrays first."""
    if np.ndim(other) != 0 or not _is_python(other):
        if np.empty_like(other).dtype != np.empty_like(array).dtype:
            raise _Refusal("np.select of several types and a default of another one: give the default the type of the result")


def _takes(condition, choice, default):
    """Whether this is an array whose type the default does not change."""
    if np.ndim(choice) == 0:
        return False
    return np.empty_like(np.where(condition, choice, default)).dtype == np.empty_like(choice).dtype


def _is_python(x):
    """Whether a number has no type of NumPy's."""
    own = np.empty_like(x).dtype
    if own == np.float64:
        return np.empty_like(np.float32(1) * x).dtype == np.float32
    if own == np.int64:
        return np.empty_like(np.uint8(1) * (x & 1)).dtype == np.uint8  # a Python int is as it is wanted
    return own == np.bool_


def _check_alike(first, last):
    if _is_python(last) and not _is_python(first):
        raise _Refusal("np.select among numbers of NumPy's and of Python's: write np.where")


def _check_castable(choice, result):
    """NumPy has no place for a Python int among unsigned choices."""
    if np.ndim(choice) == 0:
        if _is_python(choice) and np.empty_like(choice).dtype == np.int64:
            own = np.empty_like(result).dtype
            if own == np.uint8 or own == np.uint16 or own == np.uint32 or own == np.uint64:
                raise _Refusal("np.select of a Python int among unsigned choices: write np.where")
