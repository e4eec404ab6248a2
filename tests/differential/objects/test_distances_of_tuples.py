"""math.dist of named tuples in lists: values and exceptions are CPython's."""

import math
from typing import NamedTuple

import unpython as up


class Point(NamedTuple):
    x: float
    y: float
    z: float = 0.0


def length(coords):
    points = [Point(*c) for c in coords]
    total = 0.0
    for p, q in zip(points, points[1:]):
        total += math.dist(p, q)
    return total, points[-1]


def from_one(coords):
    points = [Point(*c) for c in coords]
    origin = Point(1.0, 2.0, 3.0)
    return [math.dist(p, origin) for p in points]


def test_distances():
    for function in (length, from_one):
        compiled = up.jit(strict=True)(function)
        for coords in ([(0.0, 0.0), (3.0, 4.0), (6.0, 8.0)], [(1.0, 2.0)], [(0.0, 0.0, 1.0), (3.0, 4.0, 2.0)]):
            assert repr(compiled(coords)) == repr(function(coords))
            assert compiled.ran_on == "cpu"
