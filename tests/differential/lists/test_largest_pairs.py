"""The largest tuple by a key of what enumerate and zip give, lists of tuples that are made of themselves, parts backwards."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

X, NAMES = [3.0, 1.0, 4.0, 1.0], ["c", "a", "d", "b"]


def largest(x):
    return max(enumerate(x), key=lambda t: t[1])


def smallest(x):
    i, v = min(enumerate(x), key=lambda t: t[1])
    return i, v


def place(x):
    y = [v * 2 for v in x]
    return min(enumerate(y), key=lambda t: -t[1])[0], len(y)


def best_two(x):
    return sorted(enumerate(x), key=lambda t: -t[1])[:2]


def of_both(x, y):
    best = max(zip(x, y), key=lambda t: t[1])
    return best, len(x)


def of_pairs(x):
    first, second = max([(v, i) for i, v in enumerate(x)], key=lambda t: t[0] - t[1])
    return first, second


def due(days):
    stock, pending = 50, []
    for day in range(days):
        stock += sum(q for when, q in pending if when == day)
        pending = [(when, q) for when, q in pending if when > day]
        pending.append((day + 2, 3))
    return stock, pending


def due_by_items(days):
    stock, pending = 50, []
    for day in range(days):
        stock += sum(p[1] for p in pending if p[0] == day)
        pending = [p for p in pending if p[0] > day]
        pending.append((day + 2, 3 * day))
    return stock, pending


def moved(n):
    path = [(0, 0)]
    for _ in range(n):
        path = [(x + 1, y - x) for x, y in path if x < 3]
        path.append((0, len(path)))
    return path


def other_name(n):
    rows = []
    for i in range(n):
        rows.append((i, i * i))
    before = rows
    rows = [(a, b) for a, b in rows if a]
    rows.append((7, 7))
    return rows, before


def wavelet(x):
    coeffs = []
    approx = np.asarray(x, dtype=float)
    while len(approx) > 1:
        even, odd = approx[0::2], approx[1::2]
        coeffs.append((even - odd) / np.sqrt(2))
        approx = (even + odd) / np.sqrt(2)
    coeffs.append(approx)
    energy = sum(float((c**2).sum()) for c in coeffs)
    return np.concatenate(coeffs[::-1]), energy


CASES = [
    *((f, [(X,), ([2, 2, 1],), ([],), (np.array(X),), ([float("nan"), 1.0],), (NAMES,)]) for f in (largest, smallest, place, best_two, of_pairs)),
    (of_both, [(X, [1, 2, 3, 4]), (NAMES, X), ([], X), ([1], [1])]),
    *((f, [(0,), (1,), (6,)]) for f in (due, due_by_items, other_name)),
    (moved, [(5,), (0,)]),
    (wavelet, [([4, 6, 10, 12, 8, 6, 5, 5],), ([1.0],), ([],), ([1, 2, 3],)]),
]


@pytest.mark.parametrize(("function", "calls"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_tuples(function, calls):
    compiled = up.jit(function, strict=False)
    for arguments in calls:
        assert outcome(compiled, arguments) == outcome(function, arguments), arguments


@pytest.mark.parametrize("function", [f for f, _ in CASES if f is not other_name])
def test_they_are_compiled(function):
    arguments = [calls for f, calls in CASES if f is function][0][-1 if function in (due, due_by_items) else 0]
    assert outcome(up.jit(function, strict=True), arguments) == outcome(function, arguments)


def beside_others(x):
    return x.sum(), [(int(i), float(v)) for i, v in enumerate(x)], x[:1].tolist(), sorted((v, i) for i, v in enumerate(x.tolist())), len(x)


def places_of(t):
    warmest = np.unravel_index(np.argmax(t), t.shape)
    return t.round(1), round(float(t.max()), 2), tuple(int(v) for v in warmest), t * 2


@pytest.mark.parametrize("x", [np.array(X), np.array([]), np.arange(3)])
def test_parts_that_are_computed_before(x):
    assert outcome(up.jit(beside_others, strict=True), (x,)) == outcome(beside_others, (x,))


def test_places_among_others():
    for t in (np.array([[1.25, 2.0], [4.0, 3.0]]), np.array([1.5, 0.25])):
        assert outcome(up.jit(places_of, strict=True), (t,)) == outcome(places_of, (t,))
    assert outcome(up.jit(places_of, strict=False), (np.zeros((0, 2)),)) == outcome(places_of, (np.zeros((0, 2)),))
