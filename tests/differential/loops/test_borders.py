"""Subscripts that are held within an array: the inner iterations of a vector loop run without the bounds."""

from support.programs import Programs, array, out
from unpython import prange

PROGRAMS = Programs(float64=0.0, large={"n": 1003, "m": 131})


@PROGRAMS.add(array("n"), out("n"))
def held_on_both_sides(a, b):
    n = a.shape[0]
    for i in prange(n):
        b[i] = a[min(max(i - 1, 0), n - 1)] - a[min(max(i + 2, 0), n - 1)] + a[min(i + 40, n - 1)]


@PROGRAMS.add(array("n"), out("n"))
def around(a, b):
    n = a.shape[0]
    for i in prange(n):
        b[i] = a[(i + 1) % n] - a[(i - 3) % n]


@PROGRAMS.add(array("nm"), out("nm"))
def rows(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            below = min(i + 1, a.shape[0] - 1)
            left = max(j - 2, 0)
            b[i, j] = a[below, left] + a[i, (j + 1) % a.shape[1]]


@PROGRAMS.add(array("n"), out("n"))
def by_a_variable(a, b):
    n = a.shape[0]
    reach = n // 3
    for i in prange(n):
        place = min(max(i - reach, 0), n - reach)
        b[n - 1 - i] = a[min(place, n - 1)] + place


@PROGRAMS.add(array("n"), out("n"))
def a_place_that_is_read_after_the_loop(a, b):
    n = a.shape[0]
    place = 0
    for i in range(n):
        place = min(i + 5, n - 1)
        b[i] = a[place]
    if n > 0:
        b[0] = place


@PROGRAMS.add(array("n"), out("n"))
def a_bound_that_may_be_unset(a, b):
    n = a.shape[0]
    large = n > 20
    if large:
        reach = n // 4
    for i in prange(n):
        b[i] = a[min(i + 3, n - 1)]
        if large:
            b[i] += a[max(i - reach, 0)]


test_paths = PROGRAMS.as_test()
