"""Arrays of structured types that a function makes, also with fields of texts: fields, masks, order, records."""

import copy

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome

STAR = np.dtype([("name", "U6"), ("mag", "f4"), ("ra", "f8")])


def inventory(names, qty, price):
    dt = np.dtype([("name", "U6"), ("qty", "i4"), ("price", "f8")])
    inv = np.zeros(len(names), dtype=dt)
    inv["name"] = names
    inv["qty"] = qty
    inv["price"] = price
    inv = np.sort(inv, order="qty")
    value = (inv["qty"] * inv["price"]).sum()
    low = inv[inv["qty"] < 5]["name"].tolist()
    return inv["name"].tolist(), float(value), low, inv


def above(rows, least):
    dt = np.dtype([("id", "i4"), ("qty", "i8"), ("price", "f8"), ("ok", "?")])
    inv = np.array(rows, dtype=dt)
    sel = inv[inv["qty"] >= least]
    sel = np.sort(sel, order=["price", "id"])
    total = float((sel["qty"] * sel["price"]).sum())
    inv["qty"][inv["qty"] < least] = 0
    inv["price"] *= 2
    return sel["id"].tolist(), total, inv["qty"].tolist(), inv.dtype.names, dt.itemsize, len(inv), inv.shape, inv.tolist()


def catalogue(rows, limit):
    cat = np.array(rows, dtype=STAR)
    bright = np.sort(cat[cat["mag"] < limit], order="mag")
    bright["ra"] %= 360.0
    flux = 0.0
    by_name = {}
    for rec in bright:
        flux += 10 ** (-0.4 * rec["mag"])
        by_name[str(rec["name"])] = rec["ra"]
    cat["mag"] += 0.5
    return bright["mag"], [str(s) for s in bright["name"]], flux, by_name, cat["mag"].tolist(), cat.dtype.names, f"{len(bright)} of {cat.size}"


def records(rows):
    a = np.array(rows, dtype=[("k", "U3"), ("v", "i8")])
    out = []
    for i in range(len(a)):
        rec = a[i]
        rec["v"] += i
        out.append((rec["k"] == "b", rec["k"].upper(), rec.tolist(), rec["v"]))
    best = max(a, key=lambda r: r["v"]) if len(a) else None
    return out, a["v"], None if best is None else best["v"], (a["k"] == "b").sum(), a[a["k"] != "b"]["v"], [x for x in a["k"]], a[-1]["v"] if len(a) else "none"


def views(n, label):
    a = np.zeros(n, dtype=[("x", "f8"), ("i", "u1")])
    a["x"] = np.arange(n)[::-1]
    b = a[1:3]
    b["i"] = 7
    x = a["x"]
    x[0] = -1.5
    c = a.copy()
    a.sort(order="x")
    order = np.argsort(c["x"])
    return {label: a["x"].tolist(), "i": a["i"].tolist(), "b": b["x"].tolist(), "c": c["x"][order].tolist(), "same": bool((c[order]["x"] == a["x"]).all())}, c[
        "i"
    ]


def ties(rows):
    a = np.array(rows, dtype=[("b", "i4"), ("t", "U2"), ("a", "f8")])
    return np.sort(a, order="a").tolist(), np.sort(a).tolist(), np.argsort(a, order=("t",)), np.sort(a, order=["t", "a"])["t"].tolist()


ROWS = [(1, 5, 2.5, True), (2, 1, 10.0, False), (3, 7, 1.25, True), (4, 9, 1.25, False)]
STARS = [("Sirius", -1.46, 400.5), ("Vega", 0.03, 279.0), ("Polaris", 1.98, -3.0)]
CASES = [
    (inventory, ["bolt", "nut", "washerlong"], [10, 3, 4], [0.5, 0.2, 0.1]),
    (inventory, [], [], []),
    (inventory, ["b", "a", ""], np.array([2, 2, 2]), 1.5),
    (above, ROWS, 2),
    (above, [], 1),
    (catalogue, STARS, 1.5),
    (catalogue, STARS[:1], -9.0),
    (records, [("b", 3), ("a", 9), ("bcd", 1)]),
    (records, []),
    (views, 4, "k"),
    (ties, [(2, "b", 1.0), (1, "b", 1.0), (1, "a", 1.0), (0, "ab", 2.0), (1, "a", float("nan"))]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)


def wrong_length(rows):
    a = np.array(rows, dtype=[("k", "U3"), ("v", "i8")])
    a["k"] = ["x"]
    return a["k"].tolist(), None


def too_large(rows):
    return np.array(rows, dtype=[("k", "U3"), ("v", "i1")])["v"].tolist(), "x"


def both(rows):
    a = np.array(rows, dtype=[("k", "U3"), ("v", "i1")])
    return a, a["v"], "x"


def slice_of_all(rows):
    a = np.array(rows, dtype=[("v", "i1"), ("w", "f8")])
    return a[1:], a, [None, "x"]


def slices_of_texts(rows):
    a = np.array(rows, dtype=[("k", "U3"), ("v", "i1")])
    b = a[1:]
    b["k"] = ["z"]
    return a["k"].tolist(), a[0] == a[1], None


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(
    "case",
    [
        (wrong_length, [("a", 1), ("b", 2)]),
        (too_large, [("a", 300)]),
        (too_large, [("a\0", 3)]),
        (slices_of_texts, [("a", 1), ("b", 2)]),
        (both, [("a", 1), ("b", 2)]),
        (slice_of_all, [(1, 2.0), (2, 3.0)]),
    ],
    ids=name_of,
)
def test_what_stays_with_python(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
    try:
        found = up.jit(strict=True)(function)(*copy.deepcopy(given))
    except (up.CompileError, TypeError, OverflowError):
        return
    assert repr(found) == repr(function(*copy.deepcopy(given)))
