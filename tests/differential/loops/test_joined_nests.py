"""Loops that follow each other over nearly the same space, which are one kernel of a device where no iteration needs what another
one does."""

import numpy as np
import unpython as up
from support.devices import require
from support.programs import FLOATS, Programs, array
from unpython import prange

PROGRAMS = Programs(skip_layouts=("zero_stride",))  # all iterations would store to one element


@PROGRAMS.add(array("nm"), array("nm"), array("nm"), dtypes=FLOATS)
def curl(ex, ey, hz):
    for i in prange(1, hz.shape[0]):
        for j in prange(hz.shape[1]):
            ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])
    for i in prange(hz.shape[0]):
        for j in prange(1, hz.shape[1]):
            ex[i, j] = ex[i, j] - 0.5 * (hz[i, j] - hz[i, j - 1])
    for i in prange(hz.shape[0] - 1):
        for j in prange(hz.shape[1] - 1):
            hz[i, j] = hz[i, j] - 0.5 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


@PROGRAMS.add(array("n"), array("n"), array("n"), dtypes=("float64", "int32"))
def stored_by_fewer(a, b, c):
    for i in prange(a.shape[0] - 2):
        b[i] = a[i] + 1
    for i in prange(a.shape[0]):
        c[i] = b[i] + a[i]


@PROGRAMS.add(array("n"), array("n"), array("n"), dtypes=("float64", "int32"))
def stored_by_more(a, b, c):
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1
    for i in prange(2, a.shape[0]):
        c[i] = b[i] + a[i - 2]
    for i in prange(2, a.shape[0] - 1):
        a[i] = b[i] + 3


@PROGRAMS.add(array("n"), array("n"), dtypes=("float64", "int32"))
def of_neighbours(a, b):
    for i in prange(a.shape[0] - 1):
        b[i] = a[i] + a[i + 1]
    for i in prange(1, a.shape[0] - 1):
        a[i] = b[i - 1] + b[i]
    for i in prange(a.shape[0] - 1):
        b[i] = a[i + 1]


@PROGRAMS.add(array("nm"), array("nm"), dtypes=("float64", "int32"))
def triangles(a, b):
    for i in prange(a.shape[0]):
        for j in prange(min(i + 1, a.shape[1])):
            b[i, j] = a[i, j] + 1
    for i in prange(a.shape[0]):
        for j in prange(min(i + 1, a.shape[1])):
            b[i, j] += 2 * a[i, j]


@PROGRAMS.add(array("n"), array("n"), 3, dtypes=("float64", "int32"))
def as_many_as_the_call_says(a, b, k):
    n = min(a.shape[0], k * k)
    for i in prange(n):
        b[i] = a[i] + k
    for i in prange(n - k):
        a[i] = b[i] + 1
    for i in prange(max(n - 9, 0)):
        b[i] = a[i] + 2


@PROGRAMS.add(array("n"), array("n"), array("n"), dtypes=("float64", "int32"))
def with_conditions(a, b, c):
    for i in prange(a.shape[0]):
        t = a[i] + 1
        if t > 0:
            b[i] = t
    for i in prange(a.shape[0] - 1):
        t = a[i] + b[i]
        if t > 3 or i > 4:
            c[i] = t
    for i in prange(a.shape[0]):
        if i != 2:
            a[i] = c[i]


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def through_an_array_of_the_function(a):
    t = np.empty_like(a)
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            t[i, j] = a[i, j] * 2
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            a[i, j] = t[i, j] + 1
    return t


@PROGRAMS.add(array("n"), array("n"), dtypes=("float64", "int32"))
def in_turns(a, b):
    for t in range(3):
        for i in prange(a.shape[0]):
            b[i] = a[i] + t
        for i in prange(1, a.shape[0]):
            a[i] = b[i] - 1


@PROGRAMS.add(array("n"), array("n"), 4, dtypes=("float64", "int32"))
def the_second_may_raise(a, b, k):
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1
    for i in prange(a.shape[0] - 3):
        b[i] += a[i + k]


@PROGRAMS.add(array("n"), array("n"), dtypes=FLOATS, float64=1e-12, float32=1e-5)
def with_sums(a, b):
    s = 0.0
    for i in prange(a.shape[0]):
        b[i] = a[i] * 0.5
    for i in prange(a.shape[0]):
        s += b[i]
    for i in prange(a.shape[0]):
        a[i] = b[i] + 1
    return s


test_paths = PROGRAMS.as_test()


def sentences(function, *arguments):
    return [nest["order"] for nest in up.gpu(device=require("opencl"), force=True)(function).explain(*arguments).as_dict()["nests"]]


def kernels(function, *arguments):
    compiled = up.gpu(device=require("opencl"), force=True)(function)
    compiled(*arguments)
    nests = compiled.explain().as_dict()["nests"]
    return [[kernel["name"] for kernel in nest["kernels"]] for nest in nests]


def test_a_report_says_which_loops_are_one_kernel_and_why_others_are_not():
    planes = [np.ones((50, 60)) for _ in range(3)]
    first = curl.__code__.co_firstlineno + 2
    one = "the loops of lines {} and {} run as one kernel, so that what both touch of '{}' is loaded once"
    two = "the loops of lines {} and {} are two kernels: an iteration touches elements of '{}' that belong to other iterations"
    assert sentences(curl, *planes) == ["", one.format(first, first + 3, "hz"), two.format(first, first + 6, "ey")]
    (names, second, third) = kernels(curl, *planes)
    assert names == second == [f"up_curl_line{first}"] and third == [f"up_curl_line{first + 6}"]
