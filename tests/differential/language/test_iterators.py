"""Iterators of itertools that a loop, a comprehension or a call goes through at once, and lists of arrays: what they give is CPython's."""

import itertools
from itertools import accumulate, pairwise

import numpy as np
import pytest
import unpython as up
from support import paths

A = np.random.default_rng(9).normal(size=7)
K = [3, -1, 4, 1, -5, 9]


def totals(v):
    return list(itertools.accumulate(v)), max(accumulate(v)), sum(accumulate(v, max))


def products(v):
    return [2 * x for x in accumulate(v, lambda a, b: a * b % 97)]


def changes(v):
    return [b - a for a, b in pairwise(v)], sum(a * b for a, b in itertools.pairwise(v))


def rises(v):
    n = 0
    for a, b in pairwise(v):
        if b > a:
            n += 1
    return n


def head_and_tail(v, limit):
    head = list(itertools.takewhile(lambda x: x < limit, v))
    return head, list(itertools.dropwhile(lambda x: x < limit, v)), list(itertools.filterfalse(lambda x: x < limit, v))


def totals_in_a_loop(v):
    best = v[0]
    for t in accumulate(v):
        best = max(best, t)
    return best


def chained(v, w):
    out = []
    for x in itertools.chain(v, w):
        out.append(x * 2)
    return out, [x for x in itertools.chain(w, v)]


def listed(a):
    return a.tolist(), np.where(a > 0)[0].tolist(), (a > 0).tolist()


def listed_rows(a):
    return a.reshape(2, 3).tolist(), a.reshape(1, 3, 2).tolist()


def rows_of_items(a):
    return [[x for x in row] for row in a], [[x * 2 for x in row] for row in a][0]


CASES = [
    *((f, (v,)) for f in (totals, products, changes, rises, totals_in_a_loop) for v in (K, [1.5, -2.0, 0.25], A, np.arange(4, dtype=np.int8), [7])),
    (changes, (A[:0],)), (rises, (A[:0],)), (head_and_tail, (K, 4)), (head_and_tail, (A, 99.0)), (head_and_tail, (A, -99.0)),
    (chained, (K, [5])), (chained, (A, A[:2])), (listed, (A,)), (listed, (A.astype(np.float32),)), (listed, (np.arange(-3, 3, dtype=np.int16),)),
    (listed, (A[:0],)), (listed_rows, (np.arange(6),)), (listed_rows, (np.arange(6.0) > 2,)), (rows_of_items, (np.ones((2, 3)),)),
    (rows_of_items, (np.arange(4).reshape(2, 2),)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_what_they_give(function, arguments):
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        assert repr(runner(*arguments)) == repr(function(*arguments))
    assert compiled.ran_on == "cpu"


def seen_by_the_chain(n):
    v = [n, 1]
    for x in itertools.chain(v, [9]):
        if x < 5:
            v.append(x + 3)
    return v


def seen_by_the_pairs(n):
    v = [n, 1]
    for a, b in itertools.pairwise(v):
        if len(v) < 6:
            v.append(a + b)
    return v


def kept(v):
    sums = itertools.accumulate(v)
    return next(sums), list(sums), list(sums)


def never_ends(n):
    return list(itertools.takewhile(lambda x: x < n, itertools.count(3)))


def of_bools(v):
    return list(itertools.accumulate(v))


ODD = [(seen_by_the_chain, (2,)), (seen_by_the_pairs, (2,)), (kept, (K,)), (never_ends, (9,)), (of_bools, ([True, True],)), (of_bools, ([],)),
       (listed, (np.arange(3, dtype=np.uint64),)), (listed_rows, (np.arange(6, dtype=np.uint64),))]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "arguments"), ODD, ids=lambda v: getattr(v, "__name__", ""))
def test_other_ways_run_in_python(function, arguments):
    assert repr(up.jit(strict=False)(function)(*arguments)) == repr(function(*arguments))


def ways_of_an_array(a):
    return a.item(1), a.tobytes(), a.view(np.int64)[0]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_methods_that_are_not_in_the_language_run_in_python():
    assert repr(up.jit(strict=False)(ways_of_an_array)(A)) == repr(ways_of_an_array(A))


def sorted_items(v):
    counts = {}
    for x in v:
        counts[x] = counts.get(x, 0) + 1
    return sorted(k for k, c in counts.items() if c == 1), sorted((-x for x in v), reverse=True)


@pytest.mark.parametrize("values", [K, [1, 1, 2], np.arange(4)], ids=str)
def test_sorted_generator_expressions(values):
    compiled = up.jit(strict=True)(sorted_items)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        assert repr(runner(values)) == repr(sorted_items(values))
