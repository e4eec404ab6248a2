"""Dicts of tuples that a function makes are CPython's, in machine code and on devices."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def rope(moves):
    steps = {"R": (1, 0), "L": (-1, 0), "U": (0, 1), "D": (0, -1)}
    x = y = 0
    seen = {(0, 0)}
    for move in moves:
        direction, count = move.split()
        dx, dy = steps[direction]
        for _ in range(int(count)):
            x += dx
            y += dy
            seen.add((x, y))
    return len(seen), x, y


def report(values, names):
    found = {}
    for i, name in enumerate(names):
        part = values[i::2]
        found[name] = (min(part), sum(part) / len(part), len(part))
    best = max(found, key=lambda n: found[n][1])
    return found, best


def best_of(edges):
    best = {}
    for a, b, w in edges:
        if a not in best or w < best[a][1]:
            best[a] = (b, w)
    total = 0
    for a, (b, w) in best.items():
        total += a * b + w
    return best, total, [w for _, w in best.values()], {a: pair[0] for a, pair in best.items()}


def with_default(ks):
    d = {}
    for k in ks:
        low, high = d.get(k, (0, 0.5))
        d[k] = (low + 1, high * 2)
    return d, len(d), sorted(d), [k for k in d]


def swapped(ks):
    d = {}
    for k in ks:
        d[k] = (k, -k)
    for k in ks:
        d[k] = (d[k][1], d[k][0])
    pair = d[ks[0]]
    return pair, pair[0] + d[ks[-1]][-1]


def missing(k):
    d = {1: (2, 3), 2: (4, 5)}
    a, b = d[k]
    return a * b


def missing_place(k):
    d = {1: (2, 3)}
    return d[k][1]


def by_pairs(n):
    d = {}
    for i in range(n):
        for j in range(i):
            d[i, j] = (i + j, i * j / 2)
    total = 0.0
    for (i, j), (s, p) in d.items():
        total += i * s - j * p
    return total, d


def two_lengths(k):
    d = {}
    d[1] = (1, 2)
    d[2] = (1, 2, 3)
    return d


def two_kinds(k):
    d = {}
    d[1] = (1, 2.5)
    d[2] = (1.5, 2)
    return d


def kept(k):
    d = {}
    d[k] = (k, 1)
    e = d
    e[k] = (2, 2)
    return d, e


def computed_in_order(ks):
    d = {}
    left = [5, 6, 7, 8, 9, 10]
    for k in ks:
        d[left.pop() + k] = (left.pop(), left.pop())
    return d


def names_given_again(ks):
    d = {}
    for k in ks:
        d[k] = (k, 1.5)
    return [[a for a in range(2)] for k, (a, b) in d.items()], [a for a, b in d.values()]


def labels_of_arrays(labels, vals):
    d = {}
    for i in range(len(labels)):
        d[labels[i]] = (vals[i], i)
    return d


def pairs_of_fibonacci(n):
    d = {0: (1, 2)}
    for i in range(1, n):
        a, b = d[i - 1]
        d[i] = (b, a + b)
    return d[n - 1]


def with_texts(n):
    d = {}
    for i in range(n):
        d[i] = (i, str(i))
    return d


def cheapest(items):
    best = {}
    for name, price, shop in items:
        if name not in best or price < best[name][0]:
            best[name] = (price, shop)
    return {n: shop for n, (p, shop) in best.items()}, sorted(best), min(p for p, _ in best.values())


def chosen(n):
    d = {}
    for i in range(n):
        d[i] = (i, i + 1)
        d[i] = (d[i][1], d[i][0]) if i % 2 else (0, 0)
    return d


def grid(n):
    grid = {}
    for r in range(n):
        for c in range(n):
            grid[r, c] = (r * c, r - c)
    s = 0
    for (r, c), (p, m) in grid.items():
        if (r + 1, c) in grid:
            s += grid[r + 1, c][0] - p * m
    return s


ITEMS = [("a", 2.5, "x"), ("b", 1.0, "y"), ("a", 1.5, "y")]
CASES = [
    (rope, ["R 4", "U 4", "L 3", "D 1"]), (report, [1.0, 5.0, 2.5, 3.0], ["n", "s"]), (best_of, [(0, 1, 4), (0, 2, 1), (2, 1, 2)]),
    (with_default, [1, 2, 1]), (swapped, [1, 2]), (missing, 2), (missing, 7), (missing_place, 1), (missing_place, 2), (by_pairs, 4),
    (computed_in_order, [1, 2]),
    (labels_of_arrays, np.array([1, 2, 1]), np.array([0.5, 1.5, 2.0])), (pairs_of_fibonacci, 10), (with_texts, 3), (cheapest, ITEMS), (grid, 4),
]  # fmt: skip
OTHERS = [
    (names_given_again, [1, 2]), (chosen, 4),
   (two_lengths, 1), (two_kinds, 1), (kept, 1), (with_default, []), (rope, ["X 1"]), (report, [], [])]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)
