"""Entries of a dict that come into others, and lists of groups that are returned in order."""

from collections import defaultdict

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def by_function(n, pairs):
    parent = {i: i for i in range(n)}
    size = dict.fromkeys(range(n), 1)

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for a, b in pairs:
        parent[find(a)] = find(b)
    for a, b in pairs:
        if find(a) != a and a in size and find(a) in size:
            size[find(a)] += size.pop(a)
    groups = defaultdict(set)
    for i in range(n):
        groups[find(i)].add(i)
    return sorted(sorted(g) for g in groups.values()), max(size.values(), default=0)


def into_the_first(n, places):
    d = {i: i + 1 for i in range(n)}
    for k in places:
        d[0] += d.pop(k)
    return d


def into_itself(n, places):
    d = {i: i + 1 for i in range(n)}
    for k in places:
        d[k] += d.pop(k, 0)
    return d


def counted(n, places):
    d = defaultdict(int)
    for k in places:
        d[k] += n
    for k in places:
        d[k + 1] -= d.pop(k, 5)
    return dict(d)


def in_order(n, places):
    groups = defaultdict(list)
    for k in places:
        groups[k % n].append(k)
    return n, sorted(map(sorted, groups.values())), len(groups)


def by_length(n, places):
    groups = defaultdict(list)
    for k in places:
        groups[k % n].append(k)
    rows = sorted((list(g) for g in groups.values()), key=len, reverse=True)
    rows[0].append(n)
    return rows, dict(groups)


def sieve():
    composite = {}
    n = 2
    while True:
        p = composite.pop(n, None)
        if p is None:
            yield n
            composite[n * n] = n
        else:
            m = n + p
            while m in composite:
                m += p
            composite[m] = p
        n += 1


def primes(n, places):
    total = 0
    for p in sieve():
        if p > n:
            break
        total = total * 3 + p
    return total


def taken(n, places):
    d = {i: i * i for i in range(n)}
    out = []
    k = 0
    for k in places:
        k = d.pop(k, None)
        out.append(-1 if k is None else k)
    return out, d


def found_in_all(n, places):
    where = defaultdict(set)
    for i in range(n):
        where[i % 3].add(i)
    found = set(range(n))
    for k in places:
        found &= where.get(k, set())
    return sorted(found), len(where)


PAIRS = [(0, 1), (3, 4), (1, 4), (0, 3)]
COMPILED = [
    (by_function, 6, PAIRS), (by_function, 6, PAIRS[:1]), (into_the_first, 5, [1, 3]), (into_the_first, 5, []), (into_the_first, 5, [1, 9]),
    (in_order, 3, [5, 3, 8, 1]), (in_order, 3, [5]), (by_length, 2, [5, 3, 8, 1]),
    (primes, 60, []), (taken, 4, [1, 7, 1]), *((found_in_all, 9, k) for k in ([1], [1, 2], [5], [])),
]  # fmt: skip
IN_PYTHON = [(into_the_first, 0, [1]), (into_the_first, 3, [0]), (into_itself, 3, [1, 2]), (into_itself, 3, [7]), (counted, 2, [1, 3, 3]), (by_length, 2, [])]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", IN_PYTHON, ids=name_of)
def test_what_stays_with_python(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
