"""Several new objects in one statement, and dataclasses.replace of objects with arrays."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


@dataclass
class Rect:
    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def area(self):
        return max(0, self.x1 - self.x0) * max(0, self.y1 - self.y0)


@dataclass(frozen=True)
class State:
    t: float
    q: np.ndarray
    p: np.ndarray


@dataclass
class Checked:
    x: float
    count: int = field(default=0, init=False)

    def __post_init__(self):
        self.count += 1


def overlap(a, b):
    ra, rb = Rect(*a), Rect(*b)
    inner = Rect(max(ra.x0, rb.x0), max(ra.y0, rb.y0), min(ra.x1, rb.x1), min(ra.y1, rb.y1))
    return inner.area / (ra.area + rb.area - inner.area)


def exchanged(a, b):
    r, s = Rect(*a), Rect(*b)
    r, s = Rect(s.x0, s.y0, r.x1, r.y1), Rect(r.x0, 0, 9, 9)
    return r.area, s.area


def leapfrog(q, p, dt, n):
    s = State(0.0, np.asarray(q, dtype=float), np.asarray(p, dtype=float))
    energies = []
    for _ in range(n):
        half = s.p - 0.5 * dt * s.q
        moved = s.q + dt * half
        s = replace(s, t=s.t + dt, q=moved, p=half - 0.5 * dt * moved)
        energies.append(0.5 * float(s.p @ s.p + s.q @ s.q))
    return s.t, s.q, s.p, max(energies) - min(energies)


def second(q):
    s = State(0.0, q, q + 1)
    r, n = replace(s, t=2.0), 3
    return replace(r, q=r.p * n).q, r.t, s.t


def counted(x):
    s = Checked(x)
    s = replace(s, x=x + 1)
    return s.x, s.count


def of_either(x):
    s = State(x, np.zeros(1), np.ones(1)) if x > 1 else Checked(x)
    s = replace(s, **({"t": 3.0} if x > 1 else {"x": 4.0}))
    return s.t if x > 1 else s.x


@pytest.mark.parametrize("case", [
    (overlap, (0, 0, 2, 2), (1, 1, 3, 3)), (overlap, (0, 0, 2, 2), (2, 2, 3, 4)), (leapfrog, [1.0, 0.0], [0.0, 1.0], 0.1, 4), (second, np.arange(3.0)),
], ids=name_of)  # fmt: skip
def test_objects(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(exchanged, (0, 0, 2, 2), (1, 1, 3, 3)), (counted, 1.5), (of_either, 0.5), (of_either, 2.5)], ids=name_of)
def test_others(case):
    check_values(case)
