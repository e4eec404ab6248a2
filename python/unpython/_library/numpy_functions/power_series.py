"""Polynomials by their coefficients, the lowest power first (np.polynomial.polynomial), and the places and weights of Gauss and Legendre."""

import numpy as np

from unpython._host import HostFunction
from unpython._loops import _Refusal

_places = HostFunction(lambda deg: np.polynomial.legendre.leggauss(deg)[0], "array", name="numpy.polynomial.legendre.leggauss")
_weights = HostFunction(lambda deg: np.polynomial.legendre.leggauss(deg)[1], "array", name="numpy.polynomial.legendre.leggauss")


def _coefficients(c):
    """As floats, at least."""
    given = np.asarray(c)
    if given.ndim != 1:
        raise _Refusal("np.polynomial of coefficients in more or less than one dimension")
    if given.shape[0] == 0:
        raise ValueError("Coefficient array is empty")
    if given.dtype == np.bool_:
        raise _Refusal("np.polynomial of truth values, which have no type in common with others")
    return given * 1.0


def polyval(x, c):
    given = np.asarray(c)
    if given.ndim != 1:
        raise _Refusal("np.polynomial of coefficients in more or less than one dimension")
    if given.shape[0] == 0:
        raise _Refusal("np.polynomial without coefficients")
    if np.ndim(x) == 0:
        return _value_at(x, given * 1.0)
    return _value_at(np.asarray(x), given * 1.0)


def _value_at(x, c):
    n = c.shape[0]
    value = c[n - 1] + x * 0
    for i in range(n - 2, -1, -1):
        value = c[i] + value * x
    return value


def polyfit(x, y, deg, *, w=None):
    if w is None:
        return np.polyfit(np.asarray(x), np.asarray(y), deg)[::-1].copy()
    return np.polyfit(np.asarray(x), np.asarray(y), deg, w=w)[::-1].copy()


def _trimmed(c):
    """Without zeros at the end, but one of nothing else."""
    n = c.shape[0]
    while n > 1 and c[n - 1] == 0:
        n -= 1
    return c[:n].copy()


def polyadd(c1, c2):
    return _sum_of(_trimmed(_coefficients(c1)), _trimmed(_coefficients(c2)))


def polysub(c1, c2):
    first, second = _trimmed(_coefficients(c1)), _trimmed(_coefficients(c2))
    if first.shape[0] > second.shape[0]:
        made = first.astype((first[:0] + second[:0]).dtype)
        made[: second.shape[0]] -= second
        return _trimmed(made)
    return _sum_of(first, -second)


def _sum_of(first, second):
    kind = (first[:0] + second[:0]).dtype
    if first.shape[0] > second.shape[0]:
        made = first.astype(kind)
        made[: second.shape[0]] += second
    else:
        made = second.astype(kind)
        made[: first.shape[0]] += first
    return _trimmed(made)


def polymul(c1, c2):
    return _trimmed(np.convolve(_trimmed(_coefficients(c1)), _trimmed(_coefficients(c2))))


def polyder(c, m=1):
    if m < 0:
        raise ValueError("The order of derivation must be non-negative")
    given = np.asarray(c)
    if given.ndim == 1 and given.shape[0] == 0:
        return given * 1.0
    made = _coefficients(given)
    for _ in range(m):
        if made.shape[0] > 1:
            made = made[1:] * np.arange(1, made.shape[0]).astype(made.dtype)
        else:
            made = made * 0
    return made


def leggauss(deg):
    if deg <= 0:
        raise ValueError("deg must be a positive integer")
    return _places((deg,), np.float64, deg), _weights((deg,), np.float64, deg)
