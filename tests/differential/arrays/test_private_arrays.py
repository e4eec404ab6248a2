"""Arrays that iterations of parallel loops make for themselves."""

import numpy as np
import unpython as up
from support.devices import require
from support.programs import Programs, array, out
from unpython import prange

PROGRAMS = Programs(float64=1e-12, float32=1e-5, strict_exact=False)


@PROGRAMS.add(array("nm"), out("n"))
def few_elements(a, z):
    for i in prange(a.shape[0]):
        t = np.zeros(3)
        for j in range(a.shape[1]):
            t[j % 3] += a[i, j]
        z[i] = t[0] + 2 * t[1] + 3 * t[2] - t[-1]


@PROGRAMS.add(array("nm"), out("nm"))
def a_small_matrix(a, z):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            r = np.empty((2, 2))
            r[0, 0] = a[i, j]
            r[0, 1] = 1.0
            r[1, 0] = -1.0
            r[1, 1] = a[i, j] * 2
            s = 0.0
            for k in range(2):
                for m in range(2):
                    s += r[k, m] * r[m, k]
            z[i, j] = s


@PROGRAMS.add(array("nm"), out("nm"))
def sorted_rows(a, z):
    for i in prange(a.shape[0]):
        row = np.empty(a.shape[1])
        for j in range(a.shape[1]):
            at = j
            while at > 0 and row[at - 1] > a[i, j]:
                row[at] = row[at - 1]
                at -= 1
            row[at] = a[i, j]
        for j in range(a.shape[1]):
            z[i, j] = row[j]


@PROGRAMS.add(array("nm", "int64"), out("nk", "int64"))
def counts_of_rows(a, z):
    for i in prange(a.shape[0]):
        counts = np.zeros(z.shape[1], np.int64)
        for j in range(a.shape[1]):
            counts[a[i, j] % z.shape[1]] += 1
        for k in range(z.shape[1]):
            z[i, k] = counts[k]


@PROGRAMS.add(out("nm"))
def differences_in_rows(a):
    for i in prange(a.shape[0]):
        a[i, 1:] -= a[i, :-1]


@PROGRAMS.add(array("nm"), out("n"))
def two_arrays(a, z):
    m = a.shape[1]
    for i in prange(a.shape[0]):
        up = a[i, :] * 2
        down = up[::-1] + a[i]
        s = 0.0
        for j in range(m):
            s += up[j] * down[j]
        z[i] = s


@PROGRAMS.add(array("n"), out("n"), large={"n": 700})  # CPython takes n * n steps
def sizes_that_differ(a, z):
    for i in prange(a.shape[0]):
        t = np.ones(i + 1)
        s = 0.0
        for j in range(i + 1):
            s += t[j] * a[j]
        z[i] = s


@PROGRAMS.add(array("nm"), out("n"))
def out_of_bounds(a, z):
    for i in prange(a.shape[0]):
        t = np.zeros(a.shape[1])
        for j in range(a.shape[1]):
            t[j + i - 1] = a[i, j]
        z[i] = t[0]


@PROGRAMS.add(array("nm"), out("n"))
def in_a_branch(a, z):
    for i in prange(a.shape[0]):
        if a[i, 0] > 0:
            t = np.zeros(4, a.dtype)
            for j in range(a.shape[1]):
                t[j % 4] += a[i, j]
            z[i] = t[0] * t[1]
        else:
            z[i] = 1.0


@PROGRAMS.add(array("n"), out("n"), options={"strict": False})  # runs in order
def the_last_one_is_used_after(a, z):
    t = np.zeros(a.shape[0])
    for i in prange(3):
        t = np.full(a.shape[0], 3.0 + i)
        t[0] = a[0]
    z[:] = t


@PROGRAMS.add(array("n"), out("n"), options={"strict": False})  # runs in order
def the_one_of_the_iteration_before(a, z):
    t = np.zeros(a.shape[0])
    for i in prange(a.shape[0]):
        z[i] = t[0]
        t = np.full(a.shape[0], 1.0 + i)


@PROGRAMS.add(array("nm"), out("n"))
def made_in_both_branches(a, z):
    for i in prange(a.shape[0]):
        if a[i, 0] > 0:
            t = np.zeros(3)
        else:
            t = np.ones(3)
        t[1] = a[i, 0]
        z[i] = t[0] + t[1]


@PROGRAMS.add(array("nm"), out("n", "int64"))
def kept_beside_all_others(a, z):
    """Subscripts are numbers once the loops of 24 are written out."""
    for i in prange(a.shape[0]):
        own = np.empty(24)
        for k in range(24):
            own[k] = a[i, 0] * k
        least = np.inf
        for j in range(a.shape[0]):
            apart = 0.0
            for k in range(24):
                d = own[k] - a[j, 0] * (23 - k)
                apart += d * d + own[23 - k]
            if apart < least:
                least = apart
                z[i] = j


@PROGRAMS.add(array("nm"), out("n"))
def kept_and_one_of_them_chosen(a, z):
    for i in prange(a.shape[0]):
        own = np.empty(40)
        for k in range(40):
            own[k] = a[i, 0] + k
        s = 0.0
        for k in range(40):
            if own[k] > 3.0:
                s += own[(i + k) % 40]
        z[i] = s


test_paths = PROGRAMS.as_test()


def test_arrays_whose_subscripts_are_numbers_lie_in_registers():
    homes = []
    for function in (kept_beside_all_others, kept_and_one_of_them_chosen):
        compiled = up.gpu(force=True)(function)
        with up.options(device=require("opencl"), strict=True):
            compiled(np.ones((5, 2)), np.zeros(5, np.int64 if function is kept_beside_all_others else np.float64))
        homes.append("own in registers" in str(compiled.explain()))
    assert homes == [True, False]
