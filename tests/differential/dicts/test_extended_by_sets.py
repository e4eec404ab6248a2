"""Lists that are extended by sets: their items come in CPython's order of the set."""

import pytest
import unpython as up
from support.outcomes import outcome


def by_difference(n):
    seen = set()
    seen.add(n)
    stack = [n]
    stack.extend({n, 1, 64, 9 * n} - seen)
    return stack


def by_union(n):
    seen = set()
    for k in range(n):
        seen.add(k * 17 % 41)
    stack = []
    stack.extend({n, 100 + n} | seen)
    return stack, len(seen)


def searched(n):
    a = set()
    stack = [n]
    order = []
    while stack:
        u = stack.pop()
        if u not in a and u > 0:
            a.add(u)
            order.append(u)
            stack.extend({u - 1, u // 2, u - 8} - a)
    return sorted(a), order


def by_neighbours(n):
    adj = {i: set() for i in range(n)}
    for i in range(n):
        adj[i].add((i * 7 + 1) % n)
        adj[(i * 7 + 1) % n].add(i)
        adj[0].add(i * 9)
    seen, stack = set(), [0]
    found = []
    while stack:
        u = stack.pop()
        if u in seen or u >= n:
            continue
        seen.add(u)
        found.append(u)
        stack.extend(adj[u])
    return found


def of_one_key(n):
    adj = {i: set() for i in range(n)}
    for i in range(n):
        adj[0].add(i * 9 % 64)
    stack = [0]
    stack.extend(adj[0])
    return stack


def of_a_missing_key(n):
    adj = {i: set() for i in range(n)}
    stack = [1]
    stack.extend(adj[n])
    return stack


@pytest.mark.parametrize("function", [by_difference, by_union, searched])
@pytest.mark.parametrize("n", [1, 2, 7, 23, 40])
def test_strict(function, n):
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, [n]) == outcome(function, [n])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [by_difference, by_union, searched, by_neighbours, of_one_key, of_a_missing_key])
@pytest.mark.parametrize("n", [0, 3, 2.5])
def test_values(function, n):
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, [n]) == outcome(function, [n])
