"""Powers of Python's complex numbers at infinities and zeros; integers beside floats in lists that hold both; rows of other shapes."""

import copy

import numpy as np
import pytest
import unpython as up

INF, NAN = float("inf"), float("nan")
BASES = [0j, complex(INF, 0), complex(-INF, 0), complex(0, INF), complex(INF, INF), complex(NAN, 0), 1e200 + 1j, 1e-200j, 1 + 2j, 1e-320 + 0j]
EXPONENTS = [0, 1, 2, -1, -2, 100, -100, 101, 0.5, -0.5, 1j, -1 + 0j, 0j, 1e3, NAN, complex(0, INF), 1 + 1j]
BIG = 2**53 + 1
MIXED = [[2.0**53, BIG], [BIG, 2.0**53], [-BIG, -(2.0**53)], [1, 2.5], [True, 1.0, 2], [2, NAN], [2**63 - 1, 2.0**63], [2.0**63, 2**63 - 1]]


def outcome(function, *arguments):
    try:
        return function(*copy.deepcopy(arguments))
    except Exception as error:
        return type(error), str(error)


def power(z, w):
    return z**w


def squares(z):
    return z**2, z**-1, z**1


@pytest.mark.parametrize("base", BASES)
def test_powers_of_complex_numbers(base):
    compiled = up.jit(power)
    for exponent in EXPONENTS:
        found, expected = outcome(compiled, base, exponent), outcome(power, base, exponent)
        if isinstance(expected, complex):
            np.testing.assert_allclose([found.real, found.imag], [expected.real, expected.imag], rtol=1e-13)
        else:
            assert found == expected, exponent
    assert repr(outcome(up.jit(squares), base)) == repr(outcome(squares, base))


def test_an_infinite_power_of_zero():
    zeros = [complex(a, b) for a in (0.0, -0.0) for b in (0.0, -0.0)]
    compiled = up.jit(power)
    for base in zeros:
        for exponent in (INF, complex(INF, 0), 2.5, 3):
            assert repr(outcome(compiled, base, exponent)) == repr(outcome(power, base, exponent)), (base, exponent)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_small_powers_keep_the_sign_of_zero(dtype):
    a = np.array([-0.0, 0.0, -2.0, 3.0], dtype)
    for function in (lambda a: a**3, lambda a: a**4, lambda a: np.power(a, 3), lambda a: a[0] ** 3):
        found, expected = up.jit(function)(a), function(a)
        np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))
        np.testing.assert_array_equal(found, expected)


def extremes(v):
    return max(v), min(v)


@pytest.mark.parametrize("values", MIXED)
def test_integers_and_floats_in_one_list(values):
    compiled = up.jit(strict=False)(extremes)
    for given in (values, tuple(values)):
        assert repr(compiled(given)) == repr(extremes(given))


def of_two(a, b):
    a[0] = 9
    return np.array([a, b])


def of_four(a, b):
    return np.array([[a, a], [b, a]])


def of_lists(a, b):
    return np.array([[a, b], [a]])


SHAPES = [((2,), (2,)), ((2,), (3,)), ((2, 2), (2, 3)), ((2, 2), (3, 2)), ((0, 2), (0, 3)), ((3, 3), (3, 3))]


@pytest.mark.parametrize("function", [of_two, of_four, of_lists])
@pytest.mark.parametrize("shapes", SHAPES)
def test_rows_of_other_shapes(function, shapes):
    if function is of_two and shapes[0][0] == 0:
        return
    arguments = [np.ones(shape) for shape in shapes]
    found, expected = outcome(up.jit(function), *arguments), outcome(function, *arguments)
    np.testing.assert_equal(found, expected)


def extremes_of_rows(a):
    return np.nanmax(a, axis=0), np.nanmin(a, axis=0), np.nanmax(a)


@pytest.mark.parametrize("shape", [(2, 3), (0, 3), (3, 0), (0, 0), (0,), (2,)])
@pytest.mark.parametrize("dtype", ["uint8", "float32", "float64"])
def test_extremes_of_nothing(shape, dtype):
    a = np.ones(shape, dtype)
    found, expected = outcome(up.jit(extremes_of_rows), a), outcome(extremes_of_rows, a)
    np.testing.assert_equal(found, expected)
    rows = up.jit(lambda a: (np.nanmax(a, axis=-1), np.nanmin(a, axis=-1)))
    np.testing.assert_equal(outcome(rows, a), outcome(rows.py_func, a))


def test_complex_rows_of_nan_keep_their_parts_or_are_refused():
    rows = np.array([[1 + 2j, complex(NAN, INF)]])
    compiled = up.jit(strict=False)(lambda a: np.nanmax(a, axis=0))
    np.testing.assert_equal(compiled(rows), np.nanmax(rows, axis=0))
    np.testing.assert_equal(compiled(rows[:, :1]), rows[0, :1])


def whole_powers(z):
    return z**1, z**2, z**3, z**4, np.power(z, 1), np.power(z, 2), np.power(z, 3), np.float_power(z, 2), z**2.0


def given_powers(z, e):
    return z**e, np.power(z, e)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_the_signs_of_complex_powers_of_zero(dtype):
    a = np.array([complex(-0.0, 0.0), complex(-0.0, -0.0), complex(0.0, -0.0), 0j, 1 + 2j], dtype)
    for z in (a, a[0], a[1], a[2]):
        assert repr(up.jit(whole_powers)(z)) == repr(whole_powers(z))
        for e in (1, 2, 3, 2.0, 3.0):
            assert repr(up.jit(given_powers)(z, e)) == repr(given_powers(z, e)), e
