"""What testers found on the heap: equal numbers of several kinds, keys that go and come back, quotients of large integers, errors of types."""

from functools import lru_cache
from itertools import islice

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def one_key_again(d):
    out = []
    for k in d:
        out.append(k)
        del d[k]
        d[k] = 1
        if len(out) > 20:
            break
    return out


def in_both(a, b):
    s = set(a) & set(b)
    return sorted(s), dict.fromkeys(a, None)


def from_a_place(a):
    return [None, list(islice(a, 1, None))]


@lru_cache(None)
def kept(n):
    return [n, None]


def of_kept(n):
    a = kept(n)
    a.append("q")
    return a


def quotients(a):
    r = [None]
    r.append([1 / x for x in a])
    return r


def of_types(n, d):
    d[n] = 1
    return d[0] + n, None


def in_place(x, c):
    r = [None]
    if c:
        x = None
    x += 1
    return x, r


def deep(n, t):
    for _ in range(n):
        t = [t, None]
    return t


def split_at_most(a, n):
    return [None, a.split(None, n)]


def text_behind_nothing(a, b):
    r = [None]
    r.append(a.replace(b, "<>"))
    return r


def least(v):
    return [None, min(*v)]


def largest(v, d):
    return [None, max(d, *v)]


CASES = [
    (least, []), (least, [1]), (least, [[1, 2]]), (least, [3, 1.5]), (largest, [3, 2.5], 4), (largest, [], 4),
    (one_key_again, {1: 1.5}), (one_key_again, {"a": 1, "b": 2}), (in_both, [1, 2], [1.0, 2]), (in_both, [True], [1]), (in_both, [1, 2], [2, 5]),
    (from_a_place, [1, 2, 1]), (from_a_place, ["a", None]), (of_kept, 1), (of_kept, 1), (quotients, [2**62, -5, 2**53 + 1]), (quotients, [3, 7]),
    (of_types, 5, {0: "a"}), (of_types, 5, {0: 2}), (in_place, 1, True), (in_place, 1, False), (deep, 3, []),
    (split_at_most, " a  b ", 1), (split_at_most, "a b  c  ", 0), (split_at_most, "  ", 2), (split_at_most, "a b c", -1),
    (text_behind_nothing, "abab", "b"), (text_behind_nothing, "ab", ""),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    function, *given = case
    kept.cache_clear()
    expected = outcome(function, given)
    kept.cache_clear()
    assert outcome(up.jit(function, strict=False), given) == expected


def test_results_that_are_deep():
    t = up.jit(deep, strict=False)(400, [])
    for _ in range(400):
        assert t[1] is None
        t = t[0]
    assert t == []
