"""Functions that others are given, and arguments that they are wrong for: Python makes such a call, whose list may be empty."""

import operator

import pytest
import unpython as up
from support.outcomes import outcome


def second(row):
    return row[1]


def in_order(rows):
    return sorted(rows, key=lambda row: row[0])


def in_order_by_name(rows):
    return sorted(rows, key=second)


def in_place(rows):
    rows.sort(key=lambda row: row[1])
    return rows


def mapped(rows):
    return list(map(second, rows))


def by_a_function_inside(rows):
    def key(row):
        return row[1]

    return sorted(rows, key=key)


def by_a_default(rows, key=second):
    return sorted(rows, key=key)


def largest(rows):
    return max(rows, key=operator.itemgetter(1), default=0)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [in_order, in_order_by_name, in_place, mapped, by_a_function_inside, by_a_default, largest])
@pytest.mark.parametrize("rows", [[], [(1, 2)], [(2, 1), (1, 5)], [("a", 1)], [[]], [(1,)], (), None, [None]], ids=str)
def test_outcome(function, rows):
    assert outcome(up.jit(strict=False)(function), [rows]) == outcome(function, [rows])
