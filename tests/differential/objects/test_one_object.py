"""Plain objects that a function makes once and of which it uses the fields, to which it appends arrays, numbers and tuples."""

from dataclasses import InitVar, dataclass, field

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


@dataclass
class Particle:
    pos: np.ndarray
    mass: float = 1.0
    trail: list = field(default_factory=list)


@dataclass
class Own:
    x: float
    t: list = field(default_factory=list)

    def __init__(self, x):
        self.x = 2 * x
        self.t = [x]


@dataclass
class Given:
    x: InitVar[float]
    y: float
    t: list = field(default_factory=list)

    def __post_init__(self, x):
        self.y += x


@dataclass
class Holder:
    xs: list
    t: float = 0.0


class Track:
    def __init__(self):
        self.t = []
        self.dt = 0.5


class Doubled:
    def __init__(self):
        self.t = []

    @property
    def n(self):
        return 2 * len(self.t)


def trail(n):
    p = Particle(np.zeros(2))
    for _ in range(n):
        p.trail.append(p.pos.copy())
    return p.trail


def moved(n):
    p = Particle(np.zeros(2), mass=2)
    for k in range(n):
        p.pos = p.pos + k * p.mass
        p.trail.append(p.pos.copy())
    return np.array(p.trail), p.pos, p.mass


def in_place(n):
    p = Particle(np.zeros(2), 3.0)
    for _ in range(n):
        p.pos += 0.5
        p.pos[1] -= 0.25
        p.trail.append(p.pos.copy())
    return p.trail, p.mass


def of_numbers(n):
    p = Particle(np.ones(2))
    for k in range(n):
        p.pos += k
        p.trail.append(p.pos[0])
    return p.trail, len(p.trail)


def of_a_class(n):
    p = Track()
    for k in range(n):
        p.t.append(np.zeros(2) + k * p.dt)
    return np.array(p.t)


def of_two(n):
    p = Particle(np.zeros(2))
    q = Particle(p.pos + 1, mass=p.mass + 1)
    for _ in range(n):
        p.trail.append(q.pos * q.mass)
        q.trail.append(p.pos - q.pos)
    return p.trail, np.array(q.trail)


def held(n):
    q = Holder([])
    for _ in range(n):
        q.xs.append(np.zeros(2))
    return len(q.xs)


def of_own(n):
    p = Own(1.5)
    for k in range(n):
        p.t.append(k * p.x)
    return p.t


def of_init_variables(n):
    p = Given(1.5, 2.0)
    for k in range(n):
        p.t.append(k * p.y)
    return p.t


def with_properties(n):
    p = Doubled()
    for k in range(n):
        p.t.append(float(k))
    return p.n


def of_the_callers(xs):
    q = Holder(xs)
    q.xs.append(2.0)
    return len(q.xs), q.t


def one_array(n):
    p = Particle(np.zeros(2))
    for _ in range(n):
        p.trail.append(p.pos)
        p.pos += 1
    return p.trail


def too_early(n):
    if n > 1:
        p.trail.append(1.0)  # noqa: F821
    p = Particle(np.zeros(2))
    p.trail.append(1.0)
    return p.trail


def given_away(n):
    p = Particle(np.zeros(2))
    p.trail.append(p.pos)
    return p


@pytest.mark.parametrize("function", [trail, moved, in_place, of_numbers, of_a_class, of_two, held])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_strict(function, n):
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, [n]) == outcome(function, [n])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function",
    [
        trail, moved, in_place, of_numbers, of_a_class, of_two, held, of_own, of_init_variables, with_properties, one_array, too_early, given_away,
    ],
)  # fmt: skip
@pytest.mark.parametrize("n", [0, 1, 3])
def test_values(function, n):
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, [n]) == outcome(function, [n])


@pytest.mark.filterwarnings("ignore")
def test_a_list_of_the_callers():
    for xs in ([], [1.0], [1, 2]):
        assert outcome(up.jit(strict=False)(of_the_callers), [xs]) == outcome(of_the_callers, [xs])
