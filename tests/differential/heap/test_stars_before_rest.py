"""Stars before arguments of which a function takes any number: behind others, before a class method, in itertools.chain."""

import itertools
import math

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def chained(v, rest):
    return [x for x in itertools.chain(v, *rest)], sum(itertools.chain(*rest))


def fold(fn, xs, *rest, init=0):
    acc = init
    for x in itertools.chain(xs, *rest):
        acc = fn(acc, x)
    return acc


def folded(v, w):
    return fold(max, v, init=-math.inf), fold(lambda a, b: a * 2 + b, v, w, w), fold(min, v, w, init=100)


class Sums:
    def __init__(self):
        self.count = 0
        self.total = 0.0

    def push(self, x):
        self.count += 1
        self.total += x
        return self

    def __iadd__(self, xs):
        for x in xs:
            self.push(x)
        return self

    @classmethod
    def of(cls, *xs, start=0.0):
        made = cls()
        made.total = start
        made += xs
        return made


def of_class(v):
    s = Sums.of(*v, start=1.5)
    s += [1, 2]
    return s.count, s.total, Sums.of(1, *v).count, Sums.of().total


def with_rest(a, b, *xs):
    return a - b, len(xs), sum(xs), list(xs)


def begins_inside(v):
    return with_rest(*v)


def begins_before(v):
    return with_rest(7, *v), with_rest(7, 8, *v), with_rest(7, 8, 9, *v)


def in_turns(v):
    return [with_rest(1, 2, 3, *w) for w in v]


CASES = [
    (chained, ([1, 2], [[3], [4, 5]])), (chained, ([], [])), (chained, ([1.5], [[2.0]])), (folded, ([1, 5, 2], [7, 0])), (folded, ([], [3])),
    (of_class, ([1, 2, 3],)), (of_class, ([],)), (of_class, ([0.5],)), (begins_inside, ([1, 2, 3],)), (begins_inside, ([1, 2],)), (begins_inside, ([1],)),
    (begins_before, ([1, 2],)), (begins_before, ([],)), (begins_before, ([1.5],)), (in_turns, ([[1], [], [2, 3]],)), (in_turns, ([[1.5]],)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_stars(case):
    function, *given = case[0], *case[1]
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)
