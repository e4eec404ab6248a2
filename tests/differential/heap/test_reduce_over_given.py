"""functools.reduce with a first value, over what is given: how many items there are is not always known."""

import operator
from functools import reduce

import pytest
import unpython as up
from support.outcomes import check_values, name_of

TABLE = {"+": operator.add, "*": operator.mul}


def steps(start, *ops, **settings):
    limit = settings.get("limit", 1000)

    def step(acc, item):
        sym, val = item
        return min(TABLE[sym](acc, val), limit)

    return reduce(step, ops, start), len(ops)


def pairs(start, ops):
    def step(acc, item):
        _, val = item
        return acc + val

    return reduce(step, ops, start)


def numbers(start, t):
    return reduce(operator.add, t, start)


def made(start, n):
    return reduce(lambda x, y: x + y, [k + 1 for k in range(n)], start), reduce(lambda x, y: x + y, [], start)


OPS = (("+", 4), ("*", 5))
CASES = [
    (steps, 3, *OPS), (steps, 3), (pairs, 3, OPS), (pairs, 3, ()), (numbers, 1, (2, 3)), (numbers, 1, ()), (numbers, 1, tuple(range(20))),
    (made, 2, 4), (made, 2, 0),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert compiled(*given) == function(*given)
    check_values(case)
