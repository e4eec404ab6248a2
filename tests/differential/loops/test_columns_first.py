"""Triangular nests that run column by column on a device, all rows of a column at once, and their kin that must not.
Each begins with `a *= 1.0`, so that a device takes those that run in order too."""

import functools
import re

import numpy as np
import pytest
import unpython as up
from support.devices import require

BY_COLUMNS = "column by column"


def cholesky_from_row_1(a):
    a *= 1.0
    if a.shape[0] > 0:
        a[0, 0] = np.sqrt(a[0, 0])
    for i in range(1, a.shape[0]):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            a[i, j] /= a[j, j]
        for k in range(i):
            a[i, i] -= a[i, k] * a[i, k]
        a[i, i] = np.sqrt(a[i, i])


def lu(a):
    a *= 1.0
    for i in range(a.shape[0]):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[k, j]
            a[i, j] = s / a[j, j]
        for j in range(i, a.shape[0]):
            s = a[i, j]
            for k in range(i):
                s -= a[i, k] * a[k, j]
            a[i, j] = s


def below_the_band(a):
    a *= 1.0
    for i in range(a.shape[0]):
        for j in range(i - 2):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            a[i, j] *= 0.01
        a[i, i] += a[i, 0]


def far_column(a):
    """A column needs a later one of the row above."""
    a *= 1.0
    for i in range(1, a.shape[0]):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * 0.01
            a[i, j] += a[i - 1, j + 1]


def other_column(a):
    """All columns store to one column of the next row, which its first step reads."""
    a *= 1.0
    for i in range(a.shape[0] - 1):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * 0.01
            a[i + 1, 0] += a[i, j]


def row_above(a):
    """The rest of a row stores what the row below begins with."""
    a *= 1.0
    for i in range(a.shape[0] - 1):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * 0.01
        a[i + 1, 0] += a[i, i]


def carried(a):
    a *= 1.0
    s = 1.0
    for i in range(a.shape[0]):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * s
        s = a[i, i] * 0.001


def raises(a):
    a *= 1.0
    for i in range(a.shape[0]):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            if a[j, j] < -1000.0:
                raise ValueError("negative")
            a[i, j] /= a[j, j]
        a[i, i] -= 1e4 if i == 100 else 0.0


def from_another(a, b):
    a *= 1.0
    for i in range(a.shape[0]):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k] * 0.01
            a[i, j] += b[i, j]


def matrix(n):
    b = np.random.default_rng(n).random((n, n))
    return b @ b.T + n * np.eye(n)


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


@functools.cache
def made(device, function):
    return up.gpu(force=True, device=device, fp="strict")(function)


def check(device, function, *arrays):
    """The result is that of Python, to the bit; what explain() says."""
    expected = [a.copy() for a in arrays]
    function(*expected)
    compiled = made(device, function)
    compiled(*arrays)
    for a, b in zip(arrays, expected, strict=True):
        np.testing.assert_array_equal(a, b)
    return str(compiled.explain())


@pytest.mark.parametrize("function, rows", [(cholesky_from_row_1, 130), (below_the_band, 130), (lu, 150)])
def test_factorizations_run_by_columns(device, function, rows):
    text = check(device, function, matrix(rows))
    assert text.count(BY_COLUMNS) == 1
    assert all(int(times) <= rows + 1 for times in re.findall(r"launched (\d+) times", text))


def test_few_rows_run_as_they_stand(device):
    for n in (0, 2, 17):
        assert BY_COLUMNS not in check(device, below_the_band, matrix(n))


def test_a_view_with_negative_strides(device):
    assert BY_COLUMNS in check(device, below_the_band, matrix(130)[::-1, ::-1].copy()[::-1, ::-1])


@pytest.mark.parametrize("function", [far_column, other_column, row_above, carried])
def test_what_would_be_read_too_early_stays_in_order(device, function):
    assert BY_COLUMNS not in check(device, function, matrix(130) / 130)


def test_what_raises_stays_in_order(device):
    expected = matrix(130)
    with pytest.raises(ValueError, match="negative"):
        raises(expected)
    a = matrix(130)
    compiled = made(device, raises)
    with pytest.raises(ValueError, match="negative"):
        compiled(a)
    np.testing.assert_array_equal(a, expected)
    assert BY_COLUMNS not in str(compiled.explain())


def test_arrays_that_meet_stay_in_order(device):
    assert BY_COLUMNS in check(device, from_another, matrix(130) / 1300, matrix(130))
    both = matrix(131) / 1300
    expected = both.copy()
    from_another(expected[1:, :-1], expected[:-1, 1:])
    compiled = made(device, from_another)
    compiled(both[1:, :-1], both[:-1, 1:])
    np.testing.assert_array_equal(both, expected)
    assert BY_COLUMNS not in str(compiled.explain())
