"""Lists that NumPy and texts give (a.tolist(), s.split()), which get items of other kinds later."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, name_of


def under_keys(x, y, label):
    return {label: x.tolist(), "i": y.tolist(), "b": None}


def either(x, y, label):
    v = x.tolist() if label == "k" else y.tolist()
    v.append("s")
    return [v, label, None]


def in_turn(x, y, label):
    out = [label]
    for z in (x, y):
        v = z.tolist()
        v.append(None)
        out.append(v)
    return out


def behind(x, label):
    v = x.tolist()
    v.append(label)
    return v


def rows(x, label):
    out = []
    for row in x.tolist():
        row.append(label)
        out.append(row)
    return out


def beside(x, label):
    return [label, list(x.tolist()) + [None], [1.5, None] + x.tolist(), None]


def views(x, label):
    p = np.array_split(x, 2)
    p.append(None)
    p.append(label)
    return [q.sum() for q in p[:2]], label


def words(s, label):
    w = s.split()
    w.append(None)
    w.append(3)
    lines = s.splitlines()
    lines.append(2.5)
    return w, lines, s.rsplit(None, 1) + [0], sorted(s.split(","))[:1] + [None, label]


X, Y = np.array([1.5, 2.0]), np.array([1, 2])
CASES = [
    (under_keys, X, Y, "k"),
    (either, X, Y, "k"),
    (in_turn, X, Y, "k"),
    (behind, X, "k"),
    (behind, Y, "k"),
    (rows, np.array([[1, 2], [3, 4]]), "k"),
    (beside, X, "s"),
    (views, X, "s"),
    (words, "a b\nc", "s"),
    (words, "", "s"),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)
