"""Operators, comparisons and updates of counters."""

from collections import Counter

import pytest
import unpython as up
from support.outcomes import outcome


def same(a, b):
    return Counter(a) == Counter(b)


def different(a, b):
    x = Counter(a)
    y = Counter(b)
    if x != y:
        return len(x), len(y), x == y
    return len(x), 0, False


def joined(a, b):
    return Counter(a) + Counter(b)


def less(a, b):
    return Counter(a) - Counter(b)


def without(a, b):
    counts = Counter(a)
    for x in b:
        del counts[x]
    return counts, len(counts)


def smaller(a, b):
    x = Counter(a)
    y = Counter(b)
    z = x & y
    return z


def larger(a, b):
    x = Counter(a)
    y = Counter(b)
    z = x | y
    return z, len(x)


def common(a, b):
    return sum((Counter(a) & Counter(b)).values())


def of_three(a, b):
    return (Counter(a) + Counter(b) - Counter(a[1:])).most_common(2)


def alike(a, b):
    x, y = Counter(a), Counter(b)
    return sum((x & y).values()) / max(1, sum((x | y).values()))


def entered(a, b):
    c = Counter(a)
    c.update(b)
    d = Counter(b)
    c.update(d)
    return c


def taken(a, b):
    c = Counter(a)
    d = Counter(b)
    c.subtract(d)
    c.subtract(b)
    return c


def of_negative_counts(a, b):
    c = Counter(a)
    d = Counter(b)
    c.subtract(d)
    less = d - c
    return less, sum((c + d).values()), c == d


def whole(a, b):
    c = Counter(a)
    return c.total(), (c + Counter(b)).total()


def in_a_loop(a, b):
    n = 0
    for i in range(len(a)):
        if Counter(a[i:]) == Counter(b[i:]):
            n += 1
    return n


def of_itself(a, b):
    c = Counter(a)
    c = c + Counter(b)
    return c


def of_a_dict(a, b):
    c = Counter({k: 3 for k in a})
    return c - Counter(b)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function",
    [same, different, joined, less, without, smaller, larger, common, of_three, alike, entered, taken, of_negative_counts, whole, in_a_loop],
)
@pytest.mark.parametrize("a, b", [([1, 2, 2, 5], [2, 2, 3]), ([1, 2], [2, 1]), ("abcab", "bcx"), ("ab", "ba"), (["x", "yy", "x"], ["yy", "yy", "z"])])
def test_counters(function, a, b):
    compiled = up.jit(strict=function not in (whole, in_a_loop, of_three, alike))(function)
    for x, y in ((a, b), (b, a), (a, a), (a[:1], b)):
        assert outcome(compiled, [x, y]) == outcome(function, [x, y])
    for x, y in ((a[:0], b), (a, b[:0]), (a[:0], b[:0])):
        assert outcome(up.jit(strict=False)(function), [x, y]) == outcome(function, [x, y])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [of_itself, of_a_dict, entered, joined])
def test_what_else_may_be_counted(function):
    for a, b in (([1, 2], [1]), ("ab", "a"), ({1: 2}, {1: 5}), ([1], 3), ([1], None), (((1, 2),), [(1, 2)])):
        assert outcome(up.jit(strict=False)(function), [a, b]) == outcome(function, [a, b])
