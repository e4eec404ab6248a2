"""Subscripts that are out of bounds in an operand whose shape does not fit either: NumPy has evaluated operands before it compares shapes."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def of_columns(z, a):
    return np.minimum(z[:, [1, 0]], a)


def added_in_place(z, a):
    a[:3] += -z[0][np.array([1, 0, 1])]
    return a


def both_sides(z, a):
    return a[[0, 3]] + z[0][[7, 1, 2]]


def stored(z, a):
    a[1:] = z[0][[1, 0, 1]] * 2
    return a


def in_a_loop(z, a):
    s = 0.0
    for i in range(2):
        s += (z[:, [i, 0]] * a).sum()
    return s


SHAPES = [((3, 1), 3), ((2, 2), 3), ((2, 1), 3), ((3, 2), 4), ((1, 9), 5)]
CASES = [
    (function, np.arange(float(rows * columns)).reshape(rows, columns), np.arange(float(n)))
    for function in (of_columns, added_in_place, both_sides, stored, in_a_loop)
    for (rows, columns), n in SHAPES
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)
