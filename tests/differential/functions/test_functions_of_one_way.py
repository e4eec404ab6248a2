"""A name that stands for a function on one way only has no value, or another one, on the other way."""

import math

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def none_before(x, g=None):
    if x > 2:
        g = abs
    return g(x)


def nothing_before(x):
    if x > 2:
        g = math.sqrt
    return g(x)


def in_a_loop(n):
    for i in range(n):
        g = abs
    return g(-2)


def in_a_branch_that_returns(x):
    if x > 2:
        g = math.sqrt
        return g(x)
    return x


def the_other_way_leaves(x):
    if x > 2:
        g = math.sqrt
    else:
        return -1.0
    return g(x)


def behind_a_branch(x):
    if x < 0:
        raise ValueError("")
    else:
        g = math.sqrt
    return g(x)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", [(f, x) for f in (none_before, nothing_before, in_a_loop) for x in (0, 1, 3)], ids=name_of)
def test_names_that_may_have_no_function(case):
    function, *given = case
    found, expected = (outcome(f, given) for f in (up.jit(strict=False)(function), function))
    assert found == expected


@pytest.mark.parametrize("case", [(f, x) for f in (in_a_branch_that_returns, the_other_way_leaves, behind_a_branch) for x in (-1, 1, 4)], ids=name_of)
def test_names_that_have_one(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
