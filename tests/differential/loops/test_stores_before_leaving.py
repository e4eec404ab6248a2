"""Stores in front of a `break`: elements that the loop does not come to keep what they had."""

from support.programs import FLOATS, Programs, array, out
from unpython import prange

PROGRAMS = Programs(large={"n": 41, "m": 53})


@PROGRAMS.add(array("n"), out("nm"), dtypes=FLOATS)
def until_found(a, b):
    for i in prange(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] = a[i]
            if a[i] < j:
                break


@PROGRAMS.add(array("n"), out("nm"), dtypes=FLOATS)
def each_second_row(a, b):
    for i in prange(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += a[i]
            for k in range(2):
                if a[i] < k:
                    break
            if i % 2 == 0:
                break


test_paths = PROGRAMS.as_test()
