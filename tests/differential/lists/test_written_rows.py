"""Lists of lists that are written out beside lists of lists that a comprehension makes, under one name."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def powers(n):
    result = [[1, 0], [0, 1]]
    base = [[1, 1], [1, 0]]

    def times(a, b):
        return [[sum(a[i][k] * b[k][j] for k in range(2)) for j in range(2)] for i in range(2)]

    while n:
        if n & 1:
            result = times(result, base)
        base = times(base, base)
        n >>= 1
    return result[0][1], result[1][1]


def halved(n, x):
    m = [[x, 0.0, 1.0], [0.5, 0.5, x]]
    for _ in range(n):
        m = [[v * 0.5 + 1 for v in row] for row in m]
    return sum(m[0]), m[1][2], len(m), len(m[0])


def stored(n):
    grid = [[0, 0, 0], [0, 0, 0]]
    for k in range(n):
        grid[k % 2][k % 3] += k
        if k % 4 == 3:
            grid = [[v + 1 for v in row] for row in grid]
    return [row[0] for row in grid], np.array(grid)


def swapped(n):
    a = [[1, 2], [3, 4]]
    b = [[v for v in range(2)] for _ in range(2)]
    for _ in range(n):
        a, b = b, [[x + y for x, y in zip(p, q)] for p, q in zip(a, b)]
    return a[0][0] + 10 * a[1][1], b[0][1]


CASES = [(powers, 0), (powers, 1), (powers, 30), (halved, 0, 2.5), (halved, 3, 2.5), (stored, 0), (stored, 9)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)
    check_values(case)


def shared(n):
    row = [1, 2]
    m = [row, [3, 4]]
    for _ in range(n):
        m = [[v + 1 for v in r] for r in m]
    row[0] = 9
    return m[0][0], m[1][1]


def rows_of_two_lengths(n):
    m = [[1, 2], [3]]
    for _ in range(n):
        m = [[v + 1 for v in r] for r in m]
    return m[0][1], m[1][0]


def a_row_with_a_name(n):
    m = [[1, 2], [3, 4]]
    if n > 3:
        m = [[v + n for v in r] for r in m]
    r = m[0]
    r[1] = 7
    return m[0][1], m[1][1]


@pytest.mark.parametrize("case", [(shared, 0), (shared, 2), (rows_of_two_lengths, 2), (a_row_with_a_name, 1), (a_row_with_a_name, 5), (swapped, 3)], ids=name_of)
def test_values_of_whatever_runs(case):
    check_values(case)
