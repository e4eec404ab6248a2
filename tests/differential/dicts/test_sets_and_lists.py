"""Methods of sets that are given lists: the order of what they give is CPython's."""

import random

import pytest
import unpython as up
from support.outcomes import outcome


def new_set(a, b):
    s = set(a)
    return list(s.symmetric_difference(b)), len(s)


def in_place(a, b):
    s = set(a)
    s.symmetric_difference_update(b)
    return list(s)


def of_a_generator(a, b):
    return [x for x in set(a).symmetric_difference(x + 1 for x in b)]


@pytest.mark.parametrize("function", [new_set, in_place, of_a_generator])
def test_orders(function):
    compiled = up.jit(strict=True)(function)
    draw = random.Random(5)
    for _ in range(200):
        a, b = ([draw.randrange(-9, 40) for _ in range(draw.randrange(1, 9))] for _ in range(2))
        assert outcome(compiled, [a, b]) == outcome(function, [a, b])
