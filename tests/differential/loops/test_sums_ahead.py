"""Sums of rows that a loop compares: devices make them for all rows first (transform/grid/sums_ahead.h)."""

import numpy as np
import pytest
import unpython as up
from support import paths
from unpython import prange


def nearest(points, centres):
    found = np.empty(points.shape[0], np.int64)
    for i in prange(points.shape[0]):
        best = np.float32(np.inf)
        which = -1
        for c in range(centres.shape[0]):
            d = np.float32(0)
            for k in range(points.shape[1]):
                d += (points[i, k] - centres[c, k]) ** 2
            if d < best:
                best = d
                which = c
        found[i] = which
    return found


def two_sums(a, b):
    best = np.zeros((a.shape[0], 2))
    for i in prange(a.shape[0]):
        w = a[i, 0] * 0.5
        most = -1e9
        for c in range(b.shape[0]):
            d = w
            e = 1.0
            for k in range(a.shape[1]):
                d += a[i, k] * b[c, k]
                e += abs(a[i, k] - b[c, k]) * w
            most = max(most, d / e + c)
            best[i, 0] += e
        best[i, 1] = most
    return best


def sums_of_changing_starts(a, b):
    out = np.zeros(a.shape[0])
    for i in prange(a.shape[0]):
        last = 0.0
        for c in range(b.shape[0]):
            d = last
            for k in range(a.shape[1]):
                d += a[i, k] * b[c, k]
            last = d * 0.25
        out[i] = last
    return out


def what_is_read_changes(a, b):
    for i in prange(a.shape[0]):
        for c in range(b.shape[0]):
            d = 0.0
            for k in range(1, a.shape[1]):
                d += a[i, k] * b[c, k]
            a[i, 0] = max(a[i, 0], d)
            a[i, 1] = a[i, 0]
    return a


def ends_early(a, b):
    out = np.full(a.shape[0], -1)
    for i in prange(a.shape[0]):
        for c in range(b.shape[0]):
            d = 0.0
            for k in range(a.shape[1]):
                d += a[i, k] * b[c, k]
            if d > 0.5:
                out[i] = c
                break
    return out


def last_sum_is_kept(a, b):
    out = np.zeros(a.shape[0])
    for i in prange(a.shape[0]):
        d = -1.0
        for c in range(b.shape[0]):
            d = 0.0
            for k in range(a.shape[1]):
                d += a[i, k] * b[c, k]
            out[i] += d
        out[i] -= d
    return out


def triangular(a, b):
    out = np.zeros(a.shape[0])
    for i in prange(a.shape[0]):
        for c in range(min(i, b.shape[0])):
            d = 0.0
            for k in range(a.shape[1]):
                d += a[i, k] * b[c, k]
            out[i] += d * d
    return out


def of_a_third_array(a, b):
    out = np.zeros(a.shape[0])
    for i in prange(a.shape[0]):
        for c in range(b.shape[0]):
            d = 0.0
            for k in range(a.shape[1]):
                if a[i, k] > b[c, k]:
                    d += a[i, k]
            out[i] = out[i] * 0.5 + d
    return out


ROWS = [nearest, two_sums, sums_of_changing_starts, what_is_read_changes, ends_early, last_sum_is_kept, triangular, of_a_third_array]


def check(function, a, b):
    """On the CPU and on each device: what CPython gives and leaves; a device rounds a product and a sum once."""
    expected = function(mine := a.copy(), b)
    for device in ("cpu", *paths.DEVICES):
        given = a.copy()
        found = up.jit(device=device, force=True)(function)(given, b)
        np.testing.assert_allclose(found, expected, rtol=1e-12)
        np.testing.assert_allclose(given, mine, rtol=1e-12)


@pytest.mark.parametrize("shape, others", [((70, 40), 5), ((3, 17), 140), ((5, 3), 4), ((4, 20), 0), ((0, 20), 3), ((3, 0), 2)])
@pytest.mark.parametrize("function", ROWS)
def test_rows(function, shape, others):
    if function in (two_sums, what_is_read_changes) and shape[1] == 0:
        return
    random = np.random.default_rng(shape[0])
    kind = np.float32 if function is nearest else np.float64
    check(function, random.random(shape).astype(kind), random.random((others, shape[1])).astype(kind))


@pytest.mark.parametrize("function", [two_sums, last_sum_is_kept])
def test_strided_rows(function):
    random = np.random.default_rng(7)
    check(function, random.random((40, 30)).T, random.random((12, 80))[::2, ::-2])


def test_operands_that_were_one_array():
    memory = np.random.default_rng(8).random((40, 30))
    check(what_is_read_changes, memory.copy(), memory[:6])
