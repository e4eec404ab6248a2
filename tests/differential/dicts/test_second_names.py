"""Two names for one dict, set or counter, and copies of counters, which are others."""

from collections import Counter, defaultdict

import pytest
import unpython as up
from support.outcomes import outcome

NUMBERS = [[1, 2, 1, 2, 3], [1], []]
WORDS = [["a", "b", "a"], ["b"], []]


def raised_by_the_other(xs):
    c = Counter(xs)
    d = c
    d[1] += 5
    return c[1], d[1], d is c


def updated(xs):
    c = Counter(xs)
    d = c
    d.update([1, 1])
    return dict(c), len(d), d is not c


def returned_twice(xs):
    c = Counter(xs)
    d = c
    d[2] += 1
    del d[2]
    return c, d


def named_twice(xs):
    c = {}
    d = c
    e = d
    for x in xs:
        e[x] = d.get(x, 0) + 1
    return c


def by_default(xs):
    c = defaultdict(int)
    d = c
    for x in xs:
        d[x] += 1
    return dict(c)


def words(xs):
    c = Counter(xs)
    d = c
    d["new"] += 2
    return c["new"], sorted(c)


def seen(xs):
    found = set()
    s = found
    for w in xs:
        s.add(w)
    return sorted(found), s is found


def copied(xs):
    c = Counter(xs)
    d = c.copy()
    d[1] += 5
    return c[1], d[1]


def made_of_another(xs):
    c = Counter(xs)
    d = Counter(c)
    d[1] += 5
    return c[1], d[1], len(c), len(d)


def used_up(a, b):
    need = Counter(b)
    have = need.copy()
    n = 0
    for x in a:
        if have[x] > 0:
            have[x] -= 1
            n += 1
    return n, have == need


def read_before(xs):
    n = len(d)  # noqa: F821
    d = xs
    return n + len(d)


CASES = [(f, x) for f in (raised_by_the_other, updated, returned_twice, named_twice, by_default, copied, made_of_another) for x in NUMBERS[:2]]
CASES += [(f, x) for f in (words, seen) for x in WORDS[:2]]
CASES += [(f, []) for f in (raised_by_the_other, updated, returned_twice, named_twice, by_default, seen)]
CASES += [(used_up, "abc", "aab"), (used_up, [1, 2], [2, 2, 3]), (used_up, [], [1])]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_names_of_one_object(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)


def test_a_name_that_is_read_too_early():
    with pytest.raises((up.CompileError, UnboundLocalError), match="'d'"):
        up.jit(strict=True)(read_before)([1])
