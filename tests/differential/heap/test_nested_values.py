"""Lists, dicts and tuples in each other that change, have two names and are returned twice: what the caller has, and who is who, is CPython's."""

import pytest
import unpython as up
from support.left import left_by


def transpose_ragged(rows, fill=0):
    width = max((len(r) for r in rows), default=0)
    cols = []
    for j in range(width):
        col = []
        for r in rows:
            col.append(r[j] if j < len(r) else fill)
        cols.append(col)
    for r in rows:
        while len(r) < width:
            r.append(fill)
    return cols


def neg_index(rows):
    rows[-1][-1] = rows[0][0] * 2
    rows[0], rows[-1] = (rows[-1], rows[0])
    return (rows[-1], rows[::-1], rows)


def mult_alias(n):
    g = [[0] * n] * 2
    g[0][0] = 1
    h = [[0] * n for _ in range(2)]
    h[0][0] = 1
    return (g, h, g[0] is g[1])


def grow_while(v):
    out = []
    for x in v:
        if x < 5 and len(v) < 12:
            v.append(x + 3)
        out.append([x, len(v)])
    return out


def dictops(d):
    e = {k: v for k, v in d.items() if v}
    d["new"] = len(d)
    for k in list(d):
        if d[k] == 0:
            del d[k]
    d.update(e)
    return (e, list(d.items()), d.pop("zz", None), "a" in d, {v: k for k, v in d.items()})


def remove_while(v):
    for x in v:
        if x % 2 == 0:
            v.remove(x)
    return [v, [x for x in v]]


def ext(v):
    v += v
    v.extend(v[:1])
    w = v
    w += (1, 2)
    w = w + [3]
    return (v, w, v is w)


def tups(t):
    a, *b = t
    return (b, t + (1,), t * 2, t[1:], t == (1, 2, 3), t < (2,), (a,) in [t[:1]])


def ragged_max(rows):
    return ([max(r) if r else None for r in rows], [r.index(max(r)) for r in rows if r], {len(r): r for r in rows}, any((None in r for r in rows)))


def cmp_lists(a, b):
    return (a < b, a == b, a != b, [a] == [b], (a, 1) < (b, 2), max(a, b), sorted([b, a]), a in [b, a], [a, b].index(b))


def cfg(n):
    c = {"a": 1, "b": "x", "c": [1, 2], "d": None}
    c["a"] += n
    c["e"] = 2.5
    return ({k: v for k, v in c.items() if v}, c["b"] * 2, c["c"][-1], [str(v) for v in c.values()])


def lists_in_tuples(v):
    t = ([], v)
    t[0].append(1)
    t[1].append(2)
    u = [t, t]
    u[0][0].append(5)
    return (t, u, u[0] is u[1] if False else 0)


def swap(v, i, j):
    v[i], v[j] = (v[j], v[i])
    a, (b, *c), d = (v[0], v[1:], v[-1])
    return (a, b, c, d)


def uniq(v):
    seen = set()
    out = []
    for x in v:
        k = tuple(sorted(x))
        if k not in seen:
            seen.add(k)
            out.append(x)
    out[0].append(99)
    return (out, len(seen), v)


CASES = [
    (transpose_ragged, ([[1, 2, 3], [4], [5, 6]],)),
    (transpose_ragged, ([], None)),
    (neg_index, ([[1, 2], [3, 4], [5]],)),
    (neg_index, ([[]],)),
    (mult_alias, (2,)),
    (grow_while, ([1, 2],)),
    (dictops, ({"a": 1, "b": 0},)),
    (remove_while, ([2, 4, 6, 1],)),
    (ext, ([1, 2],)),
    (tups, ((1, 2, 3),)),
    (ragged_max, ([[1, 5, 2], [], [3]],)),
    (cmp_lists, ([1, 2], [1, 3])),
    (cfg, (2,)),
    (lists_in_tuples, ([0],)),
    (swap, ([1, 2, 3], 0, 2)),
    (uniq, ([[1, 2], [2, 1], [3]],)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
