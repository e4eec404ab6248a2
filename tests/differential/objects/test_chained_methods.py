"""Methods that are called on what another call of a method gives: each of the calls is made, in its turn."""

import pytest
import unpython as up
from support.outcomes import outcome


class Sum:
    def __init__(self):
        self.total = 0

    def add(self, x):
        self.total += x
        return self

    @property
    def twice(self):
        return 2 * self.total


class Pair:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def plus(self, other):
        return Pair(self.x + other.x, self.y + other.y)

    def times(self, k):
        return Pair(self.x * k, self.y * k)

    def norm(self):
        return self.x * self.x + self.y * self.y


def field_behind(n):
    return Sum().add(1).add(n).total


def property_behind(n):
    return Sum().add(n).add(2).add(n).twice


def new_objects(n):
    return Pair(n, 1).plus(Pair(2, n)).times(3).plus(Pair(1, 1)).norm()


def in_a_loop(n):
    s = Sum()
    out = []
    for i in range(n):
        out.append(s.add(i).add(1).total)
    return out, s.total


def in_a_lambda(n):
    return (lambda q: Sum().add(q).add(2).total)(n)


def asked_twice(n):
    s = Sum()
    return s.add(1).add(n).total + s.add(5).add(s.total).total


@pytest.mark.parametrize("program", (field_behind, property_behind, new_objects, in_a_loop, in_a_lambda, asked_twice))
def test_chains(program):
    for n in (0, 1, 4):
        assert outcome(up.jit(program), (n,)) == outcome(program, (n,))
