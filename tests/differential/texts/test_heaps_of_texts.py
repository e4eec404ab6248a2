"""Heaps of texts and of tuples with texts: items come in CPython's order, which texts alone decide."""

import heapq
from heapq import heapify, heappop, heappush

import pytest
from support.outcomes import check_machine_code, check_values

WORDS = ["pear", "apple", "", "é", "app", "apple", "Zoo", "straße", "z", "\U0001f600"]


def sorted_by_heap(words):
    heap = []
    for w in words:
        heappush(heap, w)
    found = []
    while heap:
        found.append(heapq.heappop(heap))
    return found


def by_length(words):
    heap = []
    for i, w in enumerate(words):
        heappush(heap, (len(w), w, i))
    found = []
    while heap:
        n, w, i = heappop(heap)
        found.append(f"{n}{w}{i}")
    return found


def text_first(words):
    heap = [("m", 1.5)]
    for w in words:
        heapq.heappush(heap, (w, len(w) / 2))
    heappop(heap)
    return heappop(heap), len(heap), heap[0][1]


def made_while_it_stands(words):
    heap = []
    for w in words:
        heappush(heap, (w[:1], w + "!"))
        if len(heap) > 3:
            a, b = heapq.heappop(heap)
            heappush(heap, (a + b, b))
    return [heappop(heap)[0] for _ in range(3)]


def pushed_and_popped(words):
    heap = []
    heappush(heap, (1, "m"))
    heappush(heap, (1, "k"))
    found = []
    for w in words:
        a = heapq.heappushpop(heap, (1, w))
        found.append(a[1])
    b = heapq.heapreplace(heap, (0, "last"))
    return found, b[1], heappop(heap)


def heapified(words):
    heap = [(len(w), w) for w in words]
    heapify(heap)
    return [heappop(heap)[1] for _ in range(len(words))]


def of_characters(words):
    heap = []
    for w in words:
        for c in w:
            heappush(heap, (c, len(w)))
    found = []
    while heap:
        c, n = heappop(heap)
        found.append(c * n)
    return found


def empty(words):
    heap = []
    heappush(heap, (1, "a"))
    heappop(heap)
    return heappop(heap)


@pytest.mark.parametrize(
    "function", [sorted_by_heap, by_length, text_first, made_while_it_stands, pushed_and_popped, heapified, of_characters, empty]
)
@pytest.mark.parametrize("words", [WORDS, WORDS[::-1], ["b", "a", "c"]], ids=["words", "backwards", "letters"])
def test_heaps(function, words):
    check_machine_code((function, words))


def through_names(graph, source):
    dist = {source: 0.0}
    queue = [(0.0, source)]
    order = []
    while queue:
        d, node = heapq.heappop(queue)
        if d > dist[node]:
            continue
        order.append(node)
        for other, w in graph[node]:
            if other not in dist or d + w < dist[other]:
                dist[other] = d + w
                heapq.heappush(queue, (d + w, other))
    return dist, order


def test_of_a_graph():
    graph = {"d": [("a", 1.0), ("b", 1.0), ("c", 1.0)], "c": [("é", 0.5)], "b": [("é", 0.5), ("", 0.5)], "a": [("d", 1.0)], "é": [], "": []}
    check_machine_code((through_names, graph, "d"))
    check_machine_code((through_names, graph, "é"))
    check_values((through_names, graph, "x"))
