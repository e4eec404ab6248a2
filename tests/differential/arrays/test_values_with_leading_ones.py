"""Values that have more dimensions than the part of an array that they are stored to: NumPy leaves out those of one element in front."""

import numpy as np
import pytest
import unpython as up


def row(y, values):
    y[1] = values
    return y


def column(y, values):
    y[:, 0] = values * 2
    return y


def block(y, values):
    y[:2, 1:] = values
    return y


def product(y, values):
    for i in range(2):
        y[i] = values[:, np.newaxis].T @ (np.ones((3, 2)) * i)
    return y


def own(y, values):
    y[1] = y[None, 0, ::-1]
    return y


def picked(y, values):
    y[[0, 1], 0] = values
    return y


def out(y, values):
    np.add(values, 1, out=y[0])
    return y


Y = np.zeros((3, 2))
CALLS = [
    (row, np.array([[1.0, 2.0]])), (row, np.array([[[3.0]]])), (row, np.ones((2, 2))), (row, np.ones((1, 3))), (row, np.ones((1, 0))),
    (column, np.array([[1.0, 2.0, 3.0]])), (column, np.ones((3, 1))), (block, np.ones((1, 1, 2, 1))), (block, np.ones((2, 2, 1))),
    (product, np.arange(3.0)), (own, Y), (picked, np.array([[1.0, 2.0]])), (out, np.array([[1.0, 2.0]])),
]  # fmt: skip


@pytest.mark.parametrize(("function", "values"), CALLS)
def test_dimensions_in_front(function, values):
    y = Y + np.arange(2.0)
    try:
        found = up.jit(strict=True)(function)(y.copy(), values)
    except (NotImplementedError, up.CompileError):
        assert function in (picked, out)  # refused
        return
    except ValueError as error:
        with pytest.raises(ValueError) as expected:
            function(y.copy(), values)
        told = str(expected.value)
        assert str(error) == told or (str(error) == "could not broadcast input array" and told.startswith(str(error)))
        return
    np.testing.assert_array_equal(found, function(y.copy(), values))
