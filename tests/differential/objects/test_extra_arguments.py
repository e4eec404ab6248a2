"""Methods with `*parts`, given one by one and by a star: what is computed is CPython's."""

import math
import warnings

import pytest
import unpython as up


class Vector:
    def __init__(self, *parts):
        self.parts = list(parts)

    def __add__(self, other):
        return Vector(*[a + b for a, b in zip(self.parts, other.parts)])

    def __mul__(self, factor):
        return Vector(*(factor * a for a in self.parts))

    def norm(self):
        return math.sqrt(sum(a * a for a in self.parts))


class Account:
    def __init__(self, number, *amounts, scale=2.0):
        self.number = number
        self.first = amounts[0]
        self.n = len(amounts)
        self.total = sum(amounts) * scale

    def add(self, *more):
        for amount in more:
            self.total += amount
        return self.total

    def count(self, *more):
        return len(more)


class Kept:
    def __init__(self, *parts):
        self.parts = parts


def fall(height, dt):
    position = Vector(0.0, height)
    velocity = Vector(*[1.0, 0.0])
    gravity = Vector(0.0, -9.81)
    steps = 0
    while position.parts[1] > 0:
        velocity = velocity + gravity * dt
        position = position + velocity * dt
        steps += 1
    return steps, velocity.norm()


def in_a_list(height, dt):
    vectors = [Vector(height, i * dt) for i in range(4)]
    return [v.norm() for v in vectors]


def summed(height, dt):
    vectors = []
    for i in range(4):
        vectors.append(Vector(height, i * dt))
    total = Vector(0.0, 0.0)
    for v in vectors:
        total = total + v
    return total.norm()


def parts_returned(height, dt):
    return (Vector(height, dt) + Vector(1.0, 2.0, 9.0)).parts


def accounts(height, dt):
    made = [Account(1, height, dt), Account(2, dt, scale=0.5), Account(3, 1.0, 2.0, 3.0)]
    return made[1].add(1.0, 2.0), made[1].add(dt), made[0].total, made[2].first, made[1].n, made[0].count(1, 2)


def of_a_name(height, dt):
    given = [height, dt]
    v = Vector(*given)
    given.append(3.0)
    given[0] = 7.0
    return v.parts, given


def of_none(height, dt):
    w = Vector(height)
    w.parts.append(dt)
    return len(Vector().parts), w.norm()


def kept_tuple(height, dt):
    return Kept(height, dt).parts[0]


@pytest.mark.parametrize("function", [fall, in_a_list, summed, parts_returned, accounts, of_a_name, of_none, kept_tuple])
def test_given(function):
    for arguments in ((3.0, 0.1), (5.5, 0.02)):
        assert repr(up.jit(strict=True)(function)(*arguments)) == repr(function(*arguments))


def tuple_of_a_star(height, dt):
    return Kept(*[x for x in (height, dt)]).parts


def two_stars(height, dt):
    return Vector(*[x for x in (height, dt)], *[height]).norm()


@pytest.mark.parametrize("function", [tuple_of_a_star, two_stars])
def test_others_stay_with_python(function):
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(3.0, 0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert up.jit(strict=False)(function)(3.0, 0.1) == function(3.0, 0.1)
