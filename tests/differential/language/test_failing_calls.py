"""Errors of NumPy that the types of a call say: axes that an array lacks, arrays that do not fit, the truth of an array."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def summed(a, axis):
    a[0] = 7
    return a.sum(axis=axis)


def moments(stack, axis):
    mu = stack.mean(axis=axis)
    sd = stack.std(axis=axis, ddof=0)
    return (stack - np.expand_dims(mu, axis)) / np.where(np.expand_dims(sd, axis) == 0, 1, np.expand_dims(sd, axis))


def joined(a, b):
    n = len(a) + len(b)
    return np.concatenate([a, b]), n


def asked(a):
    return "yes" if a > 0 else "no"


def decided(a):
    if a:
        return 1
    return 0


def as_number(a):
    return float(a) * 2


def one_way(a, k):
    if k > 2:
        return np.sort(a, axis=2).sum()
    return a.sum()


def behind_a_print(a, axis):
    print("sum of", a.shape[0])
    return np.cumsum(a, axis=axis)


def in_a_comprehension(a):
    return [x for x in range(3) if a]


M, V = np.arange(6.0).reshape(2, 3), np.arange(3.0)
CASES = [
    (summed, M, 2), (summed, M, 1), (summed, V, -2), (moments, np.ones((2, 2)), 2), (moments, M, 0), (joined, M, V), (joined, V, V), (asked, V), (asked, V[:1]),
    (asked, V[1:2]), (decided, V), (decided, V[1:2]), (as_number, V), (as_number, np.array(2.5)), (one_way, M, 1), (one_way, M, 3), (behind_a_print, M, 2),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_failing_calls(case, capsys):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        found, printed = outcome(compiled, given), capsys.readouterr().out
        assert (found, printed) == (outcome(function, given), capsys.readouterr().out)


def test_what_is_left():
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(in_a_comprehension)(V)


def added(n, x):
    n += x
    return n.sum()


def weekdays(start, n):
    d = np.datetime64(start) + np.arange(n)
    wd = (d.astype("datetime64[D]").view("int64") - 4) % 7
    return d, wd, d[wd < 5].size


@pytest.mark.parametrize("case", [(added, np.arange(3), 1.5), (added, np.arange(3), V), (added, np.arange(3), 2), (weekdays, "2024-02-27", 5)], ids=name_of)
def test_casts_and_dates(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
