"""np.polynomial.polynomial and the other series of np.polynomial, the places and weights of Gauss and Legendre, and a.compress."""

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of, left_by, near

_A = np.array([0.5, 1.25, -0.75, 2.0])
_M = np.arange(12.0).reshape(4, 3) % 5
_K = np.array([1, 2, 2, 0, 3, 1, 5, 2])

_SERIES = ("chebyshev.cheb", "legendre.leg", "hermite.herm", "hermite_e.herme", "laguerre.lag")

CALLS = [
    "(np.polynomial.polynomial.polyval(a, [1, 2, 3]), np.polynomial.polynomial.polyval(2, [1, 2]), np.polynomial.polynomial.polyval(m, a), np.polynomial.polynomial.polyval(k, [2.5]))",
    "(np.polynomial.polynomial.polyval([1, 2], [3, 4]), np.polynomial.polynomial.polyval(0.5, k))",
    "(np.polynomial.polynomial.polyder([6, -5, 1]), np.polynomial.polynomial.polyder(a, 2), np.polynomial.polynomial.polyder(a, 9), np.polynomial.polynomial.polyder(k, 0))",
    "(np.polynomial.polynomial.polyadd([1, 2], [1, -2]), np.polynomial.polynomial.polyadd(a, [1]), np.polynomial.polynomial.polysub(a, a), np.polynomial.polynomial.polysub([1], k))",
    "(np.polynomial.polynomial.polymul([6, -5, 1], [1, 2]), np.polynomial.polynomial.polymul(a, [0, 0]), np.polynomial.polynomial.polymul(a, k))",
    *(f"(np.polynomial.{k}val(a / 0, a[:2]), np.polynomial.{k}val([1, 2], a[:1]), np.polynomial.{k}val(a[:0], a))" for k in _SERIES),
    *(f"(np.polynomial.{k}der(a), np.polynomial.{k}der(k, 2), np.polynomial.{k}der([1]), np.polynomial.{k}int(a, 2), np.polynomial.{k}int(k))" for k in _SERIES),
    "np.polynomial.polynomial.polyadd([1.0], a[:0])",
    "np.polynomial.polynomial.polyder(a, -1)",
    "np.polynomial.polynomial.polyfit(a, a[:2], 1)",
    "(np.polynomial.legendre.leggauss(5), np.polynomial.legendre.leggauss(1), np.polynomial.legendre.leggauss(2), np.polynomial.legendre.leggauss(20))",
    "np.polynomial.legendre.leggauss(0)",
    "np.polynomial.legendre.leggauss(64)",
    "(a.compress([True, False, True]), a.compress(a > 0), m.compress([0, 1, 1], axis=1), m.compress([True, False, True]))",
    "(a.compress([True, False, True, False, False]), m.compress([1, 0, 1], 0))",
]


FITS = [
    *(f"(np.polynomial.{k}val(a, [1, 2, 3, 4]), np.polynomial.{k}val(m, a), np.polynomial.{k}val(2.0, [0, 0, 1]), np.polynomial.{k}val(k, [2]))" for k in _SERIES),
    "(np.polynomial.polynomial.polyfit(np.arange(4.0), a, 2), np.polynomial.polynomial.polyfit(np.arange(4), a, 1, w=[1, 2, 1, 2]))",
    "np.polynomial.polynomial.polyval(np.arange(4), np.polynomial.polynomial.polyfit(np.arange(4.0), a, 1))",
]


@pytest.mark.parametrize("text", CALLS)
def test_as_numpy(text):
    check(f"def f(a, m, k):\n    return {text}\n", [_A, _M, _K], tolerance=1e-12)


@pytest.mark.parametrize("text", FITS)
def test_fits(text):
    function = function_of(f"def f(a, m, k):\n    return {text}\n")
    expected = left_by(function, [_A, _M, _K]).result
    assert near(left_by(up.jit(strict=True)(function), [_A, _M, _K]).result, expected, 1e-12)
