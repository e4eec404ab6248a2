"""An index that is out of bounds is found also where few of the elements, or none of them, are asked for."""

import numpy as np
import pytest
from support.outcomes import check_machine_code


@pytest.mark.parametrize("ask", [
    lambda a, i, j, m: a[i, j][m], lambda a, i, j, m: a[i][m], lambda a, i, j, m: a[i][j], lambda a, i, j, m: np.where(m, a[0, j], a[0, i])[m],
    lambda a, i, j, m: a.T[i][m], lambda a, i, j, m: (a[i] + a[j])[m], lambda a, i, j, m: (a[i] > 0)[m], lambda a, i, j, m: -a[i, :1][m],
    lambda a, i, j, m: np.zeros_like(a[i]), lambda a, i, j, m: np.full_like(a[i], 2, dtype=np.int8), lambda a, i, j, m: a[i].ndim,
    lambda a, i, j, m: np.ndim(a[i]), lambda a, i, j, m: a[i].itemsize, lambda a, i, j, m: a[i] is None, lambda a, i, j, m: isinstance(a[i], np.ndarray),
    lambda a, i, j, m: (a[i], m)[1], lambda a, i, j, m: len(a[i]), lambda a, i, j, m: a[i].dtype == np.float64,
])  # fmt: skip
@pytest.mark.parametrize("last", [1, 9])
def test_asked_in_part(ask, last):
    check_machine_code((ask, np.arange(9.0).reshape(3, 3), np.array([0, last, 1]), np.array([0, 1, 1]), np.array([True, False, True])))


def alone(a, i):
    a[i]
    return 1


@pytest.mark.parametrize("last", [1, 9])
def test_a_statement(last):
    check_machine_code((alone, np.arange(3.0), np.array([0, last])))
