"""Views of which the place is not known, the one item of an array, unsigned integers of 64 bits: among texts and lists of any values."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome


def hashed(words):
    h = 1469598103
    for w in words:
        for ch in w:
            h = ((h ^ ord(ch)) * 16777619) % (1 << 32)
    arr = np.array([h], dtype=np.uint32)
    parts = arr.view(np.uint8)
    return h, parts.sum(), (arr >> 7).item(), np.uint16(h & 0xFFFF), [parts[0], "x"]


def flipped(a, label):
    b = np.flip(a)
    c = np.swapaxes(np.stack([a, b]), 0, 1)
    d = a[::-1]
    return {label: [x for x in b.tolist()], "c": c.sum(axis=0).tolist(), "same": bool((b == d).all()), "none": None}


def rolled(rows):
    out = []
    for name, row in zip("ab", rows):
        wide = np.squeeze(np.stack([row, row])[:1], axis=0)
        out.append((name, wide.sum(), wide.shape, np.expand_dims(row, 0).shape))
    return out, None


def items(a, out):
    for x in (a, a[:1], a[a > 2]):
        try:
            out.append(x.item())
        except ValueError as e:
            out.append(str(e))
    return out


def bits(x, out):
    v = np.array([x, -x])
    w = v.view(np.uint64)
    out["sign"] = [int(b) for b in w >> np.uint64(63)]
    out["or"] = w[0] | w[1]
    out["is"] = w[0] == w[1], w[0] < w[1], bool(w[0])
    return out, v.view("int64").tolist()


def wide(a, b, label):
    first = a[0]
    c = a * b
    kept = {label: c[0], "max": a.max(), "n": [first, None]}
    c[1:] = b[1:]
    a[0] = np.uint64(3)
    return kept, c, a, str(a[0]), a[:1].tolist()


def as_python(a, label):
    return [label, a.tolist(), None]


def keys(a, label):
    seen = {}
    for x in a:
        seen[int(x)] = label
    return seen, a[0] in (1, 2, None), sorted(a.tolist())


W = np.array([2**64 - 5, 7, 2**63], dtype=np.uint64)
S = np.array([9, 7, 1], dtype=np.uint64)
CASES = [
    (hashed, ["alpha", "beta"]),
    (hashed, []),
    (flipped, np.array([1.5, 2.0, -1.0]), "x"),
    (flipped, np.array([3, 1], dtype=np.int32), "c"),
    (rolled, np.array([[1, 2], [3, 4]])),
    (items, np.array([1, 2, 3]), [None]),
    (items, np.array([0.5]), ["s"]),
    (bits, 2.5, {}),
    (bits, 0.0, {"s": "t"}),
    (wide, W, W[::-1].copy(), "p"),
    (wide, S, W, "p"),
    (as_python, S, "q"),
    (keys, S, "k"),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)


def stored_behind(a, label):
    b = np.flip(a)
    a[0] = 9
    return [label, b.tolist(), None]


def given_back(a, label):
    return [label, np.swapaxes(a, 0, 1), None]


def kept_by_the_caller(a, out):
    out["b"] = np.flip(a)
    return [None, "x"]


@pytest.mark.parametrize(
    "case",
    [
        (stored_behind, np.array([1, 2]), "x"), (given_back, np.eye(2), "x"), (kept_by_the_caller, np.arange(3), {}), (as_python, W, "q"), (keys, W, "k"),
    ],
    ids=name_of,
)  # fmt: skip
def test_what_stays_with_python(case):
    function, *given = case
    with pytest.warns(up.UnpythonWarning):
        assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
