"""Dicts of dicts that a call gives: values, order, types and exceptions are CPython's; what is changed or given back stays with Python."""

import copy
import heapq
import math
import warnings
from collections import OrderedDict, defaultdict

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome

ROADS = {"A": {"B": 4, "C": 2}, "B": {"D": 5}, "C": {"B": 1, "D": 8}, "D": {}}
NUMBERED = {3: {1: 0.5, 2: 1.5}, 1: {2: -0.0, 3: math.inf}, 2: {}}
NAMES = {"é": {"straße": "x", "": "yy"}, "": {"é": ""}}
FLAGS = {1: {"a": True}, 2: {"a": False, "b": True}}


def shortest(graph, start, goal):
    dist = {start: 0}
    prev = {}
    heap = [(0, start)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u].items():
            nd = d + w
            if v not in dist or nd < dist[v]:
                dist[v] = nd
                prev[v] = u
                heapq.heappush(heap, (nd, v))
    path = [goal]
    while path[-1] != start:
        path.append(prev[path[-1]])
    return dist[goal], path[::-1]


def in_order(table):
    found = []
    for name, row in table.items():
        for key in row:
            found.append((name, key, row[key]))
    return found, len(table), sum(len(row) for row in table.values()), sorted(table)


def asked(table):
    n = 0
    for a in table:
        for b in table:
            if b in table[a]:
                n += 1
            if a not in table[b]:
                n += 10
    return n


def by_default(table):
    t = 0
    for a in table:
        row = table[a]
        t += row.get(1, 7) + table[a].get(99, 5) + (2 if 2 in row else 0)
    return t


def missing_row(table):
    return table["A"]["B"] + table["Z"]["B"]


def missing_cell(table):
    return table["A"]["B"] + table["A"]["é"]


def summed(table):
    totals = {}
    for _, row in table.items():
        for column, value in row.items():
            totals[column] = totals.get(column, 0) + value
    return totals


def greatest(table):
    return [max(row.values()) for row in table.values() if len(row) > 0]


@pytest.mark.parametrize(
    "case",
    [(shortest, ROADS, "A", "D"), (shortest, ROADS, "D", "D"), (in_order, ROADS),
     (in_order, NUMBERED), (in_order, FLAGS), (asked, ROADS), (asked, NUMBERED), (by_default, NUMBERED),
     (summed, ROADS), (summed, NUMBERED), (greatest, ROADS), (greatest, NUMBERED)],
    ids=name_of,
)  # fmt: skip
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [(shortest, ROADS, "B", "A"), (shortest, ROADS, "Z", "A"), (missing_row, ROADS), (missing_cell, ROADS)], ids=name_of)
def test_keys_that_are_not_there(case):
    check_values(case)


def stored(table):
    table["A"]["Z"] = 1
    return len(table)


def stored_by_name(table):
    for row in table.values():
        row["Z"] = 1
    return len(table)


def added(table):
    for name, row in table.items():
        row["B"] = len(name)


def taken(table):
    return table["A"].pop("B")


def removed(table):
    del table["A"]["B"]
    del table["D"]


def whole(table):
    return table


def row_of(table):
    best = table["A"]
    return best


def rows_of(table):
    return [row for row in table.values()]


def replaced(table):
    row = table["B"]
    table["A"] = row
    return len(table["A"])


def entered(table):
    return len(table.setdefault("new", {}))


def inside(table):
    def add(row):
        row["n"] = 1

    for row in table.values():
        add(row)
    return sum(len(row) for row in table.values())


@pytest.mark.parametrize(
    "function", [stored, stored_by_name, added, taken, removed, whole, row_of, rows_of, replaced, entered, inside]
)
def test_what_is_the_callers(function):
    mine, other = copy.deepcopy(ROADS), copy.deepcopy(ROADS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        result = up.jit(strict=False)(function)(mine)
    expected = function(other)
    assert (result, mine) == (expected, other)
    if function in (whole, row_of):
        assert result is mine or result is mine["A"]
    if function is rows_of:
        assert all(any(row is inner for inner in mine.values()) for row in result)


def made(*pairs):
    table = defaultdict(dict)
    for a, b, x in pairs:
        table[a][b] = x
    return table


@pytest.mark.parametrize(
    "given",
    [made(("a", "b", 1)), {"a": OrderedDict(b=1)}, {"a": {"b": 1, "c": 2.5}}, {"a": {"b": None}}, {"a": {1: 1, "b": 2}}, {"a": {}, "b": {}}, {},
     {"a": {"b": 2**70}}, {"a": {"b": 1}, 2: {"b": 1}}, {"a": {"b": 1}, "c": [("b", 1)]}, {True: {1: 2}}, {"a": [("b", 1), ("b", 2)]}, {"a": {"b": "x", "c": ""}}, NAMES],
    ids=str,
)  # fmt: skip
def test_other_dicts(given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        compiled = up.jit(strict=False)(in_order)
        for table in (ROADS, given, NUMBERED):
            assert outcome(compiled, [table]) == outcome(in_order, [table])


def test_one_dict_twice():
    row = {"x": 1, "y": 2}
    given = {"a": row, "b": row}
    check_machine_code((in_order, given))


def two(one, other):
    return sum(one[a][b] * other[a][b] for a in one for b in one[a])


def test_two_of_them():
    check_values((two, ROADS, ROADS))  # one object
    check_machine_code((two, ROADS, copy.deepcopy(ROADS)))
    other = {**NUMBERED, 3: {1: 2.0, 2: 3.0}}
    check_values((two, NUMBERED, other))  # they share rows
    check_machine_code((two, NUMBERED, copy.deepcopy(other)))
