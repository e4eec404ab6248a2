"""`match` against numbers, None, True and False, and kinds, of names and of tuples that are written out."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def by_kind(n):
    match n:
        case 0 | 1:
            return "small"
        case int() if n < 0:
            return "negative"
        case float():
            return "half"
        case _:
            return f"{n:,}"


def or_none(n):
    match n:
        case None:
            return -1
        case 3:
            return 0
        case x:
            return x + 1


def in_turn(xs):
    total = 0
    for x in xs:
        match x % 4:
            case 0:
                total += 1
            case 1 | 2 as k:
                total += 10 * k
            case k if k > 2:
                total += 100
    return total


def of_two(x, y):
    match (x > 2, y):
        case (True, 0):
            return "a"
        case (False, n) if n > 5:
            return f"b{n}"
        case (True, _):
            return "c"
        case _:
            return "d"


def itself(x):
    match x:
        case True:
            return 1
        case False:
            return 2
        case 1:
            return 3
        case _:
            return 4


def words(xs):
    out = []
    for x in xs:
        match x:
            case 1:
                out.append("one")
            case -1:
                out.append("minus")
            case math.pi:
                out.append("pi")
            case _:
                out.append(str(x))
    return out


def of_elements(a, y):
    n = 0
    for i in range(len(a)):
        match (a[i] > 2, y):
            case (True, 0):
                n += 1
            case (False, _):
                n += 100
            case _:
                n += 1000
    return n


CASES = [
    *((by_kind, v) for v in (0, 1, -5, 123456, 2.5)), *((or_none, v) for v in (None, 3, 5)), (in_turn, list(range(9))),
    *((of_two, *v) for v in ((3, 0), (1, 9), (3, 4), (1, 1))), *((itself, v) for v in (True, False, 1, 0, 2)), (words, [1, -1, 2]),
    (words, [1.0, math.pi]), (of_elements, np.array([1.0, 3.0]), 0), (of_elements, [1.0, 3.0], 0), (of_elements, [1, 3], 1),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
