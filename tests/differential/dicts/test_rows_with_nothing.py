"""Given lists of tuples and of dicts in which some values are None, or some dicts lack a key."""

import copy
from collections import defaultdict

import pytest
import unpython as up
from support.outcomes import outcome


def sums_of_groups(rows):
    sums = {}
    for group, value in rows:
        if value is None:
            continue
        sums[group] = sums.get(group, 0.0) + value
    return sums


def filled_with_means(rows):
    total, count = 0.0, 0
    for _, value in rows:
        if value is not None:
            total += value
            count += 1
    out = []
    for group, value in rows:
        if value is None:
            value = total / count if count else -1.0
        out.append((group, value))
    return out


def given_alone(rows):
    return [v for g, v in rows if v is not None], [g for g, v in rows if v is None], len(rows)


def or_zero(rows):
    return [v or 0.0 for _, v in rows], sum(1 for _, v in rows if v)


def largest(rows):
    best = None
    for i, (group, value) in enumerate(rows):
        if value is not None and (best is None or value > best):
            best = value + 0 * i
    return best


def all_of_them(rows):
    return sum(v for _, v in rows)


def as_they_are(rows):
    return [(g, v) for g, v in rows]


def of_the_second(rows):
    return [r[1] for r in rows]


def sorted_ones(rows):
    return sorted(rows)[:1]


def of_dicts(rows):
    sums = defaultdict(float)
    counts = defaultdict(int)
    for row in rows:
        v = row["v"]
        if v is None:
            continue
        sums[row["k"]] += v
        counts[row["k"]] += 1
    return {k: sums[k] / counts[k] for k in sorted(sums)}


def of_keys(rows, key, value):
    sums = defaultdict(float)
    for row in rows:
        v = row.get(value)
        if v is None:
            continue
        sums[row[key]] += v
    return {k: sums[k] for k in sorted(sums)}


def with_defaults(rows):
    total = 0.0
    for i, row in enumerate(rows, 1):
        total += i * (row["v"] or 1.0) * (1 - row.get("off", 0.0))
    return total, [row["k"] for row in rows if "off" in row], [row["k"] for row in rows if "off" not in row]


def asked(rows):
    return [
        row["k"] for row in rows
        if row["v"] == 1.5 or row.get("v") in (2.5, None) or not row["v"]
    ], [row["k"] for row in rows if row["v"] != 2.5 and row["v"] not in (None, 7.0)]  # fmt: skip


def product_of_dicts(rows):
    return sum(row["v"] * 2 for row in rows)


def read_all(rows):
    return [row["off"] for row in rows]


def kept(rows):
    return [row for row in rows if row["v"] is not None]


def copied(rows):
    return [{**row, "n": 1} for row in rows]


def changed(rows):
    for row in rows:
        if row["v"] is None:
            row["v"] = 0.0
    return len(rows)


TUPLES = [
    [("a", 1.5), ("b", None), ("a", 2.5), ("c", 0.0)],
    [("a", None), ("b", 3), ("a", 4)],
    [(1, None), (2, True)],
    [("x", None), ("y", None)],
]
OTHER_TUPLES = [
    [], [("a", 1.5)], [("a", 1), ("b", 2.5), ("c", None)], [("a", "b"), ("c", None)], [("a", None, 1)], [(None, 2.0), ("a", 1.0)], [["a", None]],
    [("a", 2**70), ("b", None)],
]  # fmt: skip
DICTS = [
    [{"k": "a", "v": 1.5}, {"k": "b", "v": None}, {"k": "a", "v": 2.5}],
    [{"k": "a", "v": 1.5, "off": 0.5}, {"k": "b", "v": None}, {"v": 2.5, "k": "a", "off": 0.25}],
]
OTHER_DICTS = [
    [], [{"k": "a", "v": 1.5}], [{"k": "a", "v": None}], [{"k": "a"}, {"k": "b", "v": 1.0}], [{"k": "a", "v": 1}, {"k": "b", "v": 1.5}, {"k": "c", "v": None}],
    [{"k": "a", "v": None}, {"k": "b"}], [{"k": "a", "v": None, "other name": 1}, {"k": "b", "v": 2.0}], [{"k": "a", "v": None}, [("k", "b")]],
    [{"k": "a", "v is given": 1.0, "v": None}], [{"k": "a", "v": None}, None], [{1: 2, "k": "a", "v": None}],
]  # fmt: skip
OF_TUPLES = (sums_of_groups, filled_with_means, given_alone, or_zero, largest)
OF_DICTS = (of_dicts, asked)
ALL_TUPLES = (*OF_TUPLES, all_of_them, as_they_are, of_the_second, sorted_ones)
ALL_DICTS = (*OF_DICTS, with_defaults, product_of_dicts, read_all, kept, copied, changed)


@pytest.mark.parametrize("function", OF_TUPLES)
def test_tuples(function):
    for rows in TUPLES[:2]:
        assert outcome(up.jit(function, strict=True), [rows]) == outcome(function, [rows])


@pytest.mark.parametrize("function", OF_DICTS)
def test_dicts(function):
    for rows in DICTS:
        assert outcome(up.jit(function, strict=True), [rows]) == outcome(function, [rows])


def test_missing_keys():
    assert outcome(up.jit(with_defaults, strict=True), [DICTS[1]]) == outcome(with_defaults, [DICTS[1]])
    assert outcome(up.jit(of_keys, strict=True), [DICTS[1], "k", "v"]) == outcome(of_keys, [DICTS[1], "k", "v"])
    assert outcome(up.jit(of_keys, strict=True), [DICTS[1], "k", "off"]) == outcome(of_keys, [DICTS[1], "k", "off"])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", ALL_TUPLES)
def test_other_tuples(function):
    compiled = up.jit(function, strict=False)
    for rows in [*TUPLES, *OTHER_TUPLES, *TUPLES]:
        assert outcome(compiled, [rows]) == outcome(function, [rows])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", ALL_DICTS)
def test_other_dicts(function):
    compiled = up.jit(function, strict=False)
    for rows in [*DICTS, *OTHER_DICTS, *DICTS]:
        assert outcome(compiled, [rows]) == outcome(function, [rows])
        row = copy.deepcopy(rows[:1]) * 2  # one object twice
        assert outcome(compiled, [row]) == outcome(function, [row])


def with_spaces(rows):
    return sum(r["the price"] * r["n"] for r in rows)


def test_keys_that_are_no_names():
    rows = [{"the price": 1.5, "n": 2}, {"the price": 2.5, "n": 3}]
    assert outcome(up.jit(with_spaces, strict=True), [rows]) == outcome(with_spaces, [rows])
