"""Tuples in lists that dicts, lists and fields hold, made in a function and given by a call, are CPython's, in machine code and on
devices; what is changed or kept of the caller's stays with Python."""

import heapq
import math
from collections import defaultdict, deque
from dataclasses import dataclass, field

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


@dataclass
class Track:
    name: str
    points: list = field(default_factory=list)

    def add(self, x, y):
        self.points.append((x, y))


def adj(edges, n):
    near = [[] for _ in range(n)]
    for a, b, w in edges:
        near[a].append((b, w))
    total = 0
    for i in range(n):
        for b, w in near[i]:
            total += b * w * i
    return (total, [len(x) for x in near])


def adj_back(edges, n):
    near = [[] for _ in range(n)]
    for a, b, w in edges:
        near[a].append((b, w))
    return near


def grouped(edges):
    g = {}
    for a, b, w in edges:
        g.setdefault(a, []).append((b, w))
    return g


def grouped2(edges):
    g = {}
    for a, b, w in edges:
        if a not in g:
            g[a] = []
        g[a].append((b, w))
    best = {}
    for k in g:
        best[k] = min(g[k], key=lambda e: e[1])[0]
    return best


def grouped3(edges):
    g = defaultdict(list)
    for a, b, w in edges:
        g[a].append((w, b))
    return {k: sorted(v) for k, v in g.items()}


def by_word(words):
    g = defaultdict(list)
    for i, w in enumerate(words):
        g[w[0]].append((i, len(w)))
    out = []
    for k in sorted(g):
        for i, n in g[k]:
            out.append(i * n)
    return out


def literal(start):
    graph = {0: [(1, 4), (2, 1)], 1: [(3, 1)], 2: [(1, 2), (3, 5)], 3: []}
    dist = {start: 0}
    todo = [(0, start)]
    while todo:
        d, u = heapq.heappop(todo)
        for v, w in graph[u]:
            nd = d + w
            if v not in dist or nd < dist[v]:
                dist[v] = nd
                heapq.heappush(todo, (nd, v))
    return dist


def track(n):
    t = Track('walk')
    for i in range(n):
        t.add(i, i * i)
    return sum((math.dist(p, q) for p, q in zip(t.points, t.points[1:])))


def literal2(u):
    near = [[(1, 2.0), (2, 1.0)], [(2, 5.0)], []]
    s = 0.0
    for v, w in near[u]:
        s += v * w
    return s


def prim(edges, n):
    adj = defaultdict(list)
    for u, v, w in edges:
        adj[u].append((w, v))
        adj[v].append((w, u))
    seen = {0}
    heap = []
    for e in adj[0]:
        heapq.heappush(heap, e)
    total = 0
    while heap:
        w, v = heapq.heappop(heap)
        if v in seen:
            continue
        seen.add(v)
        total += w
        for e in adj[v]:
            if e[1] not in seen:
                heapq.heappush(heap, e)
    return total


def strings(edges):
    g = defaultdict(list)
    for a, b in edges:
        g[a].append((b, len(b)))
    return dict(g)


def shortest(edges, n, source):
    graph = defaultdict(list)
    for u, v, w in edges:
        graph[u].append((v, w))
        graph[v].append((u, w))
    dist = [math.inf] * n
    dist[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (dist[v], v))
    return dist


def dijkstra(graph, start):
    dist = {start: 0}
    todo = [(0, start)]
    while todo:
        d, u = heapq.heappop(todo)
        if d > dist[u]:
            continue
        for v, w in graph[u]:
            nd = d + w
            if v not in dist or nd < dist[v]:
                dist[v] = nd
                heapq.heappush(todo, (nd, v))
    return dist


def degrees(graph):
    return {k: len(v) for k, v in graph.items()}


def weights(graph):
    total = 0.0
    for u in graph:
        for v, w in graph[u]:
            total += w
    return total


def bellman(graph, start):
    dist = {}
    for u in graph:
        dist[u] = math.inf
    dist[start] = 0.0
    for _ in range(len(graph) - 1):
        for u in graph:
            for v, w in graph[u]:
                if dist[u] + w < dist[v]:
                    dist[v] = dist[u] + w
    return dist


def longest_edge(graph):
    best = None
    top = -1.0
    for u, edges in graph.items():
        for v, w in edges:
            if w > top:
                top = w
                best = u
    return (best, top)


def near_list(near):
    t = 0.0
    for i in range(len(near)):
        for j, w in near[i]:
            t += i * j * w
    return (t, [len(x) for x in near])


def bfs(near, s):
    seen = [False] * len(near)
    q = deque([s])
    seen[s] = True
    out = []
    while q:
        u = q.popleft()
        out.append(u)
        for v, w in near[u]:
            if not seen[v]:
                seen[v] = True
                q.append(v)
    return out


def inner_item(graph):
    return graph['a'][0]


def grown(graph):
    graph['a'].append(('z', 1.0))
    return len(graph['a'])


def missing(graph):
    return len(graph['q'])


def cheapest(graph, u):
    return min(graph[u], key=lambda e: e[1])


def keyset(graph):
    out = []
    for k in sorted(graph):
        out.append((k, sum((w for v, w in graph[k]))))
    return out


def inner(graph):
    return graph["a"]


def kept(graph):
    mine = [graph["a"]]
    mine[0].append(("k", 2.0))
    return len(graph["a"])


def stored(graph):
    graph["a"] = [("q", 1.0)]
    return len(graph)


def uneven(n):
    near = [[] for _ in range(n)]
    near[0].append(1)
    near[1] = [2, 3]
    near[1][0] += 1
    return np.array(near)


def of_the_caller(rows):
    near = [rows, []]
    near[0].append(1)
    near[1].append(2)
    return np.array(near)


EDGES = [(0, 1, 4), (0, 2, 1), (2, 1, 2), (1, 3, 1), (2, 3, 5)]
TEXTS = {"a": [("b", 4.0), ("c", 1.0)], "b": [("d", 1.0)], "c": [("b", 2.0), ("d", 5.0)], "d": []}
NUMBERS = {0: [(1, 4), (2, 1)], 1: [(3, 1)], 2: [(1, 2), (3, 5)], 3: []}
LISTS = [[(1, 0.5), (2, 1.5)], [(2, 2.0)], []]
CASES = [
    (shortest, EDGES, 4, 0), (adj, EDGES, 4), (adj_back, EDGES, 4), (grouped, EDGES), (grouped2, EDGES), (grouped3, EDGES),
    (by_word, ["ab", "b", "acd"]), (literal, 0), (track, 5), (literal2, 0), (prim, EDGES, 4), (strings, [("a", "bb"), ("a", "c")]),
    (dijkstra, NUMBERS, 0), (degrees, TEXTS), (degrees, NUMBERS), (weights, TEXTS), (bellman, TEXTS, "a"), (longest_edge, TEXTS),
    (near_list, LISTS), (bfs, LISTS, 0), (inner_item, TEXTS), (cheapest, TEXTS, "c"), (keyset, NUMBERS),
]  # fmt: skip
OTHERS = [
    (dijkstra, TEXTS, "a"), (inner, TEXTS), (grown, TEXTS), (missing, TEXTS), (keyset, TEXTS), (kept, TEXTS), (stored, TEXTS),
    (degrees, {}), (weights, {"a": [("b", 1)], "c": [("d", 2.5)]}), (literal2, 5), (uneven, 3),
    (of_the_caller, [5]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)
