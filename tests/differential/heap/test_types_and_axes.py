"""Axes that the run says, arrays with one item along an axis, types of arrays as values, float16, statistics, on the heap."""

import copy
import statistics

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, told

GRID, CUBE = np.array([[1.0, 5.0, 2.0], [4.0, 0.5, 6.0]]), np.arange(8).reshape(2, 2, 2)


def shares(x, axis=None, keep=False):
    total = x.sum(axis=axis, keepdims=True)
    if keep:
        x = x.astype(float)
        x /= total
        return x
    x = (x / total).ravel()
    if x.size == 1:
        return x[0]
    return x, total.shape


def along(a, axis, kept):
    return [np.std(a, axis=axis, keepdims=kept), None, a.argmax(axis=axis), np.max(a, axis=axis)]


def beyond(a, axis):
    try:
        return a.sum(axis=axis), a.mean(axis), "inside"
    except IndexError:
        return None


def in_turn(a, axes):
    out = [None]
    for axis in axes:
        out.append(a.cumsum(axis=axis) if axis is not None else a.cumsum())
    return out


def products(a, b):
    res = [None]
    res.append(a * b)
    res.append(np.maximum(b, a))
    return res


def stored(a, b):
    res = [None, "x"]
    a[...] = b
    a *= b
    res.append(a)
    return res


def named(xs):
    out = {}
    for x in xs:
        out[x.dtype.name] = (x.dtype.kind, x.dtype.itemsize, str(x.dtype), x.nbytes, x.dtype == np.float32, x.dtype in (np.int64, np.int32))
    return out


def typed_as(a, b):
    res = [None]
    res.append(np.zeros(2, dtype=a.dtype))
    res.append(b.astype(a.dtype))
    return res, np.issubdtype(a.dtype, np.integer), a.dtype != b.dtype, a.dtype


def halves(x):
    acc = []
    s = np.float16(0)
    for v in x.astype(np.float16):
        s = np.float16(s + v)
        acc.append(s)
    return acc, {"n": len(acc), "last": acc[-1] if acc else None, "all": x.astype("float16")}


def of_lists(v):
    out = {"a": None, "b": np.asarray(v)}
    out["c"] = np.array(v, dtype=np.uint8)
    out["d"] = np.array(v, dtype="i1")
    return out


def told_by_groups(groups):
    out = {}
    for k, v in groups:
        try:
            out[k] = (statistics.mean(v), statistics.stdev(v), statistics.fmean(v))
        except statistics.StatisticsError as e:
            out[k] = str(e)
    return out


def waits(times):
    free, w = 0.0, []
    for t in times:
        w.append(max(t, free) - t)
        free = max(t, free) + 0.5
    return statistics.fmean(w), statistics.median(w), statistics.pvariance(w), free


def filled(n):
    e = np.empty(n)
    for i in range(n):
        e[i] = i
    return [None, e]


def contracted(a, b):
    c = np.tensordot(a, b, axes=([1, 2], [0, 1]))
    return c, np.linalg.matrix_power(c, 3) if c.shape[0] == c.shape[1] else None


CALLS = [
    (shares, GRID, 1), (shares, CUBE, 0, True), (shares, np.array([7.0])), (shares, np.zeros((0, 2)), 1), (along, GRID, 0, True),
    (along, GRID, None, False), (along, CUBE, -1, False), (along, GRID, 2, False), (beyond, GRID, 1), (beyond, GRID, 2), (beyond, CUBE, -4),
    (in_turn, GRID, [0, 1, None]), (in_turn, GRID, [2]), (products, np.ones((2, 3)), np.arange(3.0)[None]),
    (products, np.ones((1, 3)), np.ones((4, 1))), (products, np.ones(3), np.ones((2, 1))), (products, np.ones((0, 3)), np.ones((1, 3))),
    (products, np.ones((2, 3)), np.ones((2, 2))), (products, np.ones((2, 2, 1)), np.ones((2, 1, 3))), (stored, np.ones((2, 3)), np.ones((1, 3)) * 3),
    (stored, np.ones(3), np.ones(1) * 3), (named, [np.ones(2), np.arange(3, dtype=np.int32), np.ones(1, dtype=np.float16), np.array([True])]),
    (typed_as, np.ones(2, dtype=np.float32), np.arange(3)), (typed_as, np.arange(2), np.ones(3)), (halves, np.array([1.0, 0.1, 3.3])),
    (halves, np.array([])), (of_lists, [1, 2]), (of_lists, [300]), (of_lists, [-1]), (of_lists, [1.5]),
    (told_by_groups, [("a", [1.0, 2.5]), ("b", [3.0]), ("c", [])]), (waits, np.array([0.0, 0.2, 0.3])), (waits, np.array([])), (filled, 3),
    (contracted, np.arange(12.0).reshape(3, 2, 2), np.arange(12.0).reshape(2, 2, 3)), (contracted, np.ones((1, 2, 2)), np.ones((2, 2, 3))),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_values(call):
    function, *arguments = call
    given, mine = copy.deepcopy(arguments), copy.deepcopy(arguments)
    assert told(up.jit(strict=True, fp="strict")(function), mine) == told(function, given)
    assert repr(mine) == repr(given)
