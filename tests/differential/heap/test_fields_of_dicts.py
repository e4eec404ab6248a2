"""Dicts whose values are of a kind for each key: records, and where they become dicts with any keys."""

import copy
from collections import OrderedDict

import pytest
import unpython as up
from support.left import left_by


def step(cfg):
    cfg["i"] = cfg["i"] + 1
    cfg["log"].append(cfg["name"] * cfg["i"])
    return cfg["i"] * cfg["rate"]


def drive(cfg, n):
    t = 0.0
    for _ in range(n):
        t += step(cfg)
    return t


def alias(flag):
    a = {"n": 1, "v": [1, 2]}
    b = {"n": 2, "v": [3.5]} if flag else a
    b["n"] += 5
    b["v"].append(7)
    return a, b, a is b


def anykey(d, k):
    d["n"] = d["n"] + 1
    return d[k]


def merged(extra):
    d = {"n": 1, "s": "x", "l": [1]}
    d.update(extra)
    d["n"] = d["n"] + 1
    e = {**d, "z": 2.5}
    return d, e, list(d), d.get("q"), d.get("s", "no"), d.pop("l"), "l" in d


def tree(vals):
    root = None

    def insert(node, v):
        if node is None:
            return {"val": v, "left": None, "right": None, "n": 1}
        if v < node["val"]:
            node["left"] = insert(node["left"], v)
        elif v > node["val"]:
            node["right"] = insert(node["right"], v)
        else:
            node["n"] += 1
        return node

    for v in vals:
        root = insert(root, v)
    return root


def byhelper(rows):
    def get(r, key):
        return r[key]

    return sum(get(r, "n") for r in rows), [get(r, "s") for r in rows], max(rows, key=lambda r: r["n"])["s"]


def stored_later(flag):
    d = {"a": 1}
    if flag:
        d["a"] = "s"
    d["b"] = [1]
    return d["a"] if not flag else d["a"] + "!", d


def var_store(keys):
    d = {"n": 0, "s": "x"}
    for k in keys:
        d[k] = len(k)
    return d["n"], d["s"], d


def var_read(keys):
    d = {"n": 0, "s": "x", "t": (1, "q")}
    out = []
    for k in keys:
        out.append(d[k])
    d["t"] = (2, "r")
    a, b = d["t"]
    return out, d["n"] + 1, d["s"] + "y", a + 1, b + "z"


def tuples(n):
    d = {"p": (1, 2), "q": ("a", "b")}
    d["p"] = (d["p"][0] + n, d["p"][1])
    vals = list(d.values())
    return d["p"][0] + d["p"][1], d["q"][0] + d["q"][1], vals


def unseen(d):
    d["n"] += 1
    e = {**d, "more": 1.5}
    return d, e, e is d, len(e), list(e)


def unseen_two(ds):
    ds[0]["n"] += 1
    ds.append(dict(ds[0]))
    return ds


def mixed_calls(d):
    r = d["a"]
    for k, v in d.items():
        if k == "b":
            r = r * 2
    return r


def bynone(d):
    if d.get("limit") is None:
        d["limit"] = 10
    return d["limit"] + 1, d.get("name", "none") + "!", d.setdefault("k", 2.5) * 2


def ordered(n):
    d = OrderedDict()
    d["n"] = n
    d["name"] = "x" * n
    d.move_to_end("n")
    return list(d.keys()), d["n"] + 1, d["name"] + "a"


def popped():
    d = {"n": 1, "s": "q", "l": [1.5]}
    a = d.pop("n") + 1
    b = d.pop("zz", "none")
    k, v = d.popitem()
    return a, b, k, v, d


def deep(cfg):
    c = copy.deepcopy(cfg)
    c["xs"].append(c["n"])
    c["sub"]["name"] += "!"
    return cfg, c


def rows(rs):
    by = {}
    for r in rs:
        by.setdefault(r["g"], []).append(r)
    out = {g: {"count": len(v), "names": [x["name"] for x in v], "mean": sum(x["v"] for x in v) / len(v)} for g, v in by.items()}
    return out, by


def raiser(d):
    d["n"] += 1
    if d["n"] > 2:
        raise ValueError(f"{d['name']}: {d['n']}")
    return d["n"]


def kw(**opts):
    opts["n"] = opts["n"] + 1
    return opts["n"], opts["name"] + "!", opts


def callkw(n):
    return kw(n=n, name="q"), kw(n=n + 1, name="r", z=2.5)


R = [{"g": "a", "name": "x", "v": 1}, {"g": "b", "name": "y", "v": 2.5}, {"g": "a", "name": "z", "v": 4}]
MIXED = {"n": 1, "s": "t", "l": [1, 2]}
#: The calls of one function come one after another: a later one gives other keys, or values of another kind.
CALLS = [
    (drive, [({"i": 0, "log": [], "name": "ab", "rate": 0.5}, 3)]),
    (alias, [(True,), (False,)]),
    (anykey, [(MIXED, "l"), (MIXED, "n"), ({"n": 1, "s": "t"}, "q")]),
    (merged, [({"n": 5},), ({"w": 1.5, "s": "u"},), ({},)]),
    (tree, [([3, 1, 2, 3, 5],), ([],)]),
    (byhelper, [([{"n": 1, "s": "a"}, {"n": 4, "s": "b"}],)]),
    (stored_later, [(True,), (False,)]),
    (var_store, [(["q", "s"],), (["n"],), ([],)]),
    (var_read, [(["n", "t", "s"],), (["zz"],)]),
    (tuples, [(2,)]),
    (unseen, [({"n": 1, "s": "x"},), ({"n": 1, "s": "x", "q": [1, 2]},), ({"n": 1, "more": 3},), ({"n": 1, "c": (1j,), "o": {1: 2}},)]),
    (unseen_two, [([{"n": 1, "s": "x"}],), ([{"n": 1, "k": [1]}, {"n": 2, "z": 2.0}],)]),
    (mixed_calls, [({"a": 1, "b": "x"},), ({"a": "t", "b": "x"},), ({"a": 1, "c": 3},), ({"a": 2.5},)]),
    (bynone, [({"limit": None},), ({"limit": 3, "name": "q"},), ({},), ({"k": 1},)]),
    (popped, [()]),
    (ordered, [(2,)]),
    (deep, [({"xs": [1], "n": 2, "sub": {"name": "q", "k": 1}},)]),
    (rows, [(R,), ([],)]),
    (callkw, [(2,)]),
    (raiser, [({"n": 1, "name": "q"},), ({"n": 5, "name": "q"},)]),
]


@pytest.mark.parametrize(("function", "calls"), CALLS, ids=[function.__name__ for function, _ in CALLS])
def test_calls(function, calls):
    compiled = up.jit(strict=True)(function)
    for arguments in calls:
        assert left_by(compiled, arguments) == left_by(function, arguments)
