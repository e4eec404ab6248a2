"""Lists of arrays, and of objects that hold some, that a call gives: what goes through them, and objects whose arrays change in place."""

import itertools
from dataclasses import dataclass

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome


@dataclass
class Body:
    mass: float
    pos: np.ndarray
    vel: np.ndarray


def two():
    return [Body(1.0, np.array([0.0, 0.0]), np.array([0.0, 0.1])), Body(0.5, np.array([1.0, 0.0]), np.array([0.0, -0.7]))]


def same():
    return [two()[0]] * 2


def shared():
    a, b = two()
    b.vel = a.vel
    return [a, b]


def move(bodies, dt):
    for b in bodies:
        b.pos += b.vel * dt
    return bodies[0].pos


def fall(bodies, g):
    for i, b in enumerate(bodies):
        b.vel[1] -= g * i
        b.pos += b.vel


def push(bodies, acc):
    for b, a in zip(bodies, acc):
        b.vel += a
    return 1


def attract(bodies, dt):
    n = len(bodies)
    for i in range(n):
        for j in range(i):
            a, b = bodies[i], bodies[j]
            d = a.pos - b.pos
            a.vel -= d * b.mass * dt
            b.vel += d * a.mass * dt


def steps(bodies, dt):
    for _ in range(3):
        for i in range(len(bodies)):
            acc = np.zeros(2)
            for j in range(len(bodies)):
                if i == j:
                    continue
                d = bodies[j].pos - bodies[i].pos
                acc += bodies[j].mass * d / np.linalg.norm(d) ** 3
            bodies[i].vel += acc * dt
        for b in bodies:
            b.pos += b.vel * dt
    return np.array([b.pos for b in bodies])


def energy(bodies, g):
    e = 0.0
    for i, a in enumerate(bodies):
        e += 0.5 * a.mass * np.sum(a.vel**2)
        for b in bodies[i + 1 :]:
            e -= g * a.mass * b.mass / np.linalg.norm(a.pos - b.pos)
    for a, b in itertools.combinations(bodies, 2):
        e += a.mass - b.mass
    return e


def center(bodies, scale):
    return scale * sum(b.mass * b.pos for b in bodies) / sum(b.mass for b in bodies)


def forces(bodies, g):
    return [sum(g * b.mass * (b.pos - a.pos) for b in bodies) for a in bodies]


def is_left(bodies, g):
    for b in bodies:
        b.pos += g
    return b.mass


def leaves(bodies, g):
    for b in bodies:
        if b.mass < g:
            break
        b.pos += g


def total(p):
    return sum(2 * x for x in p)


def differences(p):
    return [x - p[0] for x in p]


def between(p):
    return [sum(y - x for y in p) for x in p]


def along(p):
    return np.mean(p, axis=0), np.max([x * 2 for x in p], axis=0)


def distances(p):
    found = 0.0
    for i in range(len(p)):
        for j in range(len(p)):
            if i != j:
                found += np.linalg.norm(p[i] - p[j])
    return found


def given_back(p):
    return [p[-1], p[0]]


def grown(p):
    for x in p:
        x += 1
    return p[0].sum()


def too_long(p):
    for x in p:
        x += np.ones(3, dtype=np.int64)


OBJECTS = (move, fall, push, attract, steps, energy, center, forces, is_left, leaves)
A, B = np.array([3.0, 1.0]), np.array([1.0, -0.0])
LISTS = ([A, B, A + B], [A, A], [np.array([1, 2]), np.array([3, 4])], [np.array([1.0]), A], [B], [np.eye(2), np.eye(2) * 3])
ARRAYS = (total, differences, between, along, distances, given_back, grown, too_long)
STAYS = (is_left, leaves)


@pytest.mark.parametrize("make", (two, same, shared))
@pytest.mark.parametrize("function", [f for f in OBJECTS if f not in STAYS])
def test_objects(function, make):
    second = np.eye(2) if function is push else 0.25
    compiled = up.jit(strict=True, fp="strict")(function)
    for _ in range(2):
        assert outcome(compiled, (make(), second)) == outcome(function, (make(), second))


@pytest.mark.parametrize("acc", ([np.ones(2), np.ones(2)], np.ones((1, 2)), np.ones((3, 2)), np.ones((0, 2)), [np.ones(2)], [1.0, 2.0], np.ones((2, 3))))
def test_what_stands_beside_objects(acc):
    compiled = up.jit(strict=True, fp="strict")(push)
    assert outcome(compiled, (two(), acc)) == outcome(push, (two(), acc))


@pytest.mark.parametrize("case", [(f, p) for f in ARRAYS for p in LISTS], ids=name_of)
def test_arrays(case):
    function, given = case
    compiled = up.jit(strict=True, fp="strict")(function)
    assert outcome(compiled, (given,)) == outcome(function, (given,))


def test_machine_code():
    check_machine_code((between, [A, B]))


def number(bodies, dt):
    for b in bodies:
        b.mass += dt


def another(bodies, dt):
    for b in bodies:
        b.pos = b.pos + dt


def looked_for(bodies, dt):
    return [sum(b.mass for b in bodies if b is not a) for a in bodies]


@pytest.mark.parametrize("function", (number, another, looked_for, *STAYS))
def test_those_that_stay(function):
    """Fields that get another value, and which object it is."""
    with pytest.raises((TypeError, up.CompileError)):
        up.jit(strict=True)(function)(two(), 0.5)


def under_a_test(p):
    best = p[0]
    for x in p:
        if x.sum() > 1:
            best = x
    return best * 2


def in_a_while(p):
    x, n, s = p[0], 0, 0.0
    while n < 3:
        s += x.sum()
        x = p[-1]
        n += 1
    return s


def loop_over_a_name(p):
    x = p[0]
    for x in p:
        x.sum()
    return x + 1


def one_name_in_two_loops(p):
    s = 0.0
    for x in p:
        for x in p:
            s += x.sum()
        s += 2 * x.sum()
    return s


def counter_behind(p):
    i = 7
    for i, x in enumerate(p):
        for i, y in enumerate(p):
            y.sum()
        x.sum()
    return i


def named_twice(p):
    x = p[0]
    s = x.sum()
    x = p[-1]
    return s - x.sum()


def chosen_in_ways(p):
    if p[0].sum() > 2:
        x = p[0]
    else:
        x = p[-1]
    return x - 1


def beside_a_name(p):
    w = p[0].sum()
    for x, w in zip(p, [1.0, 2.0]):
        w += x.sum()
    return w


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function",
    (under_a_test, in_a_while, loop_over_a_name, one_name_in_two_loops, counter_behind, named_twice, chosen_in_ways, beside_a_name),
)
@pytest.mark.parametrize("given", LISTS)
def test_names_that_stand_for_another_item_later(function, given):
    compiled = up.jit(strict=False, fp="strict")(function)
    assert outcome(compiled, (given,)) == outcome(function, (given,))


def weighted(p, w):
    s = 0.0
    for x, k in zip(p, w):
        s += x.sum() * k
    return s


def beside_own_keys(p, n):
    d = {}
    for i in range(n):
        d[i] = i + 5
    s = 0.0
    for x, k in zip(p, d):
        s += x.sum() * k
    return s


def beside_own_weights(p, n):
    w = [1.0 / n] * n
    s = 0.0
    for x, k in zip(p, w):
        s += x.sum() * k
    return s


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [
    (weighted, {0: 5, 1: 7}), (weighted, {1: 5, 0: 7}), (weighted, [1.0, 2.0]), (weighted, {3, 4}), (weighted, range(3, 9)), (weighted, (1, 2.5)),
    (weighted, np.array([2, 3])), (weighted, [(1, 2)]), (weighted, "ab"), (weighted, []), (beside_own_keys, 3), (beside_own_keys, 0), (beside_own_weights, 3),
], ids=name_of)  # fmt: skip
def test_only_what_places_hold_is_asked_for_by_place(case):
    function, beside = case
    for given in LISTS:
        compiled = up.jit(strict=False, fp="strict")(function)
        assert outcome(compiled, (given, beside)) == outcome(function, (given, beside))
