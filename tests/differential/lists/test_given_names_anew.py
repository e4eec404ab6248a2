"""Parameters that a function gives something of its own, made of what it was given."""

from collections import Counter

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def copied(grid, new):
    grid = [list(row) for row in grid]
    grid[0][0] = new
    return grid


def copied_parts(grid, new):
    grid = [row[:] for row in grid]
    grid[-1].append(new)
    return grid, len(grid)


def filled(grid, start, new):
    grid = [list(row) for row in grid]
    r0, c0 = start
    old = grid[r0][c0]
    if old == new:
        return grid, 0
    stack, n = [start], 0
    while stack:
        r, c = stack.pop()
        if not (0 <= r < len(grid) and 0 <= c < len(grid[r])) or grid[r][c] != old:
            continue
        grid[r][c] = new
        n += 1
        stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return grid, n


def doubled(rows):
    rows = [[2 * v for v in row] for row in rows]
    rows = [row + [0] for row in rows]
    return rows


def cells(points, n):
    points = set(points)
    for _ in range(n):
        counts = Counter((x + dx, y + dy) for x, y in points for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        points = {c for c, k in counts.items() if k == 3 or (k == 2 and c in points)}
    return sorted(points)


def both(a, b):
    a, b = [list(r) for r in a], [list(r) for r in b]
    a[0][0] += b[0][0]
    b[0][0] = 9
    return a, b


def as_array(grid):
    grid = np.array(grid)
    grid[0, 0] = 7
    return grid


def in_a_branch(grid, flag):
    if flag:
        grid = [list(row) for row in grid]
        grid[0][0] = 5
    return sum(map(sum, grid))


def seen_inside(grid):
    def corner():
        return grid[0][0]

    grid = [list(row) for row in grid]
    grid[0][0] += 1
    return corner()


def seen_after(grid):
    grid = [list(row) for row in grid]

    def corner():
        return grid[0][0]

    grid[0][0] += 1
    return corner(), grid


SQUARE, EDGES = [[1, 1, 0], [1, 0, 0]], [[3], [4, 5], []]
CASES = [
    (copied, [(SQUARE, 4), (EDGES, 4), ([[]], 1), ([], 1), (["ab", "cd"], "x")]),
    (copied_parts, [(SQUARE, 4), (EDGES, 4), ([], 1)]),
    (filled, [(SQUARE, (0, 0), 1), (SQUARE, (0, 0), 2), (SQUARE, (5, 0), 2), (["..#", "##."], (0, 1), "o")]),
    (doubled, [(SQUARE,), (EDGES,), ([],)]),
    (cells, [([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)], 4), ([(0, 0)], 1), ([(0, 0), (0, 0)], 0)]),
    (both, [(SQUARE, EDGES), (EDGES, EDGES), ([[]], SQUARE)]),
    (as_array, [(SQUARE,), ([[1.5]],)]),
    (in_a_branch, [(SQUARE, True), (SQUARE, False)]),
    (seen_inside, [(SQUARE,), (EDGES,)]),
    (seen_after, [(SQUARE,), (EDGES,), ([],)]),
]


@pytest.mark.parametrize(("function", "calls"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_a_parameter_that_gets_something_new(function, calls):
    compiled = up.jit(function, strict=False)
    for arguments in calls:
        assert outcome(compiled, arguments) == outcome(function, arguments), arguments


@pytest.mark.parametrize("function", [copied, filled, cells, doubled, as_array])
def test_they_are_compiled(function):
    arguments = next(calls for f, calls in CASES if f is function)[0]
    assert outcome(up.jit(function, strict=True), arguments) == outcome(function, arguments)


def test_one_list_for_both():
    shared = [[1, 2], [3]]
    same = (shared, shared)
    assert outcome(up.jit(both, strict=False), same) == outcome(both, same)


def exchanged(m):
    m = [row[:] for row in m]
    m[0], m[1] = m[1], m[0]
    m[0] = [v / 2 for v in m[0]]
    return m


def reduced(m):
    m = [row[:] for row in m]
    rank, pivots = 0, []
    rows, cols = len(m), len(m[0])
    for c in range(cols):
        piv = next((r for r in range(rank, rows) if abs(m[r][c]) > 1e-9), None)
        if piv is None:
            continue
        m[rank], m[piv] = m[piv], m[rank]
        lead = m[rank][c]
        m[rank] = [v / lead for v in m[rank]]
        for r in range(rows):
            if r != rank:
                f = m[r][c]
                m[r] = [a - f * b for a, b in zip(m[r], m[rank])]
        pivots.append(c)
        rank += 1
        if rank == rows:
            break
    return rank, pivots, m


def copies(m):
    g = [row.copy() for row in m]
    h = [row[1:] for row in m]
    g[0], g[-1] = g[-1], g[0]
    h[0].append(g[0][0])
    return g, h


SYSTEM = [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 1.0, 1.0]]


@pytest.mark.parametrize("function", [exchanged, reduced, copies])
def test_rows_that_change_places(function):
    assert outcome(up.jit(function, strict=True), (SYSTEM,)) == outcome(function, (SYSTEM,))
    for m in ([[0.5, 2.0], [3.0]], [[1.0]], [], [[], []], [[1, 2], [3, 4]], SYSTEM[:2]):
        assert outcome(up.jit(function, strict=False), (m,)) == outcome(function, (m,)), m


def list_of_its_own(m):
    g = [row[:] for row in m]
    g[0], g[1] = g[1], g[0]
    return g


def test_another_list(monkeypatch):
    monkeypatch.setitem(globals(), "list", tuple)
    assert outcome(up.jit(list_of_its_own, strict=False), (SYSTEM,)) == outcome(list_of_its_own, (SYSTEM,))
