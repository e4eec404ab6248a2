"""The order of sorted elements."""

from unpython._library.numpy_functions.elementwise import _is_complex


def comes_before(x, y):
    """NaN after all others."""
    if _is_complex(x):
        return pair_comes_before(x.real, x.imag, y.real, y.imag)
    return (not (y <= x)) & (x == x)


def pair_comes_before(a, b, c, d):
    """Of complex numbers a + bi and c + di: those without NaN, then NaN as imaginary part, as real part, as both."""
    if a < c:
        return b == b or d != d
    if a > c:
        return b == b and d != d
    if a == c or (a != a and c != c):
        return b < d or (b == b and d != d)
    return c != c
