"""Parts of lists of tuples that are put together, side by side with others; and objects that are made of all parts of a tuple: values, order
and exceptions are CPython's."""

import copy
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from support.outcomes import check_machine_code, check_values, name_of

POLYGON = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (1.0, 5.0)]
WHOLE = [(3, 1), (-2, 4), (0, 7)]
ROWS = [("bo", "B", 12), ("al", "A", 11), ("cy", "B", 13), ("é", "", 11)]


def area(polygon):
    t = 0.0
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]):
        t += x1 * y2 - x2 * y1
    return abs(t) / 2


def area_with_first(polygon):
    return sum(a * d - c * b for (a, b), (c, d) in zip(polygon, polygon[1:] + [polygon[0]])) / 2


def rotated(polygon):
    found = []
    for x, y in polygon[2:] + polygon[:2]:
        found.append(x * 10 + y)
    for i, (p, q) in enumerate(zip(polygon, polygon[::-1])):
        found.append(i + p[0] * q[1])
    return found


def with_others(polygon):
    t = 0
    for (x, y), k in zip(polygon[:-1] + [(1, 2)], [5, 6, 7, 8]):
        t = t * 2 + x * k - y
    return t


@dataclass
class Point:
    x: float
    y: float


class Place(NamedTuple):
    x: float
    y: float
    z: float = 0.5


@dataclass
class Student:
    name: str
    grade: str
    age: int


def of_points(coords):
    points = [Point(*c) for c in coords]
    t = 0.0
    for p, q in zip(points, points[1:]):
        t = t * 0.5 + p.x * q.y
    return t, len(points)


def of_places(coords):
    places = [Place(*c) for c in coords]
    return sum(p.x * p.z for p in places), max(p.y for p in places)


def of_students(rows):
    students = [Student(*r) for r in rows]
    students.sort(key=lambda s: (s.grade, -s.age))
    oldest = max(students, key=lambda s: s.age)
    return [s.name for s in students], oldest.name


@pytest.mark.parametrize(
    "case",
    [(f, rows) for f in (area, area_with_first, rotated, of_points, of_places) for rows in (POLYGON, WHOLE)]
    + [(with_others, WHOLE), (area, POLYGON[:1]), (of_students, ROWS), (of_students, ROWS[:1])],
    ids=name_of,
)
def test_compiled(case):
    check_machine_code(case)


def too_few(coords):
    return [Student(*c).name for c in coords]


def grown(polygon):
    n = 0
    for (x, _), _ in zip(polygon, polygon[1:] + polygon[:1]):
        n += 1
        if n < 3:
            polygon.append((x, 1.0))
    return n, len(polygon)


def kept(polygon):
    closed = polygon + [polygon[0]]
    closed[0] = (9, 9)
    return closed, polygon[0]


@pytest.mark.parametrize("case",
                         [(too_few, POLYGON), (grown, POLYGON), (kept, POLYGON), (area_with_first, []), (area, []), (of_points, [(1.0,)]), (area, [(1.0, 2.0, 3.0)])],
                         ids=name_of)  # fmt: skip
def test_values(case):
    check_values(copy.deepcopy(case))
