"""Python's integers beside Python's floats and complex numbers: compared exactly, also beyond 2 ** 53."""

import itertools

import numpy as np
import pytest
import unpython as up

BIG = 2**53
INF, NAN = float("inf"), float("nan")
INTEGERS = [0, 1, -1, BIG - 1, BIG, BIG + 1, -BIG - 1, 2**62 + 1, 2**63 - 1, -(2**63), -(2**63) + 1, 2**63 - 513, 2**63 - 512]
FLOATS = [0.0, -0.0, 0.5, -0.5, 1.0, float(BIG), BIG + 2.0, -float(BIG), 2.0**62, 2.0**63 - 1024, 2.0**63, -(2.0**63), 1e300, -1e300, INF, -INF, NAN]


def operators(a, b):
    return a == b, a != b, a < b, a <= b, a > b, a >= b


def equal(a, b):
    return a == b, a != b


def computed_values(a, b):
    a, b = a + 0, b + 0
    for _ in range(1):
        a, b = a + 0, b + 0
    return a == b, a != b, a < b, a <= b, a > b, a >= b


def extremes(a, b):
    return max(a, b), min(a, b), max(1, a, b)


def members(a, b):
    return a in (b, 7), a in [b, b], (a, 1) < (b, 2), 0 < a < b


def beside_constants(a, b):
    return a < 9007199254740993, a == 9007199254740993.0, b <= 9007199254740993, 9007199254740993 == b


def loops(a, b):
    count = 0
    for i in range(a - 3, min(a, 2**63 - 5) + 3):
        count = 10 * count + (1 if i < b else 2 if i == b else 3 if i > b else 4)
    return count


def loops_from_constants(b):
    count = 0
    for i in range(9007199254740990, 9007199254740996):
        count = 10 * count + (1 if i < b else 2 if i == b else 3)
    for i in range(0, 2**62, 9007199254740993):
        count += i == b
    for i in range(-9223372036854775808, -9223372036854775800):
        count += i == b
    for i in range(3, -3, -1):
        count = 10 * count + (1 if i < b else 2 if i == b else 3)
    return count


@pytest.mark.parametrize("function", [operators, computed_values, extremes, members, beside_constants])
def test_integers_and_floats(function):
    compiled = up.jit(function)
    for pair in itertools.product(INTEGERS, FLOATS):
        for a, b in (pair, pair[::-1]):
            if function is beside_constants and isinstance(a, float):
                continue
            assert repr(compiled(a, b)) == repr(function(a, b)), (a, b)


def test_counters():
    compiled = up.jit(loops)
    for a, b in itertools.product([5, BIG, BIG + 3, -BIG, 2**62, 2**63 - 8], [*FLOATS, BIG + 4.0, 2.0**62 + 512]):
        assert compiled(a, b) == loops(a, b), (a, b)
    from_constants = up.jit(loops_from_constants)
    for b in (*FLOATS, BIG + 4.0, 2.0, -1.0):
        assert from_constants(b) == loops_from_constants(b), b


def test_integers_and_complex_numbers():
    compiled = up.jit(equal)
    for a, x, imaginary in itertools.product(INTEGERS, FLOATS, (0.0, -0.0, 1.0, NAN)):
        z = complex(x, imaginary)
        assert compiled(a, z) == equal(a, z), (a, z)
        assert compiled(z, a) == equal(z, a), (a, z)


@pytest.mark.parametrize("types", [(np.int64, float), (int, np.float64), (np.int64, np.float64)])
def test_numbers_of_numpy_are_compared_as_floats(types):
    compiled = up.jit(operators)
    for a, b in itertools.product(INTEGERS, FLOATS):
        a, b = types[0](a), types[1](b)
        assert repr(compiled(a, b)) == repr(operators(a, b)), (a, b)
        assert repr(compiled(b, a)) == repr(operators(b, a)), (b, a)
