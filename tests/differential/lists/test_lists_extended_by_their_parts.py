"""`v += v[...]`: a part of a list lies where it did before the list became longer."""

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def by_its_reverse(v):
    v += v[::-1]
    return v


def by_its_end(v):
    v += v[-2:]
    v += v[0:1]
    return len(v)


def by_one_before_the_end(n):
    v = [n, 5]
    v += v[-2:-1]
    v += v[-1:]
    return v


def by_another_name(n):
    v = [n, 2.5]
    u = v
    u += v[-2:][::-1]
    return v


def words(w):
    w += w[::-1]
    return w


def in_a_helper(n):
    def twice(x):
        x += x[::-2]

    v = [1, n, 3]
    twice(v)
    return v


def of_two_names(a, b):
    a += b[-1:]
    return a, b


COMPILED = [
    (by_its_reverse, [1, 2]), (by_its_reverse, [1.5]), (by_its_reverse, [True, False]), (by_its_end, [1, 2]), (by_its_end, [4]),
    (by_one_before_the_end, 1), (in_a_helper, 2),
]  # fmt: skip
OTHERS = [(by_its_reverse, []), (by_another_name, 7), (words, ["a", "bc"]), (of_two_names, [1, 2], [3])]


@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_as_python(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", OTHERS, ids=name_of)
def test_as_python_where_it_may_stay_there(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_one_list_twice():
    function = up.jit(strict=False)(of_two_names)
    given = [1, 2]
    found = function(given, given)
    assert found[0] is given and found[1] is given and given == [1, 2, 2]
