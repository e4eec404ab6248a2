"""Functions of how floats are made: mantissa and exponent, the next one; what stands for NaN and infinities; and a Bessel function."""

import numpy as np

from unpython._library.numpy_functions.elementwise import _floating, _in_shape, _is_complex, _is_inexact
from unpython._loops import _Refusal

_LARGEST_EXPONENT = 2**31 - 1


def _exponent(x):
    """n with 0.5 <= |x| / 2**n < 1; 0 where there is none. Powers of two are exact."""
    size = abs(x)
    n = 0
    if size == 0 or not size < np.inf:
        return n
    step = 512
    while step > 0:
        while size >= 2.0**step:
            size *= 2.0**-step
            n += step
        while size < 2.0**-step:
            size *= 2.0**step
            n -= step
        step //= 2
    return n + 1 if size >= 1 else n


def _power_of_two(n):
    """Of |n| <= 1022."""
    base = 0.5 if n < 0 else 2.0
    left = abs(n)
    power = 1.0
    while left > 0:
        if left % 2 == 1:
            power *= base
        base *= base
        left //= 2
    return power


def _times_power(x, n):
    """x * 2**n, rounded once."""
    if x == 0 or not abs(x) < np.inf:
        return x
    own = _exponent(x)
    whole = own + n
    if whole > 1024:
        return x * np.inf
    if whole < -1080:
        return x * 0.0
    half = own // 2
    mantissa = x * _power_of_two(-half) * _power_of_two(half - own)
    if whole > -1000:
        return mantissa * _power_of_two(whole // 2) * _power_of_two(whole - whole // 2)
    return mantissa * _power_of_two(-1000) * _power_of_two(whole + 1000)


def frexp(x):
    given = _floating(x)
    if _is_complex(given):
        raise _Refusal("np.frexp of complex numbers")  # only NumPy can make its UFuncTypeError
    flat = np.float64(np.ravel(np.asarray(given)))
    mantissas = np.empty(flat.shape[0])
    exponents = np.empty(flat.shape[0], dtype=np.int32)
    for i in range(flat.shape[0]):
        exponent = _exponent(flat[i])
        mantissas[i] = _times_power(flat[i], -exponent)
        exponents[i] = exponent
    return _in_shape(mantissas.astype(np.empty_like(given).dtype), given), _in_shape(exponents, given)


def _spread(x, like):
    """One behind the other, as many as there are in `like`."""
    if np.ndim(like) == 0:
        return np.full(1, x)
    if np.ndim(x) == 0:
        return np.full(like.size, x)
    return np.ravel(np.broadcast_to(x, like.shape))


def ldexp(x1, x2):
    given = _floating(x1)
    if _is_complex(given) or _is_inexact(x2) or np.empty_like(x2).dtype == np.uint64:
        raise _Refusal("np.ldexp of such types")
    if (type(x1) is int or type(x1) is float) and np.empty_like(x2).itemsize < 4:
        raise _Refusal("np.ldexp of a number of Python's")  # whose type the other one decides
    if type(x2) is int and abs(x2) > _LARGEST_EXPONENT:
        raise _Refusal("np.ldexp of so large an exponent")  # some types have no room for it
    both = np.float64(given) + np.int64(x2) * 0.0  # of the shape of the result
    numbers = _spread(np.float64(given), both)
    exponents = _spread(np.int64(x2), both)
    out = np.empty(numbers.shape[0], dtype=np.empty_like(given).dtype)
    for i in range(numbers.shape[0]):
        out[i] = _times_power(numbers[i], min(max(exponents[i], -5000), 5000))
    return _in_shape(out, both)


def spacing(x):
    given = _floating(x)
    if _is_complex(given):
        raise _Refusal("np.spacing of complex numbers")
    away = np.where(given < 0, -np.inf, np.inf).astype(np.empty_like(given).dtype)
    apart = np.nextafter(given, away) - given
    return np.positive(np.where(np.isinf(given), np.nan, apart).astype(np.empty_like(given).dtype))


# Chebyshev's series of NumPy (Cephes), of exp(-x) I0(x) up to 8, and of exp(-x) sqrt(x) I0(x) from there on.
_FACTORS_TO_8 = (
    -4.4153416464793395e-18, 3.3307945188222384e-17, -2.431279846547955e-16, 1.715391285555133e-15,
    -1.1685332877993451e-14, 7.676185498604936e-14, -4.856446783111929e-13, 2.95505266312964e-12,
    -1.726826291441556e-11, 9.675809035373237e-11, -5.189795601635263e-10, 2.6598237246823866e-09,
    -1.300025009986248e-08, 6.046995022541919e-08, -2.670793853940612e-07, 1.1173875391201037e-06,
    -4.4167383584587505e-06, 1.6448448070728896e-05, -5.754195010082104e-05, 0.00018850288509584165,
    -0.0005763755745385824, 0.0016394756169413357, -0.004324309995050576, 0.010546460394594998, -0.02373741480589947,
    0.04930528423967071, -0.09490109704804764, 0.17162090152220877, -0.3046826723431984, 0.6767952744094761,
)
_FACTORS_FROM_8 = (
    -7.233180487874754e-18, -4.830504485944182e-18, 4.46562142029676e-17, 3.461222867697461e-17,
    -2.8276239805165836e-16, -3.425485619677219e-16, 1.7725601330565263e-15, 3.8116806693526224e-15,
    -9.554846698828307e-15, -4.150569347287222e-14, 1.54008621752141e-14, 3.8527783827421426e-13, 7.180124451383666e-13,
    -1.7941785315068062e-12, -1.3215811840447713e-11, -3.1499165279632416e-11, 1.1889147107846439e-11,
    4.94060238822497e-10, 3.3962320257083865e-09, 2.266668990498178e-08, 2.0489185894690638e-07, 2.8913705208347567e-06,
    6.889758346916825e-05, 0.0033691164782556943, 0.8044904110141088,
)


def i0(x):
    if _is_complex(x):
        raise TypeError("i0 not supported for complex values")
    numbers = x if _is_inexact(x) else np.float64(x)
    if np.ndim(numbers) == 0:
        return np.where(True, bessel(numbers), 0)  # an array
    flat = np.ravel(np.asarray(numbers))
    out = np.empty_like(flat)
    for i in range(flat.shape[0]):
        out[i] = bessel(flat[i])
    return np.reshape(out, numbers.shape)


def bessel(x):
    """The modified Bessel function of order 0."""
    size = np.abs(x)
    if size <= 8.0:
        return np.exp(size) * _chebyshev(size / 2.0 - 2, _FACTORS_TO_8)
    return np.exp(size) * _chebyshev(32.0 / size - 2.0, _FACTORS_FROM_8) / np.sqrt(size)


def _chebyshev(x, factors):
    now = x * 0.0 + factors[0]
    before = now * 0.0
    first = before
    for i in range(1, len(factors)):
        first = before
        before = now
        now = x * before - first + factors[i]
    return 0.5 * (now - first)


def _largest(x):
    return 3.4028234663852886e38 if x.dtype == np.float32 else 1.7976931348623157e308


def _finite(x, nan, posinf, neginf):
    high = _largest(x) if posinf is None else posinf
    low = -_largest(x) if neginf is None else neginf
    return np.positive(np.where(np.isnan(x), nan, np.where(np.isposinf(x), high, np.where(np.isneginf(x), low, x))))


def _without_nan(x, nan, posinf, neginf):
    if not _is_complex(x):
        return _finite(x, nan, posinf, neginf)
    flat = np.ravel(np.asarray(x))
    reals, imaginaries = _finite(flat.real, nan, posinf, neginf), _finite(flat.imag, nan, posinf, neginf)
    out = np.empty_like(flat)
    for i in range(flat.shape[0]):
        out[i] = complex(reals[i], imaginaries[i])  # a sum of both loses the sign of -0.0
    return _in_shape(out, x)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if not copy:
        if _is_inexact(x):
            x[...] = _without_nan(x, nan, posinf, neginf)
        return x
    if not _is_inexact(x):
        return np.bitwise_or(x, x)
    return _without_nan(x, nan, posinf, neginf)
