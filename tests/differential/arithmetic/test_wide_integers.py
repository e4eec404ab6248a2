"""Integers from 0 to 2**64 - 1 of programs that mix bits: hashes and random numbers, as Python computes them."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome

MASK = (1 << 64) - 1
PRIME = 1099511628211


def fnv(text):
    h = 0xCBF29CE484222325
    for ch in text:
        h = ((h ^ ord(ch)) * PRIME) & MASK
    return h


def fnv_of_bytes(data, n):
    h = 14695981039346656037
    for b in data:
        h ^= b
        h = h * PRIME % (1 << 64)
    return h % n, h & 255, h >> 60, h // 10


def splitmix(seed, n):
    x = seed & MASK
    out = []
    for _ in range(n):
        x = (x + 0x9E3779B97F4A7C15) & MASK
        z = x
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z = z ^ (z >> 31)
        out.append((z >> 11) / (1 << 53))
    return out


def xorshift(state, n):
    total = 0
    for _ in range(n):
        state ^= (state << 13) & MASK
        state ^= state >> 7
        state ^= (state << 17) & MASK
        total += state % 10
    return state, total


def congruent(seed, n):
    a, c, m = 6364136223846793005, 1442695040888963407, 2**64
    s = seed
    drawn, top = [], 0
    for _ in range(n):
        s = (a * s + c) % m
        drawn.append(s)
        if s > 2**63:
            top += 1
    return drawn, top, s / m, s * 0.5, float(s)


def of_list(xs, k):
    h, mixed = 0, 0
    for i, x in enumerate(xs):
        h = (h * 1315423911 + x - i) & 0xFFFFFFFFFFFFFFFF
        mixed = mixed ^ h
    return h, h % k, mixed


def turned(x):
    x = x & MASK
    y = ((x << 5) | (x >> 59)) & MASK
    z = -x & MASK
    return y, z, ~x & MASK, y == z, y < 2**63, 0 <= y <= 7


def ones(n):
    x = (n * 0x9E3779B97F4A7C15) & MASK
    count = 0
    while x:
        count += x & 1
        x >>= 1
    return count


def stored(n):
    out = np.zeros(n, dtype=np.uint64)
    h = 5
    for i in range(n):
        h = (h * 6364136223846793005 + i) & MASK
        out[i] = h
    return out


def shown(n):
    big = 14695981039346656037
    print(big, n)
    return f"{big:x}"


CASES = [
    *((fnv, text) for text in ("hello", "", "é☃")), *((fnv_of_bytes, b"abcd", n) for n in (7, -7, 0, 1)), (fnv_of_bytes, b"", 3), (splitmix, 5, 3), (splitmix, -5, 2),
    (xorshift, 88172645463325252, 4), (congruent, 3, 4), (congruent, 2**62, 0), (of_list, [3, -4, 2**62], 10), (of_list, [], 10),
    *((turned, x) for x in (2**61 + 5, -1, 0)), (ones, 5), (ones, 0), (stored, 3), (shown, 1),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case):
    check_machine_code(case)


def too_wide(n):
    h = 5 & MASK
    total = 0
    for i in range(n):
        h = (h * 33 + i) & MASK
        total += h
    return total


def of_floats(a, f):
    return (int(a) * f) & MASK


def returned_twice(n):
    h, out = 5, []
    for _ in range(n):
        h = (h * 6364136223846793005) & MASK
        out.append(h)
    return out, out


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "given"), [(too_wide, (70,)), (of_floats, (3, 1.5)), (returned_twice, (3,)), (xorshift, (-3, 4)), (turned, (np.int64(5),))])
def test_what_python_runs(function, given):
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
