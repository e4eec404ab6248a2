"""Dicts of dicts without a name, or of which some are returned; rows that a read makes."""

from collections import Counter, defaultdict

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def gen_row(n):
    d = {i: {j: i * j for j in range(n)} for i in range(n)}
    return d[n - 1]


def gen_list(n):
    d = {i: {j: i * j for j in range(n - i)} for i in range(n)}
    return list(d.values())


def gen_filter(n):
    d = {i: {j: i * j for j in range(n - i)} for i in range(n)}
    return {i: r for i, r in d.items() if len(r) > 1}


def nested_comp(n):
    return {i: {j: i * j for j in range(n)} for i in range(n)}


def nested_counts(words):
    return {w: {c: w.count(c) for c in w} for w in words}


def counters(words):
    d = defaultdict(Counter)
    for w in words:
        for c in w:
            d[len(w)][c] += 1
    return {n: dict(c) for n, c in sorted(d.items())}


def one_counter(words):
    d = defaultdict(Counter)
    for w in words:
        for c in w:
            d[len(w)][c] += 1
    return d[2]


def dd_get(rows, cols, vals):
    A = defaultdict(dict)
    for i, j, v in zip(rows, cols, vals):
        A[i][j] = A[i].get(j, 0.0) + v
    return A


def dd_len(rows, cols, vals):
    A = defaultdict(dict)
    for i, j, v in zip(rows, cols, vals):
        A[j][i] = len(A[i]) + v
    return A


def dd_order2(rows):
    A = defaultdict(dict)
    for i in rows:
        j = i + 1
        A[i][0] = A[j].get(0, 1)
    return A


def dd_texts(words):
    A = defaultdict(dict)
    for a, b in zip(words, words[1:]):
        A[a][b] = A[a].get(b, 0) + 1
    return A


def dd_texts_plain(words):
    A = defaultdict(dict)
    for a, b in zip(words, words[1:]):
        A[a][b] = A[a].get(b, 0) + 1
    return {k: dict(v) for k, v in A.items()}


def dd_if(words):
    A = defaultdict(dict)
    for a, b in zip(words, words[1:]):
        if b not in A[a]:
            A[a][b] = 0
        A[a][b] += 1
    return A


def matvec(rows, cols, vals, x):
    A = defaultdict(dict)
    for i, j, v in zip(rows, cols, vals):
        A[i][j] = A[i].get(j, 0.0) + v
    y = np.zeros(len(x))
    for i in range(len(x)):
        for j, v in A[i].items():
            y[i] += v * x[j]
    return y


def shadow_lambda(ks, rows):
    d = {}
    for k in ks:
        d[k] = {"n": 1, "m": 2}
    t = 0
    for k, r in d.items():
        t += r["n"]
    return t, [x for x in sorted(rows, key=lambda r: -r)]


def shadow(ks, rows):
    d = {}
    for k in ks:
        d[k] = {"n": 1, "m": 2}
    t = 0
    for k, r in d.items():
        t += r["n"]
    return t, [r["n"] for r in rows]


KEYS = ["b", "aa", "b", "a", "ccc"]


@pytest.mark.parametrize("function", [nested_counts, dd_texts, dd_texts_plain, dd_if, counters, one_counter])
@pytest.mark.parametrize("keys", [KEYS, KEYS[1:], KEYS[:1], ["", "a"], []])
def test_of_texts(function, keys):
    compiled = up.jit(strict=bool(keys))(function)  # what an empty list would hold is not known
    assert outcome(compiled, [keys]) == outcome(function, [keys])


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (nested_comp, [0]), (nested_comp, [3]), (shadow, [KEYS, [{"n": 5}, {"n": 6}]]),
        (shadow_lambda, [KEYS, [3, 5]]), (gen_row, [3]), (gen_row, [0]), (gen_list, [3]), (gen_list, [0]), (gen_filter, [4]), (dd_order2, [[1, 5, 3]]),
        (dd_get, [[0, 0, 1, 0], [0, 1, 1, 1], [4.0, 1.0, 5.0, 2.0]]), (dd_len, [[0, 0, 1, 0], [0, 1, 1, 1], [4, 1, 5, 2]]),
        (matvec, [[0, 0, 1, 0], [0, 1, 1, 1], [4.0, 1.0, 5.0, 2.0], np.ones(4)]), (matvec, [[0, 0, 5, 0], [0, 1, 1, 1], [4.0, 1.0, 5.0, 2.0], np.ones(1)]),
    ],
)  # fmt: skip
def test_of_numbers(function, given):
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
