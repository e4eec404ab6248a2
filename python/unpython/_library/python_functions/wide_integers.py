"""Python's integers from 0 to 2**64 - 1, as NumPy's numbers: see _writing/arrays/wide_integers.py."""

import numpy as np

from unpython._loops import _Refusal


def of_halves(high, low):
    return (np.uint64(high) << np.uint64(32)) | np.uint64(low)


def low_bits(number):
    """The lowest 64 of a number of Python's."""
    if hasattr(number, "dtype"):
        return int(np.zeros(2))  # which no array is: it is a number of NumPy's
    return np.int64(number | 0).astype(np.uint64)


def not_negative(number):
    if hasattr(number, "dtype"):
        return int(np.zeros(2))  # as above
    if number < 0:
        raise _Refusal("a number below 0 where one of 64 bits is wanted")
    return np.int64(number | 0).astype(np.uint64)


def as_integer(wide):
    """Of one that is known to fit."""
    return int(wide)


def as_float(wide):
    return float(wide)


def as_truth(answer):
    """Of a comparison."""
    return bool(answer)


def remainder(wide, by):
    """Of a number of Python's."""
    if hasattr(by, "dtype"):
        return int(np.zeros(2))  # as above
    if by == 0:
        raise ZeroDivisionError("integer modulo by zero")
    if by > 0:
        return int(wide % np.uint64(by | 0))
    left = int(wide % low_bits(-by))
    return left + by if left != 0 else 0
