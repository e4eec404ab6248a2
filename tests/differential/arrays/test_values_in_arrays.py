"""`x in a` of arrays: what (a == x).any() says."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values
from support.programs import FLOATS, Programs, array
from unpython import prange

PROGRAMS = Programs(whole_arrays=True)
NUMBERS = (*FLOATS, "int64", "uint8", "bool", "complex128")


@PROGRAMS.add(array("nm"), array("n"), 3, dtypes=NUMBERS)
def asked(a, b, x):
    return x in a, x not in b, b[0] in a, 2.0 in a.T[::2], True in b, b[1] in b[b != b[1]], np.nan in a


@PROGRAMS.add(array("n"), dtypes=("float64", "int32"))
def asked_in_loops(a):
    repeated = 0
    for i in range(len(a)):
        repeated += a[i] in a[:i]
    found = np.zeros(5, np.bool_)
    for k in prange(5):
        if k in a:
            found[k] = True
    return repeated, found


def raised_while_there(a, x):
    turns = 0
    while x in a and turns < 9:
        a[a == x] += 1
        x += 1
        turns += 1
    return turns, [v for v in (1, 2, 3) if v in a]


DATES = np.array(["2020-01-01", "2020-03-05", "NaT"], dtype="M8[D]")


def is_there(a, x):
    return x in a, x not in a[1:]


@pytest.mark.parametrize("x", [DATES[0], np.datetime64("2020-03"), DATES[2], 5, None, "s", [1, 2]], ids=repr)
@pytest.mark.parametrize("a", [DATES, np.array([[1, 2], [3, 4]]), np.array(2.0), np.zeros((0, 3))], ids=["dates", "rows", "one", "none"])
def test_other_values(a, x):
    if a.ndim > 0:
        check_values((is_there, a, x))


def test_values_are_put_out_of_the_way():
    for a in (np.array([3, 1, 2, 1]), np.array([0.5, 1, 2]), np.zeros(0)):
        check_values((raised_while_there, a, 1))
        up.jit(strict=True)(raised_while_there)(a.copy(), 1)


def test_dates_are_compiled():
    assert up.jit(strict=True)(is_there)(DATES, DATES[0]) == (True, True)


test_paths = PROGRAMS.as_test()
