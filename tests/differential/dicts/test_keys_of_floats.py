"""Dicts and sets with floats as keys: numbers that are equal are one key, whatever they are written as, and sets have CPython's order."""

import math
import random
from collections import Counter

import numpy as np
import pytest
import unpython as up

_random = random.Random(3)
LISTS = [
    [1.5, 2.0, 1.5, -0.0, 0.0, 3.0, 1e300, -1e-310, 0.1, 1e20, -7.25, math.inf, -math.inf, 2.0**62, -1.0],
    [_random.gauss(0.0, 10.0 ** _random.randint(-30, 30)) for _ in range(150)],
    np.array([0.5, 0.25, 0.5, 7.0]),
]


def counted(v):
    d = {}
    for x in v:
        d[x] = d.get(x, 0) + 1
    return d, max(d, key=d.get), Counter(list(v)).most_common(1)


def in_the_order_of_a_set(v):
    s = set()
    for x in v:
        s.add(x)
    found = [x for x in s]
    s.discard(1.5)
    return found, 7 in s, 7.0 in s, len(s)


def of_integers_asked_for_floats(v):
    d, squares = {1: 5, 2: 6, 7: 8}, {}
    for x in v:
        squares[x] = x * x
    return [d.get(x, 0) for x in v], [k for k in range(-10, 11) if k in squares], squares.get(3, -1.0), squares.get(0, -1.0)


def of_pairs(v):
    d, s = {}, set()
    for i in range(len(v)):
        d[v[i], i % 2] = i
        s.add((v[i], 2.0 * v[i]))
    return d, (v[0], 0) in d, len(s)


def rounded(v):
    groups = {}
    for x in v:
        groups.setdefault(round(x, 1), []).append(x)
    return groups, sorted(groups)


@pytest.mark.parametrize("v", LISTS, ids=["corners", "many", "array"])
@pytest.mark.parametrize("function", [counted, in_the_order_of_a_set, of_integers_asked_for_floats, of_pairs])
def test_floats_as_keys(function, v):
    assert repr(up.jit(strict=True)(function)(v)) == repr(function(v))


def test_lists_by_key():
    assert repr(up.jit(strict=True)(rounded)(LISTS[1])) == repr(rounded(LISTS[1]))


def test_a_key_that_is_not_there():
    def f(v):
        d = {1.5: 2}
        return d[v[0]]

    with pytest.raises(KeyError) as found:
        up.jit(strict=True)(f)([0.1])
    assert found.value.args == (0.1,)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_nan_is_equal_to_itself_in_python_alone():
    nan = math.nan
    assert len(up.jit(strict=False)(counted)([nan, nan])[0]) == 1
    with pytest.raises(NotImplementedError, match="NaN"):
        up.jit(strict=True)(counted)([nan])


def sums(v):
    s, t = set(v), set(v[3:])
    t.discard(v[4])
    near = {k: set() for k in range(2)}
    for i, x in enumerate(v):
        near[i % 2].add(x)
    return sum(s), sum(s, 0.5), sum(t), sum(near[0]), [sum(near[k]) for k in sorted(near)]


def test_a_sum_shows_the_order_of_a_set():
    assert repr(up.jit(strict=True)(sums)(LISTS[1])) == repr(sums(LISTS[1]))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_sums_of_sets_whose_order_is_not_known():
    def f(v):
        a, b = set(v), set(v[1:])
        return sum(a & b), sum(a | b)

    assert repr(up.jit(strict=False)(f)(LISTS[1])) == repr(f(LISTS[1]))
    assert up.jit(strict=True)(f)([3, 1, 3, 7]) == (11, 11)
