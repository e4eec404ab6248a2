"""One row, column or item of an array is added to others of it, also to itself: NumPy computes the right side before it stores."""

import numpy as np
import pytest
import unpython as up


def rows(m, k):
    m[1:] += m[1:2] + k
    return m


def rows_as_they_are(m, k):
    m[1:] += m[1:2]
    m[2:] -= m[2:3]


def written_out(m, k):
    m[1:] = m[1:] + m[1:2] + k


def columns(m, k):
    m[:, 1:] += m[:, 1:2] + k
    m[:, ::2] *= m[:, 0:1]


def items(x, k):
    x = x[:, 0]
    x[1:] += x[1:2] + k
    x[::-1] -= x[-1:]


def into(m, k):
    np.multiply(m[1:], m[1:2], out=m[1:])
    np.copyto(m[1:], m[1:2])


def the_same_rows(m, k):
    m[1:] += m[1:] * 2
    m[k:-1] += m[k:-1] + k


ARRAYS = [np.arange(12.0).reshape(4, 3), np.arange(8).reshape(4, 2), np.arange(6, dtype=np.float32).reshape(3, 2), np.arange(12.0).reshape(3, 4).T]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: f"{a.shape}-{a.dtype}")
@pytest.mark.parametrize("function", [rows, rows_as_they_are, written_out, columns, items, into, the_same_rows], ids=lambda f: f.__name__)
def test_in_place(function, array):
    for k in (0, 1, 2):
        expected, mine = array.copy(), array.copy()
        function(expected, k)
        up.jit(strict=True)(function)(mine, k)
        np.testing.assert_array_equal(mine, expected)
