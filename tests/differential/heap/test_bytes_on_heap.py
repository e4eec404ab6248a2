"""Bytes beside texts and other values: items, parts, keys, order, encode and decode."""

import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome


def hashed(text, n):
    h = 7
    for b in text.encode():
        h = (h * 31 + b) % n
    return h, text.encode("utf-8"), None


def parts(data, label):
    out = {label: data[1:3], "first": data[0] if data else None, "n": len(data), "l": list(data), "sum": sum(data), "t": bool(data)}
    return out, data[::-1], data + b"xy", data * 2, b"z" in data, 97 in data


def counted(items):
    seen = {}
    for x in items:
        seen[x] = seen.get(x, 0) + 1
    return seen, [type(x).__name__ for x in items], [x == b"a" for x in items], [isinstance(x, bytes) for x in items]


def made(ns):
    try:
        b = bytes(n * 2 for n in ns)
    except ValueError as e:
        return str(e), None
    return b, b.decode()


def largest(v):
    best = b""
    for x in v:
        if x > best:
            best = x
    v.append(best)
    return best.decode("ascii"), v, max(v), sorted(v), {"k": best}


def has(data, n):
    try:
        return n in data, "x"
    except ValueError as e:
        return str(e), None


def compared(x, label):
    return [label, x < 3]


def beside_texts(words):
    enc = [(w, w.encode()) for w in words]
    return sorted(enc, key=lambda p: p[1]), {len(e) for _, e in enc} == {1}, [e[-1] for _, e in enc if e]


CASES = [
    (hashed, "abc", 1000),
    (hashed, "", 10),
    (parts, b"hello", "k"),
    (parts, b"", "k"),
    (counted, [b"a", "a", b"a", 97, None, b"\xff"]),
    (made, [40, 50]),
    (made, [200]),
    (made, []),
    (largest, [b"q", b"zz", b"a"]),
    (has, b"ab", 98),
    (has, b"ab", 300),
    (beside_texts, ["b", "a", ""]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", [(hashed, "\u00e9", 10), (made, [70]), (largest, []), (compared, b"a", "x")], ids=name_of)
def test_what_python_knows(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
