"""Python compares items of tuples and lists as objects first: a nan equals itself there. Where no number tells whether two are one
object, machine code refuses, and Python runs the lines."""

import math

import pytest
from support.outcomes import check_values, name_of

NAN = math.nan


def pairs(x, y):
    return (x, 1) == (x, 1), (x, y) != (x, y), (x, 1) == (y, 1), (x, 1) == (y, 2)


def made_anew(x, y):
    t = (x, y)
    return t == t, t == (x, y), (x + 0.0, 1) == (x + 0.0, 1), (x, (y, 2)) == (x, (y, 2))


def among(x, y):
    return x in (x, 2.0), x in (y, 2.0), x not in (y, x), x in (1.0, 2.0), x in (math.nan, 3.0)


def lists(x, y):
    return [x, y] == [x, y], [x, y] == [y, x], x in [x, y], x in [1.0, y]


CASES = [(f, x, y) for f in (pairs, made_anew, among, lists) for x, y in ((NAN, 1.0), (1.0, NAN), (NAN, NAN), (NAN, float("nan")), (2.0, 2.0), (1, 2.0))]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_nan_equals_itself_among_items(case):
    check_values(case)
