"""Large dicts and sets of tuples, whose tables grow, lose items and get new ones: CPython's, in machine code and on devices."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def counted(a, b):
    seen = {}
    for i, j in zip(a, b):
        k = (int(i), int(j))
        seen[k] = seen.get(k, 0) + 1
    best = 0
    for k in seen:
        best = max(best, seen[k])
    return len(seen), best, (int(a[0]), int(b[0])) in seen, (int(b[0]), int(a[0]) - 1) in seen


def of_four(a, b):
    seen = {}
    for i, j in zip(a, b):
        seen[int(i), int(j), int(j - i), 1] = int(j)
    s = 0
    for i in a:
        for j in b:
            if (int(i), int(j), int(j - i), 1) in seen:
                s += seen[int(i), int(j), int(j - i), 1] % 1000
    return len(seen), s


def in_a_set(a, b):
    seen = {(0, 0, 0)}
    sizes = []
    for i, j in zip(a, b):
        seen.add((int(i), int(j), int(i)))
        if i % 3 == 0:
            seen.discard((int(j), int(i), int(j)))
            seen.discard((int(i), int(j), int(i)))
        elif j % 5 == 0:
            seen.discard((0, 0, 0))
            seen.add((int(j), int(i), int(j)))
        sizes.append(len(seen))
    found = 0
    for i in a:
        for j in b:
            if (int(i), int(j), int(i)) in seen:
                found += 1
    return sizes, found, (0, 0, 0) in seen


def taken_out(n):
    seen = {(0, 0)}
    for turn in range(3):
        for i in range(n):
            seen.add((i, turn))
        for i in range(n):
            if i % 4 != turn:
                seen.remove((i, turn))
    left = []
    for i in range(n):
        for turn in range(3):
            if (i, turn) in seen:
                left.append(i * 10 + turn)
    return left, len(seen)


def cells(n):
    alive = {(0, 0)}
    for i in range(-n, n):
        for j in range(-n, n):
            alive.add((i, j))
    s = 0
    for i in range(-n - 2, n + 2):
        for j in range(-n - 2, n + 2):
            if (i, j) in alive and (i + 1, j - 1) not in alive:
                s += i * j
    return len(alive), s


_rng = np.random.default_rng(8)
SMALL = (_rng.integers(-6, 6, 300), _rng.integers(-6, 6, 300))
WIDE = (_rng.integers(-(2**62), 2**62, 150), _rng.integers(-(2**62), 2**62, 150))
HIGH = tuple(x * 2**40 for x in SMALL)
GIVEN = [SMALL, WIDE, HIGH, (SMALL[0], WIDE[1][[0] * 300])]
CASES = [*((f, *given) for f in (counted, of_four, in_a_set) for given in GIVEN), (taken_out, 50), (taken_out, 3), (cells, 12)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)
