"""Dicts whose values are sets: operators, comparisons and methods of these sets, names for them, and sets that are written with items."""

from collections import defaultdict, deque

import pytest
import unpython as up
from support.outcomes import outcome

EDGES = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 20), (20, 36), (4, 36), (5, 5), (2, 68)]


def neighbours(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return near[0]


def neighbours_of_one(edges, a):
    near = {}
    for u, v in edges:
        near.setdefault(u, set()).add(v)
    return near[a]


def common(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return sum(len(near[a] & near[b]) for a, b in edges), [sorted(near[a] | near[b])[0] + len(near[a] ^ near[b]) - len(near[b] - near[a]) for a, b in edges]


def alike(edges, a, b):
    near = defaultdict(set)
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    return len(near[a] & near[b]) / len(near[a] | near[b])


def compared(edges):
    near = defaultdict(set)
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    return near[1] == near[2], near[1] <= near[2], near[20].isdisjoint(near[36]), near[0] != near[1]


def components(edges, n):
    near = {i: set() for i in range(n)}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    found, seen = [], set()
    for s in near:
        if s in seen:
            continue
        stack, one = [s], set()
        while stack:
            u = stack.pop()
            if u not in one:
                one.add(u)
                stack.extend(near[u] - one)
        seen |= one
        found.append(sorted(one))
    return sorted(found, key=len, reverse=True)


def in_the_order_of_the_set(edges, n):
    near = {i: set() for i in range(n)}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    order, seen, waiting = [], {0}, deque([0])
    while waiting:
        u = waiting.popleft()
        order.append(u)
        for v in near[u] - seen:
            seen.add(v)
            waiting.append(v)
        order.extend(near[u])
    return order


def updated(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
    seen = {1}
    for a, _ in edges:
        seen.update(near[a])
        seen |= near[a]
        seen -= near[3]
    return sorted(seen)


def named(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    found = []
    for a in range(5):
        around = near[a]
        found.append(len(around))
        for b in around:
            found.append(b)
        found.append(1 if 4 in around else 0)
    return found


def named_and_changed_later(edges):
    near = defaultdict(set)
    near[0].add(7)
    around = near[0]
    for a, b in edges:
        near[a].add(b)
    return len(around), sorted(around)


def named_and_changed_in_a_loop(edges):
    near = defaultdict(set)
    found = []
    for a, b in edges:
        near[a].add(b)
        around = near[a]
        near[a].add(a + b)
        found.append(len(around))
    return found


def one_object_twice(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
    return near, near[0]


def written_with_items(n):
    near = {i: {i + 1, i - 1} for i in range(n) if i != 2}
    near[0].add(5)
    return near


def written_for_one_key(n):
    near = {i % 2: {i} for i in range(n)}
    return {k: sorted(v) for k, v in near.items()}


def written_of_itself(n):
    near = {i: {i} for i in range(n)}
    near = {i: {len(near), i} for i in range(n)}
    return {k: sorted(v) for k, v in near.items()}


def joined_with_items(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a] |= {b, a}
        near[b] |= {a}
    return {k: sorted(v) for k, v in near.items()}


def no_key(edges):
    near = {}
    for a, b in edges:
        near[a] = set()
    near[99] |= {1}
    return len(near)


def with_a_number(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
    return near[0] - 1


STRICT = [
    (neighbours,), (neighbours_of_one, 0), (common,), (alike, 0, 1), (compared,), (components, 70), (in_the_order_of_the_set, 70), (updated,), (named,),
    (joined_with_items,),
]  # fmt: skip
OTHERS = [
    (neighbours_of_one, 99), (alike, 98, 99), (components, 3), (named_and_changed_later,), (named_and_changed_in_a_loop,), (one_object_twice,), (no_key,),
    (with_a_number,),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function, given", [(f, given) for f, *given in STRICT + OTHERS])
def test_sets(function, given):
    compiled = up.jit(strict=(function, *given) in STRICT)(function)
    for edges in (EDGES, EDGES[::-1], EDGES[:1], [(b, a) for a, b in EDGES]):
        assert outcome(compiled, [edges, *given]) == outcome(function, [edges, *given])
    assert outcome(up.jit(strict=False)(function), [[], *given]) == outcome(function, [[], *given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [written_with_items, written_for_one_key, written_of_itself])
def test_sets_with_items(function):
    for n in (5, 1, 0):
        assert outcome(up.jit(strict=function is written_with_items and n > 0)(function), [n]) == outcome(function, [n])


def ordered(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
    return list(near[0]), [v for v in near[0] | near[4]], list(near[0] - near[1])


def test_orders():
    import random

    chance = random.Random(3)
    for count in (3, 8, 30, 200):
        edges = [(chance.choice((0, 1, 4)), chance.randrange(-5, 300)) for _ in range(count)]
        assert up.jit(strict=True)(ordered)(edges) == ordered(edges)
