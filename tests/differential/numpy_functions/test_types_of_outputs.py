"""Results into out=, in whose type NumPy adds; edges of functions: no rows, numbers for arrays, read-only arrays without elements."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of


def summed(x, y):
    np.sum(x, axis=0, out=y)
    return y


def summed_in_its_type(x, y):
    np.sum(x, axis=0, dtype=y.dtype, out=y)
    return y


def running(x, y):
    np.cumsum(x[:, 0], out=y)
    return y


def multiplied(x, y):
    np.dot(x, x[0], out=y)
    return y


def read_only(shape):
    a = np.zeros(shape)
    a.flags.writeable = False
    return a


def diagonal(a):
    np.fill_diagonal(a, 3)
    return a


def of_numbers(a):
    total = a.max()
    return np.cumulative_sum(total), np.cumulative_prod(total), np.cumulative_sum(a[0])


LARGE = np.array([[100, 3], [120, 2**64 - 1]], np.uint64)
SEVENTHS = (np.array([[100, 3], [120, -1]]) / 7).astype(np.float32)


@pytest.mark.parametrize("function", [summed, running, multiplied])
@pytest.mark.parametrize(("x", "of"), [(LARGE, "float64"), (LARGE, "int64"), (SEVENTHS, "float64")], ids=["floats", "signed", "wider"])
def test_outputs_of_another_type_stay_with_numpy(function, x, of):
    with pytest.raises(up.CompileError, match="in which NumPy would compute"):
        up.jit(function, strict=True)(x, np.zeros(2, of))


@pytest.mark.parametrize("of", ["float64", "int64", "complex128"])
def test_outputs_of_a_type_that_is_said(of):
    check_machine_code((summed_in_its_type, LARGE, np.zeros(2, of)))


@pytest.mark.parametrize("case", [
    (summed, SEVENTHS, np.zeros(2, np.float32)), (running, LARGE, np.zeros(2, np.uint64)), (diagonal, read_only((0, 3))),
    (diagonal, read_only((2, 2))), (diagonal, np.zeros((2, 3))), (of_numbers, SEVENTHS), (of_numbers, LARGE[:1] > 0),
], ids=name_of)  # fmt: skip
def test_outputs_and_edges(case):
    check_machine_code(case)


def test_stacks_of_other_dimensions():
    def stacked(a):
        return np.stack([a, a[0]], axis=-1)

    with pytest.raises((ValueError, up.CompileError)):
        up.jit(stacked, strict=True)(SEVENTHS)


def test_covariances_of_no_rows():
    def of_none(a):
        return np.cov(a)

    with pytest.raises(NotImplementedError):
        up.jit(of_none, strict=True)(np.zeros((0, 2), np.complex64))
    assert up.jit(of_none, strict=False)(np.zeros((0, 2), np.complex64)).dtype == np.float64


def grids(a):
    return np.meshgrid(a, [1, 2])


def blocks(a):
    return np.block([a, a])


def column(t):
    return np.c_[t]


def grid_to(n):
    return np.mgrid[0:n, 0:2]


@pytest.mark.parametrize("case", [
    (grids, SEVENTHS), (blocks, SEVENTHS), (column, np.arange(3)), (column, [3, 1, 2]), (grid_to, 2), (grid_to, np.float64(2)),
], ids=name_of)  # fmt: skip
def test_arrays_of_what_is_given(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [
    (blocks, [1, 2, 3]), (column, (3, 1, 2)), (grid_to, np.int8(2)),
    (lambda a: np.matvec(a[0], a[0]), SEVENTHS), (lambda a: np.vecdot(a, a[:, :1]), SEVENTHS), (lambda a: np.polyadd(a, a[0]), SEVENTHS),
], ids=name_of)  # fmt: skip
def test_what_stays_with_python(case):
    function, given = case
    with pytest.raises((NotImplementedError, up.CompileError)):
        up.jit(function, strict=True)(given)


@pytest.mark.parametrize("split", [
    lambda a: np.vsplit(a, [1])[1], lambda a: np.hsplit(a, [1])[1], lambda a: np.dsplit(a, [1])[0], lambda a: np.vsplit(a, 2)[0], lambda a: np.hsplit(a, 2)[1],
], ids=["vsplit", "hsplit", "dsplit", "two_rows", "two_columns"])  # fmt: skip
@pytest.mark.parametrize("shape", [(4,), (2, 4), (2, 2, 2)], ids=str)
def test_parts_along_an_axis_that_the_name_says(split, shape):
    check_machine_code((split, np.arange(np.prod(shape)).reshape(shape)))
