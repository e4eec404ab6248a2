"""Tuples that get longer with each turn or each call, and dicts with tuples of several lengths as keys."""

from functools import cache, lru_cache, reduce

import pytest
import unpython as up
from support.left import left_by


def tour(dist, start=0):
    n = len(dist)
    full = (1 << n) - 1

    @lru_cache(None)
    def best(mask: int, at: int):
        if mask == full:
            return dist[at][start], (at,)
        found = []
        for k in range(n):
            if not mask >> k & 1:
                cost, tail = best(mask | 1 << k, k)
                found.append((dist[at][k] + cost, (at,) + tail))
        return min(found)

    if n == 0:
        return 0, ()
    return best(1 << start, start)


def common(a, b):
    @cache
    def go(i, j):
        if i == len(a) or j == len(b):
            return ()
        if a[i] == b[j]:
            return (a[i],) + go(i + 1, j + 1)
        x, y = go(i + 1, j), go(i, j + 1)
        return x if len(x) >= len(y) else y

    return go(0, 0)


def prefixes(words):
    found = {}
    for word in words:
        key = ()
        for letter in word:
            key += (letter,)
            found[key] = found.get(key, 0) + 1
    return found, found.get(("a",)), ("a", "b") in found, () in found, {("a",): 1} == found


def shown(values):
    made = ()
    for value in values:
        made += (value,)
    return str(made), made * 2, made + (1, "a"), max((made, (5,))), sorted([made, (0,), (9, 9)])


def of_rows(rows):
    return reduce(lambda a, b: a + b, rows, ())


CASES = [
    (tour, ([[0, 2, 9, 10], [1, 0, 6, 4], [15, 7, 0, 8], [6, 3, 12, 0]],)),
    (tour, ([],)),
    (common, ("abcbdab", "bdcaba")),
    (common, ("", "")),
    (prefixes, (["abc", "ab", "xyzwvu"],)),
    (prefixes, ([],)),
    (shown, ([1.5, 2.0, 3.0, 4.0, 5.0],)),
    (shown, ([],)),
    (of_rows, ([("a",), (1, 2), (3, 4, 5), (), (6,)],)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
