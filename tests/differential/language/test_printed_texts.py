"""print() of texts that are put together, repeated and joined, generator functions inside that are given lists, products of sets."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of

M = np.arange(6.0).reshape(2, 3) / 7


def rows_of_a_table(m):
    for i, row in enumerate(m):
        print(f"{i:>3d} | " + " ".join(f"{x:8.3f}" for x in row))
    print("-" * 20, end="\n\n")
    print("sum:", round(m.sum(), 3), "=" * len(m), sep="\t")
    return m.sum()


def repeated(n):
    print("-" * n, n * "ab" + "|", "x" + "y" * (n + 1))
    return n


def joined(values, n):
    print(", ".join(str(v) for v in values))
    print("; ".join([f"{v:.1f}" for v in values if v > 1]) + "!")
    print("[" + "|".join(repr(v) for v in values[:n]) + "]")
    print("%d of " % n + "{}".format(len(values)))
    return n


def joined_lists(n):
    squares = [i * i for i in range(n)]
    print(" ".join(str(k) for k in squares))
    print("-".join(f"{k % 3}" for k in squares[1:]))
    return squares


def of_a_name_inside(values, k):
    print(" ".join(f"{v * k:.2f}" for v in values))
    return k


def of_a_table(n):
    for i in range(1, n):
        print(" ".join(f"{i * j:3d}" for j in range(1, n + 1) if j != i))
    return n


def of_two_loops(m):
    print(" ".join(f"{x:.1f}" for row in m for x in row))
    return 0


def of_a_shadowed_name(values):
    str = len  # noqa: A001
    print(str(values))
    return 1


def not_a_text(n):
    print(n * 3, n + 1, (n * 2, -n))
    return n


def wrong_count(n):
    print("-" * (n / 2))
    return n


def sums_of_chunks(items, size):
    def chunks(x, k):
        for i in range(0, len(x), k):
            yield x[i : i + k]

    return [sum(c) for c in chunks(items, size)], [len(c) for c in chunks(items, size + 1)]


def chunks_while_growing(items):
    def heads(x):
        for i in range(len(x)):
            yield x[i]

    out = []
    for h in heads(items):
        out.append(h)
        if h == 2:
            items.append(9)
    return out, items


def chunks_of_another(items):
    def heads(x):
        for i in range(len(x)):
            yield x[i]

    out = []
    for h in heads(items):
        items = [h, h, h, h, h]
        out.append(h)
    return out, items


def chunks_that_change(items):
    def halves(x):
        while len(x) > 1:
            x = x[: len(x) // 2]
            yield sum(x)

    return [h for h in halves(items)], len(items)


def product_of_a_set(v):
    return math.prod(set(v)), math.prod({x % 3 + 1 for x in v})


CASES = [
    (rows_of_a_table, M), (rows_of_a_table, M.astype(np.float32)), (repeated, 3), (repeated, 0), (repeated, -2), (joined, M[1], 2),
    (joined, np.array([1, 2, 3]), 2), (joined, np.zeros(0), 1), (joined, [1.5, 2.0], 1), (joined_lists, 4), (joined_lists, 0),
    (of_a_name_inside, M[0], 2.5), (of_a_table, 4), (of_two_loops, M), (of_a_shadowed_name, [1, 2]), (not_a_text, 4), (wrong_count, 3),
    (sums_of_chunks, [1, 2, 3, 4, 5, 6, 7], 3), (sums_of_chunks, [], 2), (sums_of_chunks, [1.5, 2.5], 5), (sums_of_chunks, np.arange(5.0), 2),
    (chunks_while_growing, [1, 2, 3]), (chunks_of_another, [1, 2, 3]), (chunks_that_change, [1, 2, 3, 4]), (product_of_a_set, [2, 3, 3, 5]),
    (product_of_a_set, [0.1, 0.7, 0.1]), (product_of_a_set, []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize("case", [c for c in CASES if c[0] not in (of_a_shadowed_name, wrong_count)], ids=name_of)
def test_printed(case, capsys):
    function, *given = case
    function(*(g.copy() if hasattr(g, "copy") else g for g in given))
    expected = capsys.readouterr().out
    up.jit(strict=False)(function)(*(g.copy() if hasattr(g, "copy") else g for g in given))
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize(
    "case",
    [(rows_of_a_table, M), (repeated, 3), (joined, M[1], 2), (joined_lists, 4), (not_a_text, 4), (sums_of_chunks, [1, 2, 3, 4, 5, 6, 7], 3),
     (product_of_a_set, [2, 3, 3, 5])],
    ids=name_of,
)  # fmt: skip
def test_machine_code(case):
    check_machine_code(case)
