"""getattr and setattr of names that the run says, or with a default; f(**d) of a dict whose keys are written out."""

from collections import namedtuple
from dataclasses import dataclass

import pytest
import unpython as up
from support.left import left_by

P = namedtuple("P", "x y z")


@dataclass
class Cfg:
    rate: float = 0.5
    n: int = 3
    name: str = "q"


class Plain:
    def __init__(self, a, b=2):
        self.a = a
        self.b = b
    @property
    def both(self):
        return self.a + self.b


def axes(rs):
    return [sum(getattr(r, ax) for r in rs) for ax in "xyz"]


def column(rs, f):
    return [getattr(r, f) for r in rs]


def settings(names):
    c = Cfg()
    for k, v in names:
        setattr(c, k, v)
    return c, c.n, c.rate


def named(o, f):
    return getattr(o, f)


def from_literal(n):
    d = {"rate": 1.5, "n": n}
    c = Cfg(**d)
    return c, scaled(1, **d)


def scaled(k, rate=0, n=0):
    return k + rate * n


def with_options(n, **opts):
    return scaled(n, **opts)


def calls(n):
    return with_options(n, rate=2), with_options(n), with_options(n, n=3, rate=2.5)


def from_given(opts):
    return Cfg(**opts)


def outer(**kw):
    kw["n"] = 5
    return scaled(1, **kw)


def changed_options():
    return outer(n=1, rate=2)


def some_keys(n):
    d = {"rate": 1.5}
    if n > 1:
        d["n"] = n
    return scaled(1, **d)


def from_rows(rows):
    return [Cfg(**r) for r in rows]


def two_dicts(n):
    base = {"rate": 1, "n": n}
    more = {**base, "n": n + 1}
    return scaled(2, **more), base


class A:
    def __init__(self, n):
        self.n = n
        if n > 1:
            self.tag = "t" * n


class B:
    kind = "b"
    def __init__(self, x):
        self.x = x


def made_inside(n):
    xs = [A(i) for i in range(n)]
    return [getattr(x, "tag", "none") for x in xs], [hasattr(x, "n") for x in xs]


def of_two_classes(xs):
    return [getattr(x, "tag", None) for x in xs], [getattr(x, "n", 0) + getattr(x, "x", 0) for x in xs]


def or_zero(o):
    return getattr(o, "n", 0) + 1


def added(o):
    o.extra = 3
    return getattr(o, "extra", 0), getattr(o, "kind", "z")


CALLS = [
    (axes, ([P(1, 2, 3.5), P(4, 5, 6)],)),
    (column, ([P(1, 2, "s")], "z")),
    (settings, ([("n", 5), ("rate", 2.0)],)),
    (named, (Plain(1), "a")),
    (from_literal, (4,)),
    (calls, (4,)),
    (from_given, ({"rate": 2.0},)),
    (from_given, ({"n": 7, "name": "w"},)),
    (from_given, ({},)),
    (changed_options, ()),
    (some_keys, (1,)),
    (some_keys, (3,)),
    (from_rows, ([{"rate": 1.0}, {"rate": 2.5}],)),
    (two_dicts, (2,)),
    (made_inside, (4,)),
    (of_two_classes, ([A(0), A(3), B(2)],)),
    (or_zero, (A(1),)),
    (or_zero, (B(1),)),
    (added, (A(1),)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_calls(function, arguments):
    assert left_by(up.jit(strict=True)(function), arguments) == left_by(function, arguments)
