"""More small classes: matrices, tasks, lists with links, grids, walkers, dates."""
from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections import namedtuple
from dataclasses import dataclass, field

from snippets import snippet


class Fraction:
    def __init__(self, n, d=1):
        if d == 0:
            raise ZeroDivisionError("denominator")
        g = math.gcd(n, d)
        if d < 0:
            g = -g
        self.n = n // g
        self.d = d // g

    def __add__(self, other):
        return Fraction(self.n * other.d + other.n * self.d, self.d * other.d)

    def __mul__(self, other):
        return Fraction(self.n * other.n, self.d * other.d)

    def __eq__(self, other):
        return self.n == other.n and self.d == other.d

    def __lt__(self, other):
        return self.n * other.d < other.n * self.d

    def __repr__(self):
        return f"{self.n}/{self.d}"


@snippet(12)
def harmonic(n):
    total = Fraction(0)
    for k in range(1, n + 1):
        total = total + Fraction(1, k)
    half = Fraction(2, 4)
    return str(total), total.n, half == Fraction(1, 2), half < total, (half * total).d


class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(row, col)) for col in zip(*other.rows)] for row in self.rows])

    def __getitem__(self, key):
        i, j = key
        return self.rows[i][j]

    def transpose(self):
        return Matrix([list(col) for col in zip(*self.rows)])

    @classmethod
    def identity(cls, n):
        return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])

    @staticmethod
    def det(rows):
        if len(rows) == 1:
            return rows[0][0]
        return sum((-1) ** j * rows[0][j] * Matrix.det([r[:j] + r[j + 1:] for r in rows[1:]]) for j in range(len(rows)))


@snippet([[2, 0, 1], [1, 3, 2], [1, 1, 4]], 5)
def matrix_power(rows, k):
    m = Matrix(rows)
    result = Matrix.identity(3)
    while k:
        if k & 1:
            result = result @ m
        m = m @ m
        k >>= 1
    return result.rows, result[0, 1], result.transpose()[0, 1], Matrix.det(rows)


@dataclass(order=True)
class Task:
    priority: int
    name: str = field(compare=False)
    minutes: int = field(default=1, compare=False)


@snippet([(3, "write", 20), (1, "read", 15), (2, "test", 5), (1, "plan", 10)])
def run_tasks(entries):
    import heapq
    queue = []
    for p, name, minutes in entries:
        heapq.heappush(queue, Task(p, name, minutes))
    clock = 0
    done = []
    while queue:
        task = heapq.heappop(queue)
        clock += task.minutes
        done.append(f"{clock:03d} {task.name}")
    return done


class Animal(ABC):
    def __init__(self, name, energy):
        self.name = name
        self.energy = energy

    @abstractmethod
    def sound(self) -> str: ...

    def move(self, d):
        self.energy -= d
        return self.energy > 0


class Dog(Animal):
    def sound(self):
        return "Woof"


class Cat(Animal):
    def __init__(self, name, energy, lives=9):
        super().__init__(name, energy)
        self.lives = lives

    def sound(self):
        return "Meow" * self.lives

    def move(self, d):
        if not super().move(d):
            self.lives -= 1
            self.energy = 10
        return self.lives > 0


@snippet(7)
def zoo(steps):
    animals = [Dog("Rex", 30), Cat("Tom", 12, 3), Dog("Ida", 9)]
    alive = []
    for i in range(steps):
        alive.append([a.name for a in animals if a.move(i)])
    return alive, [a.sound() for a in animals], sum(isinstance(a, Dog) for a in animals)


class LinkedList:
    class _Node:
        def __init__(self, value, nxt=None):
            self.value = value
            self.next = nxt

    def __init__(self, values=()):
        self.head = None
        for v in reversed(values):
            self.head = LinkedList._Node(v, self.head)

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next

    def reverse(self):
        prev, node = None, self.head
        while node:
            node.next, prev, node = prev, node, node.next
        self.head = prev


@snippet([3, 1, 4, 1, 5])
def linked(values):
    items = LinkedList(values)
    before = list(items)
    items.reverse()
    return before, list(items), sum(v * v for v in items)


class Grid:
    def __init__(self, width, height, fill=0):
        self.width, self.height = width, height
        self.cells = [[fill] * width for _ in range(height)]

    def neighbours(self, x, y):
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < self.width and 0 <= y + dy < self.height:
                    yield x + dx, y + dy

    def flood(self, x, y, value):
        old = self.cells[y][x]
        stack = [(x, y)]
        n = 0
        while stack:
            cx, cy = stack.pop()
            if self.cells[cy][cx] != old:
                continue
            self.cells[cy][cx] = value
            n += 1
            stack.extend(self.neighbours(cx, cy))
        return n


@snippet(6, 4, [(2, 0), (2, 1), (2, 2), (2, 3)])
def flood_fill(w, h, walls):
    grid = Grid(w, h)
    for x, y in walls:
        grid.cells[y][x] = 9
    left = grid.flood(0, 0, 1)
    right = grid.flood(5, 3, 2)
    return left, right, "\n".join(" ".join(map(str, row)) for row in grid.cells)


Point = namedtuple("Point", "x y")


@snippet([(0, 0), (4, 0), (4, 3), (2, 1), (0, 3), (1, 1), (3, 1)])
def hull(pairs):
    points = sorted(Point(*p) for p in pairs)

    def cross(o, a, b):
        return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

    def half(points):
        chain = []
        for p in points:
            while len(chain) >= 2 and cross(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(points) + half(points[::-1])


class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.size = [1] * n
        self.count = n

    def find(self, a):
        while self.parent[a] != a:
            self.parent[a] = self.parent[self.parent[a]]
            a = self.parent[a]
        return a

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = b, a
        self.parent[b] = a
        self.size[a] += self.size[b]
        self.count -= 1
        return True


@snippet([(7, 0, 1), (5, 1, 2), (8, 0, 2), (9, 1, 3), (7, 2, 4), (5, 3, 4), (15, 3, 5), (6, 4, 5)], 6)
def kruskal(edges, n):
    uf = UnionFind(n)
    tree = []
    cost = 0
    for w, a, b in sorted(edges):
        if uf.union(a, b):
            tree.append((a, b))
            cost += w
    return cost, tree, uf.count


class Walker:
    def __init__(self, rng):
        self.rng = rng
        self.x = self.y = 0
        self.path = [(0, 0)]

    def step(self):
        dx, dy = self.rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        self.x += dx
        self.y += dy
        self.path.append((self.x, self.y))


@snippet(50, 3)
def random_walkers(steps, seed):
    rng = random.Random(seed)
    walkers = [Walker(rng) for _ in range(4)]
    for _ in range(steps):
        for w in walkers:
            w.step()
    distances = [abs(w.x) + abs(w.y) for w in walkers]
    return distances, max(len(set(w.path)) for w in walkers)


class Playlist:
    def __init__(self):
        self.songs = []
        self.position = 0

    def add(self, title, seconds):
        self.songs.append({"title": title, "seconds": seconds})
        return self

    def total(self):
        m, s = divmod(sum(song["seconds"] for song in self.songs), 60)
        return f"{m}:{s:02}"

    def __contains__(self, title):
        return any(song["title"] == title for song in self.songs)


@snippet()
def playlist():
    p = Playlist().add("Blue", 185).add("Red", 242).add("Gold", 199)
    longest = max(p.songs, key=lambda s: s["seconds"])["title"]
    return p.total(), "Red" in p, "Grey" in p, longest


class Date:
    lengths = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

    def __init__(self, y, m, d):
        if not 1 <= m <= 12:
            raise ValueError(f"month {m}")
        self.y, self.m, self.d = y, m, d

    @classmethod
    def parse(cls, text):
        return cls(*map(int, text.split("-")))

    def ordinal(self):
        leaps = self.y // 4 - self.y // 100 + self.y // 400
        return self.y * 365 + leaps + sum(self.lengths[:self.m - 1]) + self.d

    def __sub__(self, other):
        return self.ordinal() - other.ordinal()

    def __str__(self):
        return f"{self.d:02d}.{self.m:02d}.{self.y}"


@snippet(["2023-03-01", "2023-12-24", "2023-13-01", "2023-07-xx"])
def date_gaps(texts):
    dates = []
    skipped = []
    for t in texts:
        try:
            dates.append(Date.parse(t))
        except ValueError:
            skipped.append(t)
    return dates[1] - dates[0], [str(d) for d in dates], skipped
