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
    """The default, in the type of all choices if one of them is an array."""
    n = len(choicelist)
    if np.ndim(choicelist[0]) != 0:
        return _in_one_type(condlist, choicelist, choicelist[0], default)
    if np.ndim(choicelist[1]) != 0:
        return _in_one_type(condlist, choicelist, choicelist[1], default)
    if n == 2:
        _check_alike(choicelist[0], choicelist[1])
        return default
    if np.ndim(choicelist[2]) != 0:
        return _in_one_type(condlist, choicelist, choicelist[2], default)
    if n == 3:
        _check_alike(choicelist[0], choicelist[2])
        _check_alike(choicelist[1], choicelist[2])
        return default
    if np.ndim(choicelist[3]) != 0:
        return _in_one_type(condlist, choicelist, choicelist[3], default)
    _check_alike(choicelist[0], choicelist[3])
    _check_alike(choicelist[1], choicelist[3])
    _check_alike(choicelist[2], choicelist[3])
    return default


def _in_one_type(condlist, choicelist, array, default):
    """The default beside an array of the type that NumPy joins the choices to: one of them, if it has that type."""
    n = len(choicelist)
    typed = _with_type(condlist[0], array, default)
    typed = _with_type(condlist[0], typed, choicelist[0])
    typed = _with_type(condlist[1], typed, choicelist[1])
    if n != 2:
        typed = _with_type(condlist[2], typed, choicelist[2])
    if n == 4:
        typed = _with_type(condlist[3], typed, choicelist[3])
    joined = _with_number(condlist[0], typed, choicelist[0])
    joined = _with_number(condlist[1], joined, choicelist[1])
    if n != 2:
        joined = _with_number(condlist[2], joined, choicelist[2])
    if n == 4:
        joined = _with_number(condlist[3], joined, choicelist[3])
    if _has_type(choicelist[0], joined):
        return np.where(condlist[0], choicelist[0], default)
    if _has_type(choicelist[1], joined):
        return np.where(condlist[1], choicelist[1], default)
    if n != 2:
        if _has_type(choicelist[2], joined):
            return np.where(condlist[2], choicelist[2], default)
    if n == 4:
        if _has_type(choicelist[3], joined):
            return np.where(condlist[3], choicelist[3], default)
    return np.where(condlist[0], joined, default)


def _with_type(condition, joined, choice):
    """The type that these have together; a number of Python's is joined to the types of all others."""
    if np.ndim(choice) == 0:
        if _is_python(choice):
            return joined
    return np.where(condition, joined, choice)


def _with_number(condition, joined, choice):
    if np.ndim(choice) == 0:
        if _is_python(choice):
            return np.where(condition, joined, choice)
    return joined


def _has_type(choice, joined):
    if np.ndim(choice) == 0:
        return False
    return np.empty_like(choice).dtype == np.empty_like(joined).dtype


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
