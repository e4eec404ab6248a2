"""Temporaries that devices compute again instead of storing them (transform/grid/recompute_temporaries.h): the bits stay."""

import numpy as np
import pytest
import unpython as up
from support import paths


def centred(a):
    c = a - a.mean(axis=1, keepdims=True)
    return c / np.sqrt((c * c).mean(axis=1, keepdims=True) + a.dtype.type(1e-5))


def products(a):
    c = a * a.dtype.type(1.1)
    s = c.sum(axis=1, keepdims=True)
    return c + s


def operand_changes(a):
    c = a - a.max(axis=1, keepdims=True)
    s = c.sum(axis=1, keepdims=True)
    a[:] = s
    return c - s


def read_in_a_product(a):
    c = a + a.dtype.type(1)
    s = c.max(axis=1, keepdims=True)
    return (c - s) @ c.T


def given_back(a):
    c = a - a.min(axis=0)
    return c, c + c.sum(axis=0), c.shape[0]


def half_filled(a):
    c = np.zeros_like(a)
    c[1:] = a[1:] - a[:-1]
    s = c.sum(axis=0)
    return c - s


def in_turns(a):
    for _ in range(3):
        c = a - a.mean(axis=1, keepdims=True)
        a = c / (abs(c).max(axis=1, keepdims=True) + a.dtype.type(1))
    return a


def two_ways(a):
    c = a - a.mean(axis=1, keepdims=True)
    if a[0, 0] > 0:
        return c - c.sum(axis=1, keepdims=True)
    return c + c.max()


FUNCTIONS = [centred, products, operand_changes, read_in_a_product, given_back, half_filled, in_turns, two_ways]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_bits(function, dtype):
    for shape in [(40, 70), (3, 600), (2, 2)]:
        a = np.random.default_rng(shape[1]).standard_normal(shape).astype(dtype)
        expected = up.jit(strict=True)(function)(mine := a.copy())
        for device in paths.DEVICES:
            given = a.copy()
            found = up.gpu(force=True, device=device)(function)(given)
            for one, other in zip((found, given), (expected, mine), strict=True):
                np.testing.assert_equal(one, other)
