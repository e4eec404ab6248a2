"""edit (papers/3): how many characters have to be deleted, inserted and replaced to make one text of another."""

import numpy as np
from program import Program


def distance(one, other):
    n, m = one.shape[0], other.shape[0]
    table = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(n):
        table[i + 1, 0] = table[i, 0] + 1
    for j in range(m):
        table[0, j + 1] = table[0, j] + 1
    for i in range(n):
        for j in range(m):
            replaced = table[i, j] + (0 if one[i] == other[j] else 1)
            table[i + 1, j + 1] = min(replaced, table[i + 1, j] + 1, table[i, j + 1] + 1)
    return table[n, m]


def by_diagonals(one, other):
    """A diagonal depends on the two before it; `d` holds those places of it that lie in the table, by row."""
    n, m = len(one), len(other)
    before, last = np.zeros(n + 1, int), np.zeros(n + 1, int)
    for d in range(n + m + 1):
        made = np.zeros(n + 1, int)
        rows = np.arange(max(0, d - m), min(n, d) + 1)
        inner = rows[(rows > 0) & (rows < d)]
        replaced = before[inner - 1] + (one[inner - 1] != other[d - inner - 1])
        made[inner] = np.minimum(replaced, np.minimum(last[inner], last[inner - 1]) + 1)
        made[rows[(rows == 0) | (rows == d)]] = d
        before, last = last, made
    return last[n]


def make(n):
    random = np.random.default_rng(23)
    return random.integers(0, 4, n, np.uint8), random.integers(0, 4, n, np.uint8)


PROGRAM = Program("edit", 3, make, distance, None, by_diagonals, size=512, small=24, sizes=(512, 4096, 8192), growth=2)
