"""Triangles, bands and trapezoids: on a device their rows lie behind each other, whole or in tiles."""

from support.programs import FLOATS, NUMBERS, Programs, array, out
from unpython import prange

PROGRAMS = Programs(large={"n": 41, "m": 53})


@PROGRAMS.add(out("nn"), dtypes=NUMBERS)
def lower_updated(a):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            a[i, j] += 1


@PROGRAMS.add(out("nn"), dtypes=FLOATS)
def lower_updated_by_columns(a):
    for j in prange(a.shape[1]):
        for i in prange(j, a.shape[0]):
            a[i, j] = a[i, j] * 2 + i


@PROGRAMS.add(array("nn"), out("nn"), dtypes=FLOATS)
def upper_from_lower(a, b):
    for i in prange(a.shape[0]):
        for j in prange(i):
            b[j, i] = a[i, j]


@PROGRAMS.add(array("nn"), out("nn"), dtypes=FLOATS)
def beside_the_other_diagonal(a, b):
    n = a.shape[0]
    for i in prange(n):
        for j in prange(n - i):
            b[i, j] = a[n - 1 - i, n - 1 - j]


@PROGRAMS.add(out("nm"), dtypes=FLOATS)
def growing_on_both_sides(a):
    for i in prange(a.shape[0] // 4):
        for j in prange(a.shape[1] // 2 - i, a.shape[1] // 2 + i + 1):
            if 0 <= j and j < a.shape[1]:
                a[i, j] = a[i, j] + j


@PROGRAMS.add(array("nn"), array("n"), out("n"), dtypes=FLOATS, float64=1e-12, float32=1e-4)
def triangular_product(a, x, y):
    for i in prange(a.shape[0]):
        s = x[0] * 0
        for j in range(i, a.shape[1]):
            s += a[i, j] * x[j]
        y[i] = s


@PROGRAMS.add(out("nn"), dtypes=FLOATS)
def triangle_and_its_diagonal(a):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            a[i, j] += 1
    for i in prange(a.shape[0]):
        a[i, i] *= 2


@PROGRAMS.add(out("knn"), dtypes=FLOATS)
def triangles_of_planes(a):
    for p in prange(a.shape[0]):
        for i in prange(a.shape[1]):
            for j in prange(i + 1):
                a[p, i, j] += p


@PROGRAMS.add(out("nnk"), dtypes=FLOATS)
def triangle_of_lines(a):
    for i in prange(a.shape[0]):
        for j in prange(i, a.shape[1]):
            for k in prange(a.shape[2]):
                a[i, j, k] += k


@PROGRAMS.add(out("nn"), dtypes=("float64",))
def trailing_triangles_in_turn(a):
    for k in range(3):
        for i in prange(k + 1, a.shape[0]):
            for j in prange(k + 1, i + 1):
                a[i, j] += a[i, k] + a[j, k]


test_paths = PROGRAMS.as_test()
