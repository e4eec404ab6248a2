"""Floats added by key to many elements: on devices the keys are put in order, and the sums have the bits that copies give on the CPU."""

import numpy as np
import pytest
import unpython as up
from support import paths
from unpython import prange


def add(keys, weights, sums):
    for i in prange(keys.shape[0]):
        sums[keys[i]] += weights[i]


def add_products(keys, weights, sums, factor):
    for i in prange(len(keys)):
        sums[keys[i] + 1] += weights[i] * factor - keys[i]


def add_weighted(keys, weights, sums, factor):
    for i in prange(keys.shape[0]):
        sums[keys[i]] += weights[i] * factor


def add_scaled(keys, weights, factors, sums):
    for i in prange(keys.shape[0]):
        sums[keys[i]] += weights[i] * factors[i]


def add_rows(keys, weights, sums):
    for i in prange(keys.shape[0]):
        sums[keys[i]] += weights[i]
    return sums.sum()


def made_here(keys, weights):
    sums = np.zeros(9000)
    for i in prange(70000):
        sums[keys[i]] += weights[i]
    return sums


def given(bins, dtype, kind, skew=3):
    random = np.random.default_rng(bins)
    keys = (random.random(70000) ** skew * bins).astype(kind)
    return keys, (random.random(70000) - 0.3).astype(dtype), random.random(bins).astype(dtype)


def outcome(function, *arguments, **options):
    arguments = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)
    raised = ""
    try:
        result = up.jit(strict=False, force=True, **options)(function)(*arguments)
    except IndexError as error:
        raised, result = str(error), None
    return raised, result, arguments


def check_bits(function, *arguments, **options):
    expected = outcome(function, *arguments, device="cpu", **options)
    for device in paths.DEVICES:
        raised, result, found = outcome(function, *arguments, device=device, **options)
        assert raised == expected[0]
        np.testing.assert_array_equal(result, expected[1])
        for one, other in zip(found, expected[2], strict=True):
            np.testing.assert_array_equal(one, other)
    return expected


@pytest.mark.parametrize("bins, dtype, kind", [(20, np.float64, np.int64), (9000, np.float32, np.int16), (66000, np.float64, np.int32), (9000, np.float64, np.uint64)])
def test_the_bits_are_those_of_the_cpu(bins, dtype, kind):
    keys, weights, sums = given(bins, dtype, kind)
    check_bits(add, keys, weights, sums)
    check_bits(add, keys[:65536] * 0 + 3, weights, sums)


def test_strict_sums_have_the_order_of_the_iterations():
    keys, weights, sums = given(3000, np.float32, np.int64)
    _, _, (_, _, found) = check_bits(add, keys, weights, sums, fp="strict")
    add(keys, weights, sums)
    np.testing.assert_array_equal(found, sums)


def test_keys_below_zero_and_zeros_with_a_sign():
    keys, weights, sums = given(9000, np.float64, np.int64)
    check_bits(add, keys - 9000, weights * 0 - 0.0, sums * 0 - 0.0)
    check_bits(add_products, keys - 5000, weights, sums, 0.5)


@pytest.mark.parametrize("place", [0, 69999])
def test_a_key_of_no_element(place):
    keys, weights, sums = given(9000, np.float64, np.int64)
    keys[place] = 9000
    raised, _, (_, _, found) = check_bits(add, keys, weights, sums)
    assert "9000 is out of bounds" in raised
    assert np.array_equal(found, sums) == (place == 0)


def test_what_is_read_may_be_too_short_or_the_sums_themselves():
    keys, weights, sums = given(70000, np.float64, np.int64)
    assert "out of bounds" in check_bits(add, keys, weights[:-1], sums)[0]
    expected = sums.copy()
    add(keys, expected[::-1], expected)
    for device in paths.DEVICES:
        found = sums.copy()
        up.jit(device=device, strict=False)(add)(keys, found[::-1], found)
        np.testing.assert_array_equal(found, expected)


def test_products_are_rounded_with_their_sum():
    keys, weights, sums = given(9000, np.float64, np.int64)
    check_bits(add_weighted, keys, weights, sums, 1.1)


@pytest.mark.parametrize("dtype", [np.float32, np.int8])
@pytest.mark.parametrize("skew", [1, 8])
def test_products_of_another_type_are_rounded_or_wrap_before(dtype, skew):
    keys, weights, sums = given(9000, np.float64, np.int64, skew)
    narrow = (weights * 140).astype(dtype)
    _, _, (*_, found) = check_bits(add_scaled, keys, narrow, narrow[::-1].copy(), sums)
    np.add.at(sums, keys, narrow * narrow[::-1])
    np.testing.assert_allclose(found, sums, rtol=1e-12)


def test_sums_that_are_made_in_the_function():
    keys, weights, _ = given(9000, np.float64, np.int64)
    check_bits(made_here, keys, weights)


def test_rows_are_added_as_before():
    keys, weights, sums = np.arange(6).reshape(3, 2), np.ones((3, 2)), np.zeros((6, 2))
    check_bits(add_rows, keys[:, 0].copy(), weights, sums)
