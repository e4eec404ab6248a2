"""Graphs whose edges are tuples in lists of lists, or in lists of a dict."""

import heapq
import math
from collections import defaultdict

import numpy as np
import unpython as up

EDGES = [(0, 1, 1.5), (1, 2, 2.0), (0, 2, 9.0), (2, 3, 1.0)]


def check(function, *arguments):
    compiled = up.jit(strict=True)(function)
    for given in arguments:
        np.testing.assert_equal(compiled(*given), function(*given))
        assert compiled.ran_on != "python"


def shortest(n, edges):
    graph = [[] for _ in range(n)]
    for u, v, w in edges:
        graph[u].append((v, w))
        graph[v].append((u, w))
    dist = [math.inf] * n
    dist[0] = 0.0
    heap = [(0.0, 0)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (dist[v], v))
    return dist, [len(graph[i]) for i in range(n)], max(w for v, w in graph[0])


def test_lists_of_lists():
    check(shortest, (4, EDGES))


def test_lists_of_a_dict():
    def run(edges):
        graph = defaultdict(list)
        for u, v, w in edges:
            graph[u].append((v, w))
        total = 0.0
        for u in graph:
            for v, w in graph[u]:
                total += w * v
        return total, len(graph), 3 in graph, 2 in graph

    check(run, (EDGES,))


def test_a_missing_key_is_made():
    def run(n):
        graph = defaultdict(list)
        graph[0].append((1, 2))
        total = 0
        for u in range(n):
            for v, w in graph[u]:
                total += v * w
        return total, len(graph)

    check(run, (3,))


def test_other_uses_stay():
    def returned(edges):
        graph = [[] for _ in range(4)]
        for u, v, w in edges:
            graph[u].append((v, w))
        return graph

    def of_two_widths(n):
        graph = [[] for _ in range(n)]
        graph[0].append((1, 2))
        graph[1].append((1, 2, 3))
        return len(graph[0]) + sum(len(row) for row in graph[1])

    def grows(n):
        graph = [[] for _ in range(n)]
        graph[0].append((1, 2))
        count = 0
        for v, w in graph[0]:
            count += 1
            if count < 5:
                graph[0].append((v + 1, w))
        return count

    for function, argument in ((returned, EDGES), (of_two_widths, 3), (grows, 2)):
        assert up.jit(strict=False)(function)(argument) == function(argument)
