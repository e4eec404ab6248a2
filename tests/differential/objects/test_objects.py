"""Dataclasses, named tuples, plain classes and dicts with texts as keys: results, their types and what is left in the objects are
CPython's. What is compiled says so; everything else runs in Python."""

import copy
from collections import namedtuple
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
import unpython as up

A = np.array([1.5, -2.0, 3.0, 0.25])


@dataclass
class Point:
    x: float
    y: float = 2.0

    def length(self):
        return (self.x**2 + self.y**2) ** 0.5

    def moved(self, dx, dy=0.5):
        return Point(self.x + dx, self.y + dy)

    @property
    def total(self):
        return self.x + self.y

    def move(self, dx):
        self.x += dx


@dataclass(frozen=True)
class Fixed:
    x: float
    y: float

    def __add__(self, other):
        return Fixed(self.x + other.x, self.y + other.y)

    def __rmul__(self, k):
        return Fixed(self.x * k, self.y * k)

    def larger(self, other):
        if self.x > other.x:
            return self
        return Fixed(other.x, other.y)


@dataclass
class Particles:
    pos: np.ndarray
    vel: np.ndarray
    dt: float = field(default=0.25)

    def step(self):
        self.pos += self.vel * self.dt


@dataclass
class Checked:
    x: float

    def __post_init__(self):
        self.twice = self.x * 2


class Counter:
    def __init__(self, start=0):
        self.n = start

    def add(self, k):
        self.n += k
        return self.n

    def itself(self):
        return self


class Limits(NamedTuple):
    low: float
    high: float = 9.5

    def width(self):
        return self.high - self.low


class Outer:
    def __init__(self, x):
        self.point = Point(x)
        self.limits = Limits(x, x + 1)


class Guarded:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"Guarded({self.x})"

    def __getattr__(self, name):
        if name == "y":
            return 7
        raise AttributeError(name)


class Base:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"Base({self.x})"

    def value(self):
        return self.x * self.factor()

    def factor(self):
        return 2


class Derived(Base):
    def factor(self):
        return 3


Pair = namedtuple("Pair", "first second")
PARAMETERS = {"mass": 2.0, "count": 3}


def fields(p):
    return p.x * 2 + p.y, p.length(), p.total


def made(x):
    p = Point(x, 1.0)
    q = p.moved(1.0, dy=1.0)
    return q.x + q.length(), Point(x).y, q.total


def made_in_loop(n):
    total = 0.0
    for i in range(n):
        c = Counter(i)
        c.add(2)
        total += c.n
    return total


def counted(n):
    c = Counter()
    for i in range(n):
        c.add(i)
    d = c
    d.n += 100
    return c.n, d.n


def returned(x):
    return Point(x, x + 1)


def returned_two(x):
    p = Fixed(x, 1.0)
    q = 3
    return p, Pair(q, A.sum())


def added(x):
    v = Fixed(x, 1.0) + 2 * Fixed(1.0, x)
    for _ in range(3):
        v = v + Fixed(0.5, 0.25)
    return v.x * v.y, v.larger(Fixed(100.0, 0.0)).x, v.larger(Fixed(-100.0, 0.0)).x


def named(a):
    lim = Limits(a.min(), a.max())
    low, high = lim
    return lim.high - lim.low, lim[0], len(lim), lim.width(), Limits(1.0).high, low + high, lim


def of_limits(limits, a):
    return np.clip(a, limits.low, limits.high), limits[1], limits.width()


def pair(a):
    return Pair(a.min(), 2)


def in_an_object(x):
    o = Outer(x)
    o.point.move(1.0)
    return o.point.x, o.limits.high


def helper(p, k=2):
    return p.length() * k


def passed_on(p):
    return helper(p) + helper(k=3, p=p.moved(1.0))


def inherited(d):
    return d.value()


def after_init(x):
    c = Checked(x)
    return c.twice + c.x


def by_key(p, x):
    return p["a"] * x + p["b"]


def local_dict(x):
    p = {"k": x * 2, "c": 0.5}
    return p["k"] * x + p["c"]


def summary(a):
    return {"mean": a.mean(), "n": len(a), "text": 1}


def of_module(x):
    return x * PARAMETERS["mass"] + PARAMETERS["count"]


def arrays_of(p):
    for _ in range(3):
        p.step()
    return p.pos.sum(), p.dt


def nested_def(p, n):
    def shifted(k):
        return p.x + k

    return sum(shifted(i) for i in range(n))


COMPILED = [
    (fields, Point(3.0, 4.0)), (fields, Point(3, 4)), (made, 3.0), (made_in_loop, 5), (counted, 5), (returned, 3.0),
    (returned_two, 2.0), (added, 0.5), (named, A), (of_limits, Limits(-0.5, 0.5), A), (pair, A), (in_an_object, 2.0),
    (passed_on, Point(1.0)), (inherited, Derived(2.0)), (inherited, Base(2)), (by_key, {"a": 1.5, "b": 2}, 3.0), (local_dict, 3.0),
    (summary, A), (of_module, 2.0), (arrays_of, Particles(A.copy(), A[::-1].copy())), (nested_def, Point(1.0), 4),
]  # fmt: skip


def stored(p):
    p.x = 5.0
    return p.x


def stored_by_method(p):
    p.move(2.0)
    return p.x


def itself(p):
    return p


def twice(x):
    p = Point(x)
    return p, p


def alias_in_loop(n):
    prev = Counter(100)
    total = 0
    for i in range(n):
        c = Counter(i)
        total += prev.n
        prev = c
        prev.n += 1
    return total


def read_of_last_iteration(n):
    total = 0
    for i in range(n):
        if i > 0:
            total += prev.n
        prev = Counter(i)
    return total


def maybe_unbound(n):
    c = Counter(1)
    if n > 3:
        d = c.itself()
    return d.n


def alias_in_branch(n):
    a = Counter(1)
    b = Counter(2)
    c = a
    if n > 3:
        c = b
    c.n += 10
    return a.n, b.n


def scalar_updated(p):
    p.dt *= 2
    return p.dt


def attributes_missing(p):
    return p.z


def dict_missing(p):
    return p["z"]


def dict_stored(p):
    p["a"] = 2.0
    return p["a"]


def dict_walked(p):
    total = 0.0
    for k in p:
        total += p[k]
    return total, len(p), "a" in p


def of_list(points):
    return sum(p.x for p in points)


def frozen_stored(x):
    f = Fixed(x, x)
    f.x = 2.0
    return f.x


def compared(x):
    return Point(x) == Point(x), Fixed(x, x) is None


def guarded(g):
    return g.x + g.y


def two_kinds(n):
    c = n
    if n > 3:
        c = Counter(n)
        return c.n
    return c


def targets(x):
    p, q = Fixed(x, 1.0), 3
    return p.x + q


def given_twice(p, q):
    p.move(1.0)
    return q.x


def shared(p, q):
    for _ in range(2):
        p.step()
    return q.pos.sum()


_PARTICLES = Particles(A.copy(), A.copy())
_POINT = Point(1.0)
ANYWHERE = [
    (stored, Point(1.0)), (stored_by_method, Point(1.0)), (itself, Point(1.0)), (twice, 1.0), (alias_in_loop, 5),
    (read_of_last_iteration, 5), (read_of_last_iteration, 0), (maybe_unbound, 2), (maybe_unbound, 5), (alias_in_branch, 5), (alias_in_branch, 2), (scalar_updated, Particles(A, A)), (attributes_missing, Point(1.0)),
    (dict_missing, {"a": 1.0}), (dict_stored, {"a": 1.0}), (dict_walked, {"a": 1.0, "b": 2.0}), (frozen_stored, 1.0),
    (of_list, [Point(1.0), Point(2.0)]), (compared, 1.0), (guarded, Guarded(1.0)), (two_kinds, 3), (two_kinds, 4),
    (targets, 1.0), (given_twice, _POINT, _POINT), (shared, _PARTICLES, _PARTICLES), (fields, Point("a", 1.0)), (fields, Point(None)),
    (fields, Point(2**70, 1)), (fields, SimpleNamespace(x=1.0, y=2.0)), (itself, Limits(1.0)), (itself, {"a": 1}),
    (of_limits, (1.0, 2.0), A), (by_key, {"a": 1.5}, 1.0), (by_key, {"a": A, "b": 1}, 2.0), (by_key, {1: 1.5}, 1.0),
    (inherited, SimpleNamespace(value=lambda: 3)),
]  # fmt: skip


def outcome(function, arguments):
    try:
        result = repr(function(*arguments))
    except Exception as error:
        result = type(error), str(error)
    return result, repr(arguments), [repr(vars(a)) for a in arguments if hasattr(a, "__dict__")]


def id_of(case):
    return case[0].__name__


@pytest.mark.parametrize("case", COMPILED, ids=id_of)
def test_objects_are_compiled(case):
    function, *arguments = case
    compiled = up.jit(strict=True)(function)
    for _ in range(2):  # the second call knows how its arguments are built
        given = copy.deepcopy(arguments)
        assert outcome(compiled, given) == outcome(function, copy.deepcopy(arguments))
    assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", ANYWHERE, ids=id_of)
def test_what_objects_do_is_never_something_else(case):
    function, *arguments = case
    compiled = up.jit(strict=False)(function)
    for _ in range(2):
        assert outcome(compiled, copy.deepcopy(arguments)) == outcome(function, copy.deepcopy(arguments))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_attributes_of_one_object():
    compiled = up.jit(strict=False)(inherited)
    fields_of = up.jit(strict=False)(fields)
    one, other = Base(2.0), Point(3.0, 4.0)
    assert (compiled(one), fields_of(other)) == (4.0, (10.0, 5.0, 7.0))
    one.value = lambda: 77
    other.length = lambda: 77
    assert (compiled(one), fields_of(other)) == (77, (10.0, 77, 7.0))
    assert (compiled(Base(2.0)), fields_of(Point(3.0, 4.0))) == (4.0, (10.0, 5.0, 7.0))


def test_another_class_and_another_method():
    compiled = up.jit(strict=True)(inherited)
    assert [compiled(Base(2.0)), compiled(Derived(2.0)), compiled(Base(3))] == [4.0, 6.0, 6]
    factor = Base.factor
    try:
        Base.factor = lambda self: 5
        assert compiled(Base(2.0)) == 10.0
    finally:
        Base.factor = factor
    assert compiled(Base(2.0)) == 4.0


def test_values_of_a_dict_of_the_module_are_read_at_each_call():
    compiled = up.jit(strict=True)(of_module)
    before = dict(PARAMETERS)
    try:
        assert compiled(2.0) == 7.0
        PARAMETERS["mass"] = 5.0
        assert compiled(2.0) == 13.0
    finally:
        PARAMETERS.update(before)
