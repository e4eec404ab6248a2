"""overflow='check': a Python int that needs more than 64 bits is an OverflowError, every other result is Python's. Without
it, results are Python's modulo 2**64."""

import itertools

import numpy as np
import pytest
import unpython as up
from support.texts import function_of
from unpython import prange

LOWEST, HIGHEST = -(2**63), 2**63 - 1
EXTREMES = (
    LOWEST,
    LOWEST + 1,
    -(2**32),
    -3037000500,
    -1,
    0,
    1,
    2,
    3037000499,
    3037000500,
    2**32,
    HIGHEST - 1,
    HIGHEST,
)


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def floor_divide(a, b):
    return a // b


def negate_sum(a, b):
    return -(a & b)


def magnitude(a, b):
    return abs(a ^ b)


def shift(a, b):
    return a << (b & 63)


def square(a, b):
    return a**2 - a**2 + b


def wrapped(value):
    return (value - LOWEST) % 2**64 + LOWEST


@pytest.mark.parametrize("function", [add, subtract, multiply, floor_divide, negate_sum, magnitude, shift])
def test_extremes(function):
    checking, wrapping = up.jit(overflow="check")(function), up.jit(function)
    for a, b in itertools.product(EXTREMES, EXTREMES):
        if function is floor_divide and b == 0:
            continue
        exact = function(a, b)
        if LOWEST <= exact <= HIGHEST:
            assert checking(a, b) == exact, (a, b)
        else:
            with pytest.raises(OverflowError):
                checking(a, b)
        assert wrapping(a, b) == wrapped(exact), (a, b)


def test_a_power_is_checked_before_it_is_used():
    checking = up.jit(overflow="check")(square)
    assert checking(3037000499, 5) == 5
    with pytest.raises(OverflowError):
        checking(3037000500, 5)


def total(x, start):
    s = start
    for i in range(x.shape[0]):
        s += int(x[i])
    return s


def test_a_sum_of_weak_ints_is_checked():
    checking = up.jit(overflow="check")(total)
    x = np.full(10, HIGHEST // 10)
    assert checking(x, 7) == total(x, 7)
    with pytest.raises(OverflowError):
        checking(x, 8)


def strong(x, y):
    for i in prange(x.shape[0]):
        y[i] = x[i] * x[i]


def test_array_elements_wrap_as_numpy_does():
    x = np.array([3037000500, -1, HIGHEST])
    expected, found = np.zeros(3, np.int64), np.zeros(3, np.int64)
    with np.errstate(over="ignore"):
        strong(x, expected)
    up.jit(overflow="check")(strong)(x, found)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize(
    "text", ["2**63 + n", "10**18 * 10 + n - 1", "2**63 * 1.0 + n", "2**64 + 1 + n", "(1 << 63) - n", "3 * 10**18 * 10 - 1 - n", "2**63 - n - 1"]
)
def test_a_constant_that_needs_more_than_64_bits_is_refused_at_the_left_too(text):
    function = function_of(f"def f(n):\n    return {text}\n")
    with pytest.raises(up.CompileError, match="64 bits|uint64 values"):
        up.jit(strict=True)(function)(3)
    assert up.jit(strict=False)(function)(3) == function(3)


@pytest.mark.parametrize("text", ["2**63 - 1 - n", "2**64 - 2**63 - 1 - n", "1 + 2 + n", "2**62 * 1 - n - 2"])
def test_constants_of_64_bits_at_the_left(text):
    function = function_of(f"def f(n):\n    return {text}\n")
    compiled = up.jit(strict=True)(function)
    assert compiled(3) == function(3) and compiled.ran_on == "cpu"
