"""math.dist of named tuples in lists: within an ulp of CPython's."""

import math
from typing import NamedTuple

import pytest
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
            found, expected = compiled(coords), function(coords)
            assert found == pytest.approx(expected, rel=1e-15) if function is from_one else (found[0], expected[1]) == (pytest.approx(expected[0], rel=1e-15), found[1])
            assert compiled.ran_on == "cpu"
