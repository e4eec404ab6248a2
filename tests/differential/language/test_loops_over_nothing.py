"""Loops over lists without items, whose bodies see no value: the call is made all the same."""

import pytest
import unpython as up
from support.outcomes import told


def halved(vals):
    acc = 0
    for v in vals:
        acc = acc + v
        if acc > 10:
            acc = acc / 2
    if isinstance(acc, float) and acc.is_integer():
        acc = int(acc)
    return acc, type(acc).__name__


def of_pairs(pairs):
    total, last = 0, None
    for k, v in pairs:
        total = total + k * v
        last = v
        if total > 5:
            total = total / 2
    return total, last, str(total)


def never_set(vals):
    for v in vals:
        w = v
    return w


@pytest.mark.parametrize("function", [halved, of_pairs, never_set])
@pytest.mark.parametrize("orders", [([], 1), (1, []), ([], [])], ids=["empty_first", "empty_last", "empty"])
def test_calls(function, orders):
    items = [(1, 2), (3, 4)] if function is of_pairs else [9, 4, 2.5, 8]
    compiled = up.jit(strict=False)(function)
    for given in orders:
        arguments = [list(items) if given == 1 else []]
        assert told(compiled, arguments) == told(function, arguments)
