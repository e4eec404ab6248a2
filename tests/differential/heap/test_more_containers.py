"""defaultdicts of any factory, deques with a length, frozensets, copies, Counters, slices with a step."""

import copy
from collections import Counter, defaultdict, deque

import pytest
import unpython as up
from support.left import left_by

VOWELS = frozenset("aeiou")


def dd(words):
    t = defaultdict(Counter)
    for a, b in zip(words, words[1:]):
        t[a][b] += 1
    u = defaultdict(lambda: [0, 0.5])
    for w in words:
        u[len(w)][0] += 1
    z = defaultdict(lambda: defaultdict(int))
    for w in words:
        z[w[0]][len(w)] += 1
    k = defaultdict(lambda: "none")
    k["a"] += "x"
    return (t, {a: dict(b) for a, b in t.items()}, sorted(u.items()), {a: dict(b) for a, b in z.items()}, dict(k), k["q"])


def mv(v, n):
    d = deque(maxlen=n)
    out = []
    for x in v:
        d.append(x)
        out.append(sum(d) / len(d) if d else 0)
    d.appendleft(9)
    e = deque(v, 2)
    e.extend([7, 8, 9])
    e.extendleft([1])
    return (out, d, list(e), e, len(d))


def rot(v):
    d = deque(v)
    d.rotate(1)
    a = list(d)
    d.rotate(-2)
    b = list(d)
    d.rotate(7)
    d.extendleft("ab")
    return (a, b, d, d[0], d.popleft(), {"x": d})


def fro(w, numbers):
    given = frozenset(numbers)
    s = frozenset(w)
    t = s | {"z"}
    t |= frozenset("q")
    return (sorted(s), sorted(t), "a" in s, [c for c in w if c in VOWELS], s == {"a"}, s & VOWELS, len(given), given, {"k": given - s})


def given(d, q, c):
    d["new"].append(1)
    q.append(5)
    c["z"]["y"] += 2
    return (d, q, c, q[0])


def deep(v, d):
    w = copy.deepcopy(v)
    w[0].append(9)
    e = copy.deepcopy(d)
    e["a"].append(1)
    x = [[0] * 2] * 2
    y = copy.deepcopy(x)
    y[0][0] = 5
    t = copy.deepcopy(([1], "a", (2,)))
    return (v, w, d, e, y, y[0] is y[1], t, copy.copy(v) is v, copy.copy(d))


def cnt(d, e):
    c = Counter(d)
    c.update({"a": 2})
    c.update(e)
    return (c, c.total(), dict(e))


def multi(v):
    out = []
    for x in v:
        try:
            out.append(dict(x))
        except ValueError as e:
            out.append([str(e)])
    return out


def step(v, w):
    v[::2] = w
    v[::-1] = list(v)
    return v


def padded(rows):
    width = max(map(len, rows), default=0)
    made = [row + [None] * (width - len(row)) for row in rows]
    rows.sort(key=len)
    rows.insert(0, ["head"])
    return made, width


CASES = [
    (padded, ([],)),
    (padded, ([[1], []],)),
    (dd, (["ab", "c", "ab", "c", "dd", "ab"],)),
    (mv, ([1, 2, 3, 4], 2)),
    (mv, ([1, 2, 3.5, 4], 0)),
    (mv, ([], 3)),
    (rot, ([1, 2, 3],)),
    (rot, ([],)),
    (fro, ("abca", [1, 2])),
    (given, ({"new": [1]}, deque([1, 2], 2), {"z": Counter("yy")})),
    (deep, ([[1], [2]], {"a": [0], "b": [1]})),
    (cnt, ({"a": 1}, {"b": 5})),
    (multi, ([{"a": 1}, [("b", 2)], {}],)),
    (step, ([1, 2, 3], ["a", "b"])),
    (step, ([], [])),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
