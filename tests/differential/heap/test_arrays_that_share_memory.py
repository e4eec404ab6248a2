"""Arrays in lists, dicts and objects: names and views that share memory, and what is stored through either."""

import numpy as np
import pytest
import unpython as up
from support.left import left_by

A = np.arange


def alias1(a):
    ls = [a, a]
    ls[0][0] = 9
    ls.append(a[1:])
    ls[2] *= 2
    return ls


def alias2(d):
    x = d["x"]
    y = x
    y += 1
    x = x + 1
    d["y"] = x
    return d, y


def alias3(m):
    col = m[:, 0]
    row = m[1]
    col[:] = [5, 6]
    row[0] = -1
    t = m.T
    t[1, 0] = 42
    return {"c": col, "r": row, "t": t, "m": m}


def alias4(ls):
    a, b = ls
    a[:] = b
    b[0] = 100
    ls[0], ls[1] = b, a
    return ls


def alias5(a):
    r = a.reshape(2, -1)
    f = a.ravel()
    c = a.flatten()
    r[0, 0] = 1
    f[1] = 2
    c[2] = 3
    return [r, f, c, a.T, a.copy()]


def neg(a):
    b = a[::-1]
    b[0] = 77
    return [b, a, b[::2]]


def neg2(ls):
    for a in ls:
        a[-1] += a[0]
        a *= 2
    return sum(a.sum() for a in ls)


def zips(a, out):
    for i, (x, y) in enumerate(zip(a, a[1:])):
        a[i + 1] = x + y
        out.append(x)
    return out, a


def enum(a):
    got = []
    for i, x in enumerate(a):
        if i + 1 < len(a):
            a[i + 1] += x
        got.append(x)
    return got, sorted(got), max(got), min(a), sum(got), {x: i for i, x in enumerate(got)}


def two(a, b):
    r = {"s": a + b}
    a -= b
    r["d"] = a
    return r


def put(a, idx, v):
    d = {"a": a}
    d["a"][idx] = v
    d["a"][[0, 1]] += 1
    return d["a"].tolist(), a[idx]


def three(t):
    t[0, 1, 1] = 5
    t[1] += 1
    s = [x.sum() for x in t]
    return s, t[:, 0], t[..., 1], t.sum(axis=(0, 2))


CASES = [
    (alias1, (A(4.0),)),
    (alias1, (A(8.0)[::2],)),
    (alias2, ({"x": A(3)},)),
    (alias3, (A(4).reshape(2, 2),)),
    (alias3, (np.asfortranarray(A(4).reshape(2, 2)),)),
    (alias4, ([A(3), A(3) + 5],)),
    (alias5, (A(6.0),)),
    (neg, (A(5),)),
    (neg, (A(5)[::-1],)),
    (neg2, ([A(3.0), A(4.0)],)),
    (zips, (A(5), [])),
    (enum, (A(4),)),
    (two, (A(3.0), np.ones(3))),
    (put, (A(4), np.array([0, 2]), 7)),
    (put, (A(4.0), 2, 7)),
    (three, (A(8.0).reshape(2, 2, 2),)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
