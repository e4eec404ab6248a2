"""Flags, hashes of own classes, operators of matrices, sets of keys, what is asked of kinds."""

from enum import Enum, Flag, auto
from functools import total_ordering

import pytest
import unpython as up
from support.left import left_by


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()


class Color(Enum):
    RED = 1
    BLUE = 2


@total_ordering
class Version:
    __slots__ = ("parts",)

    def __init__(self, text):
        self.parts = tuple((int(p) for p in text.split(".")))

    def __eq__(self, o):
        return self.parts == o.parts

    def __lt__(self, o):
        return self.parts < o.parts

    def __hash__(self):
        return hash(self.parts)

    def __repr__(self):
        return "v" + ".".join(map(str, self.parts))


class P:
    def __init__(self, x, y):
        self.x, self.y = (x, y)

    def __eq__(self, o):
        if not isinstance(o, P):
            return NotImplemented
        return (self.x, self.y) == (o.x, o.y)

    def __hash__(self):
        return hash((self.x, self.y)) ^ hash(self.x)

    def __matmul__(self, o):
        return self.x * o.x + self.y * o.y


def newest(texts):
    vs = [Version(t) for t in texts]
    uniq = sorted(set(vs))
    return (repr(uniq), repr(uniq[-1]), vs[0] >= vs[-1], vs.count(vs[0]))


def flags(v):
    p = Perm.R
    for x in v:
        p |= Perm[x]
    q = p & Perm.W
    values = [x.value for x in (p, q, ~p, Perm(5), p ^ Perm.R, Perm.R | Perm.W)]
    return values, Perm.X in p, bool(q), [m.name for m in Perm], [m is Perm.R for m in (p, q)]


def pts(v):
    d = {}
    for a, b in v:
        d[P(a, b)] = d.get(P(a, b), 0) + 1
    k = list(d)
    return ([(p.x, p.y, n) for p, n in d.items()], k[0] @ k[-1], k[0] == 3, P(1, 2) in {P(1, 2), P(2, 1)})


def views(d, e):
    return (
        sorted(d.keys() & e.keys()),
        sorted(d.keys() - e),
        sorted(d.keys() | {"zz"}),
        d.keys() == e.keys(),
        d.keys() <= e.keys(),
        "a" in d.keys(),
        sorted(set("ab") - d.keys()),
        sorted(d.items() - e.items()),
    )


def inst(v):
    out = []

    for x in v:
        if isinstance(x, int | float) and (not isinstance(x, bool)):
            out.append(["num", x])
        elif isinstance(x, str | None):
            out.append(["text or none", getattr(x, "ndim", None)])
        elif callable(x):
            out.append(["f"])
        else:
            out.append([type(x).__name__, isinstance(x, (list, tuple))])
    return out


def wrongenum(v):
    return (Color.RED + v, {"a": 1})


CASES = [
    (newest, (["1.2", "1.10", "1.2"],)),
    (flags, (["W"],)),
    (flags, ([],)),
    (pts, ([(1, 2), (2, 1), (1, 2)],)),
    (views, ({"a": 1, "b": 2}, {"b": 2, "c": 3})),
    (inst, ([1, 2.5, "a", None, [1], (1,), True],)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def test_an_operator_that_members_lack():
    with pytest.raises(TypeError):
        up.jit(strict=True)(wrongenum)(1)
