"""Sets of the lists that a given dict holds: neighbours of nodes."""

import pytest
import unpython as up
from support.outcomes import outcome

GRAPH = {1: [2, 3], 2: [1, 3, 4], 3: [1, 2, 4], 4: [2, 3, 5], 5: [4], 6: []}


def without(adj, k):
    s = set(adj[k])
    s.discard(1)
    return sorted(s)


def common(adj, a, b):
    return len(set(adj[a]) & set(adj[b]))


def triangles(adj):
    t = 0
    for k in adj:
        near = set(adj[k])
        for j in adj[k]:
            t += len(near & set(adj[j]))
    return t // 6


def jaccard(adj, a, b):
    both = set(adj[a]) & set(adj[b])
    either = set(adj[a]) | set(adj[b])
    return len(both) / len(either)


def others(adj, a, b):
    return sorted(set(adj[a]) - set(adj[b])), 5 in set(adj[a])


CASES = [(without, GRAPH, 2), (without, GRAPH, 6), (without, GRAPH, 9), (common, GRAPH, 1, 2), (common, GRAPH, 1, 6), (triangles, GRAPH)]
CASES += [(jaccard, GRAPH, 2, 3), (jaccard, GRAPH, 6, 6), (others, GRAPH, 2, 3), (others, GRAPH, 4, 1), (others, GRAPH, 1, 8)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_sets_of_neighbours(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)
    assert compiled.ran_on == "cpu"
