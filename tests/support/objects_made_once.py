"""Programs that make one object of a class that holds lists, dicts and other objects, and others that scientists write with objects, for
tests/differential/objects/test_objects_in_lists.py."""

import math
from collections import defaultdict, namedtuple
from dataclasses import dataclass

import numpy as np

@dataclass
class Point:
    x: float
    y: float

    def dist(self, other):
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclass
class Rect:
    w: float
    h: float

    @property
    def area(self):
        return self.w * self.h

    def scaled(self, k):
        return Rect(self.w * k, self.h * k)


class Inventory:

    def __init__(self):
        self.stock = {}

    def add(self, name, n):
        self.stock[name] = self.stock.get(name, 0) + n

    def total(self):
        return sum(self.stock.values())


class RunningStats:

    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def push(self, x):
        self.n += 1
        d = x - self.mean
        self.mean += d / self.n
        self.m2 += d * (x - self.mean)

    def variance(self):
        if self.n < 2:
            return 0.0
        return self.m2 / (self.n - 1)


class UnionFind:

    def __init__(self, n):
        self.parent = list(range(n))
        self.size = [1] * n

    def find(self, a):
        while self.parent[a] != a:
            self.parent[a] = self.parent[self.parent[a]]
            a = self.parent[a]
        return a

    def union(self, a, b):
        a, b = (self.find(a), self.find(b))
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = (b, a)
        self.parent[b] = a
        self.size[a] += self.size[b]
        return True


class Matrix:

    def __init__(self, rows):
        self.rows = rows

    def trace(self):
        return sum((self.rows[i][i] for i in range(len(self.rows))))


class LinkedList:

    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, v):
        node = LNode(v, self.head)
        self.head = node
        self.size += 1


class LNode:

    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def nearest_pair(points):
    best = math.inf
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            d = points[i].dist(points[j])
            if d < best:
                best = d
    return best


def rects(n):
    rs = [Rect(i + 1.0, 2.0) for i in range(n)]
    big = [r for r in rs if r.area > 4]
    return (sum((r.scaled(2.0).area for r in big)), len(big))


def inventory(items):
    inv = Inventory()
    for name, n in items:
        inv.add(name, n)
    return (inv.total(), inv.stock)


def stats(xs):
    s = RunningStats()
    for x in xs:
        s.push(x)
    return (s.mean, s.variance(), s.n)


def uf(n, edges):
    u = UnionFind(n)
    k = 0
    for a, b in edges:
        if u.union(a, b):
            k += 1
    return (k, [u.find(i) for i in range(n)])


def llist(n):
    l = LinkedList()
    for i in range(n):
        l.push(i)
    t = []
    node = l.head
    while node:
        t.append(node.value)
        node = node.next
    return (t, l.size)


def by_dept(emps):
    d = defaultdict(list)
    for e in emps:
        d[e.dept].append(e.salary)
    return {k: sum(v) / len(v) for k, v in d.items()}


def top(emps, n):
    return sorted(emps, key=lambda e: e.salary, reverse=True)[:n]


def records(rows):
    out = []
    for r in rows:
        if r['score'] >= 50:
            out.append({'name': r['name'], 'pass': True, 'score': r['score']})
    return out


def avg_by(rows):
    s = {}
    for r in rows:
        s.setdefault(r['dept'], []).append(r['pay'])
    return {k: sum(v) / len(v) for k, v in s.items()}


def sorted_rows(rows):
    return [r['name'] for r in sorted(rows, key=lambda r: (-r['score'], r['name']))]


def total_row(rows):
    t = {'n': 0, 'score': 0.0}
    for r in rows:
        t['n'] += 1
        t['score'] += r['score']
    return t


def arrays(ps):
    return np.array([[p.x, p.y] for p in ps]).mean(axis=0)


def arr2(ps):
    xs = np.array([p.x for p in ps])
    return xs.std()


def moved(ps, dx):
    return [Point(p.x + dx, p.y) for p in ps]


def inplace(ps, dx):
    for i, p in enumerate(ps):
        ps[i] = Point(p.x + dx, p.y)


def closest(ps, q):
    return min(ps, key=lambda p: (p.x - q.x) ** 2 + (p.y - q.y) ** 2)


def cells_of_grid(n):
    cells = [[Rect(i, j) for j in range(n)] for i in range(n)]
    cells[0][1].w = 9
    return sum((c.w * c.h for row in cells for c in row))


def matrix(rows):
    return Matrix(rows).trace()


class Book:

    def __init__(self, title, year):
        t = year
        self.year = t
        t = t + 1
        self.next = t
        self.title = title


class Shelf:

    def __init__(self):
        self.books = []
        self.seen = {}

    def put(self, title, year):
        self.books.append(Book(title, year))
        self.seen[year] = self.seen.get(year, 0) + 1

    def find(self, title):
        for i, b in enumerate(self.books):
            if b.title == title:
                return i
        return -1

    def first_after(self, year):
        for b in self.books:
            if b.year > year:
                return b
        return None

    def pair(self, total):
        for i in range(len(self.books)):
            for j in range(i + 1, len(self.books)):
                if self.books[i].year + self.books[j].year == total:
                    return (i, j)
        return (-1, -1)


class Board:

    def __init__(self, n):
        self.n = n
        self.cells = [[0] * n for _ in range(n)]

    def play(self, r, c, who):
        if self.cells[r][c] != 0:
            return False
        self.cells[r][c] = who
        return True

    def won(self, who):
        for r in range(self.n):
            if all((self.cells[r][c] == who for c in range(self.n))):
                return True
        return False


def shelf(titles):
    s = Shelf()
    for i, t in enumerate(titles):
        s.put(t, 1990 + i % 3)
    return (s.find('b'), s.find('z'), s.seen, s.books[1].next)


def title_pairs(titles, total):
    s = Shelf()
    for i, t in enumerate(titles):
        s.put(t, i)
    i, j = s.pair(total)
    return i * 10 + j


def board(n):
    b = Board(n)
    k = 0
    for c in range(n):
        if b.play(0, c, 1):
            k += 1
    again = b.play(0, 0, 2)
    return (b.won(1), b.won(2), k, again)


Emp = namedtuple("Emp", "name dept salary")
POINTS_2D = [Point(0.0, 1.0), Point(2.0, 2.5), Point(3.0, -1.0)]
EMPLOYEES = [Emp("a", "x", 10.0), Emp("b", "y", 20.0), Emp("c", "x", 30.0)]
SCORES = [{"name": "a", "score": 40}, {"name": "b", "score": 70}, {"name": "c", "score": 70}]
PAY = [{"dept": "x", "pay": 1.5}, {"dept": "x", "pay": 2.5}]
TITLES = ["a", "b", "c", "b"]
ONCE = [
    (nearest_pair, POINTS_2D), (rects, 5), (inventory, [("a", 2), ("b", 3), ("a", 1)]), (stats, [1.0, 2.0, 4.0]),
    (uf, 5, [(0, 1), (3, 4), (1, 0)]), (llist, 4), (by_dept, EMPLOYEES), (top, EMPLOYEES, 2), (records, SCORES), (avg_by, PAY),
    (sorted_rows, SCORES), (total_row, SCORES), (arrays, POINTS_2D), (arr2, POINTS_2D), (moved, POINTS_2D, 1.0), (inplace, POINTS_2D, 1.0),
    (closest, POINTS_2D, Point(2.0, 2.0)), (cells_of_grid, 3), (matrix, [[1, 2], [3, 4]]), (shelf, TITLES), (title_pairs, TITLES, 4),
    (title_pairs, TITLES, 40), (board, 3),
]  # fmt: skip
