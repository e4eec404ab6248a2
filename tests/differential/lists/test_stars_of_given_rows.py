"""`f(*row)` of the tuples and lists in a list that a call gives, also beside another one."""

from dataclasses import dataclass

import pytest
import unpython as up
from support.outcomes import outcome


@dataclass
class Vec:
    x: float
    y: float


def less(x, y):
    return x - y


def of_fields(ms, cs):
    t = 0.0
    for m, c in zip(ms, cs):
        t += m * Vec(*c).x
    return t


def of_calls(ms, cs):
    t = 0.0
    for i, (m, c) in enumerate(zip(ms, cs)):
        t += m * less(*c) * i
    return t, [m * less(*c) for m, c in zip(ms, cs)]


def numbered(cs):
    return [i * less(*c) for i, c in enumerate(cs)]


def alone(cs):
    t = 0.0
    for c in cs:
        t += less(*c)
    return t, [less(*c) for c in cs], cs[0][0]


ROWS = [(1.0, 2.0), (2.0, 3.0), (0.5, 0.25)]


@pytest.mark.parametrize("function", [of_fields, of_calls])
@pytest.mark.parametrize("ms", [[1.0, 2.0, 3.0], [2.0], [1, 2, 3]])
@pytest.mark.parametrize("cs", [ROWS, ROWS[:2], [(1, 2), (3, 5)]])
def test_beside_another_list(function, ms, cs):
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, [ms, cs]) == outcome(function, [ms, cs])


@pytest.mark.parametrize("function", [numbered, alone])
@pytest.mark.parametrize("cs", [ROWS, [(1, 2)], [[1.0, 2.0], [2.0, 3.0]], [[1, 2]]])
def test_alone(function, cs):
    if function is numbered and type(cs[0]) is list:
        return
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, [cs]) == outcome(function, [cs])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [numbered, alone])
@pytest.mark.parametrize("cs", [[], [(1, 2, 3)], [[1.0, 2.0], [2.0]], [[1.0], [2.0]], [[1.0, 2.0, 3.0]], [[1.0, 2.0], [2.0, 3.0]], [[]]])
def test_rows_of_other_lengths(function, cs):
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, [cs]) == outcome(function, [cs])
