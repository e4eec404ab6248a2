"""What np.unique gives as pairs, dicts of arrays among other results, rows that are counted, and lists that become arrays under their names."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome

K = np.array([1, 2, 2, 0, 3, 1, 5, 2])
M = np.array([[1, 2], [1, 2], [0, 5]])
NANS = np.array([[np.nan, 1], [np.nan, 1], [0.0, 1], [-0.0, 1], [2, 2]])
GRID = [[1, 0, 2], [0, 2, 0]]


def counted(k):
    return k.sum(), {int(v): int(n) for v, n in zip(*np.unique(k, return_counts=True))}


def as_dict(k):
    return dict(zip(*np.unique(k, return_counts=True)))


def looked_up(k):
    counts = dict(zip(*np.unique(k, return_counts=True)))
    return counts[2] if 2 in counts else 0


def first_places(k):
    for v, n in zip(*np.unique(k, return_index=True)):
        if n > 2:
            return v, n
    return None


def shares(k):
    out = []
    for label, count in zip(*np.unique(np.abs(k) % 3, return_counts=True)):
        out.append((int(label), count / len(k)))
    return out


def repeated(k):
    return [v for v, n in zip(*np.unique(k, return_counts=True)) if n > 1]


def entropy(k):
    p = np.array([n / len(k) for v, n in zip(*np.unique(k, return_counts=True))])
    return -np.sum(p * np.log2(p))


def among_results(k):
    v, n = np.unique(k, return_counts=True)
    return len(k), dict(zip(v.tolist(), n.tolist())), k.max() if len(k) else None


def mapped(k):
    return k * 2, dict(zip(k.tolist(), (k * 2).tolist()))


def rows_of(m):
    return len({tuple(r) for r in m.tolist()})


def rows_of_array(m):
    p = np.cumsum(m, axis=0)
    return len({tuple(r) for r in m}), len({tuple(r) for r in p}), p


def all_sums(m):
    sums = {*m.sum(axis=0).tolist(), *m.sum(axis=1).tolist(), int(m[0, 0])}
    return len(sums), sorted(sums)


def put_together(x, y):
    s = {*x, *y}
    return sorted(s), 3 in {0, *x, *y}


def moved(grid, seed=0):
    rng = np.random.default_rng(seed)
    grid = np.array(grid)
    unhappy = []
    for r, c in zip(*np.nonzero(grid)):
        if grid[r, c] > 1:
            unhappy.append((r, c))
    for r, c in unhappy:
        empty = np.argwhere(grid == 0)
        er, ec = empty[rng.integers(len(empty))]
        grid[er, ec], grid[r, c] = grid[r, c], 0
    return grid


def under_its_name(grid):
    n = len(grid)
    grid = np.asarray(grid, dtype=float)
    s = 0.0
    for r, c in zip(*np.nonzero(grid)):
        s += r * c + grid[r, c]
    grid[0, 0] += n
    return s, grid


COMPILED = [
    *((f, k) for f in (counted, as_dict, looked_up, first_places, shares, repeated, entropy, mapped) for k in (K, K[:0], K[:1])),
    (among_results, K), (all_sums, M), (put_together, [1, 2], [2, 3]), (put_together, [], [0]), (moved, GRID), (moved, GRID, 5),
    (moved, [[2, 0]]), (moved, [[2, 2]]),
    *((f, m) for f in (rows_of, rows_of_array) for m in (M, M * 0.5, M[:0], NANS, M > 1, M[:, :0], M.astype(np.uint8), NANS.astype(np.float32))),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_compiled(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        assert str(outcome(compiled, given)) == str(outcome(function, given))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(rows_of, M[0]), (rows_of, M[None]), (rows_of, GRID), (moved, [[1, 2], [3]]), (under_its_name, []), (under_its_name, GRID)], ids=name_of)
def test_others(case):
    function, *given = case
    assert str(outcome(up.jit(strict=False)(function), given)) == str(outcome(function, given))
