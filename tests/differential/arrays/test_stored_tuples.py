"""Tuples of numbers that are stored to parts of arrays under a name, as a result or as an argument: NumPy converts each number."""

import numpy as np
import pytest
import unpython as up


def rows(n, first):
    y = np.zeros((n, 2))
    y[0] = first
    y[1:, :] = first
    return y


def by_name(n):
    y = np.zeros((n, 2), np.float32)
    pair = (1.5, n)
    y[0] = pair
    y[:, 0] = pair[1]
    return y


def stored(y, values):
    y[:] = values
    return y


def turned(y):
    return y[1], y[0]


def from_itself(y):
    y[:2] = turned(y)
    return y


def several(y, values):
    y[0], y[1] = values, (7, values[0])
    return y


def picked(y, values):
    y[[0, 2], :] = values
    y[y > 3] = 4
    return y


PAIRS = np.zeros((3, 2))
BYTES = np.zeros(2, np.uint8)
CALLS = [
    (rows, 3, (1, 0.5)), (rows, 3, (1, 2)), (rows, 3, (True, 2.5)), (rows, 3, (1, 2, 3)), (rows, 2, (9,)), (by_name, 3),
    (stored, BYTES, (3, 4)), (stored, BYTES, (3, 300)), (stored, BYTES, (-1, 3)), (stored, BYTES, (3, 4.5)), (stored, BYTES, (3, 4, 5)),
    (stored, PAIRS, (3, 4.5)), (stored, PAIRS, (3, 4, 5)), (stored, PAIRS.astype(complex), (1j, 2)), (stored, PAIRS > 0, (0, 2.5)),
    (from_itself, np.array([1.0, 2.0, 3.0])), (several, PAIRS, (1, 2.5)), (picked, PAIRS, (1, 5.5)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), [(function, given) for function, *given in CALLS])
def test_numbers_are_converted(function, given):
    runs = []
    for run in (function, up.jit(strict=True)(function)):
        try:
            runs.append(run(*(a.copy() if isinstance(a, np.ndarray) else a for a in given)))
        except (ValueError, OverflowError) as error:
            runs.append(error)
    expected, found = runs
    if isinstance(expected, Exception):
        assert (type(found), str(found)) == (type(expected), str(expected))
        return
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype


@pytest.mark.parametrize(("array", "values"), [(PAIRS, (1j, 2)), (PAIRS, ()), (PAIRS, ((1, 2), 3))])
def test_other_tuples_are_refused(array, values):
    with pytest.raises((up.CompileError, TypeError)):
        up.jit(strict=True)(stored)(array.copy(), values)
