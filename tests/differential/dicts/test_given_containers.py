"""Dicts with texts as keys, dicts of lists and lists of lists of different lengths that a call gives: values, types and exceptions are
CPython's, in machine code and on devices; what is changed or kept of them stays with Python."""

import copy
import warnings
from collections import deque
from dataclasses import dataclass

import pytest
import unpython as up
from support import paths

GRAPH = {"a": ["b", "c"], "b": ["d"], "c": ["d", "é"], "d": [], "é": ["a"]}
NUMBERED = {1: [2, 3], 2: [4], 3: [4], 4: [], 9: [1]}
PRICES = {"apple": 1.5, "": 2.0, "straße": 0.25}
ROWS = [[1, 2, 3], [4], [], [5, 6]]
DOCUMENTS = [["a", "b"], ["b", "c", "é"], [], [""]]


def total(prices):
    return sum(prices[item] for item in ("apple", "", "apple")), len(prices), "pear" in prices, prices.get("pear", 0.5)


def missing(prices):
    key = "app"
    return prices[key + "le"] + prices[key]


def gone_through(prices):
    out = []
    for name, price in prices.items():
        if price > 1:
            out.append(name)
    return out, sorted(prices), max(prices.values()), [k + "!" for k in prices]


def doubled(prices):
    return {k: v * 2 for k, v in prices.items()}


def walked(graph):
    start = list(graph)[0]
    seen = {start}
    order = []
    queue = deque([start])
    while queue:
        node = queue.popleft()
        order.append(node)
        for other in graph[node]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return order


def degrees(graph):
    into = {k: 0 for k in graph}
    for k in graph:
        for other in graph[k]:
            into[other] += 1
    return into, {k: len(v) for k, v in graph.items()}


def sizes(rows):
    return [len(r) for r in rows], len(rows), max(rows[0]), rows[-1][-1]


def sums(rows):
    t = 0
    for i, row in enumerate(rows):
        for x in row:
            t = 2 * t + i * x
    return t, [sum(r) for r in rows], rows[3][1]


def outside(rows):
    return rows[1][1]


def frequencies(documents):
    counts = {}
    for words in documents:
        for w in words:
            counts[w] = counts.get(w, 0) + 1
    return counts, [" ".join(words) for words in documents]


CASES = [
    (total, PRICES), (missing, PRICES), (gone_through, PRICES), (doubled, PRICES), (doubled, {"x": 3, "y": 4}), (walked, GRAPH), (walked, NUMBERED),
    (degrees, GRAPH), (sizes, ROWS), (sums, ROWS), (outside, ROWS), (outside, [[0.5], [1.5, 2.5]]), (frequencies, DOCUMENTS),
]  # fmt: skip


def outcome(function, given):
    try:
        result = function(given)
    except Exception as error:
        return type(error), error.args
    return repr(result), type(result)


@pytest.mark.parametrize(("function", "given"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_values(function, given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for device in (None, *paths.DEVICES):
            compiled = up.jit(strict=True)(function) if device is None else up.jit(strict=False, device=device)(function)
            mine = copy.deepcopy(given)
            assert outcome(compiled, mine) == outcome(function, copy.deepcopy(given))
            assert mine == given
            other = dict(reversed(given.items())) if isinstance(given, dict) else given[::-1]
            assert outcome(compiled, other) == outcome(function, other)


@pytest.mark.parametrize(("function", "given"), [(doubled, PRICES), (walked, GRAPH), (sums, ROWS), (frequencies, DOCUMENTS)], ids=lambda v: getattr(v, "__name__", ""))
def test_machine_code_does_it(function, given):
    compiled = up.jit(strict=True)(function)
    compiled(given)
    assert compiled.ran_on == "cpu"


def grown(graph):
    graph["a"].append("z")
    return len(graph["a"])


def stored(graph):
    graph["a"] = ["q"]
    return len(graph)


def grown_by_another_name(graph):
    mine = graph["a"]
    mine.append("z")
    return mine


def given_back(graph):
    return graph["a"]


def grown_rows(rows):
    rows[1].append(7)
    return len(rows[1])


def changed_row(rows):
    row = rows[0]
    row[0] = 9
    return rows


def added(rows):
    rows.append([1])
    return len(rows)


def row_given_back(rows):
    return rows[0]


def changed_prices(prices):
    prices["apple"] += 1
    return prices


@pytest.mark.parametrize(
    ("function", "given"),
    [(grown, GRAPH), (stored, GRAPH), (grown_by_another_name, GRAPH), (given_back, GRAPH), (grown_rows, ROWS), (changed_row, ROWS), (added, ROWS),
     (row_given_back, ROWS), (changed_prices, PRICES)],
    ids=lambda v: getattr(v, "__name__", ""),
)  # fmt: skip
def test_what_is_the_callers(function, given):
    mine, other = copy.deepcopy(given), copy.deepcopy(given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        result = up.jit(strict=False)(function)(mine)
    assert (result, mine) == (function(other), other)
    held = list(mine.values()) if isinstance(mine, dict) else mine
    if function in (given_back, row_given_back):
        assert any(result is inner for inner in held)


@dataclass
class Item:
    name: str
    price: float
    count: int


def of_objects(items):
    t = 0.0
    for item in items:
        t = 2 * t + item.price
    return t, sum(i.price * i.count for i in items), [i.count + 1 for i in items], max(i.count for i in items)


def of_dicts(rows):
    return sum(r["a"] * r["b"] for r in rows), min(r["a"] for r in rows), [r["b"] / r["a"] for r in rows]


@pytest.mark.parametrize(
    ("function", "given"),
    [(of_objects, [Item("a", 2.0, 3), Item("b", 1.5, 4)]), (of_dicts, [{"a": 1, "b": 2.5}, {"a": 3, "b": 1.0}]), (of_dicts, [{"a": 0, "b": 2.5}])],
    ids=lambda v: getattr(v, "__name__", ""),
)  # fmt: skip
def test_comprehensions_over_objects(function, given):
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)
