"""Small forms of the language: ranges backwards, tuples stored to rows, lists where arrays are taken, slices of shapes."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, Programs, array, out

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(out("n"), dtypes=("float64", "int32"))
def backwards(a):
    for i in range(len(a) - 1)[::-1]:
        a[i] += a[i + 1]
    s = 0
    for k in range(2, 9, 3)[::-1]:
        s = s * 10 + k
    return s


@PROGRAMS.add(out("n", dtype="float64"), array("n"), dtypes=("float64", "int32", "float32"))
def rows_of_tuples(b, a):
    rows = np.zeros((len(a), 3))
    for i in up.prange(len(a)):
        rows[i] = a[i], i, 0.5
        rows[i, 1:] = [a[i], 2]
    b[:] = rows @ [1.0, 2.0, 3.0]


@PROGRAMS.add(array("nk"), dtypes=FLOATS)
def lists_for_arrays(a):
    three = a[:, :1] + np.dot(np.zeros((a.shape[0], 3)), [[1.0], [2.0], [3.0]])
    return three, np.sum([a.size, 2.5]), np.outer([1.0, 2.0], a[:, 0]), np.max([1, 5, 3])


@PROGRAMS.add(array("n"), 3, dtypes=("float64", "int16"))
def stacked(a, n):
    return (
        np.stack([a + i for i in range(n)]),
        np.stack([a * i for i in range(3)], axis=1),
        np.stack([a[:2] * i for i in range(n)], 1),
    )


@PROGRAMS.add(array("nm"), dtypes=("float64",))
def without_single_dimensions(a):
    b = a[:, None, :]
    return np.squeeze(b, axis=1), np.squeeze(a.sum(axis=1, keepdims=True), axis=(1,))


@PROGRAMS.add(array("nmk"), dtypes=("float64",))
def parts_of_shapes(a):
    b = np.zeros(a.shape[1:])
    c = np.ones(a.shape[::-1])
    n, m = a.shape[:-1]
    return b, c, n * 10 + m


@PROGRAMS.add(array("nm"), dtypes=("float64", "float32"))
def columns_kept(a):
    s = 0 * a.sum()
    for i in range(a.shape[1]):
        s += (a[:, i : i + 1] * a).sum()
    return s


test_paths = PROGRAMS.as_test()


def test_squeeze_of_arguments():
    @up.jit
    def squeezed(a):
        return np.squeeze(a), a[None].squeeze()

    for shape in [(3, 1), (1, 4, 1), (2, 3), (1,)]:
        a = np.arange(float(np.prod(shape))).reshape(shape)
        for ours, theirs in zip(squeezed(a), squeezed.py_func(a)):
            assert ours.shape == theirs.shape
            assert np.shares_memory(ours, a)
            np.testing.assert_array_equal(ours, theirs)


def test_a_bad_index_raises_before_anything_is_stored():
    def gathered(b, a, idx):
        b[:] = a[idx]

    def added(b, a, idx):
        b += 2 * a[idx] + a[idx]

    def scattered(b, a, idx):
        b[idx[:3]] = a[idx][:3]

    def reduced(b, a, idx):
        b[:] = a[None, idx].sum(axis=0)

    for function in (gathered, added, scattered, reduced):
        for where in range(4):
            idx = np.array([3, -1, 0, 2])
            idx[where] = 7
            b = np.arange(4.0)
            expected = b.copy()
            for run, target in ((function, expected), (up.jit(function), b)):
                with pytest.raises(IndexError, match="index 7 is out of bounds"):
                    run(target, np.ones(5), idx)
            np.testing.assert_array_equal(b, expected)
