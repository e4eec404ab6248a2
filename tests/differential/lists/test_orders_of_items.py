"""Loops over permutations, combinations and products of any number of items, and inverses of pow(), are CPython's."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def containers(sizes, litres):
    ways = 0
    for r in range(0, len(sizes) + 2):
        for combo in combinations(sizes, r):
            if sum(combo) == litres:
                ways += 1
    return ways


def quot(rows):
    total = 0
    for row in rows:
        for a, b in permutations(row, 2):
            if a % b == 0:
                total += a // b
    return total


def perms(x, r):
    s = []
    for p in permutations(x, r):
        t = 0
        for v in p:
            t = t * 10 + v
        s.append(t)
    return s


def perms_all(x):
    s = []
    for p in permutations(x):
        t = 0
        for v in p:
            t = t * 10 + v
        s.append(t)
    return s


def prods(x, r):
    s = []
    for p in product(x, repeat=r):
        t = 1
        for v in p:
            t = t * 10 + v
        s.append(t)
    return s


def combs(x, r):
    s = []
    for p in combinations(x, r):
        t = 1
        for v in p:
            t = t * 10 + v
        s.append(t)
    return s


def first(x):
    for p in permutations(x):
        if p[0] > 0:
            return p[0] + p[-1]
    return -1


def left_early(a):
    t = 0.0
    for x, y in combinations(a, 2):
        if x + y > 5:
            break
        t += x * y
    return t


def in_a_changed_list(x):
    v = [1.5, 2.5]
    for r in range(3):
        for p in combinations(v, r):
            v.append(sum(p) + x)
    return v


def inv(a, m):
    return pow(a, -1, m)


def inv3(a, m):
    return pow(a, -3, m)


CASES = [
    (containers, [20, 15, 10, 5, 5], 25), (quot, [[2, 4, 9, 5], [9, 4, 7, 3]]), (perms_all, [1, 2, 3]), (first, list(range(1, 26))), (left_early, np.arange(6.0)), (left_early, [1.0, 2.0, 9.0]),
    *((perms, [3, 1, 2, 5], r) for r in (0, 1, 2, 3, 4, 5, -1)), *((prods, [7, 8, 9], r) for r in (0, 1, 2, 3, -1)),
    *((combs, [1, 2, 3, 4, 5], r) for r in (0, 1, 2, 3, 5, 6, -1)),
    *((inv, a, m) for a, m in ((3, 7), (-3, 7), (3, -7), (2, 4), (0, 1), (5, 1), (0, 5), (1, 2), (10, -1))),
    *((inv3, a, m) for a, m in ((3, 7), (-3, 7), (3, -7), (2, 4))),
]  # fmt: skip
OTHERS = [(perms_all, []), (prods, [], 2), (prods, [], 0), (combs, [], 1), (in_a_changed_list, 0.5)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)
