"""np.take along each axis, and functions that NumPy computes in a type of its own: NumPy's values, types and texts."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values, outcome


def same(function, *given):
    assert outcome(up.jit(function), list(given)) == outcome(function, list(given))


def of_several_dimensions(a):
    rows = np.take(a, [[0, 1], [1, 0]], axis=0), np.take(a, 1, axis=0)
    return rows, np.take(a, [[0, 1], [1, 0]], axis=1), np.take(a, [[0, 1], [1, 1]], axis=-1), np.take(a, 1, axis=-1), a.take([1], axis=1)


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4), (2, 2, 3, 2)])
def test_takes_along_an_axis(shape):
    check_values((of_several_dimensions, np.arange(float(math.prod(shape))).reshape(shape)))


def behind_the_end(a):
    return np.take(a, [0, 99], axis=1)


def one_behind_the_end(a):
    return np.take(a, 99, axis=-1)


def item_behind_the_end(a):
    return a.item(99)


def item_before_the_first(a):
    return a.item(-13)


@pytest.mark.parametrize("function", [behind_the_end, one_behind_the_end, item_behind_the_end, item_before_the_first])
def test_places_that_are_not_there(function):
    same(function, np.arange(12.0).reshape(3, 4))


def items(a):
    return a.item(-12), a.item(5), a.item(2, 1), a.item((1, 1))


def test_items():
    same(items, np.arange(12).reshape(3, 4))


def logarithms(a, b):
    return np.logaddexp(a, b), np.logaddexp2(a, b)


@pytest.mark.parametrize("types", [("u2", "i1"), ("i1", "u2"), ("u4", "i2"), ("i2", "u1"), ("i4", "u1")])
def test_types_of_sums_of_exponentials(types):
    a, b = (np.array([1, 3], kind) for kind in types)
    found, expected = up.jit(strict=True)(logarithms)(a, b), logarithms(a, b)
    assert [x.dtype for x in found] == [x.dtype for x in expected]
    assert all(np.allclose(x, y, rtol=1e-6) for x, y in zip(found, expected))


@pytest.mark.parametrize("function", [lambda a, b: np.logaddexp(a, b), lambda a, b: np.logaddexp2(a, b)])
def test_half_precision_of_bytes_is_refused(function):
    with pytest.raises(up.CompileError, match="float16"):
        up.jit(strict=True)(function)(np.array([1, 3], np.uint8), np.int8(4))


def transformed(a):
    return np.fft.fftn(a), np.fft.ifftn(a)


@pytest.mark.parametrize("a", [np.array(2.0), np.array(3), np.array(1j)], ids=repr)
def test_a_transform_of_no_dimension_is_its_array(a):
    same(transformed, a)


def in_any_order(n):
    return np.random.permutation(n)


@pytest.mark.parametrize("n", [-1, 0, 1, np.int8(-3)], ids=repr)
def test_permutations_of_less_than_nothing(n):
    same(in_any_order, n)


def added_at(a, b):
    np.add.at(a, np.array([0, 0, 1]), b)


@pytest.mark.parametrize("kind", [np.uint64, np.int64, np.uint8, np.float32])
def test_numbers_that_are_added_at_places(kind):
    same(added_at, np.array([2**60 + 1, 2**62 + 3], np.uint64).astype(kind), 1)


def lifted_to_a_power(a, b):
    np.power.at(a, np.array([0, 0, 1]), b)


def test_powers_at_places_are_computed_in_64_bits():
    same(lifted_to_a_power, np.array([3, 2], np.float32), 1.1)


def whole(x):
    return math.floor(x), math.ceil(x)


@pytest.mark.parametrize("x", [np.uint64(2**60 + 1), np.int64(-(2**60) - 1), 2**60 + 1, np.int32(-7), True], ids=repr)
def test_whole_numbers_of_numpy_go_by_way_of_a_float(x):
    same(whole, x)


def character(x):
    return chr(x)


def test_no_float_is_a_character():
    same(character, 65)
    same(character, 1.5)
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        up.jit(character)(1.5)
