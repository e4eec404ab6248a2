"""nlargest, nsmallest, bisect and insort with a key, and accumulate with a beginning."""

import bisect
import heapq
import operator
from bisect import bisect_left, insort, insort_left
from collections import Counter
from itertools import accumulate

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def chosen(xs, k):
    return heapq.nlargest(k, xs, key=lambda v: v % 4), heapq.nsmallest(k, xs, key=lambda v: -v)


def most_frequent(words, k):
    c = Counter(words)
    return heapq.nlargest(k, c.items(), key=lambda kv: (kv[1], kv[0])), heapq.nlargest(k, c, key=c.get)


def of_texts(words, k):
    return heapq.nlargest(k, words, key=len), heapq.nsmallest(2, words)


def of_values(xs, k):
    d = {x: x * x % 7 for x in xs}
    return heapq.nlargest(k, d, key=d.get), heapq.nlargest(k, d.values())


def put_in(xs, v):
    r = sorted(xs, reverse=True)
    insort(r, v, key=lambda t: -t)
    insort_left(r, v + 1, key=lambda t: -t)
    return r, bisect_left(r, -v, key=lambda t: -t), bisect.bisect(r, v, key=abs)


def from_a_beginning(xs, k):
    total = 0
    for v in accumulate(xs, initial=k):
        total = total * 3 + v
    return list(accumulate(xs, initial=k)), list(accumulate(xs, max, initial=k)), list(accumulate((x * 2 for x in xs), initial=0)), total


def multiplied(xs, k):
    return list(accumulate(xs, operator.mul, initial=1.5)), list(accumulate(xs, initial=None))


WORDS = "the cat the dog a cat the end".split()
NUMBERS = [5, 3, 8, 1, 9, 2]
CASES = [
    *((chosen, NUMBERS, k) for k in (2, 0, -1, 99)), *((f, WORDS, k) for f in (most_frequent, of_texts) for k in (0, 2, 99)), (of_values, NUMBERS, 2),
    (put_in, NUMBERS, 4), (put_in, [], 4), (from_a_beginning, NUMBERS, 100), (from_a_beginning, [], 1), (multiplied, NUMBERS, 0),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
