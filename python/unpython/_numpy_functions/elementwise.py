"""Functions of elements that are compositions of others: arrays of any shapes, or numbers."""

import numpy as np


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    y = b * 1.0
    close = np.isfinite(y) & (np.abs(a - y) <= atol + rtol * np.abs(y)) | (a == y)
    if equal_nan:
        return close | (np.isnan(a) & np.isnan(y))
    return close


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = isclose(a, b, rtol, atol, equal_nan)
    if np.ndim(close) == 0:
        return bool(close)
    return bool(np.all(close))


def array_equal(a1, a2, equal_nan=False):
    if a1.ndim != a2.ndim:
        return False
    if a1.shape != a2.shape:
        return False
    if equal_nan:
        return bool(np.all((a1 == a2) | (np.isnan(a1) & np.isnan(a2))))
    return bool(np.all(a1 == a2))


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if not _is_inexact(x):
        return x + 0
    high = _largest(x) if posinf is None else posinf
    low = -_largest(x) if neginf is None else neginf
    return np.where(np.isnan(x), nan, np.where(np.isposinf(x), high, np.where(np.isneginf(x), low, x)))


def _is_inexact(x):
    return (x * 1.0).dtype == x.dtype


def _largest(x):
    return 3.4028234663852886e38 if x.dtype == np.float32 else 1.7976931348623157e308


def isposinf(x):
    return np.isinf(x) & np.logical_not(np.signbit(x * 1.0))


def isneginf(x):
    return np.isinf(x) & np.signbit(x * 1.0)


def isreal(x):
    return np.imag(x) == 0


def iscomplex(x):
    return np.imag(x) != 0


def angle(z, deg=False):
    radians = np.arctan2(np.imag(z), np.real(z))
    if deg:
        return radians * (180 / np.pi)
    return radians


def sinc(x):
    y = np.pi * np.where(x == 0, 1.0e-20, x * 1.0)
    return np.sin(y) / y


def heaviside(x1, x2):
    side = np.maximum(np.sign(x1 * 1.0), 0)
    return np.where(x1 == 0, x2, side)


def float_power(x1, x2):
    return np.float64(x1) ** np.float64(x2)


def logaddexp(x1, x2):
    larger = np.maximum(x1, x2)
    return np.where(x1 == x2, x1 + 0.6931471805599453, larger + np.log1p(np.exp(-np.abs(x1 - x2))))


def logaddexp2(x1, x2):
    larger = np.maximum(x1, x2)
    return np.where(x1 == x2, x1 + 1.0, larger + np.log1p(np.exp2(-np.abs(x1 - x2))) * 1.4426950408889634)


def round(a, decimals=0):
    if not _is_inexact(a):
        return a + 0
    if decimals == 0:
        return np.rint(a)
    if decimals > 0:
        return np.rint(a * 10.0**decimals) / 10.0**decimals
    return np.rint(a / 10.0**-decimals) * 10.0**-decimals


def modf(x):
    whole = np.trunc(x * 1.0)
    part = np.where(np.isinf(x), 0.0, x - whole)
    signed = np.copysign(part, x * 1.0)
    return signed, whole


def divmod(x1, x2):
    quotient = np.floor_divide(x1, x2)
    rest = np.remainder(x1, x2)
    return quotient, rest
