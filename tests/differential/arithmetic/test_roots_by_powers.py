"""Powers with an exponent of 0.5: NumPy takes the square root for some of them (-0 of -0, nan of -infinity), and pow for others."""

import numpy as np
import pytest
import unpython as up

TYPES = [np.float16, np.float32, np.float64]


def operator(a):
    return a**0.5, a**-0.5


def function(a):
    return np.power(a, 0.5), np.power(a, -0.5)


def given(a, e):
    return a**e, np.power(a, e)


def exponents_in_an_array(a):
    return np.power(a, np.full(4, 0.5, a.dtype)), a ** np.full(4, 0.5, a.dtype)


def given_exponents(a, e):
    return np.power(a, e), a**e


def scalars(a):
    return a[0] ** 0.5, a[1] ** 0.5, np.power(a[0], 0.5), np.power(a[1], 0.5)


def float_powers(a):
    return np.float_power(a, 0.5), np.float_power(a[0], 0.5), np.float_power(a, np.full(4, 0.5))


def in_place(a):
    a **= 0.5
    return a.copy()


def check(function, *arguments):
    with np.errstate(all="ignore"):
        expected = function(*[np.copy(x) if isinstance(x, np.ndarray) else x for x in arguments])
    found = up.jit(function)(*[np.copy(x) if isinstance(x, np.ndarray) else x for x in arguments])
    pairs = zip(found, expected) if isinstance(expected, tuple) else [(found, expected)]
    for one, other in pairs:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
        real = ~np.isnan(other)
        np.testing.assert_array_equal(np.signbit(one)[real], np.signbit(other)[real])


@pytest.mark.parametrize("dtype", TYPES[1:])
def test_float_power(dtype):
    check(float_powers, np.array([-0.0, -np.inf, 4.0, -1.0], dtype))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("program", [operator, function, exponents_in_an_array, scalars, in_place])
def test_known_exponents(program, dtype):
    check(program, np.array([-0.0, -np.inf, 4.0, -1.0], dtype))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("exponent", [0.5, 2.0, -0.5, "own", "0d"])
def test_given_exponents(dtype, exponent):
    a = np.array([-0.0, -np.inf, 4.0, -1.0], dtype)
    check(given, a, dtype(0.5) if exponent == "own" else np.array(0.5, dtype) if exponent == "0d" else exponent)
    check(given_exponents, a, np.full(4, 0.5, dtype))
