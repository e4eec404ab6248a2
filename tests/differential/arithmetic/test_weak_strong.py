"""Types of results: Python numbers (weak) take the type of the NumPy numbers (strong) beside them."""

import math

import numpy as np
from support.programs import FLOATS, NUMBERS, Programs, array, out, strong
from unpython import prange

PROGRAMS = Programs()
TWO = 2
HALF = 0.5


@PROGRAMS.add(strong(3), 2, dtypes=NUMBERS)
def scalar_results(a, b):
    return a + b, a * b, a - 1, a


@PROGRAMS.add(strong(3), 2.5, dtypes=NUMBERS)
def scalar_with_weak_float(a, b):
    return a * b, b - a, a / b


@PROGRAMS.add(3, 2.5, True, 1j)
def weak_results(a, b, c, d):
    return a + a, a * b, a / a, c, a + d, b, a > b, d


@PROGRAMS.add(array("n", nonzero=True), dtypes=NUMBERS)
def element_results(x):
    return x[0], x[0] + 1, x[0] * x[0], x[0] / 2, x[0] > 1, -x[0] if x[0] > 200 else x[0]


@PROGRAMS.add(array("nm"))
def shapes_are_weak(x):
    return x.shape[0], x.shape[1], x.ndim, x.size, len(x), x.shape[0] * 2 + 1


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def conversions_are_weak(x):
    return int(x[0]), float(x[0]), bool(x[0]), int(x[0]) + 1, float(x[0]) * 2


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def globals_are_weak(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * TWO + HALF


@PROGRAMS.add(array("n", "float32"))
def global_keeps_float32(x):
    return x[0] * HALF, x[0] + TWO, x[0] * math.pi


@PROGRAMS.add(array("n", "float32"), array("n", "float64"), array("n", "int32"), array("n", "int8"))
def promotion(x, y, k, c):
    return (
        x[0] + y[0],
        x[0] + k[0],
        x[0] + c[0],
        k[0] + c[0],
        c[0] + c[0],
        k[0] / c[0] if c[0] else 0.0 + y[0],
    )


@PROGRAMS.add(array("n", "int32"), array("n", "float32"))
def web_is_widened(k, x):
    s = 0
    for i in range(k.shape[0]):
        s += k[i]
    t = 0
    for i in range(x.shape[0]):
        t += x[i]
    return s, t


@PROGRAMS.add(array("n", "int32"))
def one_name_two_types(k):
    t = k[0]
    a = t + 1
    t = 1.5
    b = t + 1
    t = True
    return a, b, t


@PROGRAMS.add(array("n", "float32"), out("n", "float32"))
def counter_is_weak(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * i + (i + 1) / 2


@PROGRAMS.add(strong(3.0), dtypes=FLOATS)
def numpy_constructors(a):
    return (
        np.float32(a),
        np.float64(a),
        np.int32(a),
        np.int8(a) + np.int8(100),
        np.float32(1) / 3,
        np.uint8(a),
    )


@PROGRAMS.add(array("n", "float32"), 0.1)
def compare_weak_with_float32(x, a):
    n = 0
    for i in range(x.shape[0]):
        if x[i] * 0 + np.float32(0.1) == a:
            n += 1
    return n


@PROGRAMS.add(array("n", "bool"), array("n", "int8"))
def bool_promotes(b, c):
    return b[0] + c[0], b[0] * 2, b[0] + 1.5, b[0] & True, c[0] > b[0]


test_paths = PROGRAMS.as_test()
