"""Programs with lists of objects that a call gives, for tests/differential/objects/test_objects_in_lists.py."""

import math
from dataclasses import dataclass
from typing import NamedTuple


@dataclass
class Person:
    name: str
    age: int
    score: float = 0.0


@dataclass
class Body:
    x: float
    y: float
    vx: float
    vy: float
    m: float = 1.0


class Pt(NamedTuple):
    x: float
    y: float


@dataclass
class Edge:
    a: int
    b: int
    w: float


def nbody(bodies, dt, steps):
    for _ in range(steps):
        for a in bodies:
            for b in bodies:
                if a is not b:
                    dx = b.x - a.x
                    dy = b.y - a.y
                    d = math.sqrt(dx * dx + dy * dy) + 0.01
                    a.vx += b.m * dx / (d * d * d) * dt
                    a.vy += b.m * dy / (d * d * d) * dt
        for b in bodies:
            b.x += b.vx * dt
            b.y += b.vy * dt
    return sum((0.5 * b.m * (b.vx ** 2 + b.vy ** 2) for b in bodies))


def oldest(people):
    return max(people, key=lambda p: p.age)


def names_sorted(people):
    return [p.name for p in sorted(people, key=lambda p: (-p.score, p.name))]


def adults(people):
    return [p for p in people if p.age >= 18]


def birthday(people):
    for p in people:
        p.age += 1
        if p.name.startswith('A'):
            p.name = p.name.upper()


def mean_age(people):
    return sum((p.age for p in people)) / len(people)


def by_name(people, who):
    table = {p.name: p for p in people}
    return table[who].age


def add_person(people, name):
    people.append(Person(name, 3))
    return len(people)


def remove_first(people):
    p = people.pop(0)
    return p.name


def make_people(n):
    return [Person('p' + str(i), i) for i in range(n)]


def centroid(pts):
    sx = sy = 0.0
    for x, y in pts:
        sx += x
        sy += y
    return (sx / len(pts), sy / len(pts))


def pts_made(n):
    pts = [Pt(i * 1.0, i * 2.0) for i in range(n)]
    return pts


def far(pts):
    return max(pts, key=lambda p: p.x ** 2 + p.y ** 2)


def path(pts):
    return sum((math.hypot(b.x - a.x, b.y - a.y) for a, b in zip(pts, pts[1:])))


def kruskal(edges, n):
    parent = list(range(n))
    total = 0.0
    for e in sorted(edges, key=lambda e: e.w):
        a, b = (e.a, e.b)
        while parent[a] != a:
            a = parent[a]
        while parent[b] != b:
            b = parent[b]
        if a != b:
            parent[a] = b
            total += e.w
    return total


def rows_read(rows):
    return ([r['name'] for r in rows if r['n'] > 3], sum((r['price'] * r['n'] for r in rows)))


def rows_change(rows, f):
    for r in rows:
        r['price'] *= f
    return rows


def rows_made(n):
    rows = []
    for i in range(n):
        rows.append({'i': i, 'sq': i * i, 'name': 'n' + str(i)})
    return rows


def rows_sorted(rows):
    return sorted(rows, key=lambda r: r['price'])


def best_row(rows):
    best = None
    for r in rows:
        if best is None or r['price'] > best['price']:
            best = r
    return best


def one(p, k):
    p.age = p.age + k
    return p


def two(p, q):
    p.age, q.age = (q.age, p.age)


def raises(people):
    for p in people:
        p.age += 1
        if p.age > 30:
            raise ValueError('too old: ' + p.name)


def index_error(people):
    people[0].age = 5
    return people[10].age


def swap(people):
    people[0], people[1] = (people[1], people[0])


def alias(people):
    p = people[0]
    q = p
    q.age = 99
    return (people[0].age, p is q, people[0] is people[1])


def first_or_none(people, name):
    for p in people:
        if p.name == name:
            return p
    return None


def total(people):
    t = 0
    for i, p in enumerate(people):
        t += i * p.age
    return t


def float_from_np(a):
    ps = [Pt(v, 2.0) for v in a]
    return ps[0].x


def ret_two(people):
    lo = min(people, key=lambda p: p.age)
    hi = max(people, key=lambda p: p.age)
    return (lo, hi)


def comp_dict(people):
    return {p.name: p for p in people}


def filt(people):
    return (len(list(filter(lambda p: p.age > 20, people))), list(map(lambda p: p.age, people)))


def anyall(people):
    return (any((p.age > 40 for p in people)), all((p.score >= 0 for p in people)))


def fmt(people):
    out = []
    for p in people:
        out.append(f'{p.name}: {p.age}')
    return out


def del_low(people):
    people[:] = [p for p in people if p.age > 20]


def rebound(people):
    people = [p for p in people if p.age > 20]
    return len(people)


def nested(n):
    a = [[Pt(i * 1.0, j * 1.0) for j in range(3)] for i in range(n)]
    return a[1][2].x


def people():
    return [Person("Ann", 31, 2.5), Person("Bob", 17, 1.5), Person("Al", 45, 9.0), Person("é", 18)]


def rows():
    return [{"name": "a", "price": 2.5, "n": 3}, {"name": "b", "price": 1.0, "n": 10}]


def bodies():
    return [Body(0.0, 0.0, 0.1, 0.0), Body(1.0, 0.0, 0.0, 0.2, 2.0), Body(0.0, 1.5, 0.0, 0.0)]


def twice():
    one = Person("S", 1)
    return [one, Person("T", 2), one]


POINTS = [Pt(1.0, 2.0), Pt(3.0, 5.0), Pt(0.0, 0.0)]


EDGES = [Edge(0, 1, 2.0), Edge(1, 2, 1.0), Edge(0, 2, 5.0)]


KEYS = [5, 3, 8, 1, 4, 9]
