"""What comprehensions evaluate, how often and in which order: what they go through may change something, may fail, and may be
changed by what they compute. Value and type are CPython's, on every path."""

import functools

import numpy as np
import pytest
import unpython as up
from support import paths


def of_what_it_extends(n):
    v = [3, 1, n]
    v.extend([x for x in v])
    v.extend([len(v) for _ in range(n)])
    w = v
    w.extend([y for x in v[:2] for y in (x, len(w))])
    v += [x + len(v) for x in v if x > 1]
    return v


def extended_one_by_one(n):
    v = [n]
    v.extend(len(v) for _ in range(n))
    return v


def behind_conditions(n):
    sums = [x * 10 + y for x in range(n) if x > 0 for y in range(6 // x)]
    odd = [z for x in range(3) if x for y in range(6 // x) if y % 2 for z in range(6 // y)]
    rows = [[1, 2], [3, n]]
    return sums, odd, [y for i in (0, 5, 1) if i < 2 for y in rows[i]]


def taken_out(n):
    v = [1, 2, n, 4]
    return [y for x in range(2) for y in range(v.pop())], [y for x in [v.pop()] for y in range(x)], v


def counted_by_a_closure(n):
    k = n

    def more():
        nonlocal k
        k += 1
        return k

    bounds = [y for x in range(more()) for y in range(more())]
    return bounds, [more() + y for x in range(3) for y in range(k)], k


def grow(v):
    v.append(1)
    return len(v)


def counted_by_a_helper(n):
    v = [n]
    return [grow(v) + y for x in range(3) for y in range(len(v))], [y for x in range(2) if grow(v) > 2 for y in v[:2]], v


def named_on_the_way(n):
    k = n
    return [(k := k + 1) + y for x in range(3) for y in range(k)], k, [y for x in range(n) if (t := x * 2) > 1 for y in range(t)]


def no_rows(n):
    m = [[0.5 * i, 1.5] for i in range(n)]
    return [[m[i][j] for j in range(len(m[0]))] for i in range(len(m))], [[i + j for j in range(6 // n)] for i in range(n)]


PROGRAMS = [of_what_it_extends, extended_one_by_one, behind_conditions, taken_out, counted_by_a_closure, counted_by_a_helper]
PROGRAMS += [named_on_the_way, no_rows]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_comprehensions(function):
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        for n in (3, 2, 0):
            assert repr(runner(n)) == repr(function(n))


def of_an_array(a):
    return np.array([y / x for x in a if x > 1 for y in a[int(6 // x) :]])


def test_an_array_of_what_conditions_choose():
    a = np.arange(4.0)
    np.testing.assert_array_equal(up.jit(strict=True)(of_an_array)(a), of_an_array(a))


def joined_in_place(n):
    s = {1, 2, 3}
    s |= {x + len(s) for x in range(n)}
    return s


def size_in_a_condition(n):
    if len({x % 2 for x in range(n)}) > 1:
        return 1
    return 0


def with_keywords(n):
    def count(*a, **k):
        return len(a) + len(k)

    return count(1, 2, x=n)


def of_a_builtin(n):
    larger = functools.partial(max, 3)
    return larger(n)


def parts_of(t):
    return [x for x in t[len(t) - 1 :]]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(
    ("function", "argument"),
    [(joined_in_place, 4), (size_in_a_condition, 4), (with_keywords, 4), (of_a_builtin, 4), (parts_of, (1, 2, 3))],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_what_is_not_in_the_language_runs_in_python(function, argument):
    assert repr(up.jit(strict=False)(function)(argument)) == repr(function(argument))
