"""Given dicts of lists, of sets and of tuples of any length, of which a function asks the items."""

import heapq
from collections import Counter, deque

import pytest
import unpython as up
from support.outcomes import outcome


def distances(graph, start):
    found = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in graph.get(node, ()):
            if other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return found


def all_distances(graph, start):
    found = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return found


def in_order(graph, start):
    order = []
    seen = set()

    def visit(node):
        seen.add(node)
        for other in graph.get(node, set()):
            if other not in seen:
                visit(other)
        order.append(node)

    visit(start)
    return order


def parts(graph):
    seen, found = set(), []
    for start in graph:
        if start in seen:
            continue
        part, stack = [], [start]
        seen.add(start)
        while stack:
            node = stack.pop()
            part.append(node)
            neighbours = graph[node]
            for other in neighbours:
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        found.append(sorted(part))
    return found


def degrees(graph):
    return {node: len(others) for node, others in graph.items()}


def edges(graph):
    return [(node, other) for node, others in graph.items() for other in others]


def incoming(graph):
    count = Counter()
    for node in graph:
        for other in graph[node]:
            count[other] += 1
    return count


def has_edge(graph, a, b):
    return b in graph.get(a, {})


def ways(graph, a, b):
    if a == b:
        return 1
    return sum(ways(graph, other, b) for other in graph[a])


def longest(graph):
    known = {}

    def length(node):
        if node not in known:
            known[node] = 1 + max((length(other) for other in graph[node]), default=0)
        return known[node]

    return max(length(node) for node in graph)


def is_alone(graph, node):
    return not graph[node]


LISTS = [
    {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []},
    {"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()},
    {"a": ("b", "c"), "b": ("d",), "c": ("d",), "d": ()},
    {"a": frozenset("bc"), "b": frozenset("d"), "c": frozenset("d"), "d": frozenset()},
    {0: [1, 2], 1: [3], 2: [3], 3: []},
    {0: {1, 2}, 1: {3}, 2: {3}, 3: set()},
    {0: (1, 2), 1: (3,), 2: (3,), 3: ()},
    {0: {9, 17, 1, 33}, 9: {1}, 17: {33, 9, 1}, 1: set(), 33: {1}},
]
ODD = [
    {"a": [], "b": []},
    {"a": set()},
    {1: set()},
    {0: {1, 2}, 1: {0}, 2: {7}},
    {"a": {"b"}},
    {"a": ["b"], "b": {"a"}},
    {"a": {"b"}, "b": {}},
    {"a": {"b", 1}, "b": set()},
    {1: ["a"], "a": [1]},
    {1: {True, 5}, 5: set()},
    {},
]
FROM_ONE = (distances, all_distances, in_order, is_alone)
OF_TWO = (has_edge, ways)
WHOLE = (parts, degrees, edges, incoming, longest)


def _calls(graph):
    first, last = next(iter(graph), 0), next(reversed(graph), 0)
    yield from ((function, (graph, node)) for function in FROM_ONE for node in (first, last, 55))
    yield from ((function, (graph, a, b)) for function in OF_TWO for a, b in ((first, last), (last, first), (55, first)))
    yield from ((function, (graph,)) for function in WHOLE)


@pytest.mark.parametrize("graph", LISTS, ids=lambda graph: str(len(graph)))
def test_is_compiled(graph):
    first, last = next(iter(graph)), next(reversed(graph))
    calls = [(f, (graph, first)) for f in FROM_ONE] + [(f, (graph, first, last)) for f in OF_TWO] + [(f, (graph,)) for f in WHOLE]
    for function, given in calls:
        assert outcome(up.jit(function, strict=True), given) == outcome(function, given), function.__name__


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("graph", [*LISTS, *ODD], ids=lambda graph: str(len(graph)))
def test_as_python(graph):
    for function, given in _calls(graph):
        if function in (ways, longest, in_order) and graph in ODD[3:]:
            continue  # round and round
        assert outcome(up.jit(function, strict=False), given) == outcome(function, given), (function.__name__, given)


def union(graph, a, b):
    return sorted(graph[a] | graph[b])


def not_seen(graph, a, seen):
    return [x for x in graph[a] - seen]


def as_set(graph, a):
    return list(set(graph[a]))


def own(graph, a):
    return graph[a]


def backwards(graph, a):
    return [x for x in reversed(graph[a])]


def grows(graph, a):
    graph[a].add(77)
    return len(graph[a])


def named(graph, a):
    others = graph[a]
    others.discard(1)
    return len(graph[a])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("graph", [LISTS[5], LISTS[7]], ids=lambda graph: str(len(graph)))
def test_what_shows_that_they_are_sets(graph):
    for function, given in [
        (union, (graph, 0, 1)), (not_seen, (graph, 0, {1})), (as_set, (graph, 0)), (own, (graph, 0)), (backwards, (graph, 0)),
        (grows, (graph, 0)), (named, (graph, 0)),
    ]:  # fmt: skip
        assert outcome(up.jit(function, strict=False), given) == outcome(function, given), function.__name__


@pytest.mark.filterwarnings("ignore")
def test_another_holder_later():
    compiled = up.jit(distances, strict=False)
    for graph in [LISTS[1], LISTS[0], LISTS[2], LISTS[1], {"a": {"b"}, "b": ["c"]}, {"a": {"b"}, "b": {3}}, {"a": {"b"}, 4: set()}]:
        assert outcome(compiled, (graph, "a")) == outcome(distances, (graph, "a"))


def cheapest(graph, start):
    found = {start: 0}
    heap = [(0, start)]
    done = set()
    while heap:
        cost, node = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        for other, weight in graph.get(node, {}).items():
            if other not in found or cost + weight < found[other]:
                found[other] = cost + weight
                heapq.heappush(heap, (cost + weight, other))
    return found


def between(graph, a):
    t = 0
    for b in graph:
        if a in graph.get(b, {}):
            t += 1
        if a not in graph.get(b, {}):
            t += 100
    for other in graph.get(a, {}):
        t += 1000 + graph[a][other]
    for weight in graph.get(a, {}).values():
        t += weight
    return t, len(graph.get(a, {})), a in graph.get(55, {})


ROADS = [
    {"a": {"b": 4, "c": 1}, "b": {"d": 1}, "c": {"b": 2, "d": 5}, "d": {}},
    {"a": {"b": 4, "x": 1}, "b": {"d": 1}},
    {0: {1: 4, 2: 1}, 1: {3: 1}, 2: {1: 2, 3: 5}},
    {0: {1: 4.5, 2: 1.5}, 1: {3: 1.0}, 2: {1: 2.0, 3: 5.0}, 9: {}},
]


@pytest.mark.parametrize("function", [cheapest, between])
@pytest.mark.parametrize("number", range(len(ROADS)))
def test_dicts_of_dicts(function, number):
    graph = ROADS[number]
    for start in [*graph][:2]:
        of_one_type = (graph, start) if function is cheapest or type(start) is int else None
        if of_one_type is not None:
            assert outcome(up.jit(function, strict=True), of_one_type) == outcome(function, of_one_type)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [cheapest, between])
def test_other_dicts_of_dicts(function):
    compiled = up.jit(function, strict=False)
    for graph in [*ROADS, {"a": {}}, {}, {"a": {"b": "x"}}, {"a": ["b"]}, {"a": {"b": None}}]:
        for start in ("a", 0, "zz"):
            assert outcome(compiled, (graph, start)) == outcome(function, (graph, start))


def all_nodes(graph):
    found = set()
    for others in graph.values():
        found.update(others)
    return sorted(found), len(found)


def keys_too(graph):
    found = set(graph)
    for node, others in graph.items():
        found.update(others)
    return sorted(found)


def of_items(graph):
    found = {0}
    for node in graph:
        found.update(graph[node])
    return [x for x in found]


def either(graph):
    nodes = set(graph)
    reached = {x for others in graph.values() for x in others}
    return sorted(nodes | reached)


def at_once(graph):
    return sorted(set(graph) | {x for others in graph.values() for x in others})


def other_kinds(graph):
    found = set()
    for others in graph.values():
        others = set(others)
        found.update(others)
    return sorted(found)


@pytest.mark.parametrize("function", [all_nodes, keys_too, either])
def test_sets_of_them(function):
    for graph in LISTS[:3]:
        assert outcome(up.jit(function, strict=True), [graph]) == outcome(function, [graph])
    numbers = {0: [17, 33, 1], 9: [65, 1], 17: list(range(40, 0, -3))}
    if function is all_nodes:
        for named in (function, of_items):
            assert outcome(up.jit(named, strict=True), [numbers]) == outcome(named, [numbers])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [all_nodes, keys_too, of_items, either, at_once, other_kinds])
def test_sets_of_others(function):
    compiled = up.jit(function, strict=False)
    for graph in [*LISTS, *ODD]:
        if function is of_items or not any(type(x) is not type(y) for others in (graph, *graph.values()) for x in others for y in graph):
            assert outcome(compiled, [graph]) == outcome(function, [graph])
