"""np.array_split and np.split of as many parts as a value says."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def means(x, n):
    return [p.mean() for p in np.array_split(x, n)]


def summed(x, n):
    t = 0.0
    for p in np.array_split(x, n):
        t += p.sum() * len(p)
    return t


def changed(x, n):
    for p in np.array_split(x, n):
        p += 1.0
    return x.sum()


def equal(x, n):
    return [p.sum() for p in np.split(x, n)]


def folds(x, n):
    parts = np.array_split(np.arange(len(x)), n)
    return [x[f].mean() for f in parts]


def computed(x, n):
    t = 0.0
    for p in np.array_split(x * 2, n + 1):
        x = x + p[0]
        t += x.sum()
    return t


def other_number(x, n):
    t = 0
    for p in np.array_split(x, n):
        n = 1
        t += len(p)
    return t, n


CASES = [(f, x, n) for f in (means, summed, changed, folds, computed) for x, n in ((np.arange(7.0), 3), (np.arange(7.0), 7), (np.arange(6.0), 2), (np.ones(5), 0), (np.ones(5), -1))]


@pytest.mark.parametrize("case", [*CASES, (means, np.arange(8.0).reshape(4, 2), 3), (equal, np.arange(6.0), 3), (equal, np.arange(7.0), 3)], ids=name_of)
def test_parts(case):
    function, *given = case
    compiled = up.jit(strict=True, fp="strict")(function)
    for _ in range(2):
        assert outcome(compiled, given) == outcome(function, given)


@pytest.mark.parametrize("case", [(equal, np.arange(6.0), 0), (equal, np.arange(6.0), -2), (other_number, np.arange(7.0), 3), (means, np.arange(7.0), np.array([2, 5]))], ids=name_of)
def test_others(case):
    function, *given = case
    compiled = up.jit(strict=False, fp="strict")(function)
    assert outcome(compiled, given) == outcome(function, given)
