"""One list for several items of a list, and lists that stand in two places of what is returned: they are one object, or Python makes the call."""

from collections import defaultdict

import pytest
import unpython as up
from support.outcomes import outcome


def one_row_changes(n):
    row = [0] * n
    rows = [row for _ in range(3)]
    rows[0][0] = 7
    return rows


def the_row_grows(n):
    row = [0] * n
    rows = [row for _ in range(3)]
    row.append(5)
    return rows


def one_row_returned(n):
    row = [0] * n
    return [row for _ in range(3)]


def an_empty_row(n):
    row = []
    return [row for _ in range(n)]


def each_row_twice(n):
    rows = [[i] * n for i in range(3)]
    return [r for r in rows for _ in range(2)]


def rows_by_rest(n):
    rows = [[i] * n for i in range(3)]
    return [rows[i % 2] for i in range(4)]


def rows_in_order(n):
    rows = [[n - i] * n for i in range(3)]
    order = sorted(range(3), key=lambda i: rows[i][0])
    return [rows[i] for i in order]


def one_of_two(n):
    rows = [[i] * n for i in range(3)]
    other = [r if r[0] else rows[0] for r in rows]
    other[0][0] = 9
    return rows


def rows_beside_rows(n):
    rows = [[i] * n for i in range(3)]
    return rows, [r for r in rows]


def in_a_loop(n):
    row, total = [n, 1], 0
    rows = [row for _ in range(2)]
    for r in rows:
        r[0] += 1
        total += row[0]
    return total


def row_or_new(n):
    row = [n, 1]
    rows = [row if i % 2 else [0] for i in range(4)]
    row[0] = 5
    return rows


def of_a_generator(n):
    row = [n, 1]
    rows = list(row for _ in range(2))
    row[0] = 5
    return rows


def picked_of_a_pair(n):
    row = [n, 1]
    rows = [(row, i)[0] for i in range(2)]
    row[0] = 5
    return rows


def picked_by_key(n):
    row = [n, 1]
    rows = [{"x": row}["x"] for _ in range(2)]
    row[0] = 5
    return rows


def in_a_tuple(n):
    row = [n, 1]
    rows = tuple(row for _ in range(2))
    row[0] = 5
    return rows


def by_a_function(n):
    row = [n, 1]
    rows = list(map(lambda i: row, range(2)))
    row[0] = 5
    return rows


def gone_through_by_a_function(n):
    rows = [[i] for i in range(n)]
    other = list(map(lambda r: r, rows))
    other[0][0] = 9
    return rows


def filtered(n):
    rows = [[i] for i in range(n)]
    other = list(filter(None, rows))
    other[0][0] = 9
    return rows


def zipped(n):
    rows = [[i] for i in range(n)]
    other = [r for r, s in zip(rows, rows)]
    other[0][0] = 9
    return rows


def texts(n):
    words = ["a", "b"]
    return [words for _ in range(n)]


def by_key_and_in_order(n):
    found = defaultdict(list)
    for i in range(n):
        found[i % 2].append(i)
    return found, [found[k] for k in sorted(found)]


def long_ones_and_all(n):
    found = {}
    for i in range(n):
        found.setdefault(i % 2, []).append(i)
    return {k: v for k, v in found.items() if len(v) > 1}, found


def twice_in_order(n):
    found = {}
    for i in range(n):
        found.setdefault(i % 2, []).append(i)
    return [v for v in found.values()], [found[k] for k in found]


def all_and_one(n):
    found = {}
    for i in range(n):
        found.setdefault(i % 2, []).append(i)
    return found, found[0]


def all_and_longest(n):
    found = {}
    for i in range(n):
        found.setdefault(i % 2, []).append(i)
    return found, sorted(found.values()), max(found.values(), key=len)


def all_and_lengths(n):
    found = {}
    for i in range(n):
        found.setdefault(i % 2, []).append(i)
    return found, [len(v) for v in found.values()], sorted(found)


SHARED = [one_row_changes, the_row_grows, one_row_returned, an_empty_row, each_row_twice, rows_by_rest, one_of_two, rows_beside_rows, in_a_loop,
          row_or_new, of_a_generator, picked_of_a_pair, picked_by_key, in_a_tuple, by_a_function, gone_through_by_a_function, filtered, zipped, texts,
          by_key_and_in_order, long_ones_and_all, twice_in_order, all_and_one, all_and_longest]  # fmt: skip
APART = [rows_in_order, all_and_lengths]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [*SHARED, *APART])
def test_outcome(function):
    compiled = up.jit(strict=False)(function)
    for n in (3, 1):
        assert outcome(compiled, [n]) == outcome(function, [n])


@pytest.mark.parametrize("function", APART)
def test_compiled(function):
    assert outcome(up.jit(strict=True)(function), [3]) == outcome(function, [3])
