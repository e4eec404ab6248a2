"""Dicts of dicts that all have the same keys, whose values are of several types."""

from collections import defaultdict

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def dl(ks, vs):
    d = defaultdict(lambda: {"n": 0, "total": 0.0})
    for k, v in zip(ks, vs):
        d[k]["n"] += 1
        d[k]["total"] += v
    return {k: r["total"] / r["n"] for k, r in d.items()}


def dl_ret(ks, vs):
    d = defaultdict(lambda: {"n": 0, "total": 0.0})
    for k, v in zip(ks, vs):
        d[k]["n"] += 1
        d[k]["total"] += v
    return dict(d)


def lit(ks, vs):
    d = {}
    for k, v in zip(ks, vs):
        if k not in d:
            d[k] = {"n": 0, "total": 0.0, "first": k}
        r = d[k]
        r["n"] += 1
        r["total"] += v
    return d


def lit_iter(ks, vs):
    d = {}
    for k, v in zip(ks, vs):
        d[k] = {"n": 0, "total": v}
    return [x for x in d["a"].values()]


def comp_assign(groups):
    out = {g: {"n": len(v), "mean": np.mean(v)} for g, v in groups.items()}
    return out


def comp_assign_use(groups):
    out = {g: {"n": len(v), "mean": sum(v) / len(v)} for g, v in groups.items()}
    best = max(out, key=lambda g: out[g]["mean"])
    return best, out[best]["n"]


def comp_tuple(groups):
    n = len(groups)
    return n, {g: {"n": len(v), "mean": np.mean(v)} for g, v in groups.items()}


def comp_if(groups):
    return {g: {"n": len(v), "mean": np.mean(v)} for g, v in groups.items() if len(v) > 1}


def comp_arr(groups):
    return {g: {"n": len(v), "x": np.array(v).std(ddof=0), "lo": min(v), "hi": max(v), "name": g.upper()} for g, v in groups.items()}


def comp_keys(names, x):
    return {n: {"min": x[:, i].min(), "max": x[:, i].max()} for i, n in enumerate(names)}


def comp_words(words):
    return {w: {"len": len(w), "up": w.upper()} for w in words}


def nested_lit2(n, x):
    return {n: {"x": x, "k": "v"}}


def rec(name, desc):
    return {name: {"desc": desc, "seq": []}}


def rec_seq(lines):
    records = {}
    for line in lines:
        if line.startswith(">"):
            name = line[1:]
            records[name] = {"desc": name, "seq": []}
        else:
            records[name]["seq"].append(line)
    return {n: "".join(r["seq"]) for n, r in records.items()}


def rec_join(lines):
    records = {}
    for line in lines:
        if line.startswith(">"):
            name = line[1:]
            records[name] = {"seq": [], "n": 0}
        else:
            records[name]["seq"].append(line)
    for name in records:
        records[name]["n"] = sum(len(s) for s in records[name]["seq"])
    return records


def int_then_float(ks, vs):
    d = {}
    for k, v in zip(ks, vs):
        if k not in d:
            d[k] = {"n": 0, "total": 0}
        d[k]["n"] += 1
        d[k]["total"] += v
    return d


def shared(ks):
    d = {}
    r = {"n": 0, "s": ""}
    for k in ks:
        d[k] = r
        r["n"] += 1
    return d


def alias(ks):
    d = {}
    d["x"] = {"n": 0, "s": ""}
    r = d["x"]
    for k in ks:
        r["n"] += 1
        r["s"] += k
    d["y"] = r
    return d


def missing(d0, k):
    d = {g: {"n": len(v), "m": sum(v)} for g, v in d0.items()}
    return d[k]["m"]


def other_form(ks):
    d = {}
    for k in ks:
        if k == "a":
            d[k] = {"n": 0, "m": 1}
        else:
            d[k] = {"m": 1, "n": 0}
    return d


def more_field(ks):
    d = {}
    for k in ks:
        d[k] = {"n": 0, "m": 1}
        d[k]["z"] = 4
    return d


def deleted(ks):
    d = {}
    for k in ks:
        d[k] = {"n": len(k), "m": k}
    del d["a"]
    return d


def key_first(keys, vals):
    return {int(k): {"v": float(v), "k": k} for k, v in zip(keys, vals)}


def get_d(d0, k):
    d = {g: {"n": len(v), "m": sum(v)} for g, v in d0.items()}
    return d.get(k, {}).get("n", 0)


def in_row(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return [("n" in r, "q" in r, r.get("n", 3)) for k, r in d.items()]


def by_sorted_items(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return [(k, r["n"]) for k, r in sorted(d.items())]


def by_sorted_items_key(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return [k for k, r in sorted(d.items(), key=lambda kv: kv[1]["n"])]


def filt(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return {k: r for k, r in d.items() if r["n"] > 1}


def one(ks, k):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return d[k]


def values_list(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return list(d.values())


def tup(ks):
    d = {}
    n = 0
    for k in ks:
        d[k] = {"n": len(k), "m": k}
        n += 1
    return d, n


def dd_direct(ks):
    d = defaultdict(lambda: {"n": 0, "m": ""})
    for k in ks:
        d[k]["n"] += 1
        d[k]["m"] = k
    return {k: dict(r) for k, r in d.items()}


def dd_list(ks, vs):
    d = defaultdict(lambda: {"n": 0, "v": []})
    for k, v in zip(ks, vs):
        d[k]["n"] += 1
        d[k]["v"].append(v)
    return dict(d)


def dd_read(ks):
    d = defaultdict(lambda: {"n": 0, "m": 2})
    for k in ks:
        d[k]["n"] = d[k]["m"] + 1
    return dict(d)


def setd(ks, vs):
    d = {}
    for k, v in zip(ks, vs):
        r = d.setdefault(k, {"n": 0, "t": 0.0})
        r["n"] += 1
        r["t"] += v
    return d


def tried(ks):
    d = {}
    for k in ks:
        try:
            d[k] = {"n": len(k), "x": float(k)}
        except ValueError:
            d[k] = {"n": -1, "x": 0.0}
    return d


def dict_call(ks):
    d = {}
    for k in ks:
        d[k] = dict(n=len(k), m=k)
    return d


def upd(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    for k in d:
        d[k]["n"] *= 2
        d[k]["m"] = d[k]["m"] + "!"
    return d


def div(groups):
    return {g: {"n": len(v), "mean": sum(v) / len(v)} for g, v in groups.items()}


def srt(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return sorted(d.values(), key=lambda r: -r["n"])


def srt_rev(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return sorted(d.values(), key=lambda r: r["n"], reverse=True)


def mx(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return max(d.values(), key=lambda r: r["n"])


def top(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return [(k, r["m"]) for k, r in sorted(d.items(), key=lambda kv: (-kv[1]["n"], kv[0]))[:2]]


def top_loop(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    out = []
    for k, r in sorted(d.items(), key=lambda kv: kv[1]["n"], reverse=True):
        out.append(f"{k}: {r['n']}")
    return out


def keep(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return [r for r in d.values() if r["n"] > 1]


def keep_dict(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    return {k.upper(): r for k, r in sorted(d.items())}


def rowof(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    for k, r in d.items():
        if r["n"] > 1:
            return r
    return d["b"]


def set_mix(ks, vs):
    d = {}
    for k, v in zip(ks, vs):
        d.setdefault(k, {"n": 0, "v": []})["v"].append(v)
        d[k]["n"] += 1
    return d


def tup_ret(ks):
    d = {k: {"n": len(k), "m": k} for k in ks}
    best = max(d, key=lambda k: d[k]["n"])
    return best, d[best]


def dd_append(ks, vs):
    d = defaultdict(lambda: dict(n=0, v=[]))
    for k, v in zip(ks, vs):
        d[k]["v"].append(v)
        d[k]["n"] += 1
    return dict(d)


KEYS = ["b", "aa", "b", "a", "ccc"]
VALUES = [1.0, 2.5, -1.0, 4.0, 0.25]
LINES = [">a", "AC", "GT", ">b", "TT"]
GROUPS = {"b": [1.0, 2.0], "a": [3.0]}


@pytest.mark.parametrize(
    "function",
    [
        shared, alias, other_form, more_field, deleted, in_row, by_sorted_items, by_sorted_items_key, filt, values_list, tup, dd_direct, dd_read, dict_call,
        upd, srt, srt_rev, mx, top, top_loop, keep, keep_dict, rowof, tup_ret, comp_words,             ],
)  # fmt: skip
@pytest.mark.parametrize("keys", [KEYS, KEYS[1:], KEYS[:1], ["", "a"], []])
def test_of_texts(function, keys):
    compiled = up.jit(strict=bool(keys))(function)  # what an empty list would hold is not known
    assert outcome(compiled, [keys]) == outcome(function, [keys])


@pytest.mark.parametrize("function", [dl, dl_ret, lit, lit_iter, int_then_float, dd_list, setd, set_mix, dd_append])
@pytest.mark.parametrize("values", [VALUES, [1, 2, -3, 4, 2**62], []])
def test_of_texts_and_numbers(function, values):
    keys = KEYS[: len(values)]
    compiled = up.jit(strict=bool(keys))(function)
    assert outcome(compiled, [keys, values]) == outcome(function, [keys, values])


@pytest.mark.parametrize("function", [comp_assign, comp_assign_use, comp_tuple, comp_if, comp_arr, div])
@pytest.mark.parametrize("groups", [GROUPS, {"x": [2.0, -1.0, 4.0]}, {"x": [3, 4], "y": [5]}, {"q": [1.0], "p": []}, {}])
def test_of_groups(function, groups):
    compiled = up.jit(strict=bool(groups))(function)
    assert outcome(compiled, [groups]) == outcome(function, [groups])


@pytest.mark.parametrize("function", [missing, get_d])
@pytest.mark.parametrize("key", ["a", "b", "c", ""])
def test_of_one_key(function, key):
    assert outcome(up.jit(strict=True)(function), [GROUPS, key]) == outcome(function, [GROUPS, key])


@pytest.mark.parametrize("function", [rec_seq, rec_join])
@pytest.mark.parametrize("lines", [LINES, [">a"], LINES[3:] + LINES[:3]])
def test_of_lines(function, lines):
    assert outcome(up.jit(strict=True)(function), [lines]) == outcome(function, [lines])


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (rec, ["a", "b"]), (nested_lit2, ["q", 2.5]), (nested_lit2, [3, 2.5]), (comp_keys, [["p", "q"], np.ones((3, 2))]),
        (comp_keys, [["p", "q"], np.ones((3, 1))]), (key_first, [["1", "2"], ["2.5", "3"]]), (key_first, [["1", "x"], ["2.5", "3"]]),
        (key_first, [["x"], ["y"]]), (key_first, [["1"], ["y"]]), (one, [KEYS, "a"]), (one, [KEYS, "z"]), (tried, [["1", "x", "2.5"]]),
    ],
)  # fmt: skip
def test_of_others(function, given):
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


def one_for_all(ks):
    z = {"n": 0, "s": ""}
    d = {}
    for k in ks:
        d[k] = z
        d[k]["n"] += 1
    return d


def one_for_all_numbers(ks):
    z = {"n": 0, "m": 1}
    d = {}
    for k in ks:
        d[k] = z
        d[k]["n"] += 1
    return d


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [one_for_all, one_for_all_numbers])
def test_a_dict_that_is_made_before_what_holds_it(function):
    for keys in ([], ["a"], ["a", "b", "a"]):
        assert outcome(up.jit(strict=False)(function), [keys]) == outcome(function, [keys])
