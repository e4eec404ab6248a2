"""Names that are None and then dicts with written keys: the best of a search."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def last(xs):
    best = None
    for x in xs:
        best = {"x": x}
    return best, 1.0


def largest(xs):
    best = None
    for x in xs:
        s = x * x
        if best is None or s > best["score"]:
            best = {"x": x, "score": s}
    return best, len(xs)


def parts_of_largest(xs):
    best = None
    for x in xs:
        s = x * x
        if best is None or s > best["score"]:
            best = {"x": x, "score": s}
    return best["x"], best["score"]


def over_a_grid(xs):
    best, lo, tried = None, np.inf, 0
    for a in xs:
        for b in xs:
            tried += 1
            cost = (a - 1.5) ** 2 + (b - 0.5) ** 2
            if cost < lo:
                lo = cost
                best = {"a": a, "b": b, "cost": cost}
    return lo, best, tried


def in_two_returns(xs):
    best = None
    for x in xs:
        if x > 4:
            return 0, best
        if best is not None and best["x"] > x:
            continue
        best = {"x": x, "n": len(xs), "name": 1}
    return 1, best


def of_another_kind(xs):
    best = None
    for x in xs:
        best = {"x": x}
        best["y"] = x
    return best, 1


def twice(xs):
    best = None
    for x in xs:
        best = {"x": x}
    return best, best


def held(xs):
    best, seen = None, []
    for x in xs:
        best = {"x": x}
        seen.append(best)
    return best, seen


def asked(xs):
    best = None
    for x in xs:
        if not best or best["x"] < x:
            best = {"x": x}
    return best, 2


GIVEN = [[1.0, -3.0, 2.0], [2.0], [1, 3, 5], []]


@pytest.mark.parametrize("function", [last, largest, parts_of_largest, over_a_grid, in_two_returns])
@pytest.mark.parametrize("xs", GIVEN)
def test_strict(function, xs):
    if xs or function not in (parts_of_largest,):
        compiled = up.jit(strict=True)(function)
        assert outcome(compiled, [xs]) == outcome(function, [xs])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [last, largest, parts_of_largest, over_a_grid, in_two_returns, of_another_kind, twice, held, asked])
@pytest.mark.parametrize("xs", [*GIVEN, np.array([1.0, 2.0]), [1, 2.5], [True, False]])
def test_values(function, xs):
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, [xs]) == outcome(function, [xs])
