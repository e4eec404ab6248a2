"""Functions with texts that say `with np.errstate`, and name NumPy beside lists that are empty."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

A = np.array([1.0, 0.0, 2.0])


def quotients(a, b):
    with np.errstate(divide="ignore", invalid="ignore"):
        r = a / b
        if r.size > 100:
            return "long", 0
    return ",".join(f"{v:.2f}" if np.isfinite(v) else "n/a" for v in r), len(r)


def logarithms(words, a):
    out = {}
    for w in words:
        with np.errstate(all="ignore"):
            out[w] = np.log(a).sum() * len(w)
    return out


def halves(words):
    m = np.zeros(len(words))
    for i, w in enumerate(words):
        m[i] = len(w) / 2
    return m, m.sum()


def totals(rows):
    total = np.zeros(3)
    for name, x in rows:
        total += x
    return total


def numbers(lines):
    good = []
    for line in lines:
        if line.strip().isdigit():
            good.append(int(line))
    return np.mean(good) if good else 0.0, np.array(good, dtype=float)


def capitals(words):
    v = [w.upper() for w in words]
    return v, np.array([w == "A" for w in words], dtype=bool)


def lengths(words):
    return np.array([len(w) for w in words])


CASES = [
    (quotients, A, A), (logarithms, ["a", "bc"], A + 1), (logarithms, [], A), (halves, []), (halves, ["abc"]), (totals, []), (totals, [("a", 2)]),
    (numbers, []), (numbers, ["1", "x", "3"]), (capitals, []), (capitals, ["a", "b"]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_strict(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
def test_types_of_nothing():
    assert outcome(up.jit(strict=False)(lengths), [[]]) == outcome(lengths, [[]])


def raised(words, a):
    with np.errstate(divide="raise"):
        return words[0], a / 0


@pytest.mark.filterwarnings("ignore")
def test_left_to_python():
    assert outcome(up.jit(strict=False)(raised), [["a"], A]) == outcome(raised, [["a"], A])
