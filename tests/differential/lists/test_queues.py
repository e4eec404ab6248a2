"""Deques of numbers and tuples: results and exceptions are CPython's, on every path."""

import collections
import statistics
from collections import deque

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import told

GRID = (np.random.default_rng(2).random((9, 9)) < 0.3).astype(np.int64)


def rotated(n):
    q = deque(range(n))
    total = 0
    while len(q) > 1:
        q.append(q.popleft())
        total += q.popleft()
    return total, q[0]


def steps_to_corner(grid):
    far = np.full(grid.shape, -1)
    q = collections.deque([(0, 0)])
    far[0, 0] = 0
    while q:
        i, j = q.popleft()
        for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x = i + di
            y = j + dj
            if 0 <= x < grid.shape[0] and 0 <= y < grid.shape[1] and grid[x, y] == 0 and far[x, y] < 0:
                far[x, y] = far[i, j] + 1
                q.append((x, y))
    return far


def many_turns(n):
    """More than what is kept: what is taken is dropped."""
    q = deque([1, 2, 3])
    total = 0
    for k in range(n):
        x = q.popleft()
        total = (total * 3 + x) % 10007
        q.append(x + k % 2)
    return total, len(q), q[0], q[-1]


def both_ends(a):
    q = deque()
    for x in a:
        q.append(x)
        if len(q) > 3:
            q.popleft()
    last = q.pop()
    return last, q[0], q[-2], len(q)


def windows(a, n):
    q = deque(a[:n])
    out = np.zeros(len(a))
    for i in range(len(a)):
        q.append(a[i])
        if not q or len(q) <= n:
            continue
        out[i] = q.popleft() - q[0]
    return out


def made_anew(n):
    total = 0
    for k in range(n):
        q = deque([k])
        while q and total < 50:
            x = q.popleft()
            total += x
            if x > 0:
                q.append(x - 1)
    return total


def empty(n):
    q = deque([n])
    q.popleft()
    return q.popleft()


def empty_tuple(n):
    q = deque([(n, 0.5)])
    a, b = q.pop()
    if n > 2:
        q.append((n, 1.5))
    c, d = q.popleft()
    return a + c, b + d


def out_of_range(n):
    q = deque(range(5))
    q.popleft()
    return q[n]


def middles(a, n):
    q = deque(maxlen=n)
    out = []
    for x in a:
        q.append(x)
        if len(q) > 1:
            out.append((statistics.median(q), statistics.fmean(q), statistics.stdev(q)))
    return out


def middles_of_integers(a, n):
    q = deque(maxlen=n)
    out = []
    for x in a:
        q.append(x)
        out.append(statistics.median(q))
    return out


CASES = [
    (middles, ([5.0, 1.0, 4.0, 2.0, 8.0, 7.0], 3)),
    (middles_of_integers, ([5, 1, 4, 2, 8, 7], 3)),
    (rotated, (10,)), (rotated, (1,)), (rotated, (0,)), (steps_to_corner, (GRID * 0,)), (steps_to_corner, (GRID,)),
    (steps_to_corner, (GRID[:1, :1],)), (steps_to_corner, (GRID[:0],)), (many_turns, (1000,)), (many_turns, (0,)), (both_ends, (np.arange(6.0),)),
    (both_ends, (np.arange(2.0),)), (both_ends, (np.arange(0.0),)), (windows, (np.arange(7.0) ** 2, 2)), (windows, (np.zeros(0), 2)),
    (made_anew, (6,)), (empty, (3,)), (empty_tuple, (3,)), (empty_tuple, (1,)), (out_of_range, (3,)), (out_of_range, (4,)),
    (out_of_range, (-4,)), (out_of_range, (-5,)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    expected = told(function, arguments)
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        assert told(runner, arguments) == expected


def of_length(n):
    q = deque([1, 2], maxlen=2)
    q.append(n)
    return q[0], q[1], len(q)


def window(n, most):
    q = deque(maxlen=most)
    means = []
    for k in range(n):
        q.append(k * k % 7)
        if len(q) == most:
            means.append(sum(q) / most)
    return means, list(q), len(q)


def both_ends(n, most):
    q = deque([k for k in range(n)], maxlen=most)
    q.appendleft(-1)
    first = list(q)
    q.extend([n, n + 1])
    q.append(7)
    return first, list(q), [2 * x for x in q]


def at_the_left(n):
    q = deque([n])
    for k in range(n):
        q.appendleft(k)
        if k % 3 == 2:
            q.popleft()
            q.pop()
    return q[0], list(q), sum(q), max(q), min(q)


def gone_through(n):
    q = deque(range(n))
    q.append(2)
    q.popleft()
    total = 0
    for x in q:
        total = 3 * total + x
    return total


def pairs_at_both_ends(n):
    q = deque([(0, 1)])
    for k in range(n):
        q.append((k, k * k))
        q.appendleft((k + 1, 3))
    total = 0
    for i, j in q:
        total = (2 * total + i * j) % 1009
    return total, q[0], q[-1]


def of_numpy(n):
    q = deque(maxlen=3)
    for k in range(n):
        q.append(0.5 * k)
    return np.mean(q), np.array(q)


def last_one_out(n, k):
    people = deque(range(1, n + 1))
    order = []
    while people:
        people.rotate(-(k - 1))
        order.append(people.popleft())
    return order


def turned_pairs(n, k):
    q = deque([(0, 1.5), (2, 3.5), (4, 5.5)])
    q.append((n, 2.0))
    q.popleft()
    q.rotate(k)
    q.rotate()
    out = []
    while q:
        a, b = q.popleft()
        out.append((a, b))
    return out


def turned_and_cleared(n, k):
    q = deque(maxlen=3)
    q.rotate(k)
    for i in range(n):
        q.append(i)
        q.rotate(k)
    left = list(q)
    q.clear()
    q.append(k)
    q.rotate(True)
    return left, list(q), len(q)


NEW = [
    *((function, (n, k)) for function in (last_one_out, turned_pairs, turned_and_cleared) for n in (0, 1, 10) for k in (-7, 0, 1, 2, 10**12)),
    *((of_length, (n,)) for n in (0, 5)),
    *((window, (n, most)) for n in (0, 2, 9) for most in (1, 2, 3)),
    *((both_ends, (n, most)) for n in (0, 1, 5) for most in (0, 1, 3, 9)),
    (both_ends, (3, -1)),
    *((at_the_left, (n,)) for n in (0, 1, 5, 12)),
    *((gone_through, (n,)) for n in (1, 6)),
    *((pairs_at_both_ends, (n,)) for n in (0, 4)),
    (of_numpy, (5,)),
]


@pytest.mark.parametrize(("function", "arguments"), NEW, ids=lambda v: getattr(v, "__name__", ""))
def test_ends_and_lengths(function, arguments):
    test_calls(function, arguments)


def changed_meanwhile(n):
    q = deque(range(n))
    total = 0
    for x in q:
        total += x
        if x == 1:
            q.append(x)
            break
    return total


def backwards(n):
    q = deque(range(n))
    q.reverse()
    return q[0]


def passed_on(n):
    def last(q):
        return q[-1]

    return last(deque(range(n)))


@pytest.mark.parametrize("function", [changed_meanwhile, backwards], ids=lambda f: f.__name__)
def test_what_stays_python(function):
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(3)
    assert up.jit(strict=False)(function)(3) == function(3)


def test_given_to_an_inner_function():
    assert up.jit(strict=True)(passed_on)(3) == passed_on(3)
    with pytest.raises(IndexError, match="deque index out of range"):
        up.jit(strict=True)(passed_on)(0)


def hops(graph, start, goal):
    todo = deque([(start, 0)])
    seen = {start}
    while todo:
        u, d = todo.popleft()
        if u == goal:
            return d
        for v in graph.get(u, []):
            if v not in seen:
                seen.add(v)
                todo.append((v, d + 1))
    return -1


def distances(graph, start):
    todo = deque([(start, 0), (start, 1)])
    found = {}
    while todo:
        u, d = todo.popleft()
        if u in found:
            continue
        found[u] = d
        for v in graph[u]:
            todo.append((v, d + 1))
    return found


@pytest.mark.parametrize("graph", [{"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}, {0: [1, 2], 1: [3], 2: [3], 3: []}], ids=["texts", "numbers"])
def test_tuples_with_nodes(graph):
    first, *_, last = graph
    for function, given in ((hops, (graph, first, last)), (hops, (graph, last, first)), (distances, (graph, first))):
        assert up.jit(strict=True)(function)(*given) == function(*given)
