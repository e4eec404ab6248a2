"""Loop nests: products, stencils, triangles, wavefronts, loops over arrays, gathers."""

import numpy as np
from support.programs import FLOATS, NUMBERS, Programs, array, out
from unpython import prange

PROGRAMS = Programs()
LONG_SUMS = {"float64": 1e-12, "float32": 1e-4}


def _wide(generator, shape):
    return generator.uniform(1, 2, shape)


@PROGRAMS.add(array("nm", values=_wide), array("mk", values=_wide), out("nk"), dtypes=NUMBERS, **LONG_SUMS)
def matrix_product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@PROGRAMS.add(array("nm", values=_wide), array("mk", values=_wide), out("nk"), dtypes=FLOATS, **LONG_SUMS)
def matrix_product_in_place(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


@PROGRAMS.add(array("nm"), array("mk"), out("nk"), dtypes=("int64", "int32", "uint8", "int8"))
def integer_matrix_product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = a[0, 0] * 0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@PROGRAMS.add(array("nm", values=_wide), array("mk", values=_wide), out("nk"), **LONG_SUMS)
def matrix_product_ikj(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            c[i, j] = 0.0
        for k in range(a.shape[1]):
            t = a[i, k]
            for j in range(b.shape[1]):
                c[i, j] += t * b[k, j]


@PROGRAMS.add(array("nm", values=_wide), out("nn"), dtypes=FLOATS, large={"n": 45, "m": 37}, **LONG_SUMS)
def symmetric_rank_k(a, c):
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = s


@PROGRAMS.add(array("nm"), array("m"), out("n"), dtypes=FLOATS, **LONG_SUMS)
def matrix_vector(a, x, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j] * x[j]
        y[i] = s


@PROGRAMS.add(array("nm"), out("mn"), dtypes=NUMBERS)
def transpose(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[j, i] = a[i, j]


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def stencil_1d(x, y):
    for i in prange(1, x.shape[0] - 1):
        y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=FLOATS)
def stencil_2d(x, y):
    for i in prange(1, x.shape[0] - 1):
        for j in prange(1, x.shape[1] - 1):
            y[i, j] = 0.2 * (x[i, j] + x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@PROGRAMS.add(out("nm"), out("nm"), 3, large={"n": 60, "m": 70})
def jacobi_steps(x, y, steps):
    for _ in range(steps):
        for i in prange(1, x.shape[0] - 1):
            for j in prange(1, x.shape[1] - 1):
                y[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])
        for i in prange(1, x.shape[0] - 1):
            for j in prange(1, x.shape[1] - 1):
                x[i, j] = y[i, j]


@PROGRAMS.add(out("nmk"), array("nmk"), dtypes=FLOATS)
def stencil_3d(y, x):
    for i in prange(1, x.shape[0] - 1):
        for j in prange(1, x.shape[1] - 1):
            for k in prange(1, x.shape[2] - 1):
                y[i, j, k] = x[i, j, k] + 0.125 * (
                    x[i - 1, j, k] + x[i + 1, j, k] + x[i, j - 1, k] - x[i, j, k + 1]
                )


@PROGRAMS.add(out("nm"))
def gauss_seidel(x):
    for i in range(1, x.shape[0] - 1):
        for j in range(1, x.shape[1] - 1):
            x[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@PROGRAMS.add(out("n"), array("n"), dtypes=NUMBERS)
def prefix_sum(y, x):
    for i in range(x.shape[0]):
        y[i] = x[i] if i == 0 else x[i] + y[i - 1]


@PROGRAMS.add(out("n"), array("n"))
def shift_in_place(y, x):
    for i in range(y.shape[0] - 1):
        y[i] = y[i + 1] + x[i]


@PROGRAMS.add(  # iteration k writes what the others read: it runs in order
    out("nn", values=lambda r, shape: r.uniform(0, 9, shape)), large={"n": 24}, options={"strict": False}
)
def floyd_warshall(d):
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in prange(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


@PROGRAMS.add(out("nn", values=lambda r, shape: np.eye(max(shape))[: shape[0], : shape[1]] * 50 + r.uniform(0, 1, shape)),
              float64=1e-11, large=False)  # fmt: skip
def lu(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


@PROGRAMS.add(array("n"), out("nn", "float64"), large={"n": 90})
def all_pairs(x, d):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[0]):
            t = x[i] - x[j]
            d[i, j] = t * t


@PROGRAMS.add(array("n"), out("nn"), large={"n": 90})
def triangle(x, d):
    for i in prange(x.shape[0]):
        for j in range(i, x.shape[0]):
            d[i, j] = x[i] * x[j]


@PROGRAMS.add(array("n"), array("n", "int64", values=lambda r, shape: r.permutation(shape[0])), out("n"), dtypes=FLOATS,
              skip_layouts=("zero_stride",))  # fmt: skip
def gather(x, idx, y):
    for i in prange(x.shape[0]):
        y[i] = x[idx[i]] * 2


@PROGRAMS.add(array("n"), array("n", "int64", values=lambda r, shape: r.permutation(shape[0])), out("n"), dtypes=FLOATS,
              skip_layouts=("zero_stride",), options={"races": "trust"})  # fmt: skip
def scatter(x, idx, y):
    for i in prange(x.shape[0]):
        y[idx[i]] = x[i] + 1


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def for_over_elements(x):
    s = x[0]
    n = 0
    for v in x:
        s += v
        n += 1
    return s, n


@PROGRAMS.add(array("nm"), out("n"), dtypes=FLOATS)
def for_over_elements_of_columns(x, y):
    for i in prange(x.shape[0]):
        s = y[i]
        for j in range(x.shape[1]):
            s += x[i, j]
        y[i] = s


@PROGRAMS.add(array("n"), out("n"), dtypes=NUMBERS)
def negative_indices(x, y):
    for i in prange(x.shape[0]):
        y[-1 - i] = x[i]
    if x.shape[0] > 0:
        y[-1] += x[-x.shape[0]]


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def circular(x, y):
    n = x.shape[0]
    for i in prange(n):
        y[i] = x[(i + 1) % n] - x[i - 1]


@PROGRAMS.add(array("nmkp"), out("nmkp"), dtypes=("float64", "int32"))
def four_dimensions(x, y):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            for k in range(x.shape[2]):
                for p in range(x.shape[3]):
                    y[i, j, k, p] = x[i, j, k, p] * (i + j + k + p)


@PROGRAMS.add(array("n"), array("k"), out("n"), float64=1e-12, large={"n": 9000, "k": 9})
def convolution(x, h, y):
    for i in prange(x.shape[0] - h.shape[0] + 1):
        s = 0.0
        for k in range(h.shape[0]):
            s += h[k] * x[i + k]
        y[i] = s


@PROGRAMS.add(array("n", "float64", values=lambda r, shape: np.sort(r.uniform(0, 9, shape))), 4.5)
def binary_search(x, v):
    low = 0
    high = x.shape[0]
    while low < high:
        middle = (low + high) // 2
        if x[middle] < v:
            low = middle + 1
        else:
            high = middle
    return low


@PROGRAMS.add(out("n"), dtypes=NUMBERS)
def insertion_sort(x):
    for i in range(1, x.shape[0]):
        v = x[i]
        j = i
        while j > 0 and x[j - 1] > v:
            x[j] = x[j - 1]
            j -= 1
        x[j] = v


@PROGRAMS.add(array("nm"), out("nm"))
def transposed_attribute(x, y):
    t = x.T
    for i in prange(t.shape[0]):
        for j in prange(t.shape[1]):
            y[j, i] = t[i, j] + t.shape[0]


test_paths = PROGRAMS.as_test()
