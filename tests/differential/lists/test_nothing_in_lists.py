"""Lists that begin as None in all places, and get values one by one."""

from collections import deque

import pytest
import unpython as up
from support.outcomes import outcome


def flow(capacity, source, sink):
    n = len(capacity)
    residual = [row[:] for row in capacity]
    total = 0
    while True:
        parent = [None] * n
        parent[source] = source
        q = deque([source])
        while q and parent[sink] is None:
            u = q.popleft()
            for v, cap in enumerate(residual[u]):
                if cap > 0 and parent[v] is None:
                    parent[v] = u
                    q.append(v)
        if parent[sink] is None:
            return total
        path, v = [], sink
        while v != source:
            path.append((parent[v], v))
            v = parent[v]
        push = min(residual[a][b] for a, b in path)
        for a, b in path:
            residual[a][b] -= push
            residual[b][a] += push
        total += push


def levels(n, edges, start):
    near = [[] for _ in range(n)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    dist = [None] * n
    dist[start] = 0
    q = deque([start])
    while q:
        u = q.popleft()
        for v in near[u]:
            if dist[v] is None:
                dist[v] = dist[u] + 1
                q.append(v)
    return max(d for d in dist if d is not None), sum(1 for d in dist if d is None), len(dist)


def largest_of_each(values, k):
    out = [None for _ in range(k)]
    for x in values:
        i = int(x) % k
        if out[i] is None or x > out[i]:
            out[i] = x
    t = 0.0
    for i, x in enumerate(out):
        if x is not None:
            t += x * (i + 1)
    return t


def counts(values, k):
    out = [None] * k
    for x in values:
        if out[x % k] is None:
            out[x % k] = 0
        out[x % k] += 1
    return [x or 0 for x in out], [i for i, x in enumerate(out) if x is None], [x for x in out if x]


def taken_back(values, k):
    out = [None] * k
    for i, x in enumerate(values):
        out[x % k] = i if out[x % k] is None else None
    return sum(1 for x in out if x is not None)


def moved(values, k):
    out = [None] * k
    for x in values:
        out[x % k] = x
    for i in range(1, k):
        out[i - 1] = out[i]
    out[k - 1] = None
    return sum(x for x in out if x is not None)


def added(values, k):
    out = [None] * k
    for x in values:
        out[x % k] = x
    t = 0
    for i in range(k):
        t += out[i]
    return t


def of_two_kinds(values, k):
    out = [None] * k
    for x in values:
        out[int(x) % k] = x / 2 if x > 3 else 1
    return [x for x in out if x is not None]


def returned(values, k):
    out = [None] * k
    for x in values:
        out[x % k] = x
    return out


def two_names(values, k):
    out = [None] * k
    other = out
    for x in values:
        out[x % k] = x
    return sum(1 for x in other if x is not None)


CAPACITY = [[0, 16, 13, 0, 0, 0], [0, 0, 10, 12, 0, 0], [0, 4, 0, 0, 14, 0], [0, 0, 9, 0, 0, 20], [0, 0, 0, 7, 0, 4], [0, 0, 0, 0, 0, 0]]
EDGES = [(0, 1), (1, 2), (3, 4)]
COMPILED = [
    (flow, (CAPACITY, 0, 5)), (flow, (CAPACITY, 5, 0)), (levels, (5, EDGES, 0)), (levels, (5, EDGES, 4)), (largest_of_each, ([1.5, 2.5, 3.5, 1.75], 3)),
    (largest_of_each, ([1.5, 2.5], 7)), (counts, ([1, 2, 3, 5, 8, 13], 5)), (moved, ([1, 2, 3, 5, 8], 5)),
    (added, ([1, 2, 3], 3)),
]  # fmt: skip
OTHERS = [
    (flow, ([[0.5, 1], [0, 0]], 0, 1)), (flow, ([[0, 1.5], [0.5, 0.0]], 0, 1)), (levels, (5, EDGES, 9)), (levels, (0, [], 0)), (levels, (2, [(0, 7)], 0)),
    (largest_of_each, ([1, 2.5, True], 2)), (largest_of_each, ([], 0)), (largest_of_each, ([1, 4, 9], 4)), (counts, ([], 3)), (counts, ([1, 2], 0)),
    (taken_back, ([1, 2, 6], 5)), (moved, ([], 3)), (added, ([1, 2], 3)), (added, ([], 1)), (of_two_kinds, ([1, 2, 5, 7], 4)),
    (of_two_kinds, ([1.5, 2.5], 4)), (returned, ([1, 2], 4)), (two_names, ([1, 2], 4)), (counts, ("ab", 2)), (added, ([1.5, 2.5], 2)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), COMPILED, ids=range(len(COMPILED)))
def test_is_compiled(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("function", "given"), OTHERS, ids=range(len(OTHERS)))
def test_as_python(function, given):
    assert outcome(up.jit(function, strict=False), given) == outcome(function, given)
