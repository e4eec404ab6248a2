"""Dicts of lists that hold arrays, which a function fills and returns, and lists of what is made of the rows of an array."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome


def descent(x, n):
    history = {"x": [], "g": []}
    for _ in range(n):
        g = 2 * x
        history["x"].append(x.copy())
        history["g"].append(np.linalg.norm(g))
        x = x - 0.25 * g
    return x, history


def begun(x, n):
    history = {"x": [x.copy()], "f": [float(x.sum())]}
    for _ in range(n):
        x = x * 0.5
        history["x"].append(x.copy())
        history["f"].append(float(x.sum()))
    return history


def made_before(x, n):
    history = {"x": [], "t": []}
    for i in range(n):
        x = x * 0.5
        history["x"].append(x)
        history["t"].append(0.1 * i)
    return history


def in_names(x, n):
    xs, fs = [], []
    for _ in range(n):
        x = np.maximum(x - 0.5, 0.0)
        xs.append(x)
        fs.append((x**2).sum())
    return {"x": xs, "f": fs}


def with_others(x, n):
    xs = []
    for _ in range(n):
        x = x * 0.5
        xs.append(x.copy())
    return n, {"x": xs, "n": len(xs), "last": 2 * x}


def as_arrays(x, n):
    history = {"x": [x.copy()], "f": []}
    for _ in range(n):
        x = x * 0.5
        history["x"].append(x)
        history["f"].append((x**2).sum())
    return np.array(history["x"]), history["f"]


def only_numbers(x, n):
    h = {"loss": [], "rate": []}
    for i in range(n):
        h["loss"].append(float(np.sum(x)))
        h["rate"].append(0.1 * i)
    return h


HISTORIES = (descent, begun, made_before, in_names, with_others, as_arrays, only_numbers)
GIVEN = ((np.array([1.0, 2.0]), 3), (np.array([1.0, 2.0]), 0), (np.array([[1.0, 2.0], [3.0, 4.0]]), 2), (np.array([1.0, -0.0, np.nan]), 1))


@pytest.mark.parametrize("case", [(f, *given) for f in HISTORIES for given in GIVEN], ids=name_of)
def test_histories(case):
    function, *given = case
    compiled = up.jit(strict=True, fp="strict")(function)
    for _ in range(2):
        assert outcome(compiled, given) == outcome(function, given)


def returned_too(x, n):
    xs = []
    for _ in range(n):
        x = x * 0.5
        xs.append(x)
    return x, {"x": xs}


def in_two_lists(x, n):
    xs, ys = [], []
    for _ in range(n):
        x = x * 0.5
        xs.append(x)
        ys.append(x)
    return {"x": xs, "y": ys}


def in_place(x, n):
    x = x.copy()
    xs = []
    for _ in range(n):
        x *= 0.5
        xs.append(x)
    return {"x": xs}


def made_once(x, n):
    x = x * 0.5
    xs = []
    for _ in range(n):
        xs.append(x)
    return {"x": xs}


def given_itself(x, n):
    xs = []
    for _ in range(n):
        xs.append(x)
        x = x * 0.5
    return {"x": xs}


def into_one(x, n):
    buffer = np.zeros(2)
    xs = []
    for _ in range(n):
        x = np.add(x, 1, out=buffer)
        xs.append(x)
    return {"x": xs}


def another_name(x, n):
    xs = []
    for _ in range(n):
        x = x * 0.5
        y = x
        xs.append(x)
    return {"x": xs, "y": y}


def shown(function, given):
    """Which of the arrays are the same ones, beside what they hold."""
    x, n = given[0].copy(), given[1]
    result = function(x, n)
    known = {id(x): "given"}
    held = result[1] if isinstance(result, tuple) else result
    arrays = [a for value in held.values() for a in (value if isinstance(value, list) else [value])]
    arrays += [result[0]] if isinstance(result, tuple) else []
    return [(known.setdefault(id(a), len(known)), a.tolist()) for a in arrays], x.tolist()


@pytest.mark.parametrize("function", (returned_too, in_two_lists, in_place, made_once, given_itself, into_one, another_name))
def test_arrays_that_are_the_same(function):
    given = (np.array([1.0, 2.0]), 3)
    assert shown(up.jit(strict=False)(function), given) == shown(function, given)


def differences(p):
    return [q - p[0] for q in p]


def between(p):
    return [sum(q - r for q in p) for r in p]


def total(p):
    return sum(2 * q for q in p)


def scatter(p):
    c = p.mean(axis=0)
    return sum(np.outer(q - c, q - c) for q in p) / len(p)


def filled(p):
    out = []
    for r in p:
        out.append(sum(q - r for q in p))
    return np.array(out)


def steps(p):
    return [p[i] - p[i - 1] for i in range(1, len(p))]


def chosen(p):
    return [q * i for i, q in enumerate(p) if i > 0]


P = np.array([[1.0, 2.0], [3.0, -0.0], [0.5, 7.0]])


@pytest.mark.parametrize("case", [(f, p) for f in (differences, between, total, scatter, filled, steps, chosen) for p in (P, P.astype(int), P[:1], P[::2])], ids=name_of)
def test_rows(case):
    function, given = case
    compiled = up.jit(strict=True, fp="strict")(function)
    assert outcome(compiled, (given,)) == outcome(function, (given,))


@pytest.mark.parametrize("case", [(f, p) for f in (differences, between, total, steps) for p in (np.zeros((0, 2)), np.arange(3.0), np.ones((2, 2, 2)))], ids=name_of)
def test_other_dimensions(case):
    function, given = case
    compiled = up.jit(strict=False, fp="strict")(function)
    for each in (given, P, given):
        assert outcome(compiled, (each,)) == outcome(function, (each,))


def test_machine_code():
    check_machine_code((descent, np.array([1.0, 2.0]), 3))
