"""Axes and `keepdims` that a call gives: each value has code of its own."""

import numpy as np
import pytest
import unpython as up


def softmax(x, axis=0):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True), x.shape[axis]


def by_place(x, axis):
    return x.sum(axis), np.cumsum(x, axis)


def means(x, axis=None, keepdims=False):
    return np.nanmean(x, axis=axis, keepdims=keepdims)


def joined(x, along):
    return np.stack([x, -x], axis=along), np.concatenate((x, x), axis=along), np.take(x, 1, axis=along)


def walked(x, axis=0):
    total = np.zeros(x.shape[axis])
    for i in range(x.shape[axis]):
        total[i] = np.take(x, i, axis=axis).sum()
    return total


def center(x, a, keeps=True):
    return x - np.median(x, a, keepdims=keeps)


def by_helper(x, dim):
    return center(x, dim).std(dim), center(x, a=dim)


def by_helpers(x, where=-1):
    return by_helper(x, where)[0]


def placed(x, dim):
    return np.median(x, dim), np.nanmean(x, dim), np.sort(x, dim), np.flip(x, dim), np.moveaxis(x, dim, -1) * 2


CALLS = [
    (by_helper, [(0,), (1,), (-1,)]),
    (by_helpers, [(), (0,)]),
    (placed, [(0,), (1,), (-1,)]),
    (softmax, [(), (1,), (-1,), (0,)]),
    (by_place, [(0,), (1,), (-2,)]),
    (means, [(), (None, True), (0, True), (1, False), (1,), ((0, 1), True), ((1,),), (0, 1)]),
    (joined, [(0,), (1,), (-1,)]),
    (walked, [(), (1,)]),
]


def _check(found, expected):
    if isinstance(expected, tuple):
        assert isinstance(found, tuple) and len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            _check(one, other)
        return
    assert type(found) is type(expected) and np.shape(found) == np.shape(expected)
    assert np.asarray(found).dtype == np.asarray(expected).dtype
    np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("function", "given"), CALLS, ids=[function.__name__ for function, _ in CALLS])
def test_each_value(function, given, dtype):
    x = np.random.default_rng(1).random((4, 6)).astype(dtype)
    compiled = up.jit(strict=True)(function)
    for values in [*given, *given]:  # the second time from what is kept
        for array in (x, x[:, ::2]):
            _check(compiled(array, *values), function(array, *values))


def test_one_is_not_true():
    compiled = up.jit(strict=True)(by_place)
    x = np.arange(6.0).reshape(2, 3)
    compiled(x, 1)
    with pytest.raises((up.CompileError, TypeError)):
        compiled(x, True)
    with pytest.raises(np.exceptions.AxisError, match="axis 2 is out of bounds"):
        compiled(x, 2)
    _check(compiled(x, 1), by_place(x, 1))


def test_an_axis_that_changes_is_refused():
    @up.jit(strict=True)
    def total(x, axis=-1):
        if axis < 0:
            axis += x.ndim
        return x.sum(axis=axis)

    with pytest.raises(up.CompileError, match="axis"):
        total(np.ones((2, 3)))
