"""Functions of `cmath`: Python's own complex numbers, and its exceptions where the numbers leave their range."""

import math

import numpy as np

from unpython._loops import _Refusal


def _is_inf(z):
    return math.isinf(z.real) or math.isinf(z.imag)


def isinf(z):
    return _is_inf(complex(z))


def _is_nan(z):
    return math.isnan(z.real) or math.isnan(z.imag)


def isnan(z):
    return _is_nan(complex(z))


def isfinite(z):
    w = complex(z)
    return math.isfinite(w.real) and math.isfinite(w.imag)


def _in_range(given, result):
    """A result of a finite number that is not finite is an error."""
    if math.isfinite(given.real) and math.isfinite(given.imag) and _is_inf(result):
        raise OverflowError("math range error")
    return result


def exp(z):
    w = complex(z)
    if math.isinf(w.imag) and (math.isfinite(w.real) or (math.isinf(w.real) and w.real > 0)):
        raise ValueError("math domain error")
    return _in_range(w, complex(np.exp(w)))


def sqrt(z):
    return complex(np.sqrt(complex(z)))


def log(z):
    w = complex(z)
    if w.real == 0 and w.imag == 0:
        raise ValueError("math domain error")
    return complex(np.log(w))


def sin(z):
    w = complex(z)
    if math.isinf(w.real) and not math.isnan(w.imag):
        raise ValueError("math domain error")
    return _in_range(w, complex(np.sin(w)))


def cos(z):
    w = complex(z)
    if math.isinf(w.real) and not math.isnan(w.imag):
        raise ValueError("math domain error")
    return _in_range(w, complex(np.cos(w)))


def phase(z):
    w = complex(z)
    return math.atan2(w.imag, w.real)


def polar(z):
    w = complex(z)
    return abs(w), math.atan2(w.imag, w.real)


def rect(r, phi):
    length, angle = float(r), float(phi)
    if length != 0 and not math.isnan(length) and math.isinf(angle):
        raise ValueError("math domain error")
    if not (math.isfinite(length) and math.isfinite(angle)):
        raise _Refusal("cmath.rect of numbers that are not finite")
    return complex(length * math.cos(angle), length * math.sin(angle))
