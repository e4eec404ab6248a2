"""Operators, comparisons and methods of Counters; methods of sets with any number of others; methods of types as functions."""

from collections import Counter
from itertools import takewhile

import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}


def compared(a, b):
    c, d = Counter(a), Counter(b)
    return c == d, c != d, c <= d, c < d, c >= d, c > d, HEAP


def operators(a, b):
    c, d = Counter(a), Counter(b)
    d["q"] = -2
    c["r"] -= 1
    return c + d, c - d, d - c, c & d, c | d, +d, -d, not (c - c), HEAP


def in_place(a, b):
    c, d, e, f = Counter(a), Counter(a), Counter(a), Counter(a)
    other = c
    c += Counter(b)
    d -= Counter(b)
    e &= Counter(b)
    f |= Counter(b)
    return c is other, c, d, e, f, HEAP


def methods(a, b):
    c = Counter(a)
    c.update(b)
    c.update(b, z=3)
    c.subtract(a[:2])
    c.subtract({"a": 2})
    d = Counter(a, a=3, y=1)
    return c, d, c.total(), sorted(c.elements()), "".join(d.elements()), sum((d & c).values()), c.most_common(1), HEAP


def kinds(flag):
    c, d, e = Counter({"a": True}), Counter({"b": False}), Counter({"a": 2.0, "q": -3})
    c += d
    f = Counter({"a": True, "b": flag})
    f |= d
    f -= Counter("x")
    e &= Counter({"a": 2})
    plus, minus = +Counter({"a": True}), -Counter({"a": -2.5, "b": 1})
    del f["missing"]
    return dict(c), dict(e), dict(f), dict(plus), dict(minus), HEAP


def weights(v):
    c, d = Counter(), Counter({1: 0.5, 2: 1})
    for x in v:
        c[x] += x / 2
    return c + d, c - d, c | d, c & d, HEAP


def sets(words):
    held = [set(w) for w in words]
    every = set().union(*held)
    both = set.intersection(*held)
    less = held[0].difference(*held[1:])
    more = set.union(held[0], words[-1], ["q"])
    same = held[0].union() == held[0] and held[0].union() is not held[0]
    changed = set("ab")
    changed.update(*words)
    changed.difference_update("b", "c")
    kept = set("abcde")
    kept.intersection_update("abc", "bcd")
    kept.symmetric_difference_update("cx")
    return sorted(every), sorted(both), sorted(less), sorted(more), same, sorted(changed), sorted(kept), HEAP


def none_at_all(words):
    return sorted(set.intersection(*[set(w) for w in words])), HEAP


def of_types(words):
    heads = ["".join(takewhile(str.isalpha, w)) for w in words]
    return heads, list(map(str.upper, words)), sorted(words, key=str.lower), [*filter(str.isdigit, words)], str.join("-", words), HEAP


CALLS = [
    *((compared, pair) for pair in (("abc", "cab"), ("ab", "abb"), ("abb", "ab"), ("", ""), ("a", "b"))),
    *((operators, pair) for pair in (("abca", "ab"), ("ab", "abbc"), ("", "a"))),
    *((in_place, pair) for pair in (("abca", "ab"), ("ab", "abbc"), ("", "a"))),
    (methods, ("abca", "ab")),
    (kinds, (True,)),
    (kinds, (2,)),
    (weights, ([1, 2, 3, 1],)),
    (sets, (["abc", "bcd", "cde"],)),
    (sets, (["", "a"],)),
    (none_at_all, (["ab"],)),
    (of_types, (["ab12", "C", "7", ""],)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_together(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
