"""sum(...) of what a comprehension gives: complex numbers and arrays, which start as an integer. A sum of nothing is that integer, which
Python gives."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_near, check_values, name_of

_X = np.sin(np.arange(36.0)).reshape(12, 3)
_LABELS = np.arange(12) % 3


def squares(x):
    return sum(row * row for row in x)


def of_classes(x, y):
    return sum(x[y == k].mean(axis=0) for k in range(3)) / 3


def weighed(w, x):
    return sum(w[k] * x[k] for k in range(len(w))), sum((w[k] * x[k] for k in range(len(w))), 1.0)


def spread(x):
    c = x.mean(axis=0)
    s = sum((np.outer(row - c, row - c) for row in x))
    return s / len(x), np.sqrt(sum((row - c) ** 2 for row in x))


def of_some(x):
    return sum(row for row in x if row[0] > 0), sum(row * k for k, row in enumerate(x) if k % 2)


def transformed(z, n):
    return np.array([sum(v * np.exp(-2j * np.pi * k * j / n) for j, v in enumerate(z)) for k in range(n)])


def parts(z):
    s = sum(v * 1j for v in z)
    return s.real, s.imag, abs(s), s.conjugate()


def lengths(z, n):
    return np.array([abs(sum(v * 1j**k for v in z)) for k in range(n)])


def by_hand(z, n):
    out = np.zeros(n)
    for k in range(n):
        s = 0
        for j, v in enumerate(z):
            s += v * complex(math.cos(k * j), -math.sin(k * j))
        out[k] = s.real
    return out


def sums_in_sums(z):
    return sum(sum(v * k * 1j for v in z) for k in range(4)).imag


CASES = [
    (squares, _X), (squares, _X.astype(np.float32)), (squares, np.arange(6).reshape(2, 3)), (squares, _X[:1]), (squares, _X[::-2]),
    (of_classes, _X, _LABELS), (weighed, _X[:, 0], _X), (spread, _X), (of_some, _X),
    (transformed, _X[:, 0], 5), (parts, _X[:, 1]), (parts, _X[:1, 1]), (lengths, _X[:, 1], 4), (by_hand, _X[:, 2], 3), (sums_in_sums, _X[:, 0]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    function, *given = case
    check_near(function, given, 1e-5 if given[0].dtype == np.float32 else 1e-9)


def listed(z, n):
    return [sum(v * 1j**k for v in z) for k in range(n)]


def test_a_list_of_them():
    z = [0.5, 2.0, -1.25]
    compiled = up.jit(strict=True)(listed)
    assert compiled(z, 3) == listed(z, 3) and compiled.ran_on == "cpu"


@pytest.mark.parametrize(
    "case", [(squares, _X[:0]), (of_some, _X * 0 - 1), (listed, [], 2), (listed, [], 0), (parts, _X[:0, 0])], ids=name_of
)
def test_sums_of_nothing(case):
    check_values(case)
