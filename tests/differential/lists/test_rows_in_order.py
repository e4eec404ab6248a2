"""Loops over lists of lists that are given, in order or as they are, whose items are taken apart: values, order and exceptions are CPython's."""

import math

import pytest
from support.outcomes import check_machine_code, check_values, name_of

SPANS = [[2, 6], [1, 3], [8, 10], [9, 12], [1, 3], [1, 2]]
REALS = [[1.5, 2.0], [0.5, -1.0], [0.5, -2.0]]
UNEVEN = [[3, 1], [3], [1, 5, 2], [1, 5], []]


def merged(intervals):
    found = []
    for start, end in sorted(intervals):
        if found and start <= found[-1][1]:
            found[-1] = [found[-1][0], max(found[-1][1], end)]
        else:
            found.append([start, end])
    return found


def merged_in_place(intervals):
    found = []
    for start, end in intervals:
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return found


def by_end(intervals):
    found = []
    for a, b in sorted(intervals, key=lambda r: r[1]):
        found.append(a * 10 + b)
    return found


def backwards(intervals):
    found = []
    for a, b in sorted(intervals, key=lambda r: r[0], reverse=True):
        found.append([a, b])
    for a, b in sorted(intervals, reverse=True):
        found.append([b, a])
    return found


def whole_rows(rows):
    t = 0
    for row in sorted(rows):
        t = t * 3 + len(row) + sum(row)
    return t


def by_length(rows):
    found = []
    for row in sorted(rows, key=lambda r: -len(r)):
        found.append(len(row) * 10 + sum(row))
    return found


def numbered(rows):
    t = 0
    for i, (a, b) in enumerate(rows):
        t += i * a - b
    return t, [i + a for i, (a, b) in enumerate(rows)]


def filtered(rows):
    return [a + b for a, b in rows if a > 1], sum(b for a, b in rows), sum(1 for _, _ in rows)


@pytest.mark.parametrize(
    "case",
    [(f, rows) for f in (merged, merged_in_place, by_end, backwards, whole_rows, by_length, numbered, filtered) for rows in (SPANS, REALS)]
    + [(f, [row * 2 for row in SPANS]) for f in (merged, by_end, numbered, filtered)]
    + [(f, UNEVEN) for f in (merged, whole_rows, by_length, numbered)],
    ids=name_of,
)
def test_loops(case):
    check_machine_code(case)


def changed(rows):
    t = 0
    for row in sorted(rows):
        row[0] += 1
        t = t * 2 + row[0]
    return t


def changed_behind(rows):
    found = [rows[0]]
    for a, b in sorted(rows):
        found[-1][1] = a + b
    return found


def given_back(rows):
    return sorted(rows)


@pytest.mark.parametrize("case",
                         [(f, rows) for f in (changed, changed_behind, given_back, merged) for rows in (SPANS, REALS, [[1.0, math.nan], [1.0, 2.0]], [])],
                         ids=name_of)  # fmt: skip
def test_values(case):
    check_values(case)


def sorted_in_place(v):
    rows = []
    for x in v:
        rows.append([x - j for j in range(x % 4)])
    rows.sort()
    rows[0].append(7)
    rows.append([9])
    rows.sort(key=lambda r: -len(r))
    total = sum(rows[0])
    for row in rows:
        total = total * 2 + sum(row)
    rows.sort(reverse=True)
    return rows, total


def sorted_again(v):
    rows = [[x % 3, x] for x in v] + [[1]]
    rows = sorted(rows, key=lambda r: r[0], reverse=True)
    for row in rows:
        v.append(len(row))
    return rows


def sorted_at_last(v):
    rows = []
    for x in v:
        rows.append([float(x - j) for j in range(x % 4)])
    return len(v), sorted(rows, key=lambda r: -len(r))


def returned_sorted(v):
    rows = []
    for x in v:
        rows.append([j % 2 for j in range(x)])
    return sorted(rows)


@pytest.mark.parametrize("case", [(f, list(v)) for f in (sorted_in_place, sorted_at_last, returned_sorted) for v in ([3, 1, 4, 1, 5, 9, 2, 6], [2])], ids=name_of)
def test_sorted_rows(case):
    check_machine_code(case)
    check_values(case)


def two_orders(v):
    rows = []
    for x in v:
        rows.append([x])
    return sorted(rows), rows


def another_name(v):
    rows = []
    for x in v:
        rows.append([x])
    other = sorted(rows)
    other[0].append(5)
    return rows, other


def key_sees_none(v):
    rows = []
    for x in v:
        rows.append([x])
    rows.sort(key=lambda r: len(rows) + r[0])
    return rows


def of_nan(v):
    nan = float("nan")
    rows = []
    for x in v:
        rows.append([nan, float(x)])
    return sorted(rows), sorted([[float("nan"), 1.0], [1.0]])


@pytest.mark.parametrize("case", [(f, [3, 1, 2]) for f in (two_orders, another_name, key_sees_none, of_nan, sorted_again)], ids=name_of)
def test_values_of_sorted_rows(case):
    check_values(case)
