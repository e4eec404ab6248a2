"""dataclasses.replace, asdict and astuple, and dicts of several kinds of values that are made of an object."""

import dataclasses
from dataclasses import asdict, astuple, dataclass, field, replace

import pytest
import unpython as up
from support.outcomes import outcome


@dataclass(order=True)
class Task:
    priority: int
    name: str = field(compare=False)
    cost: float = field(default=1.0, compare=False)

    def later(self, by):
        return replace(self, priority=self.priority + by)


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.0

    def moved(self, by):
        return dataclasses.replace(self, x=self.x + by)


@dataclass
class Checked:
    n: int
    twice: float = 0.0

    def __post_init__(self):
        if self.n < 0:
            raise ValueError("below 0")
        self.twice = 2.0 * self.n


@dataclass
class Held:
    items: list
    n: int = 0


def one(n):
    t = Task(n, "x")
    t = replace(t, cost=2.5)
    return t.cost + t.priority


def both(x):
    p = Point(x)
    q = replace(p, y=3.0)
    r = replace(q)
    return p, q, r, r is q


def moved(x):
    p = Point(x)
    for _ in range(3):
        p = p.moved(1.5)
    return p.x


def later(n):
    return [t.later(2) for t in [Task(i, str(i)) for i in range(n)]]


def as_dicts(n):
    points = [Point(float(i)) for i in range(n)]
    return [asdict(p) for p in points], [astuple(p) for p in points]


def in_order(n):
    tasks = [Task(i % 3, str(i)) for i in range(n)]
    return [asdict(t) for t in sorted(tasks)]


def one_dict(n):
    t = Task(n, "x")
    return asdict(t)


def by_hand(n):
    t = Task(n, "x")
    return {"priority": t.priority, "name": t.name, "both": (t.cost, t.name)}


def none_or_hand(n, s):
    if n < 0:
        return None
    return {"n": n, "w": s.upper(), "both": (n, s)}


def number_or_hand(n, s):
    if n < 0:
        return n
    return {"n": n, "w": s.upper(), "both": (n, s)}


def checked(n):
    c = Checked(n)
    d = replace(c, n=n - 1)
    return c.twice, d.twice, d.n


def given(points):
    return [replace(p, y=p.x * 2) for p in points]


def read(p):
    q = asdict(p)
    return q["x"] + q["y"]


def with_lists(n):
    h = Held([1, 2], n)
    d = asdict(h)
    d["items"].append(3)
    return h.items, d


def shared_lists(n):
    h = Held([1, 2], n)
    g = replace(h, n=4)
    g.items.append(3)
    return h.items, g.n


def no_field(p):
    return replace(p, z=1.0)


CASES = [
    (one, 3), (both, 1.5), (moved, 1.0), (later, 0), (later, 4), (as_dicts, 0), (as_dicts, 3), (in_order, 7), (in_order, 0), (one_dict, 3), (by_hand, 3),
    (none_or_hand, 3, "ab"), (none_or_hand, -1, "ab"), (number_or_hand, 3, "ab"), (number_or_hand, -1, ""), (checked, 3), (checked, 0), (checked, -1), (given, [Point(1.0), Point(2.0, 3.0)]), (read, Point(1.0, 2.0)),
]  # fmt: skip
OTHERS = [(with_lists, 3), (shared_lists, 3), (no_field, Point(1.0)), (given, []), (given, [Point(1.0), Task(1, "a")])]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_compiled(case):
    function, *arguments = case
    assert outcome(up.jit(function, strict=True), arguments) == outcome(function, arguments)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case[0].__name__)
def test_others(case):
    function, *arguments = case
    assert outcome(up.jit(function, strict=False), arguments) == outcome(function, arguments)
