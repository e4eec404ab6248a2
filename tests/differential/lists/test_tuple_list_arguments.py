"""Lists of tuples of numbers that a call gives: one function for all lengths; values, types and exceptions are CPython's."""

import copy
import math
import warnings

import numpy as np
import pytest
import unpython as up

EDGES = [(0, 1, 4.0), (0, 2, 1.0), (2, 1, 2.0), (1, 3, 5.0)]


def degrees(edges, n):
    count = np.zeros(n, int)
    total = 0.0
    for u, v, w in edges:
        count[u] += 1
        count[v] += 1
        total += w
    return count, total, len(edges)


def by_place(edges, i):
    u, v, w = edges[i]
    return u, v, w, edges[i], edges[-1][2], edges[i][0] + edges[0][1]


def numbered(edges):
    return [i * u for i, (u, v, w) in enumerate(edges) if w > 1.5], sum(w for u, v, w in edges)


def relaxed(edges, n):
    far = [math.inf] * n
    far[0] = 0.0
    for _ in range(n):
        for e in edges:
            if far[e[0]] + e[2] < far[e[1]]:
                far[e[1]] = far[e[0]] + e[2]
    return far


def extremes(edges):
    return max(edges, key=lambda e: e[2]), min(edges, key=lambda e: e[0] - e[2])


def as_array(edges):
    return np.array(edges)


def asked(edges):
    if not edges:
        return -1
    k = 0
    while k < len(edges):
        k += 1
    return k


def rooms(intervals):
    busy = 0
    for start, end in intervals:
        for other, until in intervals:
            if other < end and start < until:
                busy += 1
    return busy


def flags(pairs):
    return sum(1 for on, k in pairs if on and k > 2)


def picked(edges, least):
    found = []
    for e in edges:
        if e[2] > least and not any(other != e and other[0] == e[0] for other in edges):
            found.append(e)
    return found, [e for e in edges[1:] if e[2] >= least], max(edges, key=lambda e: e[1])[0]


def kept_on_a_stack(edges, most):
    edges = sorted(edges)
    kept = []
    for e in edges:
        while len(kept) >= most and kept[-1][1] > e[1]:
            kept.pop()
        kept.append(e)
    for e in reversed(edges):
        kept.append(e)
    return kept, len(edges), edges[0]


def without_equal_ones(edges, n):
    edges = sorted(set(edges))
    last = []
    for e in edges:
        last.append(e)
    return last, len(edges), edges


COMPILED = [
    (picked, (EDGES, 1.5)), (picked, (EDGES[:1], 0.5)), (kept_on_a_stack, (EDGES, 1)), (without_equal_ones, (EDGES + EDGES[1:3], 0)),
    (without_equal_ones, ([(2, 1), (1, 2), (2, 1), (-0, 5)], 0)),
    (degrees, (EDGES, 4)), (degrees, (EDGES * 9, 4)), (degrees, (EDGES, 2)), (by_place, (EDGES, 2)), (by_place, (EDGES * 5, -3)),
    (by_place, (EDGES, 4)), (numbered, (EDGES,)), (relaxed, (EDGES * 6, 4)), (extremes, (EDGES,)), (extremes, (EDGES * 7,)), (as_array, (EDGES,)),
    (asked, (EDGES,)), (rooms, ([(1, 3), (2, 5), (7, 8)],)), (rooms, ([(1.5, 3.0), (2.0, 5.0)] * 11,)), (flags, ([(True, 3), (False, 9)],)),
]  # fmt: skip


def outcome(function, arguments):
    given = copy.deepcopy(arguments)
    try:
        return repr((function(*given), given))
    except Exception as error:
        return type(error), error.args


@pytest.mark.parametrize(("function", "arguments"), COMPILED, ids=lambda v: getattr(v, "__name__", ""))
def test_compiled(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, arguments) == outcome(function, arguments)


def test_one_function_for_all_lengths_and_another_for_other_types():
    compiled = up.jit(strict=False)(rooms)
    for intervals in ([(1, 3)], [(1, 3)] * 40, [], [(1.0, 2.5)] * 3, [(1, 2.5), (0, 1.0)], [(1, 2), (0.5, 1)], [(2**70, 2**71)], [(1, 2, 3)]):
        assert outcome(compiled, (intervals,)) == outcome(rooms, (intervals,))


def changed(edges):
    edges.append((9, 9, 9.0))
    return len(edges)


def returned(edges):
    return edges


def in_order(edges):
    return [w for u, v, w in sorted(edges, key=lambda e: e[2])]


def beside(edges):
    return [a[0] - b[0] for a, b in zip(edges, edges[1:])]


def kept(edges):
    other = edges
    return [e[0] for e in other]


def among(edges):
    return (0, 1, 4.0) in edges, edges.index((0, 2, 1.0))


def inner(edges):
    return (lambda i: edges[i][2])(1)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [changed, returned, in_order, beside, kept, among, inner], ids=lambda f: f.__name__)
@pytest.mark.parametrize("times", [1, 8])
def test_what_python_may_run(function, times):
    arguments = (EDGES * times,)
    assert outcome(up.jit(strict=False)(function), arguments) == outcome(function, arguments)


def test_two_lists_and_one_twice():
    def crossed(a, b):
        return sum(x * q - y * p for x, y in a for p, q in b)

    compiled = up.jit(strict=True)(crossed)
    a, b = [(1, 2), (3, 4)], [(5, 6)] * 20
    assert compiled(a, b) == crossed(a, b)
    assert compiled(a, a) == crossed(a, a)


def counted_pairs(pairs):
    counts = {}
    total = 0
    for a, b in pairs:
        counts[a, b] = counts.get((a, b), 0) + 1
        total += b
    return counts, total, len(pairs), sum(a * b for a, b in pairs)


def test_the_first_call_may_have_an_empty_list():
    compiled = up.jit(strict=True)(counted_pairs)
    for pairs in ([], [(1, 2)], [], [(4, 5), (4, 5)]):
        assert outcome(compiled, (pairs,)) == outcome(counted_pairs, (pairs,))
    by_first = up.jit(strict=True)(weights)
    for pairs in ([], [(1, 2.5), (1, 2.0)], [], [(1, 2)]):
        assert outcome(by_first, (pairs,)) == outcome(weights, (pairs,))


def weights(pairs):
    sums = {}
    for a, x in pairs:
        sums[a] = sums.get(a, 0.0) + x
    return sums, sum(x for _, x in pairs), [x for _, x in pairs]


def test_equal_ones_with_nan_are_python_s():
    rows = [(0.0, float("nan")), (1.0, 2.0), (0.0, 3.0)]
    rows += rows[:1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        found = up.jit(strict=False)(without_equal_ones)(rows, 0)
    assert found[0][0] is rows[0] or repr(found) == repr(without_equal_ones(rows, 0))
