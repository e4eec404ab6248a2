"""Dicts of short lists that are returned, in an order and in part; dicts of lists that grow by several items; keys that may not be there."""

import math
from collections import defaultdict

import pytest
import unpython as up


def ranked(rows):
    found = defaultdict(lambda: [0, 0.0])
    for key, value in rows:
        found[key][0] += 1
        found[key][1] += value
    order = sorted(found.items(), key=lambda item: ([-x for x in item[1]], item[0]))
    return [(i, key, *row) for i, (key, row) in enumerate(order, 1)], len(found)


def in_order(rows):
    found = defaultdict(lambda: [0] * 2)
    for key, value in rows:
        found[key][0] += value
        found[key][1] += 1
    return sorted(found.items(), key=lambda item: item[1], reverse=True)


def the_first(rows):
    found = {}
    for key, value in rows:
        row = found.setdefault(key, [0, value])
        row[0] += 1
    return sorted(found.items(), key=lambda item: (-item[1][0], item[0]))[:2]


def some(rows):
    found = {}
    for key, value in rows:
        row = found.setdefault(key, [0, value])
        row[0] += 1
    return {key: row for key, row in found.items() if row[0] > 1}


def rows_alone(rows):
    found = {}
    for key, value in rows:
        row = found.setdefault(key, [0, value])
        row[0] += 1
    return [row for key, row in sorted(found.items())], [(key, sum(row), max(row)) for key, row in found.items()]


def with_numbers(rows):
    found = {}
    for key, value in rows:
        found.setdefault(key, [0, value])[0] += 1
    for i, (key, (count, value)) in enumerate(found.items()):
        found[key][1] = i + count - value
    return [(key, row, i) for i, (key, row) in enumerate(found.items(), start=1)]


def twice_returned(rows):
    found = {}
    for key, value in rows:
        found.setdefault(key, [0, value])[0] += 1
    return {key: row for key, row in found.items()}, [row for row in found.values()]


def keys_that_come_twice(rows):
    found = {}
    for key, value in rows:
        found.setdefault(key, [0, value])[0] += 1
    return {len(found) % 2: row for key, row in found.items()}


def extended(rows, count):
    found = {}
    for key, value in rows:
        found.setdefault(key, []).extend([value, count])
        found[key] += range(count)
    return found


def extended_by_itself(rows, count):
    found = defaultdict(list)
    for key, value in rows:
        found[key].append(value)
        found[key].extend(found[key])
        found[key] += found[rows[0][0]]
    return dict(found), count


def extended_where_missing(rows, count):
    found = {}
    found.setdefault(rows[0][0], [count])
    for key, value in rows:
        found[key].extend([])
    return len(found)


def neighbours(rows, start):
    graph = defaultdict(dict)
    for a, b, cost in rows:
        graph[a][b] = min(cost, graph[a].get(b, math.inf))
    total = 0
    for cost in graph.get(start, {}).values():
        total += cost
    return total, len(graph), [b for b in graph.get(start, {})], sorted(graph.get(start, {})), start in graph.get(start, {})


ROWS = [("ap", 3), ("pe", 4), ("ap", 5), ("ch", 1)]
NUMBERED = [(1, 3), (2, 4), (1, 5), (0, 1)]
EDGES = [("a", "b", 3), ("c", "a", 1), ("a", "c", 2), ("a", "b", 1)]
COMPILED = [
    (ranked, ROWS), (ranked, NUMBERED), (ranked, []), (in_order, ROWS), (the_first, ROWS), (the_first, NUMBERED), (some, ROWS), (some, []), (rows_alone, ROWS),
    (with_numbers, NUMBERED), (extended, ROWS, 2), (extended, NUMBERED, 0), (extended_by_itself, NUMBERED, 1), (neighbours, EDGES, "a"),
    (neighbours, EDGES, "zz"), (neighbours, [(1, 2, 4), (1, 3, 5)], 1), (neighbours, [(1, 2, 4), (1, 3, 5)], 9),
]  # fmt: skip
OTHERS = [(twice_returned, ROWS), (keys_that_come_twice, ROWS), (extended_where_missing, ROWS, 1), (extended_where_missing, ROWS[:1], 1)]


def result_of(function, given):
    try:
        return repr(function(*given))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in COMPILED], ids=[f.__name__ for f, *_ in COMPILED])
def test_compiled(function, given):
    assert result_of(up.jit(strict=True)(function), given) == result_of(function, given)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in OTHERS], ids=[f.__name__ for f, *_ in OTHERS])
def test_as_in_python(function, given):
    assert result_of(up.jit(strict=False)(function), given) == result_of(function, given)


def test_lists_returned_twice_are_the_same():
    held, rows = up.jit(strict=False)(twice_returned)(ROWS)
    assert held["ap"] is rows[0]
