"""Launches in tiles of which the first ones touch less than the others: nothing, or places that they only store to."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def from_somewhere(a):
    for i in prange(a.shape[0]):
        if i > 10:
            for j in range(a.shape[1]):
                a[i, j] += 1


def in_the_middle(a):
    for i in prange(a.shape[0]):
        if i > 8 and i < 30:
            for j in range(a.shape[1]):
                a[i, j] += 1


def stored_at_first(a):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            if i < 10:
                a[i, j] = 5
            else:
                a[i, j] += 2


def triangle(a):
    for i in prange(a.shape[0]):
        for j in range(i):
            a[i, j] += 1


def triangle_of_columns(a):
    for i in prange(a.shape[0]):
        for j in range(i):
            a[j, i] *= 2


def later_triangle(a):
    for i in prange(5, a.shape[0]):
        for j in range(i - 5):
            a[i, j] = a[i, j] * 2 + 1


def sums_of_later_rows(a):
    for i in prange(a.shape[0]):
        if i > 20:
            s = 0.0
            for j in range(a.shape[1]):
                s += a[i, j]
            a[i, 0] = s


def less_each_time(a):
    for t in range(3):
        for i in prange(a.shape[0]):
            if i > 12 * t:
                for j in range(a.shape[1]):
                    a[i, j] += 1


FUNCTIONS = [from_somewhere, in_the_middle, stored_at_first, triangle, triangle_of_columns, later_triangle, sums_of_later_rows, less_each_time]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_first_tile_is_no_example(function, device):
    for limit in (6000, 2500, 1000):
        a = np.arange(1600.0).reshape(40, 40)
        expected = a.copy()
        function(expected)
        up.jit(device=device, memory_limit=limit)(function)(a)
        np.testing.assert_array_equal(a, expected, f"{limit} bytes")
