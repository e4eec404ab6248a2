"""Dicts of what groupby() gives, iterators that are zipped with themselves, and chains that are taken at once."""

import itertools
from itertools import chain, groupby

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def sums_of_pairs(rows):
    return {k: sum(v for _, v in g) for k, g in groupby(sorted(rows), key=lambda p: p[0])}


def lengths(xs):
    counts = {k: len(list(g)) for k, g in groupby(sorted(xs)) if k != 3}
    return counts, len(counts)


def beside(xs):
    k = 7
    return k, {k: sum(g) for k, g in groupby(xs, key=lambda v: v > 2)}


def of_texts(words):
    return {k: list(g) for k, g in groupby(sorted(words, key=len), len)}


def in_threes(xs):
    it = iter(xs)
    out = []
    for a, b, c in zip(it, it, it):
        out.append(a * b + c)
    return out


def in_turns(xs):
    n = 0
    for _ in range(2):
        it = iter(xs)
        for i, (a, b) in enumerate(zip(it, it)):
            n += a * b * i
    return n


def chained(m):
    return list(chain(*m)), sum(chain.from_iterable(m)), max(itertools.chain(*m))


def side_by_side(xs):
    return list(chain.from_iterable([xs, xs[1:]])), list(map(lambda x: (x, x * x), xs)), sorted(map(lambda x: (-x, x), xs))


NUMBERS = [1, 2, 3, 4, 5, 1, 1]
COMPILED = [
    (sums_of_pairs, [(1, 2), (0, 3), (1, 5)]), (lengths, NUMBERS), (lengths, []), (beside, NUMBERS), (of_texts, ["a", "bb", "c"]), (in_threes, NUMBERS),
    (in_threes, [1]), (in_turns, NUMBERS), (chained, [[1, 2], [3]]), (side_by_side, NUMBERS), (side_by_side, []),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


def only_once(xs):
    it = iter(xs)
    n = 0
    for _ in range(2):
        for a, b in zip(it, it):
            n += a * b
    return n


def in_a_clause(xs):
    it = iter(xs)
    return [(k, a + b) for k in range(2) for a, b in zip(it, it)]


def shortened(xs):
    it = iter(xs)
    last = xs.pop()
    return [a + b for a, b in zip(it, it)], last


def begun(xs):
    it = iter(xs)
    first = next(it)
    return [a + b for a, b in zip(it, it)], first


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [only_once, in_a_clause, shortened, begun, in_threes])
@pytest.mark.parametrize("given", [NUMBERS, [], "abcdef", (1, 2, 3, 4), {1: 2, 3: 4}], ids=name_of)
def test_what_stays_with_python(function, given):
    assert outcome(up.jit(strict=False)(function), [given]) == outcome(function, [given])
