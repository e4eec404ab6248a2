"""Names of lambdas and comprehensions that stand in others, where what stands around them is written in other words; hasattr() of objects."""

import copy
import itertools
from dataclasses import dataclass

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


@dataclass
class Body:
    mass: float
    pos: float = 0.0


class Plain:
    def __init__(self, x):
        self.x = x


def key_of_another_clause(x, y, n):
    d = {}
    for k in range(n):
        d[k] = x[y == k].sum(axis=0)
    return [sum(v[0] + k for k in range(2)) for k, v in d.items()]


def value_as_a_parameter(x, y, n):
    d = {}
    for k in range(n):
        d[k] = x[y == k].sum(axis=0)
    return [(lambda v: v + 1)(k) for k, v in d.items()]


def value_as_a_target(x, y, n):
    d = {}
    for k in range(n):
        d[k] = x[y == k].sum(axis=0)
    return [sum(v for v in range(k)) for k, v in d.items()], [[v[0] for k in range(2)] for k, v in d.items()]


def group_as_a_target(x, y, n):
    groups = [x[y == k] for k in range(n)]
    return [sum(g for g in range(len(g))) for g in groups], [(lambda g: g * 2)(g.sum()) for g in groups]


def part_of_a_pair(n):
    return [(lambda a: a + b)(1) for a, b in itertools.permutations(range(n), 2)]


def rows_of_pairs(n):
    return [list(p) for p in itertools.permutations(range(n), 2)], [p[::-1] for p in itertools.combinations(range(n), 2)]


def has_mass(o):
    if hasattr(o, "mass"):
        return o.mass
    return -1.0


def has_others(o):
    return hasattr(o, "x"), hasattr(o, "pos"), hasattr(o, "__len__")


M, Y = np.arange(14.0).reshape(7, 2), np.array([0, 1, 2, 0, 1, 0, 1])
CASES = [(f, [M, Y, n]) for f in (key_of_another_clause, value_as_a_parameter, value_as_a_target, group_as_a_target) for n in (3, 1, 0)]
CASES += [(f, [n]) for f in (part_of_a_pair, rows_of_pairs) for n in (0, 1, 3)]
CASES += [(f, [o]) for f in (has_mass, has_others) for o in ([1], (1, 2), "ab", {"mass": 1})]


@pytest.mark.parametrize(("function", "given"), CASES, ids=lambda v: getattr(v, "__name__", None))
def test_each_gives_what_python_gives(function, given):
    compiled = up.jit(function, strict=True)
    try:
        compiled(*copy.deepcopy(given))
    except (up.CompileError, TypeError):
        assert function in (has_mass, has_others)
        return
    assert outcome(compiled, given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [has_mass, has_others])
@pytest.mark.parametrize("made", [lambda: Body(1.5), lambda: Plain(2.5)])
def test_attributes_of_objects(function, made):
    assert outcome(up.jit(function, strict=False), [made()]) == outcome(function, [made()])


def list_of_itself(o):
    o = list(o)
    return o


def twice_each(o):
    o = [v * 2 for v in o]
    return sum(o)


def number_instead(o):
    if len(o) > 2:
        o = 5
    return o


def last_of_itself(o):
    for o in o:  # noqa: B020
        pass
    return o


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [list_of_itself, twice_each, number_instead, last_of_itself])
@pytest.mark.parametrize("given", [range(3), range(5, 1, -2), range(0), [1, 2, 3]])
def test_a_given_range_whose_name_gets_another_value(function, given):
    compiled = up.jit(function, strict=False)
    for _ in range(2):
        assert outcome(compiled, [given]) == outcome(function, [given])


def items_beside_others(n):
    a = [1, 2.5]
    b = [n, 3]
    return [x + y for x, y in zip(a, b)], [x * y for x in a for y in b], max(a + b), a + b


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n", [2, 0, 0.5])
def test_a_list_of_several_types_that_cannot_be_written(n):
    assert outcome(up.jit(items_beside_others, strict=False), [n]) == outcome(items_beside_others, [n])
    with pytest.raises(up.CompileError):
        up.jit(items_beside_others, strict=True)(n)
