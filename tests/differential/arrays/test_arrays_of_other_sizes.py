"""Arrays that are made anew with another size, in branches, loops and by turns: what a loop reads and stores is checked against the
size that the array has there, not against another one that it gets elsewhere."""

import numpy as np
import pytest
from support.outcomes import check_values, name_of, outcome
from unpython import prange


def larger_in_a_branch(n, m):
    e = np.zeros(n // 2)
    if m > 3:
        e = np.zeros(n)
    s = 0.0
    for i in range(n):
        s += e[i]
    return s


def smaller_in_a_while_loop(n, m):
    e = np.ones(n)
    s = 0.0
    while m > 0:
        for i in range(n):
            s += e[i]
        m -= 1
        if m == 2:
            e = np.ones(n - 1)
    return s


def smaller_before_the_next_iteration(n, m):
    e = np.ones(n)
    s = 0.0
    for t in range(m):
        for i in range(n):
            s += e[i]
        if t == 1:
            e = np.ones(n - 1)
            continue
        s += 1
    return s


def stored_to_before_it_is_made_anew(n, m):
    e = np.zeros(n)
    for t in range(m):
        for i in prange(n):
            e[i] = i
        if t == m - 2:
            e = np.zeros(n // 2)
    return e


def made_in_some_iterations(n, m):
    s = 0.0
    for j in range(m):
        if j % 2 == 0:
            e = np.ones(j + 1)
        for i in range(n):
            s += e[i]
    return s


def length_of_the_one_before(n, m):
    e = np.ones(n)
    s = 0.0
    for j in range(m):
        k = len(e)
        e = np.ones(n + 3 - j)
        for i in range(k):
            s += e[i]
    return s


def of_other_dimensions(n, m):
    e = np.ones((n, 2))
    if m > 2:
        e = np.ones((2, n))
    s = 0.0
    for i in range(n):
        for j in range(2):
            s += e[i, j]
    return s


def exchanged_with_a_longer_one(n, m):
    e = np.ones(n)
    f = np.ones(n + 1)
    for _ in range(m):
        for i in range(n):
            e[i] += f[i + 1] if i + 1 < len(f) else 0
        e, f = f, e
    return e, f


def shorter_in_each_step(n, m):
    e = np.arange(n) * 1.0
    for t in range(m):
        for i in range(n - t):
            e[i] += i
        e = e[1:] * 2
    return e


def made_by_one_of_the_iterations(n, m):
    x = np.zeros(n)
    e = np.ones(10)
    for j in prange(n):
        x[j] = e[3]
        if j == m:
            e = np.zeros(10)
            e[j % 10] = 5
    return x


def chosen_items(n, m):
    e = []
    if m > 5:
        e = [1, 2, 3]
    s = 0
    for i in range(min(n, 3)):
        s += not e[i]
    return s


FUNCTIONS = [value for name, value in list(globals().items()) if callable(value) and getattr(value, "__module__", "") == __name__]
SIZES = ((5, 1), (5, 2), (5, 3), (8, 4), (8, 6), (3, 6), (1, 3), (0, 2), (20, 8))


@pytest.mark.parametrize("case", [(function, *sizes) for function in FUNCTIONS for sizes in SIZES], ids=name_of)
def test_checks_know_the_size_of_an_array(case):
    check_values(case)


@pytest.mark.parametrize("place, value", [(0, 1 + 2.0**-52), (1000, 2.0)])
def test_each_bit_of_an_array_is_seen(place, value):
    one, other = np.ones(2000), np.ones(2000)
    other[place] = value
    assert outcome(lambda: one, ()) != outcome(lambda: other, ())
