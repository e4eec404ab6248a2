"""Objects that `__new__` makes without their fields, methods of classes under a name, subclasses among the objects of a list."""

from dataclasses import dataclass
from functools import total_ordering

import pytest
import unpython as up
from support.left import left_by


@total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(int(p) for p in text.split("."))

    def __eq__(self, o):
        return self.parts == o.parts

    def __lt__(self, o):
        return self.parts < o.parts

    def __repr__(self):
        return "v" + ".".join(map(str, self.parts))

    def bump(self, at=-1):
        p = list(self.parts)
        p[at] += 1
        v = Version.__new__(Version)
        v.parts = tuple(p)
        return v


class Point:
    made = 0

    def __init__(self, x, tag="t"):
        self.x = x
        self.tag = tag

    @classmethod
    def twice(cls, x):
        return cls(cls.half(4 * x))

    @classmethod
    def make(cls, x):
        return cls.twice(x)

    @staticmethod
    def half(x):
        return x / 2

    def copy(self):
        c = type(self).__new__(type(self))
        c.x = self.x
        return c

    def __repr__(self):
        return f"P({self.x!r}, {getattr(self, 'tag', 'none')})"


class Named(Point):
    @classmethod
    def bare(cls):
        n = cls.__new__(cls)
        n.x = "bare"
        return n

    def dup(self):
        q = object.__new__(Named)
        q.x, q.tag = self.x, "dup"
        return q


@dataclass
class Row:
    a: int
    b: str = "none"


def latest(texts):
    vs = sorted(map(Version, texts))
    top = vs[-1]
    return [repr(v) for v in vs], str(top.bump()), top >= vs[0], repr(top.bump(0))


def copies(p, out):
    q = p.copy()
    q.x += 1
    out.append(q)
    return q, p, [str(p), str(q)], out[-1] is q, type(p).make(p.x)


def several(ps, k):
    best = sorted(ps, key=lambda p: p.x)[:k]
    return [Point.make(p.x) for p in best], {"n": "x"}, Named.bare(), Named(2).dup()


def of_row(r):
    s = Row.__new__(Row)
    s.a = r.a + 1
    return s, s.b, [r, None]


CASES = [
    (latest, (["1.2.3", "1.10", "0.9"],)),
    (latest, (["2.0"],)),
    (copies, (Point(1), [])),
    (copies, (Named(2.5, "n"), [None])),
    (several, ([Point(2), Point(1), Named(0)], 2)),
    (several, ([], 2)),
    (of_row, (Row(1, "x"),)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_objects(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
