"""Functions that keep tuples, texts and numbers of two kinds (functools.cache), and max and min of a few values by a key."""

import math
from functools import cache, lru_cache

import pytest
import unpython as up
from support.outcomes import outcome


def pairs(n):
    @cache
    def f(i):
        if i < 2:
            return i, 1.5
        a, b = f(i - 1)
        c, d = f(i - 2)
        return a + c, b + d

    return f(n), f(n)[1]


def chosen_pairs(n):
    @cache
    def f(k):
        return (k, 1) if k < 2 else (f(k - 1)[0] + f(k - 2)[1], k)

    return [f(k) for k in range(n)]


def knapsack(n):
    values, weights = [60, 100, 120, 30], [1, 2, 3, 1]

    @lru_cache(maxsize=None)
    def best(i, room):
        if i == len(values):
            return 0, 0
        skip = best(i + 1, room)
        if weights[i] > room:
            return skip
        v, k = best(i + 1, room - weights[i])
        return max(skip, (v + values[i], k + 1))

    return best(0, n)


def other_lengths(n):
    @cache
    def f(k):
        if k == 0:
            return 1, 2
        if k == 5:
            return 1, 2, 3
        return f(k - 1)

    return f(n)


def coins(n):
    @cache
    def best(rest):
        if rest == 0:
            return 0
        if rest < 0:
            return math.inf
        return min((best(rest - c) + 1 for c in (3, 5)), default=math.inf)

    r = best(n)
    return r, r if r < math.inf else -1


def longest(n):
    xs = [3, 1, 4, 1, 5, 9, 2, 6][:n]

    def ending(i):
        return 1 + max((ending(j) for j in range(i) if xs[j] < xs[i]), default=0)

    return max((ending(i) for i in range(len(xs))), default=-1)


@pytest.mark.parametrize("function", [pairs, chosen_pairs, knapsack, coins, longest])
@pytest.mark.parametrize("n", [0, 1, 4, 7])
def test_kept(function, n):
    assert outcome(up.jit(strict=True)(function), [n]) == outcome(function, [n])


@pytest.mark.parametrize("n", [0, 4, 6])
def test_tuples_of_other_lengths(n):
    assert up.jit(strict=False)(other_lengths)(n) == other_lengths(n)


def common(x, y):
    @lru_cache(maxsize=None)
    def f(i, j):
        if i == len(x) or j == len(y):
            return ""
        if x[i] == y[j]:
            return x[i] + f(i + 1, j + 1)
        return max(f(i + 1, j), f(i, j + 1), key=len)

    return f(0, 0)


def longer(x, y):
    return max(x, y, key=len)


def longer_of_three(x, y):
    z = min(x + "ab", y, "abc", key=len)
    return z


@pytest.mark.parametrize("function", [common, longer, longer_of_three])
@pytest.mark.parametrize("given", [("ABCBDAB", "BDCABA"), ("ab", "cd"), ("", "x"), ("", "")])
def test_of_texts(function, given):
    assert outcome(up.jit(strict=True)(function), list(given)) == outcome(function, list(given))


def of_numbers(x, y):
    best = max(x, y, key=abs), min(x, y, -3, key=abs), max(x, y, key=lambda v: -v), [max(k, y, key=abs) for k in range(3)]
    return best, max((x, 1), (y, 2), key=lambda p: p[0])


def of_calls(x, y):
    smallest = min(math.floor(x), math.floor(y), -2, math.floor(x + y), key=abs)
    return smallest


def by_a_key_that_raises(x, y):
    return max(x, y, key=lambda v: 1 // v)


@pytest.mark.parametrize("function", [of_numbers, of_calls, by_a_key_that_raises])
@pytest.mark.parametrize("given", [(2, -3), (-3, 3), (2, 0), (0, 2)])
def test_of_numbers(function, given):
    assert outcome(up.jit(strict=True)(function), list(given)) == outcome(function, list(given))


def infinite_first(xs):
    costs = []
    for x in xs:
        costs.append(x if x > 2 else math.inf)
    return min(costs, default=math.inf), max(costs, default=-1)


@pytest.mark.parametrize("given", [[3, 1, 4], [1], [5], []])
def test_the_default_of_numbers_of_two_kinds(given):
    assert outcome(up.jit(strict=bool(given))(infinite_first), [given]) == outcome(infinite_first, [given])
