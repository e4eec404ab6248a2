"""Loops that give an array other dimensions, flags that say so, and axes that None stands for."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def stacked(x):
    out = x[0]
    for i in range(1, len(x)):
        out = np.vstack((out, x[i] * i))
    return out


def expanded(x, n):
    while x.ndim < n:
        x = x[None]
    return x


def until(x, rows):
    base = x
    n = 1
    while n < rows:
        if x.ndim == 1:
            x = np.vstack((x, base * 2))
        else:
            x = np.vstack((x, x[-1] + base))
        n += 1
    tot = 0
    for r in x:
        tot = tot + r
    return x, tot


def at_least(x, k):
    for i in range(k):
        x = np.atleast_2d(x)
        x = x * 2 + i
    return x.sum(axis=0)


def widened(x, n):
    for k in range(n):
        if x.ndim == 1:
            x = x[:, None]
        x = np.hstack((x, x[:, :1] * k))
    return x


def over_rows(x, rows):
    for r in rows[1:]:
        x = np.vstack((x, r))
    return x, len(rows)


def squeezed(x):
    squeeze = False
    if x.ndim == 1:
        x = x[None, :]
        squeeze = True
    y = x - x.mean(axis=1, keepdims=True)
    if squeeze:
        y = y[0]
    return y


def without_axis(x, axis=None):
    if axis is None:
        x = x.ravel()
        axis = 0
    n = x.shape[axis]
    return x.sum(axis=axis) / n


def along(x):
    flag = 0
    if x.ndim == 1:
        x = np.expand_dims(x, 0)
        flag = 1
    return x.mean(axis=flag), flag


def flag_of_items(x, flags):
    was = False
    if x.ndim > 1:
        x = x.ravel()
        was = True
    k = [3 if was else 4 for was in flags]
    if was:
        x = x[1:]
    return x, k


def set_inside(x):
    was = False

    def note():
        nonlocal was
        was = True

    if x.ndim == 2:
        x = x[0]
    note()
    return (x, 1) if was else (x, 2)


V, M = np.arange(3.0), np.arange(6.0).reshape(2, 3)
CASES = [
    (stacked, M), (stacked, M[:1]), (stacked, M[:0]), (expanded, V, 3), (expanded, V, 1), (expanded, M, 2), (expanded, V, 4), (until, V, 4), (until, V, 1),
    (at_least, V, 2), (at_least, V, 0), (widened, V, 3), (widened, V, 0), (widened, M, 2), (over_rows, V, M), (over_rows, V, M[:1]),
    (squeezed, V), (squeezed, M), (without_axis, M), (without_axis, M, 1), (without_axis, V), (without_axis, M, -1), (along, V), (along, M),
    (flag_of_items, M, [True, False]), (flag_of_items, V, [False]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_first_turns(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


@pytest.mark.parametrize("case", [(set_inside, M), (set_inside, V), (expanded, V, 6)], ids=name_of)
def test_what_may_stay_with_python(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)


def squeezed_rows(x):
    x = np.atleast_2d(x)
    x = x - x.mean(axis=1, keepdims=True)
    return x.squeeze()


def squeezed_beside(x):
    return np.squeeze(x * 2), x.shape


def squeezed_one_way(x, k):
    if k:
        return np.squeeze(x, axis=0)
    return np.squeeze(x)


def squeezed_view(x):
    y = x.squeeze()
    return y


def horner(coef, x):
    y = np.zeros_like(x, dtype=float)
    for c in coef:
        y = y * x + c
    return y


def summed_or_not(x, each):
    s = np.add.reduce(x, axis=-1)
    return s if each else s.sum()


def of_a_tuple(x):
    return np.atleast_2d(x), np.outer(x, x), np.exp(x), np.prod(x), np.mod(x, 2)


MORE = [
    (squeezed_rows, M), (squeezed_rows, V), (squeezed_rows, M[:1, :1]), (squeezed_beside, M[:1]), (squeezed_one_way, M[:1], True),
    (squeezed_one_way, M[:1], False), (squeezed_view, M[:, :1]), (horner, [1, 2, 3], V), (horner, [1, 2], 2.0), (horner, [], 2.0),
    (summed_or_not, M, True), (summed_or_not, M, False), (of_a_tuple, (1, 2, 3)), (of_a_tuple, (0.5,)), (of_a_tuple, [1, 2]), (of_a_tuple, V),
]  # fmt: skip


@pytest.mark.parametrize("case", MORE, ids=name_of)
def test_dimensions_that_the_run_tells(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


def test_squeezed_arrays_are_views():
    x = M[:1].copy()
    found = up.jit(strict=True)(squeezed_one_way)(x, False)
    found[0] = 9
    assert x[0, 0] == 9
