"""Series of Chebyshev, Legendre, Hermite (both kinds) and Laguerre, as np.polynomial has them: their values by the recursion of Clenshaw; what
Python computes with their coefficients, of which the number is known."""

import numpy as np

from unpython._host import HostFunction
from unpython._loops import _Refusal

_PLACES_BY = ("chebyshev.chebgauss", "hermite.hermgauss", "hermite_e.hermegauss", "laguerre.laggauss")
_DERIVED_BY = ("chebyshev.chebder", "legendre.legder", "hermite.hermder", "hermite_e.hermeder", "laguerre.lagder")
_SUMMED_BY = ("chebyshev.chebint", "legendre.legint", "hermite.hermint", "hermite_e.hermeint", "laguerre.lagint", "polynomial.polyint")
_FITTED_BY = ("chebyshev.chebfit", "legendre.legfit", "hermite.hermfit", "hermite_e.hermefit", "laguerre.lagfit")


def _of(name):
    module, _, function = name.partition(".")
    return getattr(getattr(np.polynomial, module), function)


_places = HostFunction(lambda kind, deg: _of(_PLACES_BY[kind])(deg)[0], "array", name="numpy.polynomial")
_weights = HostFunction(lambda kind, deg: _of(_PLACES_BY[kind])(deg)[1], "array", name="numpy.polynomial")
_derived = HostFunction(lambda kind, c, m: _of(_DERIVED_BY[kind])(c, m), "array", name="numpy.polynomial")
_summed = HostFunction(lambda kind, c, m: _of(_SUMMED_BY[kind])(c, m), "array", name="numpy.polynomial")
_fitted = HostFunction(lambda kind, x, y, deg: _of(_FITTED_BY[kind])(x, y, deg), "array", name="numpy.polynomial")


def _coefficients(c):
    given = np.asarray(c)
    if given.ndim != 1 or given.shape[0] == 0:
        raise _Refusal("a series without coefficients, or of several")
    if _is_narrow(given):
        raise _Refusal("a series of numbers of less than 64 bits, which stays one")
    return given * np.float64(1)


def _is_narrow(numbers):
    return numbers.dtype == np.float32 or numbers.dtype == np.complex64


def _begun(number, x):
    if np.ndim(x) == 0:
        return number
    else:
        return np.full(x.shape, number)


def chebval(x, c):
    return _value_at(0, x if np.ndim(x) == 0 else np.asarray(x), _coefficients(c))


def legval(x, c):
    return _value_at(1, x if np.ndim(x) == 0 else np.asarray(x), _coefficients(c))


def hermval(x, c):
    return _value_at(2, x if np.ndim(x) == 0 else np.asarray(x), _coefficients(c))


def hermeval(x, c):
    return _value_at(3, x if np.ndim(x) == 0 else np.asarray(x), _coefficients(c))


def lagval(x, c):
    return _value_at(4, x if np.ndim(x) == 0 else np.asarray(x), _coefficients(c))


def _value_at(kind, x, c):
    n = c.shape[0]
    last = 1 - x if kind == 4 else x * 2 if kind == 2 else x * 1
    if n == 1:
        return c[0] + 0 * last
    c0, c1 = _begun(c[n - 2], x), _begun(c[n - 1], x)
    for i in range(3, n + 1):
        before = c0
        nd = n + 2 - i
        if kind == 0:
            c0 = c[n - i] - c1
            c1 = before + c1 * (2 * x)
        elif kind == 1:
            c0 = c[n - i] - c1 * ((nd - 1) / nd)
            c1 = before + c1 * x * ((2 * nd - 1) / nd)
        elif kind == 2:
            c0 = c[n - i] - c1 * (2 * (nd - 1))
            c1 = before + c1 * (x * 2)
        elif kind == 3:
            c0 = c[n - i] - c1 * (nd - 1)
            c1 = before + c1 * x
        else:
            c0 = c[n - i] - (c1 * (nd - 1)) / nd
            c1 = before + (c1 * ((2 * nd - 1) - x)) / nd
    return c0 + c1 * last


def chebgauss(npts):
    return _places_of(0, npts)


def hermgauss(deg):
    return _places_of(1, deg)


def hermegauss(deg):
    return _places_of(2, deg)


def laggauss(deg):
    return _places_of(3, deg)


def _places_of(kind, count):
    if count <= 0:
        raise _Refusal("places and weights of none")
    return _places((count,), np.float64, kind, count), _weights((count,), np.float64, kind, count)


def chebder(c, m=1):
    return _derived_of(0, _coefficients(c), m)


def legder(c, m=1):
    return _derived_of(1, _coefficients(c), m)


def hermder(c, m=1):
    return _derived_of(2, _coefficients(c), m)


def hermeder(c, m=1):
    return _derived_of(3, _coefficients(c), m)


def lagder(c, m=1):
    return _derived_of(4, _coefficients(c), m)


def _derived_of(kind, c, m):
    if m < 0:
        raise ValueError("The order of derivation must be non-negative")
    return _derived((max(c.shape[0] - m, 1),), c.dtype, kind, c, m)


def chebint(c, m=1):
    return _summed_of(0, _coefficients(c), m)


def legint(c, m=1):
    return _summed_of(1, _coefficients(c), m)


def hermint(c, m=1):
    return _summed_of(2, _coefficients(c), m)


def hermeint(c, m=1):
    return _summed_of(3, _coefficients(c), m)


def lagint(c, m=1):
    return _summed_of(4, _coefficients(c), m)


def polyint(c, m=1):
    return _summed_of(5, _coefficients(c), m)


def _summed_of(kind, c, m):
    if m < 0:
        raise ValueError("The order of integration must be non-negative")
    if c.shape[0] == 1 and c[0] == 0:
        raise _Refusal("the integral of nothing, which has one coefficient")
    return _summed((c.shape[0] + m,), c.dtype, kind, c, m)


def chebfit(x, y, deg):
    return _fitted_to(0, np.asarray(x), np.asarray(y), deg)


def legfit(x, y, deg):
    return _fitted_to(1, np.asarray(x), np.asarray(y), deg)


def hermfit(x, y, deg):
    return _fitted_to(2, np.asarray(x), np.asarray(y), deg)


def hermefit(x, y, deg):
    return _fitted_to(3, np.asarray(x), np.asarray(y), deg)


def lagfit(x, y, deg):
    return _fitted_to(4, np.asarray(x), np.asarray(y), deg)


def _fitted_to(kind, x, y, deg):
    if y.ndim != 1 or y.dtype == np.complex128 or _is_narrow(x) or _is_narrow(y):
        raise _Refusal("a series that is fitted to several curves, or to complex or narrow ones")
    if deg < 0:
        raise ValueError("expected deg >= 0")
    return _fitted((deg + 1,), np.float64, kind, x, y, deg)
