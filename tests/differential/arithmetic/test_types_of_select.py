"""np.select joins the types of all arrays before that of a number of Python's, whichever array comes first."""

import itertools

import numpy as np
import pytest
import unpython as up

TYPES = (np.bool_, np.int8, np.uint8, np.int64, np.float32, np.complex64)
FIRST, SECOND = np.array([True, False, False, True]), np.array([False, True, False, True])


def of_two(a, b, default):
    return np.select([FIRST, SECOND], [a, b], default)


def of_three(a, b, default):
    return np.select([FIRST, SECOND, FIRST], [a, b, a], default)


def with_a_number(a, b, default):
    return np.select([FIRST, SECOND], [a, 2.5], default)


@pytest.mark.parametrize("function", [of_two, of_three, with_a_number])
@pytest.mark.parametrize("default", [3, True, np.float32(2)])
def test_arrays_come_before_numbers(function, default):
    compiled = up.jit(function)
    for one, other in itertools.product(TYPES, TYPES):
        a, b = np.array([0, 1, 2, 3]).astype(one), np.array([1, 0, 4, 5]).astype(other)
        expected = function(a, b, default)
        try:
            found = compiled(a, b, default)
        except up.CompileError:
            assert isinstance(default, np.float32)
            continue
        assert found.dtype == expected.dtype, (one, other)
        assert np.array_equal(found, expected), (one, other)


@pytest.mark.parametrize("function", [of_two, of_three, with_a_number])
@pytest.mark.parametrize("default", [7, -1])
def test_arrays_without_dimensions_have_their_type(function, default):
    compiled = up.jit(function)
    for one, other in itertools.product(TYPES, (np.uint8, np.int16, np.float32)):
        for a, b in ((np.array([0, 1, 2, 3]).astype(one), np.array(5, other)), (other(5), np.array([1, 0, 4, 5]).astype(one))):
            try:
                found = compiled(a, b, default)
            except (up.CompileError, OverflowError):
                continue
            expected = function(a, b, default)
            assert found.dtype == expected.dtype, (one, other)
            assert np.array_equal(found, expected), (one, other)
