"""Tuples of numbers that are put in order: by the first items that differ, or by their lengths."""

import itertools

import numpy as np
import pytest
import unpython as up


def orders(x, y):
    a, b = (x, y), (y, x)
    return a < b, a <= b, a > b, a >= b, a < (x,), (x, y, 1) > a, (x, 1) <= (y, x)


def best_pair(x, y):
    best = (x, -1)
    for i in range(4):
        if (y - i % 2, i) < best:
            best = (y - i % 2, i)
    return best


@pytest.mark.parametrize("function", [orders, best_pair])
def test_as_python(function):
    compiled = up.jit(function)
    for x, y in itertools.product([0, 1, -1, 2.5, 1.0, True, float("inf"), -0.0, 0.0], repeat=2):
        assert compiled(x, y) == function(x, y), (x, y)


def test_two_nan_are_not_decided():
    nan, other = float("nan"), float("nan")
    for pair in ((nan, 1.0), (1.0, nan), (nan, other), (nan, nan)):
        assert up.jit(strict=False)(orders)(*pair) == orders(*pair)


def orders_of_mixed(x, y):
    less = (x, 1) < (y, 1)
    return less, (x, 1) <= (x, 1), (x,) < (1, 2), (x, 1) < (x, y), (1, x) >= (1, 0), (1, 2) < (1, 3), not less, less and x, (x, 1) < (y, 1) < (3, 2)


def test_the_bool_is_that_of_the_items_that_differ():
    compiled = up.jit(strict=True)(orders_of_mixed)
    for x, y in itertools.product([np.int64(1), np.int8(2), 1, 2.0, np.float32(1.5)], repeat=2):
        given, expected = compiled(x, y), orders_of_mixed(x, y)
        assert given == expected and [type(g) for g in given] == [type(e) for e in expected], (x, y)
