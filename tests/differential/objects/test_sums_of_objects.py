"""sum() of objects from an object, and orders by abs() and len() of objects."""

import math
from dataclasses import dataclass

import pytest
import unpython as up


@dataclass
class Point:
    x: float
    y: float

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Point(self.x * k, self.y * k)

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __len__(self):
        return int(self.x)


def centre(rows):
    points = [Point(x, y) for x, y in rows]
    return sum(points, Point(0.0, 0.0)) * (1 / len(points))


def of_some(rows):
    total = sum([Point(x, y) for x, y in rows if x > 0], start=Point(0.0, -1.0))
    return total.x, total.y


def of_a_generator(rows):
    x = 3
    total = abs(sum((Point(x, y) * 2 for x, y in rows), Point(0.0, 0.0)))
    return total, x


def in_a_loop(rows):
    out = []
    for k in range(2):
        total = sum((Point(x, y) for x, y in rows[k:]), Point(0.0, 0.0))
        out.append(total)
    return out


def by_length(rows):
    points = sorted([Point(x, y) for x, y in rows], key=abs, reverse=True)
    return [p.x for p in points], max(points, key=len).y, min(points, key=abs).x


def from_one_of_them(rows):
    points = [Point(x, y) for x, y in rows]
    return sum(points, points[0]).x, points[0].x


ROWS = [(1.0, 2.5), (3.0, 4.0), (0.5, 1.0)]


@pytest.mark.parametrize("function", [centre, of_some, of_a_generator, in_a_loop, by_length])
def test_compiled(function):
    assert repr(up.jit(strict=True)(function)(ROWS)) == repr(function(ROWS))


@pytest.mark.parametrize("function", [of_some, of_a_generator])
def test_of_none(function):
    assert repr(up.jit(strict=True)(function)([])) == repr(function([]))


def test_as_in_python():
    assert up.jit(strict=False)(from_one_of_them)(ROWS) == from_one_of_them(ROWS)
    with pytest.raises(ZeroDivisionError):
        up.jit(strict=False)(centre)([])
