"""math.sqrt and its like of what is never negative, and of what looks like that and may be."""

import math

import numpy as np
import pytest
import unpython as up
from support.devices import require
from support.programs import FLOATS, Programs, array, out
from unpython import prange

PROGRAMS = Programs()
NEAR = {"float64": 4e-15, "float32": 2e-6, "strict_exact": False}


def _corners(generator, shape):
    given = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, -1.5, 2.5, 1e-200, -1e200, 1e308])
    return given[generator.integers(0, len(given), shape)]


def _zeros(generator, shape):
    return np.array([0.0, -0.0, 1.0])[generator.integers(0, 3, shape)]


@PROGRAMS.add(array("n", values=_corners), array("n", values=_corners), out("n"), dtypes=("float64",), **NEAR)
def lengths(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = math.sqrt(x[i] * x[i] + y[i] * y[i])


@PROGRAMS.add(array("n", values=_corners), out("n"), dtypes=FLOATS, **NEAR)
def other_functions(x, z):
    for i in prange(x.shape[0]):
        z[i] = math.sqrt(abs(x[i])) + math.log1p(x[i] * x[i] * 0.5) + math.sqrt(max(x[i] * x[i], 2.0))


@PROGRAMS.add(array("nm"), array("nm"), out("nn"), dtypes=FLOATS, **NEAR)
def distances(a, b, d):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[0]):
            s = 0.0
            for k in range(a.shape[1]):
                t = a[i, k] - b[j, k]
                s += t * t
            d[i, j] = math.sqrt(s)


@PROGRAMS.add(array("n"), array("n", "uint8"), out("n"), dtypes=FLOATS, **NEAR)
def chosen_values(x, u, z):
    for i in prange(x.shape[0]):
        d = float(u[i])
        if x[i] > 0:
            d = d / (x[i] * x[i] + 1.0)
        elif x[i] < -3:
            d = 0.25
        z[i] = math.sqrt(d)


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=FLOATS)
def a_difference(x, y, z):
    for i in prange(x.shape[0]):
        d = x[i] * x[i] + y[i] * y[i]
        d -= 20.0
        z[i] = math.sqrt(d)


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def a_variable_of_two_uses(x, z):
    d = 1.0
    for i in range(x.shape[0]):
        z[i] = math.sqrt(d)
        d = x[i] * x[i] * x[i] + 500.0


@PROGRAMS.add(array("n", values=_zeros), array("n", values=_zeros), out("n"), dtypes=("float64",))
def a_quotient_by_negative_zero(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = math.sqrt(x[i] * x[i] + np.sqrt(y[i]) * 0.0)


@PROGRAMS.add(array("n"), out("n"), -4.0, dtypes=FLOATS)
def a_parameter(x, z, d):
    for i in range(x.shape[0]):
        z[i] = math.sqrt(d)
        d = x[i] * x[i]


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def a_logarithm_of_zero(x, z):
    for i in prange(x.shape[0]):
        d = x[i] - x[i]
        z[i] = math.log(d * d)


@PROGRAMS.add(-3)
def a_product_with_another_number(n):
    x = float(n)
    y = x + 1.0
    return math.sqrt(x * y), math.sqrt((x + 4.0) * y)


test_paths = PROGRAMS.as_test()


def root(a, b, z):
    for i in prange(z.shape[0]):
        z[i] = math.sqrt(a[i] * a[i] + b[i] * b[i])


def root_of_difference(a, b, z):
    for i in prange(z.shape[0]):
        z[i] = math.sqrt(a[i] * a[i] - b[i] * b[i])


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_a_call_does_not_wait_for_an_exception_that_cannot_come(kind):
    device = require(kind)
    arrays = [up.to_device(np.arange(100.0) + 100 - k, device) for k in range(3)]
    for function, looks in ((root, False), (root_of_difference, True)):
        compiled = up.jit(device=device, strict=True)(function)
        compiled(*arrays)
        assert ("look for errors" in compiled.inspect("steps")) == looks
