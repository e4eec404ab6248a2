"""New dicts that are made of given ones, and of dicts in a given list: {**a, **b}, a | b, dict(a), a.copy()."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def merge(a, b):
    return {**a, **b}


def merge_or(a, b):
    return a | b


def merge_dict(a):
    return dict(a, x=1)


def merge_one(a):
    return {**a, "x": 1.5}


def copy_inc(state):
    s = state.copy()
    s["A"] += 1
    return s


def hist(state):
    h = []
    h.append(dict(state))
    return h


def inc(state, n):
    out = []
    for _ in range(n):
        state["A"] -= 1
        out.append(state.copy())
    return out


def add_field(rows):
    return [{**r, "double": 2 * r["n"]} for r in rows]


def merge_rows(rows, extra):
    return [{**r, **extra} for r in rows]


def merge_use(a, b):
    c = {**a, **b}
    return c["x"] + c["y"]


def defaults(opts):
    c = {"tol": 1e-6, "n": 10, **opts}
    return c["tol"] * c["n"]


def upd(a, b):
    a.update(b)
    return a


def in_loop(a, b, n):
    out = []
    for i in range(n):
        out.append(dict(a))
        a.update(b)
    return out


def alias(a):
    e = {"k": a}
    e["k"]["new"] = 1
    return dict(a)


def alias2(a):
    e = a
    e["new"] = 1
    return dict(a)


def new_key(a):
    a["new"] = 2
    return a.copy()


def deleted(a):
    del a["x"]
    return dict(a)


def by_name(a, k):
    a[k] = 7
    return dict(a)


def order(rows):
    return [{**r, "d": 1} for r in rows]


def override(a):
    return {**a, "x": 5}


def override_first(a):
    return {"y": 0, **a, "z": 1}


def order_raises(a):
    return {"y": 1, "x": 1 // a["y"], **a, "z": [1][a["x"]]}


def merged_lists(a, b):
    return {**a, **b}


def three(a, b):
    return a | b | {"z": 3}


def add_rows(rows, k):
    out = []
    for r in rows:
        out.append({**r, "ratio": r["n"] / k})
    return out


def add_text(rows):
    return [{**r, "label": r["site"] + "!"} for r in rows]


def upd_known(a, b):
    a.update(b)
    return a["x"] + a["y"]


def settings(opts):
    c = {"tol": 1e-6, "n": 10, **opts}
    return c["tol"] * c["n"]


def step(state, n):
    s = state.copy()
    for _ in range(n):
        s["x"] += s["y"]
    return s["x"], s


def step_dict(state, n):
    s = dict(state)
    for _ in range(n):
        s["x"] += s["y"]
    return s


def hist_n(state, n):
    h = []
    for _ in range(n):
        state["x"] += state["y"]
        h.append(dict(state))
    return h


def sets(a, b):
    return a | b


A = {"x": 3, "y": 2}
F = {"x": 0.5, "y": 2}
STATE = {"A": 3, "B": 2}
ROWS = [{"site": "A", "n": 1}, {"site": "B", "n": 4}]


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (merge, [{"a": 1}, {"b": 2}]), (merge, [{"a": 1, "b": 2}, {"b": 2.5, "a": 1}]), (merge_or, [{"a": 1}, {"b": 2}]), (merge_dict, [{"a": 1}]),
        (merge_dict, [{"x": 0.5, "y": 2}]), (merge_one, [{"a": 1}]), (copy_inc, [STATE]), (hist, [STATE]), (inc, [STATE, 2]), (inc, [STATE, 0]),
        (add_field, [ROWS]), (merge_rows, [ROWS, {"lat": 2.0}]), (merge_use, [A, F]), (defaults, [{"n": 5}]), (defaults, [{"tol": 2, "q": 1}]),
        (in_loop, [A, {"x": 5}, 2]), (override, [A]), (override, [F]), (override, [{"y": 1}]), (override_first, [A]), (override_first, [{"q": 1}]),
        (order_raises, [{"y": 0, "q": 3, "x": 0}]), (three, [A, F]), (add_rows, [ROWS, 2]), (add_rows, [ROWS, 0]), (add_text, [ROWS]),
        (upd_known, [A, {"y": 5}]),
        (settings, [{"n": 5}]), (settings, [{"q": 1.0}]), (step, [A, 3]), (step, [F, 3]), (step_dict, [A, 3]), (hist_n, [A, 2]), (hist_n, [F, 0]),
        (order, [[{"a": 1, "b": 2}]]), (merged_lists, [{"a": np.ones(2)}, {"b": 2}]), (sets, [3, 4]),
    ],
)  # fmt: skip
def test_made_of_others(function, given):
    is_known = function is not order_raises
    assert outcome(up.jit(strict=is_known)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "given"),
    [
        (in_loop, [A, {"q": 5}, 2]), (alias, [A]), (alias2, [A]), (new_key, [A]), (deleted, [A]), (by_name, [A, "x"]), (by_name, [A, "q"]), (upd, [A, F]),
        (order, [[{"a": 1, "b": 2}, {"b": 3, "a": 4}]]), (order, [[{"a": 1, "b": 2}, {"b": 3}]]), (order, [[{"a": 1}, {"a": 2.5}]]), (order, [[]]),
        (order_raises, [A]), (order_raises, [{"x": 1, "y": 0}]), (merged_lists, [{"a": [1]}, {"b": 2}]), (merged_lists, [{"a": {"q": 1}}, {"b": 2}]),
        (upd_known, [A, {"y": 5, "q": 1}]), (settings, [{}]), (sets, [{1, 2}, {3}]), (merge, [{"a": 1}, {"a": 2.5, "c": "x"}]),
    ],
)  # fmt: skip
def test_what_may_run_in_python(function, given):
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
