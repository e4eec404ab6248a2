"""Arithmetic of elements: every operator, every type, mixed types, and Python numbers beside NumPy ones."""

import numpy as np
from support.programs import FLOATS, NUMBERS, SIGNED, Programs, array, out, strong
from unpython import prange

PROGRAMS = Programs()


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=NUMBERS)
def add(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] + y[i]


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=NUMBERS)
def subtract_and_multiply(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = (x[i] - y[i]) * x[i]


@PROGRAMS.add(array("n"), array("n"), out("n", "float64"), dtypes=NUMBERS)
def true_division(x, y, z):
    for i in range(x.shape[0]):
        z[i] = x[i] / y[i]


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=NUMBERS)
def floor_division_and_remainder(x, y, z):
    for i in range(x.shape[0]):
        z[i] = x[i] // y[i] + x[i] % y[i]


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=FLOATS)
def remainder_by_sign(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] % y[i] - (-x[i]) % y[i] + x[i] // -y[i]


@PROGRAMS.add(array("n"), out("n"), dtypes=(*FLOATS, *SIGNED))
def unary(x, z):
    for i in prange(x.shape[0]):
        z[i] = -x[i] + +x[i] - abs(x[i])


@PROGRAMS.add(2.5, array("nm"), array("nm"), out("nm"), dtypes=FLOATS)
def axpy_2d(a, x, y, z):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            z[i, j] = a * x[i, j] + y[i, j]


@PROGRAMS.add(strong(3), array("n"), out("n"), dtypes=NUMBERS)
def strong_scalar(a, x, z):
    for i in prange(x.shape[0]):
        z[i] = a * x[i] + a


@PROGRAMS.add(array("n", "float32"), array("n", "float64"), array("n", "int32"), out("n", "float64"))
def mixed_types(x, y, k, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * y[i] + k[i] - x[i] * k[i]


@PROGRAMS.add(
    array("n", "int8"), array("n", "uint8"), array("n", "uint32"), array("n", "int32"), out("n", "int64")
)
def mixed_integers(a, b, c, d, z):
    for i in prange(a.shape[0]):
        z[i] = a[i] * b[i] + c[i] * d[i] - (b[i] + c[i])


@PROGRAMS.add(array("n", "int64"), array("n", "uint64"), out("n", "float64"))
def signed_and_unsigned_64(a, b, z):
    for i in prange(a.shape[0]):
        z[i] = a[i] + b[i]


@PROGRAMS.add(out("n"), array("n"), dtypes=NUMBERS)
def augmented(z, x):
    for i in prange(x.shape[0]):
        z[i] += x[i]
        z[i] *= 2
        z[i] -= x[i]


@PROGRAMS.add(out("n"), array("n", nonzero=True), dtypes=FLOATS)
def augmented_division(z, x):
    for i in prange(x.shape[0]):
        z[i] /= x[i]
        z[i] //= 0.25
        z[i] %= 3.0


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def polynomial(x, z):
    for i in prange(x.shape[0]):
        t = x[i]
        z[i] = ((0.5 * t + 1.5) * t - 2.0) * t + 7.0


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS, strict_exact=False)
def power(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] ** 2 + x[i] ** 3 + abs(x[i]) ** 0.5


@PROGRAMS.add(array("n"), out("n"), dtypes=("int64", "int32", "uint8"))
def integer_power(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] ** 2 + x[i] ** 3


@PROGRAMS.add(
    array("n"),
    array("n", values=lambda r, shape: r.integers(0, 4, shape)),
    out("n"),
    dtypes=("int64", "int32"),
)
def integer_power_of_elements(x, y, z):
    for i in range(x.shape[0]):
        z[i] = x[i] ** y[i]


@PROGRAMS.add(array("n"), out("n", "float64"), dtypes=("int64", "int32", "uint8", "float32"))
def store_converts_up(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i]


@PROGRAMS.add(array("n", "float64"), out("n"), dtypes=("float32", "int64", "int32", "int8"))
def store_converts_down(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * 2


@PROGRAMS.add(array("n", "bool"), array("n", "bool"), out("n", "bool"))
def bool_operators(a, b, z):
    for i in prange(a.shape[0]):
        z[i] = (a[i] & b[i]) | (a[i] ^ b[i]) if b[i] else not a[i]


@PROGRAMS.add(array("n", "bool"), array("n"), out("n"), dtypes=NUMBERS)
def bool_in_arithmetic(a, x, z):
    for i in prange(a.shape[0]):
        z[i] = a[i] * x[i] + a[i]


@PROGRAMS.add(array("n", values=lambda r, shape: r.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -2.5], shape)),
              array("n", values=lambda r, shape: r.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 3.0], shape)),
              out("n"), out("n"), dtypes=FLOATS)  # fmt: skip
def special_values(x, y, z, w):
    for i in prange(x.shape[0]):
        z[i] = x[i] + y[i] * x[i]
        w[i] = x[i] / y[i]


@PROGRAMS.add(array("n", values=lambda r, shape: r.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -2.5], shape)),
              array("n", values=lambda r, shape: r.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 3.0, -0.5], shape)),
              out("n"), out("n"), dtypes=FLOATS)  # fmt: skip
def floor_of_special_values(x, y, z, w):
    for i in range(x.shape[0]):
        z[i] = x[i] // y[i]
        w[i] = x[i] % y[i]


test_paths = PROGRAMS.as_test()
