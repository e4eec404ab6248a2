"""The larger or smaller of several integers, some of which are negations or may turn out to be one: NVIDIA's assembler had its own idea."""

from support.programs import SIGNED, Programs, array, out
from unpython import prange

PROGRAMS = Programs(dtypes=SIGNED, large={"n": 1003, "m": 67})


@PROGRAMS.add(array("nm"), array("n"), array("m"), out("nm"))
def of_three(a, x, u, b):
    n, m = a.shape
    for i in prange(n):
        for j in range(m):
            b[i, j] = max(max(u[j], -a[i, j]), x[i])


@PROGRAMS.add(array("nm"), array("n"), array("m"), out("nm"))
def least_of_three(a, x, u, b):
    n, m = a.shape
    for i in prange(n):
        for j in range(m):
            b[i, j] = min(-a[i, j], u[j], x[i])


@PROGRAMS.add(array("nm"), array("n"), array("m"), out("nm"))
def from_zero(a, x, u, b):
    """The first difference is a negation."""
    n, m = a.shape
    for i in prange(n):
        q = 0
        for j in range(1, m):
            q -= a[i, j]
            if u[j] >= q:
                q = u[j]
            q = min(max(q, x[i]), 9)
            b[i, j] = q


@PROGRAMS.add(array("nm"), array("n"), array("m"), out("nm"))
def by_weights(a, x, u, b):
    """A weight is -1 in one turn of a short loop."""
    n, m = a.shape
    for i in prange(n):
        for j in range(m):
            best = x[i]
            for k in range(3):
                best = max(u[j], (k - 1) * a[i, j], best)
            b[i, j] = best


@PROGRAMS.add(array("nm"), array("n"), array("m"), out("nm"))
def with_signs(a, x, u, b):
    n, m = a.shape
    for i in prange(n):
        sign = -1
        best = x[i]
        for j in range(m):
            step = max(sign * a[i, j], u[j])
            best = max(best, step, -(a[i, j] + u[j]), ~a[i, j] + 1)
            sign = -sign
            b[i, j] = best


@PROGRAMS.add(array("n"), array("n"), array("n"), out("n"))
def by_comparisons(a, x, y, b):
    for i in prange(a.shape[0]):
        q = -a[i]
        if x[i] >= q:
            q = x[i]
        if y[i] > q:
            q = y[i]
        b[i] = q


@PROGRAMS.add(array("nm"), array("n"), array("m"), out("nm"))
def beside_wider_numbers(a, x, u, b):
    n, m = a.shape
    for i in prange(n):
        for j in range(m):
            q = int(u[j])
            w = 0
            w -= a[i, j]
            if w > q:
                q = w
            b[i, j] = max(q, x[i])


@PROGRAMS.add(array("nm"), array("n"), array("m"), out("nm"))
def quotients(a, x, u, b):
    n, m = a.shape
    for i in prange(n):
        for j in range(m):
            b[i, j] = max(max(u[j], a[i, j] // -1), x[i])


@PROGRAMS.add(array("n"), array("n"))
def of_all(a, x):
    best = 0
    for i in prange(a.shape[0]):
        best = max(best, max(x[i], -a[i]))
    return best


test_extremes = PROGRAMS.as_test()
