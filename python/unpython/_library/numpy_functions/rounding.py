"""round(number, ndigits): of Python's floats the decimal number nearest to the exact value; NumPy's are scaled, as np.round does."""

import numpy as np

from unpython._loops import _Refusal


def rounded(number, ndigits):
    if isinstance(ndigits, (float, np.floating)):
        raise _Refusal("round() to a number of digits that is no integer")
    if isinstance(number, np.ndarray):
        raise TypeError("type numpy.ndarray doesn't define __round__ method")
    if isinstance(ndigits, np.bool_):
        raise TypeError("'numpy.bool' object cannot be interpreted as an integer")
    if type(ndigits) is int or type(ndigits) is bool:
        return _rounded(number, ndigits)
    else:  # NumPy's type says nothing of the type of the result
        if ndigits > 9223372036854775807:
            raise _Refusal("round() to so many digits")
        return _rounded(number, int(ndigits))


def _rounded(number, ndigits):
    if type(number) is float:  # asked so of a number that is one of several types
        return _rounded_float(number, ndigits)
    elif type(number) is int:
        return _rounded_int(number, ndigits)
    elif isinstance(number, (bool, np.float64)):
        return _rounded_other(number, ndigits)
    elif isinstance(number, (int, float)):
        raise _Refusal("round() of a number of this type")  # there is none left
    else:
        return _rounded_other(number, ndigits)


def _rounded_other(number, ndigits):
    if np.empty_like(number * 1j).dtype == np.empty_like(number).dtype:
        if np.empty_like(number).dtype == np.complex64:
            raise TypeError("type numpy.complex64 doesn't define __round__ method")
        if np.empty_like(np.complex64(1) * number).dtype == np.complex64:
            raise TypeError("type complex doesn't define __round__ method")
        raise TypeError("type numpy.complex128 doesn't define __round__ method")
    if np.empty_like(number * 1.0).dtype != np.empty_like(number).dtype:
        return _rounded_integer(number, ndigits)
    if np.empty_like(np.float32(1) * number).dtype == np.float32 and np.empty_like(number).dtype == np.float64:
        return _rounded_float(number, ndigits)
    return np.round(number, ndigits)


def _rounded_integer(number, ndigits):
    if np.empty_like(np.float32(1) * number).dtype != np.float32 or np.empty_like(number).dtype != np.int64:
        return np.round(number, ndigits)
    return _rounded_int(number, ndigits)


def _rounded_int(number, ndigits):
    if ndigits >= 0:
        return number + 0
    if ndigits < -18:
        return 0
    unit = 10 ** max(-ndigits, 1)
    below = number // unit
    rest = number - below * unit
    rises = rest > unit - rest or (rest == unit - rest and below % 2 == 1)
    return (below + (1 if rises else 0)) * unit


def _rounded_float(number, ndigits):
    """The products are exact in two parts: a float of 53 bits by halves of 26."""
    if not (abs(number) <= 1.7976931348623157e308) or number == 0.0:
        return number + 0.0 if number != 0.0 else number
    if ndigits < 0:
        return _rounded_tens(number, ndigits)
    if abs(number) >= 9007199254740992.0:
        return number + 0.0
    if ndigits > 22:
        if abs(number) < 1.0e-6:
            raise _Refusal("round of a number below 1e-6 with more than 22 digits: use np.round")
        return number + 0.0  # which has no such digits
    unit = 10.0**ndigits
    product = abs(number) * unit
    if product >= 9007199254740992.0:
        return number + 0.0
    half = abs(number) * 134217729.0
    high = half - (half - abs(number))
    low = abs(number) - high
    other = unit * 134217729.0
    unit_high = other - (other - unit)
    unit_low = unit - unit_high
    error = ((high * unit_high - product) + high * unit_low + low * unit_high) + low * unit_low
    below = float(np.floor(product))
    beyond = ((product - below) - 0.5) + error
    if beyond > 0 or (beyond == 0 and below % 2 == 1):
        below += 1.0
    return _with_sign_of(below / unit, number)


def _rounded_tens(number, ndigits):
    """Remainders of floats are exact, and 10 ** 22 is the last power of ten that is a float."""
    size = abs(number)
    if ndigits < -308:
        return _with_sign_of(0.0, number)
    if ndigits < -22:
        if size >= 0.4 * 10.0**-ndigits:
            raise _Refusal("round of a number above 4e22 with fewer than -22 digits: use np.round")
        return _with_sign_of(0.0, number)
    unit = 10.0 ** min(-ndigits, 22)
    rest = float(np.fmod(size, unit))
    rises = 2.0 * rest > unit or (2.0 * rest == unit and np.fmod(size, 2.0 * unit) >= unit)
    return _with_sign_of(float(size + (unit - rest) if rises else size - rest), number)


def _with_sign_of(x, y):
    return -x if y < 0 else x


def power_of_ten(count):
    """One that no float holds is infinite, as in C; Python's power would raise."""
    return float(np.power(np.float64(10), count))


def decimals_of(given):
    """As a number of Python, which says nothing of the type of the result."""
    if isinstance(given, np.bool_):
        raise TypeError("'numpy.bool' object cannot be interpreted as an integer")
    if given > 9223372036854775807:
        raise OverflowError("Python int too large to convert to C long")
    if given > 2147483647:
        raise OverflowError("signed integer is greater than maximum")
    if given < -2147483648:
        raise OverflowError("signed integer is less than minimum")
    return int(given)
