"""Small classes with operators, whose objects are gone through, and methods that are called in a chain."""

import math

import pytest
import unpython as up
from support.outcomes import outcome


class Sum:
    def __init__(self):
        self.total = 0

    def add(self, x):
        self.total += x
        return self

    def put(self, x):
        self.total += x


class Holder:
    def __init__(self, held):
        self.held = held

    @property
    def same(self):
        return self.held

    def go(self, x):
        return self.same.add(x).total + self.same.add(1).add(2).total


def in_one_expression(x, y):
    return Sum().add(x).add(y).total


def of_a_name(x, y):
    a = Sum()
    b = a.total + a.add(x).add(y).total
    a.add(x).add(y).add(x).put(4)
    return a.total, b, a


def in_a_loop(x, y):
    t = 0
    for i in range(4):
        t += Sum().add(i).add(y).total
    return t, [Sum().add(i).add(x).total for i in range(3)]


def in_a_test(x, y):
    a = Sum()
    if x > 5 and a.add(x).add(y).total > 3 or y > 1 and a.add(1).add(1).total:
        return 1, a.total
    return (a.add(x).add(y).total if x > y else a.add(x).total), a.total


def in_the_head_of_a_loop(x, y):
    a = Sum()
    while a.add(x).add(abs(y) + 1).total < 20:
        x += 1
    return a.total, x


def by_property(x, y):
    h = Holder(Sum())
    return h.same.add(x).total, h.go(y), h.held.total


def of_a_given_one(a, x):
    return a.add(x).add(x).total, a


class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __rsub__(self, k):
        return Vec(k - self.x, k - self.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __iter__(self):
        yield self.x
        yield self.y

    def __abs__(self):
        return math.hypot(*self)

    def dot(self, o):
        return sum(a * b for a, b in zip(self, o))

    @property
    def norm(self):
        return sum(c * c for c in self) ** 0.5

    def turn(self):
        self.x, self.y = -self.y, self.x


class Three:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z=0.0):
        self.x, self.y, self.z = x, y, z

    def __add__(self, o):
        return Three(self.x + o.x, self.y + o.y, self.z + o.z)

    def __mul__(self, k):
        return Three(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def __iter__(self):
        return iter((self.x, self.y, self.z))

    def dot(self, o):
        return sum(a * b for a, b in zip(self, o))

    def __abs__(self):
        return math.sqrt(self.dot(self))


def with_numbers_on_the_left(x, y):
    pos, vel = Vec(x, y), Vec(0.5, 1.5)
    acc = -1.0 / abs(pos) ** 3 * pos
    for _ in range(3):
        vel = vel + 0.5 * 0.1 * acc
        pos = pos + vel * 0.1
    return pos.x, pos.y, (5.0 - pos - vel).x


def orbit(x, y):
    pos, vel = Three(x, y), Three(0.0, 1.0)
    radii = []
    acc = -1.0 / abs(pos) ** 3 * pos
    for _ in range(5):
        vel = vel + 0.5 * 0.02 * acc
        pos = pos + vel * 0.02
        acc = -1.0 / abs(pos) ** 3 * pos
        radii.append(abs(pos))
    return tuple(pos), min(radii), vel.dot(pos)


def of_sums(x, y):
    a, b = Vec(x, y), Vec(1.5, 2.5)
    return (Vec(x, y) + Vec(1.0, 2.0) + Vec(3.0, 4.0)).norm, (a + b + a + b - a).x, (a - b).norm * (b - a).dot(a)


def names_of_differences(x, y):
    t = Vec(x, y) - Vec(1.0, 2.0)
    u = t - Vec(3.0, 7.0)
    return u.x, u.y, list(u - t)


def taken_apart(x, y):
    a = Vec(x, y)
    p, q = a
    return p - q, tuple(a), list(-a), [*a, 1.0], (0.0, *a), max(a), sum(a), sorted(a), [c * 2 for c in a]


def gone_through(x, y):
    a = Vec(x, y)
    t = []
    for i, c in enumerate(a):
        t.append(c * i)
    for c in a:
        a.turn()
        t.append(c)
    return t


def too_many_names(x, y):
    a = Vec(x, y)
    p, q, r = a
    return p


def maybe_none(x, y):
    a = None
    if x > 2:
        a = Vec(x, y)
    p, q = a
    return p + q


def in_lists(x, y):
    all_of_them = [Vec(i + x, y) for i in range(3)]
    t = Vec(0.0, 0.0)
    for v in all_of_them:
        t = t + v * 0.5
    return tuple(t), [tuple(v) for v in all_of_them]


CHAINS = [in_one_expression, of_a_name, in_a_loop, in_a_test, in_the_head_of_a_loop, by_property]
VECTORS = [with_numbers_on_the_left, orbit, of_sums, names_of_differences, taken_apart, in_lists]
LEFT = [gone_through, too_many_names, maybe_none]


@pytest.mark.parametrize("function", CHAINS)
@pytest.mark.parametrize("given", [(3, 2), (7, -1), (1.5, 2.0)])
def test_chains(function, given):
    assert outcome(up.jit(strict=True)(function), list(given)) == outcome(function, list(given))


def test_a_chain_of_a_given_object():
    a, b = Sum(), Sum()
    assert up.jit(strict=True)(of_a_given_one)(a, 3)[0] == of_a_given_one(b, 3)[0]
    assert a.total == b.total


def in_a_lambda(x, y):
    f = lambda k: Sum().add(k).add(y).total  # noqa: E731
    return f(x)


def test_a_chain_that_python_runs():
    assert up.jit(strict=False)(in_a_lambda)(3, 2) == in_a_lambda(3, 2)


@pytest.mark.parametrize("function", VECTORS)
@pytest.mark.parametrize("given", [(3.0, 2.0), (-0.5, 7.25)])
def test_vectors(function, given):
    assert outcome(up.jit(strict=True)(function), list(given)) == outcome(function, list(given))


@pytest.mark.parametrize("function", LEFT)
@pytest.mark.parametrize("given", [(3.0, 2.0), (-0.5, 7.25)])
def test_what_may_be_left_to_python(function, given):
    assert outcome(up.jit(strict=False)(function), list(given)) == outcome(function, list(given))
