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
