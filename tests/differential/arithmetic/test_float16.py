"""float16: kept in 16 bits, each operation in float32 and rounded, as NumPy does."""

import numpy as np
from support.programs import Programs, array, out, strong
from unpython import prange

PROGRAMS = Programs(dtypes=("float16",))


@PROGRAMS.add(array("n"), array("n", nonzero=True), out("n"))
def operators(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = (x[i] + y[i]) * x[i] - x[i] / y[i] + x[i] // y[i] - x[i] % y[i]


@PROGRAMS.add(array("nm"), array("nm", nonzero=True), out("nm"))
def rows(x, y, z):
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            z[i, j] = -x[i, j] * y[i, j] + abs(y[i, j])


@PROGRAMS.add(array("n"), out("n", "bool"), out("n"))
def comparisons(x, b, z):
    for i in prange(x.shape[0]):
        b[i] = x[i] > 0.3 and x[i] != x[0] or x[i] <= -2
        z[i] = x[i] if x[i] > 1 else min(x[i], np.float16(0.5))


@PROGRAMS.add(array("n", "float64"), array("n", "int32"), array("n", "int8"), out("n"), out("n"), out("n"))
def from_other_types(x, k, c, z, y, w):
    for i in prange(x.shape[0]):
        z[i] = x[i] / 3
        y[i] = k[i] * 1000
        w[i] = np.float16(c[i]) + c[i]


@PROGRAMS.add(array("n"), out("n", "int32"), out("n", "uint8"), out("n", "float64"), out("n", "complex64"))
def to_other_types(x, k, c, z, w):
    for i in prange(x.shape[0]):
        k[i] = int(x[i])
        c[i] = int(abs(x[i]))
        z[i] = x[i]
        w[i] = x[i]


@PROGRAMS.add(array("n"), 2.5, 3, True, strong(1.5))
def types_of_results(x, f, n, b, s):
    a = x[0]
    return a + f, a * n, a + b, a - s, a / n, n // s, s**2, s**n, s > f, -s, abs(s), int(s), float(s)


@PROGRAMS.add(array("n"), array("n", "int16"), array("n", "uint8"), array("n", "int64"), array("n", "float32"), array("n", "complex64"))
def promotion(x, i, u, n, f, c):
    return x[0] + i[0], x[0] + u[0], x[0] + n[0], x[0] + f[0], x[0] * c[0], x[0] * 1j, x[0] > i[0], x[0] == n[0]


@PROGRAMS.add(array("n"), array("n"), whole_arrays=True)
def array_expressions(x, y):
    return x + y, x * 2 - y, x / 3, x > y, np.where(x > y, x, y), x**2, x**3, np.maximum(x, y), np.minimum(x, 0.5), abs(x), -x


@PROGRAMS.add(array("nm"), whole_arrays=True)
def new_arrays(x):
    a = np.zeros(x.shape, np.float16)
    b = np.full(x.shape, 0.1, dtype="float16")
    a += x
    a *= 0.3
    return a, b, np.ones_like(x), x.astype(np.float32), x.astype("float64").astype(np.float16), x.T.copy(), np.empty_like(x).dtype == np.float16


@PROGRAMS.add(array("nm"), whole_arrays=True)
def extrema_and_places(x):
    return x.min(), x.max(axis=0), np.argmin(x), np.argmax(x, axis=1), np.any(x), np.count_nonzero(x), np.nonzero(x)


@PROGRAMS.add(array("n"), out("n"))
def kept_in_order(x, z):
    total = np.float16(0)
    for i in range(x.shape[0]):
        total += x[i] * np.float16(0.1)
        z[i] = total
    return total


@PROGRAMS.add(array("n"), out("n"), array("n", "uint8"))
def local_arrays(x, z, k):
    for i in prange(x.shape[0]):
        row = np.empty(4, np.float16)
        for j in range(4):
            row[j] = x[i] + j
        z[i] = row[k[i] % 4]


test_all_paths_agree = PROGRAMS.as_test()
