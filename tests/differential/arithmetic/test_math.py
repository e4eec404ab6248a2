"""Mathematical functions of elements and numbers, and conversions between types."""

import math

import numpy as np
import unpython as up
from support.programs import FLOATS, NUMBERS, Programs, array, out
from unpython import prange

PROGRAMS = Programs()
NEAR = {"float64": 4e-15, "float32": 2e-6, "strict_exact": False}


def _positive(generator, shape):
    return generator.uniform(0.1, 9.0, shape)


def _unit(generator, shape):
    return generator.uniform(-0.99, 0.99, shape)


@PROGRAMS.add(array("n", values=_positive), out("n"), dtypes=FLOATS, **NEAR)
def exponentials(x, z):
    for i in prange(x.shape[0]):
        z[i] = np.exp(x[i]) + np.log(x[i]) ** 2


@PROGRAMS.add(array("n", values=_positive), out("n"), dtypes=FLOATS, **NEAR)
def more_exponentials(x, z):
    for i in prange(x.shape[0]):
        z[i] = np.exp2(x[i]) + np.log2(x[i] + 9) + np.log10(x[i] + 9) + np.log1p(x[i]) + np.expm1(x[i])


@PROGRAMS.add(array("n", values=_unit), out("n"), out("n"), out("n"), dtypes=FLOATS, **NEAR)
def trigonometry(x, a, b, c):
    for i in prange(x.shape[0]):
        a[i] = np.sin(x[i])
        b[i] = np.cos(x[i])
        c[i] = np.tan(x[i])


@PROGRAMS.add(array("n", values=_unit), out("n"), out("n"), out("n"), dtypes=FLOATS, **NEAR)
def inverse_trigonometry(x, a, b, c):
    for i in prange(x.shape[0]):
        a[i] = np.arcsin(x[i])
        b[i] = np.arccos(x[i])
        c[i] = np.arctan(x[i])


@PROGRAMS.add(array("n", values=_unit), out("n"), out("n"), out("n"), dtypes=FLOATS, **NEAR)
def hyperbolic(x, a, b, c):
    for i in prange(x.shape[0]):
        a[i] = np.sinh(x[i])
        b[i] = np.cosh(x[i])
        c[i] = np.tanh(x[i])


@PROGRAMS.add(array("n", values=_positive), array("n", values=_positive), out("n"), dtypes=FLOATS, **NEAR)
def two_operands(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = np.arctan2(y[i], x[i]) + np.hypot(x[i], y[i]) + x[i] ** (y[i] + 2)


@PROGRAMS.add(array("n", values=_positive), out("n"), dtypes=FLOATS)
def exact_functions(x, z):
    for i in prange(x.shape[0]):
        z[i] = np.sqrt(x[i]) + np.floor(x[i]) + np.ceil(x[i]) * 2 + np.trunc(x[i]) * 4 + np.rint(x[i]) * 8


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=FLOATS)
def signs_and_choices(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = (
            np.copysign(x[i], y[i])
            + np.abs(y[i])
            + np.minimum(x[i], y[i])
            - np.maximum(x[i], y[i])
            + np.sign(x[i])
        )


@PROGRAMS.add(array("n", values=lambda r, shape: r.choice([np.nan, np.inf, -np.inf, 1.0, -0.0], shape)), out("n", "int64"),
              dtypes=FLOATS)  # fmt: skip
def classification(x, z):
    for i in prange(x.shape[0]):
        z[i] = np.isnan(x[i]) + 2 * np.isinf(x[i]) + 4 * np.isfinite(x[i]) + 8 * math.isnan(x[i])


@PROGRAMS.add(array("n", values=lambda r, shape: r.choice([np.nan, 1.0, -0.0, 0.0, -np.inf], shape)),
              array("n", values=lambda r, shape: r.choice([np.nan, 2.0, 0.0, -0.0, np.inf], shape)), out("n"), out("n"),
              out("n"), out("n"), dtypes=FLOATS)  # fmt: skip
def extremes_with_nan(x, y, a, b, c, d):
    for i in range(x.shape[0]):
        a[i] = min(x[i], y[i])
        b[i] = max(x[i], y[i])
        c[i] = np.minimum(x[i], y[i]) + 0.0
        d[i] = np.maximum(x[i], y[i]) + 0.0


@PROGRAMS.add(array("n"), 3, dtypes=NUMBERS)
def builtin_extremes(x, k):
    return min(x[0], x[0] * 0 + 4), max(x[0] * 0 + 4, x[0]), min(k, 2, 5), max(k, 1)


@PROGRAMS.add(0.75, 2.0, 3, **NEAR)
def math_module(x, y, k):
    return (math.sqrt(x), math.exp(x), math.log(y), math.log(y, 3), math.sin(x), math.cos(x), math.atan2(x, y),
            math.hypot(x, y), math.pow(x, y), math.floor(-x), math.ceil(x), math.trunc(-2.5), math.fabs(-x),
            math.copysign(x, -1), math.fmod(-7, 3), math.erf(x), math.gamma(k), math.degrees(x), math.isinf(x))  # fmt: skip


def _between_poles(generator, shape):
    return generator.integers(-12, 30, shape) + generator.uniform(0.05, 0.95, shape)


@PROGRAMS.add(array("n", values=_between_poles), out("n"), out("n"), out("n"), dtypes=["float64"], **NEAR)
def gamma_and_kin(x, a, b, c):
    for i in prange(x.shape[0]):
        a[i] = math.gamma(x[i])
        b[i] = math.lgamma(abs(x[i]) + 2.5)
        c[i] = math.erfc(x[i] / 4)


@PROGRAMS.add(array("n", values=lambda r, shape: r.uniform(-9, 9, shape)), out("n", "int64"), dtypes=FLOATS)
def rounding_to_int(x, z):
    for i in prange(x.shape[0]):
        z[i] = int(x[i]) + 100 * math.floor(x[i]) + 10000 * math.ceil(x[i]) + 1000000 * round(x[i])


@PROGRAMS.add(
    array("n", values=lambda r, shape: r.integers(-9, 10, shape) / 2), out("n", "int64"), dtypes=FLOATS
)
def round_half_even(x, z):
    for i in prange(x.shape[0]):
        z[i] = round(x[i])


@PROGRAMS.add(array("n", "float64"), out("n"), dtypes=NUMBERS)
def numpy_casts(x, z):
    for i in prange(x.shape[0]):
        v = np.abs(x[i])
        z[i] = np.int8(v) + np.float32(v) + np.uint16(v) * np.int64(2)


@PROGRAMS.add(array("n", "int64", values=lambda r, shape: r.integers(-300, 300, shape)), out("n", "int8"), out("n", "uint8"),
              out("n", "uint32"), out("n", "bool"))  # fmt: skip
def narrowing_casts(x, a, b, c, d):
    for i in prange(x.shape[0]):
        a[i] = np.int8(x[i])
        b[i] = np.uint8(x[i])
        c[i] = np.uint32(x[i])
        d[i] = bool(x[i] % 3)


@PROGRAMS.add(array("n", values=_positive), array("n", values=_positive), out("n"), out("n"), 0.02, 0.3, dtypes=("float64",),
              float64=1e-12, strict_exact=False)  # fmt: skip
def black_scholes(price, strike, call, put, rate, volatility):
    for i in prange(price.shape[0]):
        years = 0.5
        root = math.sqrt(years)
        d1 = (math.log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years) / (
            volatility * root
        )
        d2 = d1 - volatility * root
        n1 = 0.5 + 0.5 * math.erf(d1 / math.sqrt(2.0))
        n2 = 0.5 + 0.5 * math.erf(d2 / math.sqrt(2.0))
        worth = strike[i] * math.exp(-rate * years)
        call[i] = price[i] * n1 - worth * n2 + 100
        put[i] = worth * (1.0 - n2) - price[i] * (1.0 - n1) + 100


test_paths = PROGRAMS.as_test()


def test_strict_degrees_have_numpys_bits():
    """NumPy divides 180 by pi in the type itself."""

    @up.jit(fp="strict")
    def both(a):
        return np.degrees(a), np.radians(a)

    for dtype in (np.float32, np.float64):
        a = np.linspace(-500, 700, 4001).astype(dtype)
        for found, expected in zip(both(a), both.py_func(a), strict=True):
            assert found.dtype == expected.dtype
            assert np.array_equal(found, expected)
