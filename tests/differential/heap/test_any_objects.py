"""Objects of several classes in lists and dicts, methods that make new ones, operators, members of enumerations."""

import math
import operator
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import total_ordering
from typing import NamedTuple

import pytest
import unpython as up
from support.left import left_by

Pt = namedtuple("Pt", "x y")


@dataclass
class P:
    x: int
    y: float = 1.5
    tags: list = field(default_factory=list)

    def move(self, dx):
        return P(self.x + dx, self.y, self.tags)

    def __lt__(self, o):
        return self.x < o.x


def objs(n):
    ps = [P(i * 7 % 5) for i in range(n)]
    q = ps[0].move(3)
    q.tags.append("t")
    ps.append(q)
    ps.sort()
    return (ps, ps[0] is q, q == P(q.x, 1.5, ["t"]), str(q), q in ps)


def change_objs(ps):
    for p in ps:
        p.x += 1
        p.tags.append(p.x)
    return ([p.x for p in ps], ps[0])


class Node:
    def __init__(self, val, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right

    def insert(self, v):
        if v < self.val:
            if self.left is None:
                self.left = Node(v)
            else:
                self.left.insert(v)
        elif self.right is None:
            self.right = Node(v)
        else:
            self.right.insert(v)

    def walk(self):
        out = []
        if self.left:
            out += self.left.walk()
        out.append(self.val)
        if self.right is not None:
            out += self.right.walk()
        return out


def bst(v):
    if not v:
        return (None, [], 0)
    root = Node(v[0])
    for x in v[1:]:
        root.insert(x)

    def depth(n):
        return 0 if n is None else 1 + max(depth(n.left), depth(n.right))

    return (root.val, root.walk(), depth(root))


class Stack:
    def __init__(self, items=()):
        self._items = list(items)

    def push(self, x):
        self._items.append(x)
        return self

    def pop(self):
        if not self._items:
            raise IndexError("pop from empty stack")
        return self._items.pop()

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return bool(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, x):
        return x in self._items

    def __getitem__(self, i):
        return self._items[i]


def rpn(toks):
    s = Stack()
    for t in toks:
        if t in "+-*/":
            b, a = (s.pop(), s.pop())
            s.push({"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}[t](a, b))
        else:
            s.push(float(t))
    return (s.pop(), len(s), bool(s), list(s))


@total_ordering
class Ver:
    def __init__(self, t):
        self.p = tuple((int(x) for x in t.split(".")))

    def __eq__(self, o):
        return self.p == o.p

    def __lt__(self, o):
        return self.p < o.p

    def __repr__(self):
        return "v" + ".".join(map(str, self.p))


def versions(ts):
    vs = sorted(map(Ver, ts))
    return ([repr(v) for v in vs], vs[0] >= vs[-1], max(vs).p, vs[0] <= vs[-1])


class Mat:
    def __init__(self, rows):
        self.r = [list(x) for x in rows]

    @classmethod
    def eye(cls, n):
        return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])

    def __matmul__(self, o):
        return Mat([[sum((a * b for a, b in zip(r, c))) for c in zip(*o.r)] for r in self.r])

    def __mul__(self, o):
        return Mat([[sum((a * b for a, b in zip(r, c))) for c in zip(*o.r)] for r in self.r])

    def __pow__(self, n):
        out, b = (Mat.eye(len(self.r)), self)
        while n:
            if n & 1:
                out = out * b
            b = b * b
            n >>= 1
        return out


def fibmat(n):
    m = Mat([[1, 1], [1, 0]]) ** n
    return (m.r, m.r[0][1])


class Acc(NamedTuple):
    name: str
    bal: float = 0.0

    def add(self, v):
        return self._replace(bal=self.bal + v)


def bank(ops):
    accs = {}
    for name, v in ops:
        accs[name] = accs.get(name, Acc(name)).add(v)
    rich = max(accs.values(), key=lambda a: a.bal, default=None)
    return (sorted(accs.values(), key=operator.attrgetter("bal")), rich, [a.name for a in accs.values()], Pt(1, 2) == (1, 2), Pt(3, 4)._replace(x=0))


class Shape:
    n = 0

    def __init__(self):
        Shape.n

    def area(self):
        raise NotImplementedError

    def __str__(self):
        return f"{type(self).__name__}({self.area():.2f})"


class Sq(Shape):
    def __init__(self, a):
        super().__init__()
        self.a = a

    def area(self):
        return self.a**2


class Ci(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r**2

    def __str__(self):
        return "C" + super().__str__()


def shapes(specs):
    ss = [Sq(v) if k == "s" else Ci(v) for k, v in specs]
    ss.sort(key=lambda s: -s.area())
    return ([str(s) for s in ss], sum((s.area() for s in ss if isinstance(s, Ci))), [type(s) is Sq for s in ss])


class Level(IntEnum):
    LOW = 1
    HIGH = 5


class Color(Enum):
    RED = "r"
    BLUE = "b"


def enums(v):
    cs = [Color(c) for c in v]
    return (
        [c.name for c in cs],
        cs.count(Color.RED),
        {c: i for i, c in enumerate(cs)},
        Level.LOW < Level.HIGH,
        Level.HIGH + 1,
        [level.value for level in Level],
        cs,
    )


CASES = [
    (objs, (4,)),
    (change_objs, ([P(1), P(2, 2.0, ["z"])],)),
    (bst, ([5, 2, 8, 1, 9, 3],)),
    (rpn, (["3", "4", "+", "2", "*"],)),
    (rpn, (["+"],)),
    (versions, (["1.2", "1.10", "1.2.1"],)),
    (fibmat, (10,)),
    (bank, ([("a", 5.0), ("b", 2), ("a", -1)],)),
    (shapes, ([("s", 2), ("c", 1.5), ("s", 3)],)),
    (enums, ("rbr",)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
