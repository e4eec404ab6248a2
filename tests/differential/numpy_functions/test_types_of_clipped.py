"""np.clip, powers of bools and complex(x, y) of numbers of several types: NumPy's types and values, or refused with the line."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values


def between_zero_and(a, k):
    return np.clip(a, 0, k), np.clip(a, 0.5, k), a.clip(0, k)


def from_a_number_on(a, k):
    return np.clip(a, k, 3)


ARRAYS = [np.array([True, False]), np.arange(3, dtype=np.int8), np.arange(3, dtype=np.float32)]
BOUNDS = [np.int8(4), 4, np.int16(2), np.float32(2), np.True_, True, 1.5]


@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
@pytest.mark.parametrize("a", ARRAYS, ids=lambda a: a.dtype.name)
@pytest.mark.parametrize("function", [between_zero_and, from_a_number_on])
def test_a_bound_without_a_type_takes_that_of_the_others(function, a, bound):
    check_values((function, a, bound))


def to_a_power(a, k):
    return a**k


@pytest.mark.parametrize("k", [0, 1, 2, 3, np.int64(2), 2.0])
def test_a_square_of_bools_is_of_bytes(k):
    check_values((to_a_power, np.array([True, False]), k))


def both(x, y):
    return complex(x, y)


NUMBERS = [2, 1.5, 1 - 2j, complex("inf+nanj"), complex(3, float("inf")), complex(-0.0, -0.0), np.complex64(1 + 2j), np.complex128(2j), np.float32(0.1)]


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("y", NUMBERS, ids=repr)
@pytest.mark.parametrize("x", NUMBERS, ids=repr)
def test_parts_of_a_complex_number_may_be_complex(x, y):
    check_values((both, x, y))


def told_as_an_integer(v):
    raise OverflowError("%d items" % v)


@pytest.mark.parametrize("v", [3, 1.5, -3.7, 1e20, float("nan"), np.float32(2.5), np.uint64(7), True])
def test_whole_parts_in_messages(v):
    check_values((told_as_an_integer, v))


def powers(a):
    return np.linalg.matrix_power(a, 3)


def test_powers_of_a_stack_are_refused_or_right():
    check_values((powers, np.ones((2, 2, 2)) + np.eye(2)))
    with pytest.raises(NotImplementedError, match="a stack of matrices"):
        up.jit(strict=True)(powers)(np.ones((2, 2, 2)))


def permuted(n):
    return np.random.permutation(np.arange(n)), np.random.default_rng(1).permutation(np.arange(n) * 2.0)


def test_no_elements_in_a_random_order():
    check_values((permuted, 0))
    check_values((permuted, 1))
