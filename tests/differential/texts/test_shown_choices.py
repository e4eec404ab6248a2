"""print() of a number or a text, and messages that are one of two texts."""

import copy

import numpy as np
import pytest
import unpython as up



def ratio(t, n):
    print("a", t / n if n else "none", "b" if t else 0, n, sep="|")
    print(f"mean {t / n if n else 'n/a':>8} of {n}")
    return n


def refused(x):
    if x < 0:
        raise ValueError("neg" if x > -5 else f"very neg {x}")
    return x


def entry(d, k, n):
    print(d[k], 1 / n if n > 0 else "zero")
    return d[k]


def each(xs):
    for i, x in enumerate(xs):
        print(i, x if x > 0 else "-", end=" ")
    print()
    return sum(xs)


def best(xs):
    best = max(xs) if xs else None
    print("best", best if best is not None else "none")
    return best


def largest(a):
    print("max", a.max() if a.size else "empty", "after")
    return a.size


def popped(xs, n):
    print(xs.pop(), xs[0] if xs else "empty")
    print(xs[n], "many" if len(xs) > 3 else len(xs))
    return len(xs)


def summary(name, data):
    a = np.array(data, dtype=float)
    if a.size == 0:
        return f"{name}: empty"
    return f"{name}: n={a.size} mean={a.mean():.3f} sd={a.std(ddof=1) if a.size > 1 else 0.0:.3f}"


def formats(a):
    sd = a.std() if a.size > 1 else 0
    return f"{sd:8.2f}|{a.mean() if a.size else 0:.1%}"


def printed(a):
    m = a.max() if a.size else 0
    print(f"{m:.2e} {m}")
    return a.size


def message(n, t):
    r = t / n if n else 0
    if r > 10:
        raise ValueError(f"ratio {r:.1f}")
    return r


CASES = [
    (summary, "q", []), (summary, "q", [1]), (summary, "q", [1, 2, 4]), (message, 0, 1), (message, 2, 1), (message, 1, 100),
    *((f, np.array(v, t)) for f in (formats, printed) for v, t in (([], "f8"), ([1.5, 2], "f8"), ([3], "f4"))),
    (ratio, 3, 2), (ratio, 3, 0), (ratio, 0, 0), (refused, -2), (refused, -8), (refused, 1), (entry, {1: 2}, 1, 0), (entry, {1: 2}, 2, 0),
    (entry, {1: 2}, 1, 4), (each, [1, -1, 2]), (each, []), (best, [3, 4]), (best, []), (largest, np.arange(3.0)), (largest, np.zeros(0)),
    (popped, [1, 2], 0), (popped, [1], 0), (popped, [1, 2, 3, 4, 5, 6], 1),
]  # fmt: skip


def left_by(function, given, capsys):
    try:
        result = repr(function(*given))
    except Exception as error:
        result = type(error), str(error)
    return result, capsys.readouterr().out, repr(given)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_shown(case, capsys):
    function, *given = case
    expected = left_by(function, copy.deepcopy(given), capsys)
    assert left_by(up.jit(strict=True)(function), copy.deepcopy(given), capsys) == expected
