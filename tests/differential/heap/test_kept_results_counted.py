"""cache_info() of a function inside that keeps its results; functions of math of what is no number, in `try`."""

import math
from functools import cache, lru_cache

import pytest
import unpython as up
from support.left import left_by


def edit(a, b):
    @lru_cache(maxsize=None)
    def go(i, j):
        if i == 0 or j == 0:
            return i + j
        return min(go(i - 1, j) + 1, go(i, j - 1) + 1, go(i - 1, j - 1) + (a[i - 1] != b[j - 1]))
    d = go(len(a), len(b))
    return d, go.cache_info().currsize


def ways(total, coins=(1, 5)):
    @cache
    def w(t, k):
        if t == 0:
            return 1
        if t < 0 or k < 0:
            return 0
        return w(t - coins[k], k) + w(t, k - 1)
    return w(total, len(coins) - 1), w.cache_info().misses, w.cache_info().misses > 1


def small(n):
    @lru_cache(maxsize=2)
    def f(k):
        return k * 2
    s = sum(f(i) for i in range(n))
    return s, f.cache_info().currsize


def roots(xs):
    out = []
    for x in xs:
        try:
            out.append(math.sqrt(x))
        except ValueError:
            out.append("neg")
        except TypeError as e:
            out.append(str(e))
    return out


def floors(xs):
    n = 0
    for x in xs:
        try:
            n += math.floor(x)
        except TypeError:
            n -= 1
    return n


CALLS = [
    (edit, ("kitten", "sitting")),
    (edit, ("", "abc")),
    (ways, (11,)),
    (ways, (0, (2,))),
    (small, (5,)),
    (roots, ([4, -1, "x", None, 2.25, [1]],)),
    (floors, ([1.5, "a", None, 3],)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_calls(function, arguments):
    assert left_by(up.jit(strict=True)(function), arguments) == left_by(function, arguments)
