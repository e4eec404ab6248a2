"""Places in an array that a loop goes through: zip(*np.nonzero(m)) and its kin."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def pairs(m):
    return [(r, c) for r, c in zip(*np.nonzero(m))]


def product(m):
    n = 0
    for r, c in zip(*np.where(m > 0)):
        n += r * c
    return n


def filled(m):
    out = []
    for r, c in zip(*np.where(m)):
        out.append((int(r), int(c)))
    return out


def all_at_once(m):
    return list(zip(*np.nonzero(m)))


def values(m):
    x = [m[r, c] for r, c in zip(*np.nonzero(m))]
    return x


def summed(m):
    return sum(int(r) * 2 for r, c in zip(*np.nonzero(m)))


def upper(m):
    t = 0
    for i, j in zip(*np.triu_indices(len(m), 1)):
        t += i * 10 + j
    return t


def above(m):
    return [(int(r), int(c)) for r, c in zip(*np.nonzero(m)) if r < c]


def in_a_loop(m):
    n = 0
    for k in range(2):
        for r, c in zip(*np.nonzero(m == k)):
            n += r + 10 * c
            m[r, c] = 5
    return n


FUNCTIONS = (pairs, product, filled, all_at_once, values, summed, upper, above, in_a_loop)


@pytest.mark.parametrize("m", (np.eye(3), np.array([[0, 1, 2], [3, 0, 1]]), np.zeros((2, 2)), np.zeros((0, 3)), np.eye(2) > 0), ids=str)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_two_dimensions(function, m):
    compiled = up.jit(strict=True, fp="strict")(function)
    for _ in range(2):
        assert outcome(compiled, (m,)) == outcome(function, (m,))


@pytest.mark.parametrize("m", (np.array([1.0, 0.0]), np.ones((2, 2, 2)), np.zeros(3)), ids=str)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_other_dimensions(function, m):
    compiled = up.jit(strict=False, fp="strict")(function)
    assert outcome(compiled, (m,)) == outcome(function, (m,))
