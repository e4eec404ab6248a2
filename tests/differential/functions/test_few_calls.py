"""Functions inside a function that call themselves for a few items, and that put lists of tuples together."""

import math

import numpy as np
import pytest
import unpython as up


def of_pairs(n):
    def depth(lo, hi, d=0):
        if hi - lo <= 1:
            return d
        m = (lo + hi) // 2
        return max(depth(p, q, d + 1) for p, q in ((lo, m), (m, hi)))

    return depth(0, n)


def of_corners(n):
    image = np.arange(16.0).reshape(4, 4) % n
    leaves = []

    def split(y, x, size, depth=0):
        block = image[y : y + size, x : x + size]
        if size <= 1 or block.max() - block.min() <= 2:
            leaves.append((y, x, size))
            return depth
        half = size // 2
        return max(split(y + dy, x + dx, half, depth + 1) for dy in (0, half) for dx in (0, half))

    return split(0, 0, 4), leaves


def ways(n):
    def count(k):
        if k <= 0:
            return 1 if k == 0 else 0
        return sum(count(k - step) for step in (1, 2, 3))

    return count(n)


def smallest(n):
    def best(k, x):
        return x if k == 0 else min([best(k - 1, x * s + w) for s, w in [(-1, 0.5), (2, 0.25)]])

    return best(n, 1.5)


def with_a_name_that_calls_change(n):
    last = 1

    def f(k):
        nonlocal last
        last += 1
        return k if k <= 0 else max(f(k - s) + s for s in (last, last + 1))

    return f(n), last


def tips(n):
    def grow(x, a, length, level):
        if level < 0:
            return [(x, level)]
        x += length * math.cos(a)
        return grow(x, a - 0.5, length / 2, level - 1) + [(x, a)] + grow(x, a + 0.5, length / 2, level - 1)

    return grow(0.0, 0.25, 2.0, n)


def in_a_loop(n):
    def down(k):
        if k <= 0:
            return [(0, 0)]
        return [(k, k * k)] + down(k - 2)

    total = 0
    for i in range(n):
        path = down(i)
        total += len(path) + path[0][1]
    return total


def called_twice(n):
    def down(k):
        if k <= 0:
            return [(0, 0)]
        return [(k, k * k)] + down(k - 2)

    first = down(n)
    return first, len(down(1)), first is down(n)


COMPILED = [of_pairs, of_corners, ways, smallest, tips, in_a_loop]
OTHERS = [with_a_name_that_calls_change, called_twice]


@pytest.mark.parametrize("function", COMPILED)
@pytest.mark.parametrize("n", [1, 5])
def test_compiled(function, n):
    assert repr(up.jit(strict=True)(function)(n)) == repr(function(n))


@pytest.mark.parametrize("function", OTHERS)
def test_as_in_python(function):
    assert repr(up.jit(strict=False)(function)(3)) == repr(function(3))
