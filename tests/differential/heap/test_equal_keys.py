"""Keys of several kinds that may be equal: tuples of any length, named tuples, members that are numbers or texts, objects with a hash."""

import enum
from collections import namedtuple

import numpy as np
import pytest
import unpython as up
from support.left import left_by

Point = namedtuple("Point", "x y")


class Color(enum.IntEnum):
    RED = 1
    GREEN = 2


class Name(str, enum.Enum):
    A = "a"


class Mark:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == (other.v if isinstance(other, Mark) else other)

    def __hash__(self):
        return hash(self.v)


def tuples(words):
    found = {}
    for word in words:
        found[tuple(word)] = 1
    found[()] = 2
    return ("a", "b") in found, ("a",) in found, None in found


def numbers(keys, x):
    t = {k: 1 for k in keys}
    return Color.RED in t, 1 in t, x[0] in t, True in t, {Color.RED: 1} == t, Color.GREEN in t


def members(keys, x):
    t = {Color.RED: 1, Color.GREEN: 3}
    return 1 in t, x[0] in t, True in t, [k in t for k in keys], t.get(2)


def texts(keys):
    t = {Name.A: 1}
    return "a" in t, [k in t for k in keys], {k: 1 for k in keys}.get(Name.A)


def points(given, q):
    s = set(given)
    return (1, 2) in s, Point(1, 2) in {(1, 2): 3}, q in s, {(1, 2): "a"}[Point(1, 2)], tuple(q) in s


CASES = [
    (tuples, (["ab", "a"],)),
    (numbers, ([1, 2], np.array([1.0, 2.0]))),
    (members, ([1, 2, 3], np.array([1.0]))),
    (texts, (["a", "b"],)),
    (points, ([Point(1, 2)], (1, 2))),
    (points, ([(1, 2)], Point(1, 2))),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    assert left_by(up.jit(strict=True)(function), arguments) == left_by(function, arguments)


def beside_numbers(keys):
    t = {Mark(1): "one"}
    return Mark(1) in t, Mark(3) in t, [k in t for k in keys], Mark(1) in {k: 1 for k in keys}


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_own_hashes():
    assert up.jit(strict=False)(beside_numbers)([1, 5]) == beside_numbers([1, 5])
