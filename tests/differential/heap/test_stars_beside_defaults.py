"""f(*items) of a function with defaults, where only the run knows how many items there are; class methods as functions."""

from collections import namedtuple
from dataclasses import dataclass

import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}
Point = namedtuple("Point", "x y z", defaults=[7, 8])


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int
    patch: int = 0

    @classmethod
    def parse(cls, text):
        return cls(*map(int, text.split(".")))


class Named:
    def __init__(self, a, b=2.5, *, c=3):
        self.a = a
        self.b = b
        self.c = c


def plain(x, y=10, z="q"):
    return x, y, z


def of_functions(rows):
    return [plain(*row) for row in rows], [plain(*row[:2], z=1) for row in rows], HEAP


def of_fields(rows):
    return [Point(*row) for row in rows], HEAP


def of_objects(rows):
    return [(n.a, n.b, n.c) for n in [Named(*row[:2], c=5) for row in rows]], HEAP


def of_versions(texts):
    versions = [*map(Version.parse, texts)]
    return [(v.major, v.minor, v.patch) for v in versions], max(versions).minor, HEAP


ROWS = [[1], [1, 2], [1, 2, 3]]
CALLS = [(of_functions, (ROWS,)), (of_fields, (ROWS,)), (of_objects, (ROWS,)), (of_versions, (["1.2", "0.9.4"],))]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_stars(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
