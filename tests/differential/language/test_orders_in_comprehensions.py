"""permutations, combinations and products in comprehensions and in what takes all: each item is a tuple."""

import itertools
from itertools import combinations, permutations, product

import pytest
import unpython as up


def with_a_sum(v):
    return [p for p in itertools.permutations(v, 3) if sum(p) == 8], sum(1 for p in combinations(v, 2) if sum(p) > 4)


def first_in_order(v):
    return [p for p in permutations(v) if p[0] < p[1]]


def all_subsets(v):
    return [list(c) for r in range(len(v) + 1) for c in combinations(v, r)]


def all_of_them(v):
    return list(permutations(v, 2))


def throws(v):
    return sum(1 for roll in product(v, repeat=2) if sum(roll) == 7) / 36


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [with_a_sum, first_in_order, all_subsets, all_of_them, throws])
def test_values(function):
    compiled = up.jit(strict=False)(function)
    for v in ([1, 2, 3, 4], [5, 3, 2], [0.5, 6.5, 1.0], [], [1]):
        try:
            expected = repr(function(list(v)))
        except IndexError as error:
            expected = repr(error)
        try:
            found = repr(compiled(list(v)))
        except IndexError as error:
            found = repr(error)
        assert found == expected
    compiled([1, 2, 3, 4])
    assert compiled.ran_on == "cpu"
