"""Returns that give a number here and a tuple, an array, a list or a text there: values, types and identity are CPython's."""

import copy

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of


def best(values, threshold):
    found = None
    where = -1
    for i, v in enumerate(values):
        if v >= threshold and (found is None or v > found):
            found = v
            where = i
    if found is None:
        return None
    if where == 0:
        return found
    return found, where


def filled(image, row, new):
    if image[row, 0] == new:
        return 0
    image[row, 0] = new
    return image, 3


def with_rest(x, full):
    middle = x.mean(axis=0)
    return (middle, x - middle) if full else middle


def shrunk(x):
    x = np.asarray(x)
    if x.size == 0:
        return None
    if x.size == 1:
        return x[0]
    return x * 2


def kept(values):
    out = [v for v in values if v > 1]
    if not out:
        return "none of them"
    if len(out) == 1:
        out = out[0]
        return out
    return out


def numbers(n):
    if n < 0:
        raise ValueError("negative")
    if n == 0:
        return False
    if n == 1:
        return 1
    if n == 2:
        return f"{n} is {n / 4:.2f}"
    return n / 2, n // 2, -0.0


def parsed(text):
    if not text:
        return None
    if text.isdigit():
        return int(text)
    return text.upper() if len(text) > 2 else (len(text), text)


def found(x, limit):
    for i in range(len(x)):
        if x[i] > limit:
            return i, x[i]
        if x[i] < -limit:
            return "low"


def asked(a, b):
    try:
        if a > 1:
            return 1 / b
        return "small", b
    except ZeroDivisionError:
        return None


def argument(x, way):
    if way == 0:
        return x
    if way == 1:
        return x, x
    return x[1:], x


def one_view(x, way):
    y = x[1:]
    return y if way else (x, y)


def keyed(x, way):
    if way == 0:
        return {"n": 0}
    m = x.mean()
    if way == 1:
        return {"n": 1, "mean": m}
    return {"mean": m, "n": len(x), "type": "many", "x": x}


def smoothed(x, way):
    if way > len(x):
        return np.array([])
    r = np.convolve(x, np.ones(way + 1) / 2, mode="valid")
    return r if len(r) > 1 else r[0]


def real_part(x, way):
    m = x * 2
    if way:
        return m.real
    return m, 3


def stored_to(x, way):
    m = x * 2
    k = np.add(x, x, out=m)
    if way:
        return k
    return m, 3


def places_of_one(x, way):
    middle = x * 2
    if way:
        return None, middle
    return middle, None


def second_name(x, way):
    m = x * 2
    best = m
    for r in range(3):
        if r == 2 and way > 1:
            best = m + r
    if way:
        return m
    return best, 3


X = np.array([3.0, 1.0, -4.0])
CASES = [
    *((best, v, 2) for v in ([1, 5, 3], [5, 3], [], [1.5, 2.5])), (filled, np.zeros((2, 2)), 0, 0.0), (filled, np.zeros((2, 2)), 1, 1.0),
    (filled, np.zeros((2, 2)), 4, 1.0), (with_rest, np.ones((2, 3)), True), (with_rest, np.ones((2, 3)), False), *((shrunk, X[:n]) for n in (0, 1, 3)),
    *((kept, v) for v in ([], [3, 1], [3, 4])), *((numbers, n) for n in range(-1, 4)), *((parsed, t) for t in ("", "12", "ab", "abc")),
    *((found, X, limit) for limit in (2, 3.5, 9)), (asked, 2, 4), (asked, 0, 4),
    *((f, X, way) for f in (argument, one_view, places_of_one, keyed, smoothed) for way in (0, 1)),
    *((f, X, 2) for f in (argument, keyed, smoothed)), (smoothed, X, 4),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_kinds(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(asked, 2, 0), *((f, X, way) for f in (second_name, real_part, stored_to) for way in (0, 1, 2))], ids=name_of)
def test_others(case):
    check_values(case)


def identities(function, x, way):
    """Which of the results, and of the argument, are one object or share their memory."""
    given = copy.deepcopy(x)
    result = function(given, way)
    parts = [given, *(result if isinstance(result, tuple) else [result])]
    arrays = [part for part in parts if isinstance(part, np.ndarray)]
    return [(a is b, np.shares_memory(a, b)) for a in arrays for b in arrays]


@pytest.mark.parametrize("way", range(3))
@pytest.mark.parametrize("function", [argument, one_view, places_of_one, with_rest])
def test_identity(function, way):
    assert identities(up.jit(function), X, way) == identities(function, X, way)
