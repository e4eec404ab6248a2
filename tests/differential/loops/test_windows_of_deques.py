"""Windows that move over a list: deques with a greatest length, in functions and in generators, as tuples and lists."""

from collections import deque

import pytest
import unpython as up
from support.outcomes import outcome


def windows(xs, k):
    held = deque(maxlen=k)
    for x in xs:
        held.append(x)
        if len(held) == k:
            yield tuple(held)


def sums(xs, k):
    held = deque(maxlen=k)
    for x in xs:
        held.append(x)
        if len(held) == k:
            yield sum(held)


def means(values, k):
    return [sum(w) / k for w in windows(values, k)]


def spans(values, k):
    found = []
    for w in windows(values, k):
        found.append(max(w) - min(w))
    return found


def largest(values, k):
    return max(sums(values, k))


def listed(values, k):
    found = []
    for s in sums(values, k):
        if s > 100:
            break
        found.append(s)
    return found


def kept(values, k):
    held = deque(maxlen=k)
    first = last = 0
    for x in values:
        held.append(x)
        if len(held) == k:
            w = tuple(held)
            held.append(x + 1)
            first += w[0]
            last += w[-1] + held[-1] + len(w)
    return first, last


A = [1.0, 4.0, 2.0, 8.0, 0.5]
FUNCTIONS = [means, spans, largest, listed, kept]


@pytest.mark.parametrize("given", [(A, 3), (A, 1), (A, 9), ([3, 1, 2, 200], 2)], ids=str)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_compiled(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("given", [([], 2), (A, 0), (A, -1), (A, None), (range(6), 2), ("abc", 2)], ids=str)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_others(function, given):
    assert outcome(up.jit(function, strict=False), given) == outcome(function, given)
