"""Generator functions that go through themselves, also by way of others, run in Python outside of strict mode."""

import pytest
import unpython as up
from support.outcomes import outcome


def flatten(nested):
    for item in nested:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        else:
            yield item


def down(n):
    if n > 0:
        yield n
        for x in down(n - 1):
            yield x


def even(n):
    if n > 0:
        yield n
        yield from odd(n - 1)


def odd(n):
    if n > 0:
        yield -n
        yield from even(n - 1)


def flat(n):
    return list(flatten([n, [n + 1, (n, [])]]))


def total(n):
    result = 0
    for x in down(n):
        result += x
    return result


def summed(n):
    return sum(down(n))


def by_turns(n):
    return list(even(n))


def inside(n):
    def inner(k):
        if k:
            yield k
            yield from inner(k - 1)

    return sum(inner(n))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [flat, total, summed, by_turns, inside])
def test_outcome(function):
    for n in (4, 0, 1):
        assert outcome(up.jit(strict=False)(function), [n]) == outcome(function, [n])
