"""Reductions over several axes, and columns of few rows: whole numbers are exact in any order, and other numbers have the same bits on
each target, since the order of a sum is the same tree everywhere."""

import numpy as np
import pytest
import unpython as up
from support import paths
from unpython import prange


def first_two(a):
    return a.sum(axis=(0, 1)), a.max(axis=(0, 1)), (a * a).mean(axis=(0, 1))


def last_two(a):
    return a.sum(axis=(1, 2)), a.min(axis=(1, 2)), a.mean(axis=(1, 2), keepdims=True)


def outer_two(a):
    return a.sum(axis=(0, 2)), a.max(axis=(0, 2)), (a > 1).any(axis=(0, 2)), np.count_nonzero(a, axis=(0, 2))


def first(a):
    return a.sum(axis=0), a.prod(axis=0), a.sum(axis=1)


def columns_by_loops(a):
    y = np.empty(a.shape[2])
    for k in prange(a.shape[2]):
        s = 0.5
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                s += a[i, j, k] * 2
        y[k] = s + 1
    return y


def two_sums_by_loops(a):
    y, z = np.empty(a.shape[2]), np.empty(a.shape[2])
    for k in prange(a.shape[2]):
        s = 0.0
        q = 0.0
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                s += a[i, j, k]
                q += a[i, j, k] ** 2
        y[k] = s
        z[k] = q
    return y, z


def whole(a):
    return a.max(), a.min(), a.sum(), a.argmax()


SHAPES = [(2, 3, 40), (1, 4, 5), (3, 1, 130), (33, 2, 9), (2, 33, 9), (5, 40, 3), (40, 70, 3), (3, 600, 4), (1030, 2, 2), (2, 2, 1100), (0, 3, 4), (3, 4, 0)]
SUMS = [first_two, last_two, outer_two, first, columns_by_loops, two_sums_by_loops, whole]


def numbers(shape, dtype):
    drawn = np.random.default_rng(sum(shape))
    return drawn.integers(-3, 4, shape).astype(dtype) if dtype != np.float64 else drawn.integers(-9, 9, shape) * 1.0


@pytest.mark.filterwarnings("ignore:Mean of empty", "ignore:Degrees", "ignore:invalid value")
@pytest.mark.parametrize("dtype", ["float64", "float32", "int64"])
@pytest.mark.parametrize("function", SUMS, ids=lambda f: f.__name__)
def test_whole_numbers(function, dtype):
    compiled = up.jit(strict=True)(function)
    for shape in SHAPES:
        a = numbers(shape, dtype)
        try:
            expected = function(a)
        except ValueError as error:
            with pytest.raises(ValueError) as raised:
                compiled(a)
            assert raised.value.args == error.args
            continue
        np.testing.assert_equal(compiled(a), expected)


def tree(items):
    """The sum of numbers of one type: 32 lanes of a leaf of 512, folded by halves; leaves by neighbouring pairs."""
    zero = items.dtype.type(-0.0)
    leaves = []
    for start in range(0, len(items), 512):
        lanes = [zero] * 32
        for place, item in enumerate(items[start : start + 512]):
            lanes[place % 32] = lanes[place % 32] + item
        for half in (16, 8, 4, 2, 1):
            lanes = [lanes[i] + lanes[i + half] for i in range(half)]
        leaves.append(lanes[0])
    while len(leaves) > 1:
        pairs = [leaves[i] + leaves[i + 1] for i in range(0, len(leaves) - 1, 2)]
        leaves = pairs + ([leaves[-1]] if len(leaves) % 2 else [])
    return leaves[0] if leaves else zero


def summed(a, *axes):
    """Sums of sums, the last axis first."""
    for axis in sorted(axes, reverse=True):
        a = np.apply_along_axis(tree, axis, a)
    return a + a.dtype.type(0)


def sums(a):
    return a.sum(axis=(0, 1)), a.sum(axis=(1, 2)), a.sum(axis=(0, 2)), a.sum(axis=0), a.sum(axis=1)


def expected_sums(a):
    return summed(a, 0, 1), summed(a, 1, 2), summed(a, 0, 2), summed(a, 0), summed(a, 1)


@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_bits(dtype, device):
    compiled = up.jit(sums, strict=True) if device == "cpu" else up.gpu(force=True, device=device)(sums)
    for shape in [(2, 3, 40), (33, 5, 17), (3, 70, 9), (40, 35, 6), (600, 5, 7), (2, 3, 1100)]:  # shorter rows are written out
        a = np.random.default_rng(7).standard_normal(shape).astype(dtype)
        for found, expected in zip(compiled(a), expected_sums(a), strict=True):
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected, str(shape))


def spread(a):
    return a.var(axis=(0, 1)), a.std(axis=(1, 2)), a.var(axis=0)


@pytest.mark.parametrize("shape", [(2, 3, 40), (33, 5, 17), (40, 35, 3)])
def test_spread(shape):
    a = np.random.default_rng(7).standard_normal(shape)
    for found, expected in zip(up.jit(spread, strict=True)(a), spread(a), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def scaled(p):
    p *= 0.5
    p += 1


def moved(p, v):
    for i in prange(p.shape[0]):
        for k in range(3):
            p[i, k] = p[i, k] + v[i, k] * 0.25


def centred(p, c):
    p -= c


@pytest.mark.parametrize("width", [2, 3, 4])
def test_short_rows_in_place(width):
    for n in (0, 1, 2, 7, 500):
        p, v = np.random.default_rng(n).random((2, n, width))
        for function, more in ((scaled, ()), (moved, (v,)), (centred, (np.arange(width) * 1.0,))):
            if function is moved and width != 3:
                continue
            mine, theirs = p.copy(), p.copy()
            up.jit(strict=True)(function)(mine, *more)
            function(theirs, *more)
            np.testing.assert_array_equal(mine, theirs)
