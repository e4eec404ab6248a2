"""Lists of arrays that are made of others, or of themselves, that are sorted, and taken apart."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

M = np.array([[1.0, 2.0], [-3.0, 4.0], [0.5, 2.0]])


def drawn_together(m):
    points = [r.copy() for r in m]
    for _ in range(3):
        points = [p + 0.5 * (points[0] - p) for p in points]
    return np.array(points)


def without_the_last(m):
    points = [r * 1.0 for r in m]
    rest = points[:-1]
    return np.mean(rest, axis=0) - points[-1], len(rest)


def some(m):
    points = [r * 2.0 for r in m]
    points = [p for p in points if p[0] > 0]
    return len(points), np.array(points)


def starred(m):
    points = [r * 1.0 for r in m]
    *rest, worst = points
    return np.mean(rest, axis=0) - worst


def first_and_rest(m):
    first, *rest = [r * 1.0 for r in m]
    total = 0.0
    for p in rest:
        total += (p - first).sum()
    return total


def picked(m):
    points = [r * 2.0 for r in m]
    keys = [p[1] for p in points]
    other = [points[i] for i in sorted(range(len(points)), key=lambda i: keys[i])]
    points = [q + 1 for q in other]
    return np.array(points), np.array(other)


def sorted_in_place(m):
    points = [p * 2.0 for p in m]
    points.sort(key=lambda p: p[1], reverse=True)
    best = min(points, key=lambda p: p[0])
    return np.array(points), best + 1


def of_one_row(m):
    points = [r for r in m]
    points = [points[0], points[-1]]
    points[0][0] = 9.0
    return np.array(points), m


def two_names(m):
    points = [r * 1.0 for r in m]
    before = points
    points = [p + 1 for p in points]
    return np.array(points), np.array(before)


def changed_item(m):
    points = [r * 1.0 for r in m]
    rest = points[:-1]
    points[0][0] = 7.0
    return np.array(rest), np.array(points)


FUNCTIONS = [drawn_together, without_the_last, some, starred, first_and_rest, picked, sorted_in_place, of_one_row, two_names, changed_item]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_lists_of_arrays(function):
    compiled = up.jit(function, strict=False)
    for m in (M, M[:1], np.zeros((0, 2)), np.array([[1, 2], [3, 4]]), np.arange(3.0), M[::-1].T):
        assert outcome(compiled, (m,)) == outcome(function, (m,)), m


@pytest.mark.parametrize("function", [drawn_together, without_the_last, some, starred, picked, sorted_in_place])
def test_they_are_compiled(function):
    assert outcome(up.jit(function, strict=True), (M,)) == outcome(function, (M,))
