"""Loops over neighbours of narrow types, which kernels load several at once where addresses allow it: values are those of plain Python,
however the rows lie in memory."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.programs import Programs, array, out
from unpython import prange

PROGRAMS = Programs()
NARROW = ("uint8", "int8", "uint16", "int16", "bool", "int32", "float32", "float64")


@PROGRAMS.add(array("nm"), out("n", "int64"), dtypes=NARROW)
def rows_of_any_length(a, y):
    for i in prange(a.shape[0]):
        s = np.int64(0)
        for p in range(a.shape[1]):
            s = s * 3 + np.int64(a[i, p])
        y[i] = s


def nearest(a, b, y):
    for i in prange(y.shape[0]):
        own = np.empty(16, dtype=np.int32)
        for p in range(16):
            own[p] = a[i, p]
        least = np.int32(2147483647)
        for j in range(b.shape[0]):
            differs = np.int32(0)
            for p in range(16):
                d = own[p] - np.int32(b[j, p])
                differs += d * d
            if differs < least:
                least = differs
                y[i] = j


def pixels(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for q in range(4):
            for c in range(4):
                s = s * 3 + np.int64(a[i, 4 * q + c]) - np.int64(b[i, 15 - c])
        for c in range(6):
            s = s * 3 + np.int64(b[i, c + 2])
        y[i] = s


def left_early(a, b, y):
    for i in prange(y.shape[0]):
        at = np.int64(-1)
        for c in range(16):
            if a[i, c] > b[i, c]:
                at = c
                break
        y[i] = at


VIEWS = {
    "whole": np.s_[:30, :16],
    "from the next row": np.s_[1:31, :16],
    "every other row": np.s_[::2, :16],
    "backwards": np.s_[::-1, :16],
    "from 1": np.s_[:30, 1:17],
    "from 2": np.s_[:30, 2:18],
    "from 4": np.s_[:30, 4:20],
    "from 16": np.s_[:30, 16:],
    "every other column": np.s_[:30, ::2],
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("function", [nearest, pixels, left_early])
def test_rows_that_begin_anywhere(function, view):
    draw = np.random.default_rng(5)
    for dtype in ("u1", "i1", "u2", "i4", "f4"):
        for columns in (32, 33, 36):
            a, b = (draw.integers(0, 100, (60, columns)).astype(dtype)[VIEWS[view]] for _ in range(2))
            expected = np.zeros(30, np.int64)
            function(a, b, expected)
            for device in ("cpu", *paths.DEVICES):
                given = np.zeros(30, np.int64)
                compiled = up.jit(function) if device == "cpu" else up.gpu(device=device, force=True)(function)
                compiled(a, b, given)
                np.testing.assert_array_equal(given, expected, err_msg=f"{device} {dtype} {columns}")


test_paths = PROGRAMS.as_test()
