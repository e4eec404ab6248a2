"""The order of sorted elements."""

import numpy as np

from unpython._library.numpy_functions.elementwise import _is_complex


def comes_before(x, y):
    """NaN after all others."""
    if _is_complex(x) or _is_complex(y):
        return _pair_comes_before(np.real(x), np.imag(x), np.real(y), np.imag(y))
    return (not (y <= x)) & (x == x)


def _pair_comes_before(a, b, c, d):
    """Of complex numbers a + bi and c + di: those without NaN, then NaN as imaginary part, as real part, as both."""
    if a < c:
        return b == b or d != d
    if a > c:
        return b == b and d != d
    if a == c or (a != a and c != c):
        return b < d or (b == b and d != d)
    return c != c
