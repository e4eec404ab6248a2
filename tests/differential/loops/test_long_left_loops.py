"""Loops that `break` leaves, of more iterations than pass between two looks for a stop, in order and on several threads."""

import numpy as np
import pytest
import unpython as up

LONG = (1 << 18) + 5


def found_first(a, limits, out):
    for i in up.prange(out.shape[0]):
        c = 0
        row = np.zeros(3)
        for k in range(a.shape[0]):
            if a[k] >= limits[i]:
                break
            c += 1
        row[i % 3] = c
        out[i] = row[0] + row[1] + row[2]


def counted(a, limits, out):
    for i in range(out.shape[0]):
        c = 0
        for k in range(a.shape[0]):
            if a[k] >= limits[i]:
                break
            c += 1
        if c > 3:
            out[0] += c
        out[i] += c


@pytest.mark.parametrize("limits", [[3, 40_000, 3, 1 << 30, 7], [LONG - 1, 1 << 18, (1 << 18) - 1, (1 << 15) - 1, 1 << 15]])
@pytest.mark.parametrize("function", [found_first, counted])
def test_values(function, limits):
    a = np.arange(LONG)
    a[LONG // 2 :: 3] = 0
    expected, got = np.zeros(len(limits)), np.zeros(len(limits))
    function(a, np.array(limits), expected)
    up.jit(strict=True)(function)(a, np.array(limits), got)
    np.testing.assert_array_equal(got, expected)
