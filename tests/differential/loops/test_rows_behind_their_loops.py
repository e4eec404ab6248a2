"""Names of rows that are used behind the loop that gave them: they go on naming the row of the array that was gone through."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def stored_to(m):
    z = m.copy()
    for e in z[1:]:
        pass
    e[0] = 7
    return z, e


def part_stored_to(m):
    z = m[:2].copy()
    for e in z:
        e[1] = 3
    e[::2][0] = 7
    return z


def updated(m):
    z = m.copy()
    for e in z[::-1]:
        e[1] = 3
    e += 7
    return z.sum(), e


def of_columns(m):
    z = m.copy()
    for e in z.T:
        pass
    e.sort()
    return z


def whole_stored_to(m):
    z = m.copy()
    for e in z[1:]:
        if e[0] > 3:
            break
    z[:] = 7
    return e.sum(), e[2]


def of_an_array_with_two_names(m):
    z = m.copy()
    for e in z[1:]:
        pass
    w = z
    z = m + 1
    e[0] = 7
    return w, z


def unpacked(m):
    z = m.copy()
    x, y, u = z
    w = z
    z = m + 1
    w[0] = 7
    u[1] = 5
    return x, y, w, z


def of_inner_loops(m):
    z = m.copy()
    for e in z:
        for q in z:
            q[0] += e[1]
    e[2] = 4
    q[3] = 5
    return z


def of_arrays_that_change_names(m):
    a, b = m.copy(), m * 2
    for e in a:
        a, b = b, a
    e[1] = 77
    return a, b


CASES = [
    (function, np.arange(12.0).reshape(3, 4))
    for function in (
        stored_to, part_stored_to, updated, of_columns, whole_stored_to, of_an_array_with_two_names, unpacked, of_inner_loops,
        of_arrays_that_change_names,
    )
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)
