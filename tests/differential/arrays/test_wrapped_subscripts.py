"""Subscripts that are negative in some iterations: x[i - 1] is the last element at 0, and again at len(x)."""

import numpy as np
import pytest
from support.outcomes import check_values, name_of
from unpython import prange


def more_iterations_than_elements(f, m):
    for i in range(m):
        f[i - 1] += 2.0
    return f


def parallel(f, m):
    for i in prange(m):
        f[i - 1] += 2.0
    return f


def made_here(f, m):
    g = np.ones(len(f))
    for i in range(m):
        g[i - 1] = g[i - 1] * 2 + i
    return g


def rows(f, m):
    g = np.ones((len(f), 3))
    for i in range(m):
        for j in range(3):
            g[i - 1, j] += j + 1
    return g


def backwards(f, m):
    for i in range(m):
        f[-i] += i
    return f


def other_distance(f, m):
    for i in range(min(m, 8)):
        f[i - len(f) + 1] = f[i] + 1
    return f


def fixed_distance(f, m):
    for i in range(4):
        f[i - 5] = f[i] + m
    return f


def along_its_axis(f, m):
    for i in range(len(f)):
        f[i - 1] = f[i - 1] + m
    return f


def two_behind(f, m):
    g = np.zeros(len(f))
    last = -1.0
    for i in range(min(m, len(f))):
        last = f[i - 1]
        g[i] = last + f[i - 2] * 2 + f[i]
    return g, last


def left_early(f, m):
    g = np.zeros(len(f))
    for i in range(min(m, len(f))):
        if i == 2:
            break
        g[i] = f[i - 3] + 1
    return g


def some_skipped(f, m):
    g = np.zeros(len(f))
    for i in range(min(m, len(f))):
        if f[i] == 1.0:
            continue
        g[i - 1] = np.exp(f[i - 1])
    return g, i if m else 0


FUNCTIONS = [value for name, value in list(globals().items()) if callable(value) and getattr(value, "__module__", "") == __name__]
CASES = [(function, np.arange(float(n)), m) for function in FUNCTIONS for n, m in ((5, 6), (6, 7), (7, 7), (3, 4), (1, 2), (9, 4), (8, 16))]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_an_element_that_two_iterations_reach(case):
    check_values(case)
