"""Rows of arrays, and arrays in lists, by a key; loops over what operators give."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

M = np.array([[1.0, 2.0], [-3.0, 4.0], [0.5, 2.0]])
N = np.array([[3, 1], [1, 1], [2, 5]])


def largest(m):
    best = max(m, key=lambda r: r.sum())
    return best * 2


def nearest(m):
    x, y = min(m, key=lambda r: (r[0] - 1) ** 2 + r[1] ** 2)
    return x, y


def shortest(m):
    return min(m, key=np.linalg.norm).sum()


def first_in_order(m):
    for r in sorted(m, key=lambda r: -r[1]):
        if r[0] > 0:
            return r[1]
    return -1.0


def in_order(m):
    return [float(r[0] * 2) for r in sorted(m, key=lambda r: r[1], reverse=True)]


def weight(p):
    return p[0] - p[1]


def by_a_function(m):
    return np.array([r + 1 for r in sorted(m, key=weight)])


def sorted_in_place(m):
    points = [p * 2.0 for p in m]
    points.sort(key=lambda p: p[1])
    best = min(points, key=lambda p: p[0])
    return np.array(points), best + 1


def held_elsewhere(m):
    points = [p * 2.0 for p in m]
    other = points
    points.sort(key=lambda p: p[1])
    return np.array(other)


def changed_in_its_loop(m):
    total = 0.0
    for r in sorted(m, key=lambda r: r[0]):
        total += r[0]
        m = m[:1]
    return total


def scaled(m):
    total = 0.0
    for row in 2 * m:
        total += row[0] * row[1]
    for x, y in m[np.array([0, 1])]:
        total += x - y
    return total


def picked(m, order):
    sums = [float(r.sum()) for r in m[order]]
    total = sum(r[0] for r in m[m[:, 0] > 0])
    return sums, total


def chosen(m, k):
    near = []
    for p in m - m.mean(axis=0):
        if p[0] > k:
            near.append(p / 2)
    return np.array(near)


def some(m, k):
    return np.array([p for p in m if p[0] > k])


def mean_of_some(m, k):
    return np.mean([p for p in m if p[0] > k], axis=0)


def drawn(n):
    points = np.random.default_rng(1).normal(size=(n, 2))
    near = []
    for p in points:
        if p[0] > 0:
            near.append(p.copy())
    return np.array(near)


def both(a, b):
    total = 0
    for x in a + b:
        total += x
    return total


EMPTY, LINE = np.zeros((0, 2)), np.arange(4.0)
CASES = [
    *((f, [(M,), (N,), (EMPTY,), (LINE,), (np.full((2, 2), np.nan),)]) for f in (
        largest, nearest, shortest, first_in_order, in_order, by_a_function, sorted_in_place, held_elsewhere, changed_in_its_loop, scaled,
    )),
    (picked, [(M, np.array([2, 0])), (M, np.array([True, False, True])), (EMPTY, np.array([0]))]),
    *((f, [(M, 0), (N, 1), (M, 9), (EMPTY, 0), (LINE, 0)]) for f in (chosen, some, mean_of_some)),
    (drawn, [(10,), (1,)]),
    (both, [(LINE, LINE), ([1, 2], [3]), ([1.5], [2.5]), (np.arange(3), 1)]),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("function", "calls"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_rows(function, calls):
    compiled = up.jit(function, strict=False)
    for arguments in calls:
        assert outcome(compiled, arguments) == outcome(function, arguments), arguments


@pytest.mark.parametrize("function", [f for f, _ in CASES if f not in (held_elsewhere, both, changed_in_its_loop, sorted_in_place)])
def test_they_are_compiled(function):
    arguments = next(calls for f, calls in CASES if f is function)[0]
    assert outcome(up.jit(function, strict=True), arguments) == outcome(function, arguments)
