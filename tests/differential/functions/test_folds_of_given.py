"""functools.reduce with a first value over what a call gives: tuples, lists of many items, any number of arguments."""

import operator
from functools import reduce

import numpy as np
import pytest
import unpython as up


def applied(start, *ops):
    table = {"+": operator.add, "-": operator.sub}

    def step(acc, item):
        sym, val = item
        return table[sym](acc, val)

    return reduce(step, ops, start), len(ops)


def listed(start, ops):
    table = {"+": operator.add, "-": operator.sub}

    def step(acc, item):
        return table[item[0]](acc, item[1])

    return reduce(step, ops, start), len(ops)


def doubled(start, xs):
    def step(acc, x):
        return acc * 2 + x

    return reduce(step, xs, start), len(xs)


def added(start, arrays):
    return reduce(np.add, arrays, start).tolist()


OPS = [("+", 4), ("-", 5)]
ONE = np.array([1.0])
CASES = [
    (applied, (3, *OPS)),
    (listed, (3, tuple(OPS))),
    (listed, (3, OPS)),
    (doubled, (1, (1, 2, 3))),
    (doubled, (1, ())),
    (doubled, (1, [1] * 20)),
    (added, (ONE, [ONE] * 20)),
    (added, (ONE, [ONE, ONE])),
]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    assert repr(up.jit(strict=False)(function)(*arguments)) == repr(function(*arguments))
