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


def at_places(v, b):
    parts = np.split(v, b[1:])
    return np.vstack([np.quantile(p, [0.25, 0.5]) for p in parts])


def of_a_product(v, b):
    return [float(p.sum()) for p in np.split(v * 2, b)], len(b)


def counted(v, b):
    out = np.zeros(9)
    for i, p in enumerate(np.split(v, b)):
        out[i] = p.max() if len(p) else -1
    return out


def columns(v, k):
    return [p.sum() for p in np.split(v, k, axis=1)]


def runs(v):
    longest = 0
    for p in np.split(v, np.flatnonzero(np.diff(v) > 1) + 1):
        longest = max(longest, len(p))
    return longest, p


def written_out(v):
    parts = np.split(v, [2, 3])
    return [p.sum() for p in parts], {i: p.size for i, p in enumerate(np.array_split(v, 4))}


def largest(v, k):
    parts = np.array_split(v, k)
    best = max(parts, key=lambda p: p.sum())
    return best * 2, len(parts)


def views(v, k):
    parts = np.array_split(v, k)
    return parts[0], parts[1]


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


X = np.arange(6.0)
PLACES = [
    (at_places, X, np.array([0, 2, 4])), (at_places, X, [0, 2]), (of_a_product, X, np.array([2, 4])), (of_a_product, X, [-1]), (of_a_product, X, [4, 2]),
    (of_a_product, X, [2, 20]), (counted, X, [1, 1]), (counted, X, np.array([], int)), (counted, X, 3), (counted, X, 4), (columns, X.reshape(2, 3), 3),
    (columns, X.reshape(2, 3), [1]), (columns, X.reshape(2, 3), 2), (runs, np.array([1.0, 2, 5, 6, 9])), (runs, np.array([])), (written_out, X),
    (largest, X, 3),
]  # fmt: skip


@pytest.mark.parametrize("case", PLACES, ids=name_of)
def test_parts_between_places(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


def test_parts_that_are_returned_are_views():
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(views)(X, 2)
