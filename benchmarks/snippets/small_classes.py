"""Small classes, schedules, logs and tables."""

from __future__ import annotations

import heapq
import math
import re
import statistics
from collections import Counter, defaultdict, namedtuple
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from snippets import snippet

Reading = namedtuple("Reading", ["sensor", "time", "value"])


@snippet(["t1 5 20.5", "h1 3 0.44", "t1 9 21.0", "h1 1 0.40"])
def sensor_summary(lines):
    readings = []
    for line in lines:
        sensor, t, v = line.split()
        readings.append(Reading(sensor, int(t), float(v)))
    latest = {}
    for r in readings:
        if r.sensor not in latest or r.time > latest[r.sensor].time:
            latest[r.sensor] = r
    return {s: r.value for s, r in sorted(latest.items())}


@snippet("10:00 INFO started\n10:01 ERROR disk is full\n\n10:02 INFO retry\n10:03 ERROR gave up")
def log_levels(log):
    counts = Counter()
    errors = []
    for line in log.splitlines():
        if not line.strip():
            continue
        stamp, level, *rest = line.split()
        counts[level] += 1
        if level == "ERROR":
            errors.append(f"[{stamp}] {' '.join(rest)}")
    return dict(counts), errors


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def norm(self):
        return math.sqrt(self.x ** 2 + self.y ** 2)

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"


@snippet(12)
def vector_path(n):
    pos = Vector(0.0, 0.0)
    vel = Vector(1.0, 0.5)
    for i in range(n):
        pos = pos + vel * 0.1
        if pos.norm() > 0.5:
            vel = vel * -1
    return pos.x, pos.y, str(pos * 2)


class Shape:
    def area(self):
        return 0.0


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r ** 2


class Rect(Shape):
    def __init__(self, w, h):
        self.w, self.h = w, h

    def area(self):
        return self.w * self.h


@snippet([("circle", 1.0, 0.0), ("rect", 2.0, 3.5)])
def total_area(specs):
    total = 0.0
    for kind, a, b in specs:
        if kind == "circle":
            shape = Circle(a)
        else:
            shape = Rect(a, b)
        total += shape.area()
    return round(total, 3)


class Stack:
    def __init__(self):
        self._items = []

    def push(self, x):
        self._items.append(x)

    def pop(self):
        return self._items.pop()

    def __len__(self):
        return len(self._items)

    @property
    def top(self):
        return self._items[-1]


@snippet([5, 3, 4, 1, 6, 2])
def stack_demo(xs):
    s = Stack()
    maxima = []
    for x in xs:
        while len(s) and s.top < x:
            s.pop()
        s.push(x)
        maxima.append(len(s))
    return maxima, s.top


@dataclass
class Employee:
    name: str
    dept: str
    salary: float
    tags: list = field(default_factory=list)


@snippet([("ann", "it", 50.0), ("bob", "hr", 40.0), ("cy", "it", 65.5)])
def payroll(rows):
    staff = [Employee(n, d, s) for n, d, s in rows]
    by_dept = defaultdict(list)
    for e in staff:
        by_dept[e.dept].append(e)
    out = {}
    for dept, people in by_dept.items():
        top = max(people, key=lambda e: e.salary)
        out[dept] = (sum(e.salary for e in people), top.name)
    return out


class Light(Enum):
    RED = 1
    GREEN = 2
    YELLOW = 3


@snippet(5)
def traffic(n):
    state = Light.RED
    seen = []
    for _ in range(n):
        if state == Light.RED:
            state = Light.GREEN
        elif state == Light.GREEN:
            state = Light.YELLOW
        else:
            state = Light.RED
        seen.append(state.name)
    return seen, state.value


@snippet([0, 1, 2, 8, 9], [3, 2, 4, 1, 2])
def queue_simulation(arrivals, service):
    free_at = 0
    waits = []
    for a, s in zip(arrivals, service):
        start = max(a, free_at)
        waits.append(start - a)
        free_at = start + s
    return sum(waits) / len(waits), max(waits), free_at


@snippet([(3.0, "stop"), (1.5, "repeat_a"), (0.5, "start")])
def event_scheduler(events):
    heap = []
    for t, name in events:
        heapq.heappush(heap, (t, name))
    log = []
    while heap:
        t, name = heapq.heappop(heap)
        log.append(f"{t:5.1f} {name}")
        if name.startswith("repeat") and t < 5:
            heapq.heappush(heap, (t + 2, name))
    return log


@snippet("temp 21.5 at 3 m, delta -4")
def extract_numbers(text):
    nums = re.findall(r"-?\d+\.?\d*", text)
    return sum(float(n) for n in nums), nums


@snippet({"db": {"port": 5432, "pool": 5}, "web": {"port": 80}})
def flatten_settings(settings):
    flat = {}
    for section, options in settings.items():
        for key, value in options.items():
            flat[f"{section}.{key}"] = value
    return flat


@snippet([("jan", "N", 5.0), ("jan", "S", 3.0), ("feb", "N", 2.0), ("jan", "N", 1.0)])
def pivot_table(rows):
    months = sorted({m for m, _, _ in rows})
    regions = sorted({r for _, r, _ in rows})
    table = np.zeros((len(months), len(regions)))
    for m, r, v in rows:
        table[months.index(m), regions.index(r)] += v
    return months, regions, table


@snippet([("Ajax", "PSV", 2, 1), ("PSV", "Feyenoord", 0, 0), ("Feyenoord", "Ajax", 3, 1)])
def matrix_rank_games(results):
    teams = sorted(set(t for game in results for t in game[:2]))
    points = dict.fromkeys(teams, 0)
    for home, away, hg, ag in results:
        if hg > ag:
            points[home] += 3
        elif hg < ag:
            points[away] += 3
        else:
            points[home] += 1
            points[away] += 1
    table = sorted(points.items(), key=lambda t: t[1], reverse=True)
    width = max(map(len, teams))
    return [f"{name:<{width}} | {pts:2d}" for name, pts in table]


@snippet([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
def spiral(matrix):
    out = []
    m = [list(r) for r in matrix]
    while m:
        out += m.pop(0)
        m = [list(r) for r in zip(*m)][::-1]
    return out


@snippet(["2024-01-10", "2024-02-01"], ["2024-01-09", "2024-03-05"])
def days_overdue(due, paid):
    late = []
    for d, p in zip(due, paid):
        y, m, dd = map(int, d.split("-"))
        y2, m2, d2 = (int(x) for x in p.split("-"))
        delta = (y2 - y) * 360 + (m2 - m) * 30 + (d2 - dd)
        if delta > 0:
            late.append((d, delta))
    return late


@snippet([3.0, 1.5, 4.25, 2.0])
def summarize(values):
    values = sorted(values)
    n = len(values)
    median = values[n // 2] if n % 2 else (values[n // 2 - 1] + values[n // 2]) / 2
    return f"n={n} min={values[0]:.2f} med={median:.2f} max={values[-1]:.2f} sd={statistics.stdev(values):.3f}"


@snippet([5, 12, 17, 33, 38, 39, 12])
def ascii_histogram(values):
    counts = Counter(v // 10 * 10 for v in values)
    lines = []
    for lo in range(min(counts), max(counts) + 10, 10):
        lines.append(f"{lo:3d}-{lo + 9:<3d} {'*' * counts[lo]}")
    return "\n".join(lines)


@snippet(12, 8, 15)
def mandelbrot(w, h, limit):
    y, x = np.ogrid[-1.2:1.2:h * 1j, -2:0.8:w * 1j]
    c = x + y * 1j
    z = c.copy()
    div = np.full(c.shape, limit, dtype=int)
    for i in range(limit):
        z = z ** 2 + c
        diverged = np.abs(z) > 2
        new = diverged & (div == limit)
        div[new] = i
        z[diverged] = 2
    return div


@snippet([("a", 3), ("b", 2), ("a", -1), ("b", -2)])
def inventory_class_demo(moves):
    class Item:
        def __init__(self, name):
            self.name = name
            self.qty = 0
    items = {}
    for name, q in moves:
        if name not in items:
            items[name] = Item(name)
        items[name].qty += q
    return [(i.name, i.qty) for i in items.values() if i.qty > 0]


class Planet:
    def __init__(self, name, mass, pos, vel):
        self.name = name
        self.mass = mass
        self.pos = np.array(pos)
        self.vel = np.array(vel)

    def kinetic(self):
        return 0.5 * self.mass * np.dot(self.vel, self.vel)


@snippet(0.01, 50)
def solar_step(dt, steps):
    sun = Planet("sun", 1000.0, [0.0, 0.0], [0.0, 0.0])
    earth = Planet("earth", 1.0, [10.0, 0.0], [0.0, 10.0])
    for _ in range(steps):
        r = sun.pos - earth.pos
        d = np.linalg.norm(r)
        earth.vel = earth.vel + dt * sun.mass * r / d ** 3
        earth.pos = earth.pos + dt * earth.vel
    return earth.pos, earth.kinetic()


class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __matmul__(self, other):
        cols = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in cols] for r in self.rows])

    def trace(self):
        return sum(self.rows[i][i] for i in range(len(self.rows)))


@snippet([[1, 1], [1, 0]], 5)
def matrix_power_trace(rows, n):
    m = Matrix(rows)
    p = m
    for _ in range(n - 1):
        p = p @ m
    return p.trace(), p.rows
