"""Given lists with None: what is in them beside it, how often it is there, and what takes its place."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def kept(xs):
    return [x for x in xs if x is not None]


def mean_or_none(xs):
    v = [x for x in xs if x is not None]
    return sum(v) / len(v) if v else None


def total(xs):
    return sum(x for x in xs if x is not None)


def counted(xs):
    return len([x for x in xs if x is None]), max(x for x in xs if x is not None), sum(1 for x in xs if x is None)


def array(xs):
    v = np.array([x for x in xs if x is not None])
    return v.mean(), v


def median(xs):
    v = [2.0 * x for x in xs if x is not None]
    v.sort()
    return v[len(v) // 2]


def large(xs):
    return [x for x in xs if x is not None and x > 1.0]


def filled(xs):
    v = [x for x in xs if x is not None]
    m = sum(v) / len(v)
    return [m if x is None else float(x) for x in xs]


def described(xs):
    clean = [x for x in xs if x is not None]
    return {"n": len(clean), "missing": len(xs) - len(clean), "mean": sum(clean) / len(clean)}


def in_order(xs):
    return sorted(x for x in xs if x is not None)


def places(xs):
    return [i for i, x in enumerate(xs) if x is None], [(i, x) for i, x in enumerate(xs) if x is not None]


def bound_anew(xs):
    xs = [x for x in xs if x is not None]
    if len(xs) > 100:
        return 0.0
    return float(sum(xs)) + len(xs)


def pairs(xs):
    return [(x, 2.0 * x) for x in xs if x is not None]


def raised(xs):
    v = [1.0 for x in xs if x is None]
    return 1.0 / (len(v) - 1)


def once_in_a_loop(xs):
    n = 0.0
    for k in range(3):
        v = [x + k for x in xs if x is not None]
        n += sum(v)
    return n


FUNCTIONS = [
    kept, mean_or_none, total, counted, array, median, large, filled, described, in_order, places, bound_anew, pairs, once_in_a_loop,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_lists_with_none(function):
    compiled = up.jit(strict=True)(function)
    for given in ([1.0, None, 2.0], [3, None, 1, None], [None, 5.0], [4.0, 0.5, None, -1.0]):
        assert outcome(compiled, [given]) == outcome(function, [given])
        assert compiled.ran_on == "cpu"


def test_an_error_behind_it():
    compiled = up.jit(strict=True)(raised)
    for given in ([1.0, None], [None, 1.0, None], [2.0, 1.0, None, None]):
        assert outcome(compiled, [given]) == outcome(raised, [given])


def two(xs, ys):
    a = [x for x in xs if x is not None]
    b = [y for y in ys if y is not None]
    return a + b, len(xs)


def test_two_lists():
    given = [[1.0, None, 2.0], [None, 5.0]]
    assert outcome(up.jit(strict=True)(two), given) == outcome(two, given)
