"""functools.reduce over a few arrays, and what goes through a few functions."""

import functools
import math
from functools import reduce

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome

SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])
TALL = np.array([[1.0, 0.5], [3.0, 4.0], [1.0, 1.0]])


def product_of(ms):
    return reduce(np.dot, ms)


def product_by_lambda(ms):
    return reduce(lambda a, b: a @ b, ms)


def written(a, b):
    return functools.reduce(np.dot, (a, b.T, b)), reduce(lambda x, y: np.maximum(y, x), [a, a.T, a], a)


def masks(a, b):
    return reduce(np.logical_and, [a > 1, b > 0]), reduce(np.union1d, (a, b, a))


def applied(ms, v):
    return reduce(lambda v, m: m @ v, ms, v)


def weighted(a, b):
    return a + 2 * b


def by_helper(a, b, c):
    return reduce(weighted, [a, b, c])


CASES = [(f, ms) for f in (product_of, product_by_lambda) for ms in ([SQUARE] * 3, [TALL, SQUARE], (SQUARE, SQUARE), [SQUARE, TALL])]
CASES += [(written, SQUARE, SQUARE.T), (masks, SQUARE, SQUARE.T), (applied, [SQUARE, TALL], SQUARE[0])]
CASES += [(by_helper, SQUARE, SQUARE, 2.0), (by_helper, 1, 2, 3), (product_of, [SQUARE])]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_arrays(case):
    check_machine_code(case)


def asked(x):
    return any(f(x) > 0 for f in (math.log, math.sin)), all(f(x) > 0 for f in (math.sin, math.log))


def summed(x):
    return sum(f(x) for f in (math.sin, math.cos)), max(f(x) for f in [math.sin, math.cos]), sum((f(x) for f in [math.sin, math.log]), 1.0)


def named(x):
    return {f.__name__: float(f(x)) for f in (np.sin, np.cos)}


def named_in_loops(x):
    out = {}
    for f in (np.sin, np.abs):
        out[f.__name__] = float(f(x))
    return out


def in_order(x):
    return sorted(f(x) for f in [math.sin, math.cos]), list(f(x) for f in [math.sin, math.cos]), tuple(f(x) for f in [math.sin, math.cos])


def other_sum(x):
    sum = lambda v: 1.0
    return sum(f(x) for f in (math.sin, math.cos))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [asked, summed, named, named_in_loops, in_order], ids=name_of)
@pytest.mark.parametrize("x", [2.0, 0.0, -2.0])
def test_functions(function, x):
    check_machine_code((function, x))


@pytest.mark.filterwarnings("ignore")
def test_a_sum_that_is_another():
    assert outcome(up.jit(strict=False)(other_sum), [2.0]) == outcome(other_sum, [2.0])


def test_a_function_that_gets_another_value(monkeypatch):
    compiled = up.jit(strict=True)(by_helper)
    assert compiled(1.0, 2.0, 3.0) == by_helper(1.0, 2.0, 3.0)
    monkeypatch.setitem(globals(), "weighted", lambda a, b: a - b)
    assert compiled(1.0, 2.0, 3.0) == by_helper(1.0, 2.0, 3.0)
