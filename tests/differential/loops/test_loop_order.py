"""Nests whose loops change places where memory asks for it: all results as in the order written, to the bit."""

from support.programs import NUMBERS, Programs, array, out
from unpython import prange

PROGRAMS = Programs()


@PROGRAMS.add(array("nm"), out("nm"), dtypes=NUMBERS)
def columns_outside(a, c):
    for j in prange(a.shape[1]):
        for i in range(a.shape[0]):
            c[i, j] = a[i, j] + a[i, j]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=NUMBERS)
def along_rows(a, c):
    for j in range(1, a.shape[1]):
        for i in range(a.shape[0]):
            c[i, j] = c[i, j - 1] + a[i, j]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=NUMBERS)
def against_the_diagonal(a, c):
    for j in range(1, a.shape[1]):
        for i in range(a.shape[0] - 1):
            c[i, j] = c[i + 1, j - 1] + a[i, j]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=NUMBERS)
def along_the_diagonal(a, c):
    for j in range(1, a.shape[1]):
        for i in range(1, a.shape[0]):
            c[i, j] = c[i - 1, j - 1] + a[i, j]


@PROGRAMS.add(array("nm"), out("m"), dtypes=NUMBERS)
def sums_of_columns(a, s):
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            s[j] += a[i, j]


@PROGRAMS.add(array("nmk"), out("kmn"), dtypes=("float64", "int16"))
def three_axes(a, c):
    for j in prange(a.shape[1]):
        for k in range(a.shape[2]):
            for i in range(a.shape[0]):
                c[k, j, i] = a[i, j, k] * a[i, j, k]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64", "int32"))
def several_times(a, c):
    for t in range(3):
        for i in prange(a.shape[0]):
            for j in range(a.shape[1]):
                c[i, j] = c[i, j] * a[i, j] + a[i, j]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64",))
def may_raise_on_the_way(a, c):
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            c[i + j // 5, j] = a[i, j]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64",))
def last_values(a, c):
    t = 0.0
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            t = a[i, j]
            c[i, j] = t
    return t


@PROGRAMS.add(array("nm"), array("mn"), out("nm"), dtypes=NUMBERS)
def transposed(a, b, c):
    c[:, :] = a + b.T
    c[1:] += c[:-1]


test_paths = PROGRAMS.as_test()
