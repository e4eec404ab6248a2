"""Lists of a dict, and lists of new lists, that a function returns in an order, and stores to several places in functions inside."""

from collections import defaultdict

import pytest
import unpython as up
from support.outcomes import outcome


def longest_first(numbers, n):
    groups = defaultdict(list)
    for x in numbers:
        groups[x % n].append(x)
    return sorted(groups.values(), key=len, reverse=True)


def longest_last(numbers, n):
    groups = defaultdict(list)
    for x in numbers:
        groups[x % n].append(x)
    return sorted(groups.values(), key=len)


def and_then_their_items(numbers, n):
    groups = {}
    for x in numbers:
        groups.setdefault(x % n, []).append(x)
    return sorted(groups.values(), key=lambda g: (-len(g), g)), n


def inner_ones_in_order(numbers, n):
    out = []
    for k in range(n):
        part = [x for x in numbers if x % n == k]
        out.append(sorted(part))
    return sorted(out)


def backwards(numbers, n):
    out = []
    for k in range(n):
        out.append([x for x in numbers if x % n == k])
    return sorted(out, reverse=True)


def by_length(words, n):
    return sorted([w[:n], w[n:]] for w in words)


def alike(words, n):
    groups = defaultdict(list)
    for w in words:
        groups["".join(sorted(w))].append(w)
    return sorted(sorted(g) for g in groups.values() if len(g) > n)


def alike_first(words, n):
    groups = defaultdict(list)
    for w in words:
        groups[len(w) % n].append(w)
    return sorted(groups.values(), key=len, reverse=True)


def components(graph, n):
    index, low, on_stack, stack = {}, {}, set(), []
    out = []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on_stack.add(v)
        for w in graph[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on_stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while True:
                w = stack.pop()
                on_stack.discard(w)
                part.append(w)
                if w == v:
                    break
            out.append(sorted(part))

    for v in graph:
        if v not in index:
            visit(v)
    return sorted(out)


def same_object(numbers, n):
    groups = defaultdict(list)
    for x in numbers:
        groups[x % n].append(x)
    found = sorted(groups.values(), key=len)
    return found, groups


NUMBERS = [5, 3, 9, 12, 7, 4, 4, 1]
WORDS = ["eat", "tea", "ab", "ba", "x", "tan", "nat", "ate"]
GRAPHS = [
    {0: [1], 1: [2], 2: [0, 3], 3: [4], 4: [3], 5: []},
    {"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": [], "e": ["d"]},
]


@pytest.mark.parametrize("function", [longest_first, longest_last, and_then_their_items, inner_ones_in_order, backwards])
def test_of_numbers(function):
    for numbers in (NUMBERS, NUMBERS[:1], [*NUMBERS, *range(30)]):
        for n in (1, 2, 3, 7):
            assert outcome(up.jit(function, strict=True), [numbers, n]) == outcome(function, [numbers, n])


@pytest.mark.parametrize("function", [by_length, alike, alike_first])
def test_of_texts(function):
    for words in (WORDS, WORDS[:1], WORDS[::2]):
        for n in (1, 2, 3):
            assert outcome(up.jit(function, strict=True), [words, n]) == outcome(function, [words, n])


@pytest.mark.parametrize("graph", GRAPHS, ids=len)
def test_of_a_function_inside(graph):
    assert outcome(up.jit(components, strict=True), [graph, 1]) == outcome(components, [graph, 1])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function", [longest_first, longest_last, and_then_their_items, inner_ones_in_order, backwards, alike_first, same_object, by_length, alike]
)
@pytest.mark.parametrize("given", [[], [1.5, 2], [True, 3], ["a", 1], "abc", None], ids=repr)
def test_of_other_things(function, given):
    for n in (0, 2):
        assert outcome(up.jit(function, strict=False), [given, n]) == outcome(function, [given, n])
