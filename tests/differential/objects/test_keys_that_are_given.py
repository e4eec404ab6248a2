"""Lists of dicts that are asked with keys which the call gives, with .get() and with `in`."""

import copy
from collections import defaultdict

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

ROWS = [{"k": "b", "x": 2.0, "n": 3}, {"k": "a", "x": 1.0, "n": 1}, {"k": "c", "x": 1.5, "n": 1}]


def in_order(rows, key):
    return sorted(rows, key=lambda r: r[key])


def in_order_of_two(rows, key):
    return sorted(rows, key=lambda r: (r[key], -r["x"]))[:2]


def put_in_order(rows, key):
    rows.sort(key=lambda r: r[key])
    return rows


def column(rows, key):
    return [r[key] for r in rows]


def first(rows, key):
    return rows[0][key]


def largest(rows, key):
    found = max(rows, key=lambda r: r["x"])
    return found[key], found["k"]


def groups(rows, key):
    found = {}
    for r in rows:
        found.setdefault(r[key], []).append(r["x"])
    return found


def rows_by_key(rows, key):
    found = defaultdict(list)
    for r in rows:
        found[r[key]].append(r)
    return dict(found)


def table(rows, key, value="x"):
    return {r[key]: r[value] for r in rows}


def counted(rows, key):
    n = 0
    for r in rows:
        if key in r and "k" in r and "zz" not in r:
            n += 1
    return n


def with_default(rows, key):
    return [r.get(key, -1) for r in rows]


def with_default_in_sum(rows, key):
    return sum(r.get("x", 0) + r.get("y", 2) for r in rows), len(key)


def checked(rows, key):
    for r in rows:
        if key not in r:
            raise ValueError(f"a row without {key!r}")
    return [r[key] for r in rows]


def changed(rows, key):
    for r in rows:
        r[key] = r[key] + r[key]


def changed_and_returned(rows, key):
    same = [r for r in rows if r["n"] == 1]
    for r in same:
        r[key] += r[key]
    return same, rows


def of_lambdas(rows, key):
    given = lambda key: key  # noqa: E731
    return [given(r[key]) for r in rows]


def of_inner(rows, key):
    def asked(r):
        return r[key]

    return sorted(rows, key=asked)


def shown(rows, key):
    return f"{key}: {len(rows)}", [r[key] for r in rows]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function",
    [
        in_order, in_order_of_two, put_in_order, column, largest, groups, rows_by_key, table, counted, with_default, with_default_in_sum, changed,
        changed_and_returned, of_inner, shown, checked,
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", ["x", "n", "k"])
def test_rows(function, key):
    compiled = up.jit(strict=True)(function)
    one = dict(ROWS[0])
    for rows in (ROWS, ROWS[1:], [one, ROWS[1], one]):
        assert outcome(compiled, [copy.deepcopy(rows), key]) == outcome(function, [copy.deepcopy(rows), key])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [column, first, largest, groups, counted, with_default, checked, changed, of_lambdas])
@pytest.mark.parametrize("key", ["zz", "x"])
def test_keys_that_are_not_there_and_no_rows(function, key):
    compiled = up.jit(strict=False)(function)
    for rows in (ROWS, [], [{"x": 1.0}, {"x": 2.0, "zz": 1}]):
        assert outcome(compiled, [copy.deepcopy(rows), key]) == outcome(function, [copy.deepcopy(rows), key])


def of_a_table(rows, name):
    found = {r["k"]: r for r in rows}
    return found[name]["x"]


def test_a_key_of_a_table_has_no_function_of_its_own():
    compiled = up.jit(strict=True)(of_a_table)
    for name in ("a", "b", "zz", "c"):
        assert outcome(compiled, [ROWS, name]) == outcome(of_a_table, [ROWS, name])


def scaled(rows, key, by):
    return np.array([r[key] for r in rows]) * by


def test_numbers_of_a_column():
    compiled = up.jit(strict=True)(scaled)
    for key in ("x", "n"):
        np.testing.assert_array_equal(compiled(ROWS, key, 2), scaled(ROWS, key, 2))
        assert compiled(ROWS, key, 2).dtype == scaled(ROWS, key, 2).dtype
