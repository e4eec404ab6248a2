"""Products of vectors, matrices and batches."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, Programs, array, out

PROGRAMS = Programs(whole_arrays=True, float64=1e-11, float32=1e-3, strict_exact=False)


@PROGRAMS.add(array("nm"), array("mk"), array("m"), array("n"), dtypes=(*FLOATS, "int32", "complex128"))
def ranks(a, b, x, y):
    return a @ b, a @ x, y @ a, x @ x, np.dot(a, b), np.matmul(a, x), y.dot(a)


@PROGRAMS.add(1.5, 1.2, array("nm"), array("mk"), out("nk"), dtypes=FLOATS)
def gemm(alpha, beta, a, b, c):
    c[:] = alpha * a @ b + beta * c


@PROGRAMS.add(array("nm"), array("n"), array("m"), dtypes=FLOATS)
def chains(a, x, y):
    return (a @ y) @ a, np.outer(x, y), np.add.outer(x, y) + a, a.T @ x


@PROGRAMS.add(array("pnm"), array("mk"), array("pmk"), dtypes=("float64",))
def batches(a, b, c):
    return a @ b, np.matmul(a, c)


@PROGRAMS.add(out("pmn"), array("nn"), dtypes=("float64",), large={"p": 20, "m": 40, "n": 50})
def stored_onto_itself(a, b):
    for r in range(a.shape[0]):
        a[r, :, :] = a[r] @ b


@PROGRAMS.add(out("mn"), array("nn"), dtypes=("float64",), large={"m": 40, "n": 50})
def rows_by_way_of_a_local(a, b):
    for r in range(a.shape[0]):
        row = a[r] @ b
        a[r, :] = row


@PROGRAMS.add(out("nn"), dtypes=("float64",), large=False)
def triangular(a):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[:j, j]
        a[i, i:] -= a[i, :i] @ a[:i, i:]


test_paths = PROGRAMS.as_test()


def test_shapes_that_do_not_fit():
    @up.jit
    def run(a, b):
        return a @ b

    with pytest.raises(ValueError, match=r"mismatch in its core dimension 0.*\(size 2 is different from 3\)"):
        run(np.zeros((2, 3)), np.zeros((2, 3)))
