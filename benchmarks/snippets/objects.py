"""Classes, dataclasses, named tuples, and objects as arguments."""

import array
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from snippets import snippet

rng = np.random.default_rng(7)
A = rng.normal(size=20)


@dataclass
class Point:
    x: float
    y: float

    def length(self):
        return (self.x**2 + self.y**2) ** 0.5

    def moved(self, dx, dy):
        return Point(self.x + dx, self.y + dy)


@dataclass
class Grid:
    values: np.ndarray
    spacing: float = 0.1
    size: tuple = (4, 5)


@dataclass
class Particles:
    pos: np.ndarray
    vel: np.ndarray
    dt: float = field(default=0.01)

    def step(self):
        self.pos += self.vel * self.dt


class Spring:
    def __init__(self, k, rest):
        self.k = k
        self.rest = rest

    def force(self, x):
        return -self.k * (x - self.rest)


class Counter:
    def __init__(self):
        self.n = 0

    def add(self, k):
        self.n += k


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)


class Limits(NamedTuple):
    low: float
    high: float


Pair = namedtuple("Pair", "first second")


class Mode(Enum):
    FAST = 1
    SLOW = 2


CONFIG = SimpleNamespace(rate=0.5, steps=10)
ORIGIN = Point(1.0, 2.0)


@snippet(Point(3.0, 4.0))
def dataclass_argument(p):
    return p.x * 2 + p.y


@snippet(Point(3.0, 4.0))
def dataclass_method(p):
    return p.length()


@snippet(3.0)
def dataclass_made(x):
    p = Point(x, 1.0)
    q = p.moved(1.0, 1.0)
    return q.x + q.length()


@snippet(Grid(A.copy()))
def dataclass_with_array(g):
    total = 0.0
    for i in range(len(g.values)):
        total += g.values[i] * g.spacing
    return total + g.size[1]


@snippet(Particles(A.copy(), A[::-1].copy()))
def dataclass_changed(p):
    for _ in range(3):
        p.step()
    return p.pos.sum()


@snippet(Spring(2.0, 0.5), 3.0)
def plain_object(s, x):
    return s.force(x) + s.k


@snippet(3.0)
def plain_object_made(x):
    s = Spring(2.0, x)
    return s.force(1.0)


@snippet(5)
def counter_object(n):
    c = Counter()
    for i in range(n):
        c.add(i)
    return c.n


@snippet(Counter(), 5)
def changed_object(c, n):
    for i in range(n):
        c.n += i
    return c.n


@snippet(1.0)
def operators(x):
    v = Vector(x, 2.0) + Vector(1.0, 1.0) * 3
    return v.x * v.y


@snippet(Limits(-0.5, 0.5), A)
def named_tuple_argument(limits, a):
    return np.clip(a, limits.low, limits.high)


@snippet(A)
def named_tuple_made(a):
    lim = Limits(a.min(), a.max())
    return lim.high - lim.low, lim[0]


@snippet(A)
def named_tuple_result(a):
    return Pair(a.min(), a.max())


@snippet(3.0)
def dataclass_result(x):
    return Point(x, x + 1)


@snippet(3.0)
def global_object(x):
    return x * CONFIG.rate + CONFIG.steps + ORIGIN.x


@snippet(Mode.SLOW)
def enum_argument(mode):
    return 1 if mode is Mode.FAST else 2


@snippet((3, 4), (1.0, 2.0))
def tuple_arguments(shape, origin):
    out = np.zeros(shape)
    for i in range(shape[0]):
        out[i] = origin[0] + i * origin[1]
    return out


@snippet(array.array("d", [1.0, 2.0, 3.0]))
def array_array(a):
    return sum(a)


@snippet(memoryview(np.arange(5.0)) if False else np.arange(5.0))
def buffer_values(a):
    return a.sum()


@snippet(range(3, 20, 4))
def range_argument(r):
    total = 0
    for i in r:
        total += i
    return total


@snippet([Point(1.0, 2.0), Point(3.0, 4.0)])
def list_of_objects(points):
    total = 0.0
    for p in points:
        total += p.x * p.y
    return total


@snippet(np.float32(2.5), np.int32(3))
def numpy_scalars(x, n):
    return x * n, x.item(), x + 1, type(x) is float


@snippet(A, slice(2, 7))
def slice_argument(a, s):
    return a[s].sum()


@snippet(A)
def array_attributes(a):
    return a.size, a.itemsize, a.nbytes, a.ndim, a.shape[0], a.T.shape, a.dtype == np.float64


@snippet(A)
def type_tests(a):
    return isinstance(a, np.ndarray), isinstance(3, int), isinstance(a[0], float), hasattr(a, "shape")
