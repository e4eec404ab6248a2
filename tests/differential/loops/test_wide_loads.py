"""Loops over neighbours of narrow types, which kernels load several at once where addresses allow it: values are those of plain Python,
however the rows lie in memory."""

import numpy as np
import pytest
import unpython as up
from support import paths, wide_loads
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


@pytest.mark.parametrize("function", wide_loads.FUNCTIONS, ids=lambda f: f.__name__)
def test_rows_that_begin_anywhere(function):
    for device in ("cpu", *paths.DEVICES):
        draw = np.random.default_rng(5)
        compiled = up.jit(fp="strict")(function) if device == "cpu" else up.gpu(device=device, force=True, fp="strict")(function)
        for dtype in ("u1", "i2", "f4"):
            for number, given in wide_loads.pairs(function, draw, dtype):
                expected = wide_loads.expected(function, given)
                compiled(*given)
                for found, wanted in zip(given, expected, strict=True):
                    np.testing.assert_array_equal(found, wanted, err_msg=f"{device} {dtype} {number}")


test_paths = PROGRAMS.as_test()
