"""What NumPy says of types: all of it is known when a function is compiled."""

import numpy as np

from unpython._loops import _Refusal, _time_code


def _kind_of(dtype):
    """0 for bools, then unsigned and signed integers, floats, complex numbers."""
    one = np.zeros(1, dtype=dtype)
    if _time_code(one):
        raise _Refusal("questions about types of times are not supported")
    if one.dtype == np.bool_:
        return 0
    if (one * 1j).dtype == one.dtype:
        return 4
    if (one * 1.0).dtype == one.dtype:
        return 3
    return 1 if one.dtype == np.uint8 or one.dtype == np.uint16 or one.dtype == np.uint32 or one.dtype == np.uint64 else 2


def _together(a, b):
    if _time_code(a) or _time_code(b):
        raise _Refusal("the common type of times is not supported")
    return (a + b).dtype


def of_type(dtype):
    return np.empty(1, dtype=dtype)


def of_array(a):
    if np.ndim(a) == 0:
        raise _Refusal("np.result_type of a number: name its type")
    return np.empty(1, dtype=a.dtype)


def together(a, b):
    return np.empty(1, dtype=_together(a, b))


def is_same_type(arg1, arg2):
    return np.empty(1, dtype=arg1).dtype == np.empty(1, dtype=arg2).dtype


def promote_types(type1, type2):
    return _together(np.empty(1, dtype=type1), np.empty(1, dtype=type2))


def can_cast(from_, to, casting="safe"):
    if casting == "unsafe":
        return True
    one = np.empty(1, dtype=from_)
    other = np.empty(1, dtype=to)
    if casting == "no" or casting == "equiv":
        return one.dtype == other.dtype
    is_safe = _together(one, other) == other.dtype
    if casting == "safe":
        return is_safe
    if casting != "same_kind":
        raise _Refusal("casting= is 'no', 'equiv', 'safe', 'same_kind' or 'unsafe'")
    return is_safe or _kind_of(from_) <= _kind_of(to)


def isdtype(dtype, kind):
    number = _kind_of(dtype)
    if kind == "bool":
        return number == 0
    if kind == "unsigned integer":
        return number == 1
    if kind == "signed integer":
        return number == 2
    if kind == "integral":
        return number == 1 or number == 2
    if kind == "real floating":
        return number == 3
    if kind == "complex floating":
        return number == 4
    if kind == "numeric":
        return number != 0
    raise _Refusal("np.isdtype of another kind: compare the dtypes")


def iterable(y):
    return (dimensions(y) if np.ndim(y) == 0 else np.ndim(y)) != 0


def dimensions(a):
    """Of a number, or an array of no dimensions: of () no array is made."""
    return np.ndim(np.asarray(a))
