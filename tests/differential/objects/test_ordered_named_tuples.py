"""Named tuples in order, those of which their class says nothing else, and those that are made of what a sequence holds."""

from collections import namedtuple
from typing import NamedTuple

import pytest
import unpython as up
from support.outcomes import outcome

Point = namedtuple("Point", "x y")


class Weighted(NamedTuple):
    x: float
    y: float
    w: float = 1.0


class ByHeight(Point):
    def __lt__(self, other):
        return self.y < other.y


def in_order(points):
    return sorted([Point(x, y) for x, y in points])


def by_name(points):
    found = [Point(x, y) for x, y in points]
    return sorted(found), found, sorted(found, reverse=True)


def where_they_lie(points):
    found = [Point(p[0], p[1]) for p in points]
    found.sort(reverse=True)
    return found[:2], [p.x for p in sorted(found)], found


def smallest(points):
    found = [Weighted(x, y) for x, y in points]
    return min(found), max(found), min(found).y, sorted(found)[-1].w


def starred(points):
    found = [Weighted(*p) for p in points]
    return [p.x * p.w for p in found], max(found, key=lambda p: p.y), [p.y for p in found]


def made(points):
    found = [Point._make(p) for p in points]
    return found


def mapped(points):
    found = list(map(Point._make, points))
    return [p.x + p.y for p in found]


def made_in_order(points):
    found = sorted(map(Point._make, points))
    return found, sum(p.x for p in found)


def one_by_one(points):
    out = []
    for row in points:
        p = Point._make(row)
        out.append(p.x * p.y)
    return out


def in_an_own_order(points):
    found = [ByHeight(x, y) for x, y in points]
    return sorted(found)[0].x, min(found).y


def with_a_default(points):
    return [Weighted._make(p).x for p in points]


GIVEN = [[(0, 0), (4, 4), (2, 0), (2, 2), (0, 2), (0, 0)], [(1.5, -1), (-1.5, 2), (1.5, -2)], [(1, 2)]]


@pytest.mark.parametrize("function", [in_order, by_name, where_they_lie, smallest, starred, made, mapped, made_in_order, one_by_one])
@pytest.mark.parametrize("points", GIVEN)
def test_named_tuples(function, points):
    assert outcome(up.jit(strict=True)(function), [points]) == outcome(function, [points])


@pytest.mark.parametrize("function", [in_order, where_they_lie, smallest, starred, made, mapped, one_by_one, in_an_own_order, with_a_default])
@pytest.mark.parametrize("points", [[], [(1, 2, 3)], [(1,)], [(0.5, 1), (float("nan"), -1), (0.5, 2)], [[1, 2], [3, 4, 5]]])
def test_what_python_may_run(function, points):
    assert outcome(up.jit(strict=False)(function), [points]) == outcome(function, [points])
