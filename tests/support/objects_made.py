"""Programs that make objects in loops, lists and one another, for tests/differential/objects/test_objects_in_lists.py."""

import collections
import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    row: int
    col: int


class Counter:

    def __init__(self, name):
        self.name = name
        self.n = 0

    def add(self, k=1):
        self.n += k
        return self.n


class Tree:

    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


class Account:

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError('amount must be positive')
        self.balance += amount
        self.history.append(amount)


class Grid:

    def __init__(self, w, h):
        self.w = w
        self.h = h
        self.area = self.w * self.h


@dataclass
class Matrix2:
    a: float
    b: float

    def __mul__(self, k):
        return Matrix2(self.a * k, self.b * k)

    def __eq__(self, o):
        return self.a == o.a and self.b == o.b

    def __lt__(self, o):
        return self.a < o.a


def cells(n):
    out = []
    for i in range(n):
        for j in range(i):
            out.append(Cell(i, j))
    return (sum((c.row * c.col for c in out)), len(out))


def counters(words):
    c = Counter('all')
    last = 0
    for w in words:
        last = c.add(w)
    return (c.n, last)


def bst(keys, probe):
    root = None
    for k in keys:
        node = Tree(k)
        if root is None:
            root = node
            continue
        cur = root
        while True:
            if k < cur.key:
                if cur.left is None:
                    cur.left = node
                    break
                cur = cur.left
            else:
                if cur.right is None:
                    cur.right = node
                    break
                cur = cur.right
    depth = 0
    cur = root
    while cur is not None and cur.key != probe:
        cur = cur.left if probe < cur.key else cur.right
        depth += 1
    return (depth, cur is not None)


def inorder(keys):
    root = Tree(keys[0])
    for k in keys[1:]:
        cur = root
        while True:
            if k < cur.key:
                if cur.left is None:
                    cur.left = Tree(k)
                    break
                cur = cur.left
            else:
                if cur.right is None:
                    cur.right = Tree(k)
                    break
                cur = cur.right
    out = []
    stack = []
    cur = root
    while stack or cur:
        while cur:
            stack.append(cur)
            cur = cur.left
        cur = stack.pop()
        out.append(cur.key)
        cur = cur.right
    return out


def bank(deposits):
    a = Account('ann')
    for d in deposits:
        a.deposit(d)
    return (a.balance, a.history)


def grid(w, h):
    g = Grid(w, h)
    return [g, g][1].area


def mats(n):
    ms = [Matrix2(1.0 * i, 2.0) for i in range(n)]
    s = ms[0] * 2.0
    for m in ms:
        if s < m:
            s = m
    return (s.a, s == ms[-1])


def linked(n):
    head = None
    for i in range(n):
        t = Tree(i)
        t.right = head
        head = t
    return head


def none_attr(n):
    t = Tree(n)
    return t.left.key


def pq(n):
    q = collections.deque()
    q.append(Tree(0))
    s = 0
    while q:
        t = q.popleft()
        s += t.key
        if t.key < n:
            q.append(Tree(t.key + 1))
    return s


class Particle:

    def __init__(self, x, v, mass=1.0):
        self.x = x
        self.v = v
        self.mass = mass

    def step(self, force, dt):
        self.v += force / self.mass * dt
        self.x += self.v * dt

    @property
    def energy(self):
        return 0.5 * self.mass * self.v ** 2


class Vec:

    def __init__(self, x, y):
        self.x, self.y = (x, y)

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def norm(self):
        return math.sqrt(self.x ** 2 + self.y ** 2)


class Node:

    def __init__(self, value):
        self.value = value
        self.next = None


class Stack:

    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


def walked(n):
    v = Vec(0.0, 0.0)
    for i in range(n):
        v = v + Vec(math.cos(i), math.sin(i))
    return v.norm()


def reversed_list(values):
    head = None
    for v in values:
        node = Node(v)
        node.next = head
        head = node
    total = 0
    while head is not None:
        total = total * 10 + head.value
        head = head.next
    return total


def stepped(steps, dt):
    particles = [Particle(float(i), 0.0, 1.0 + i) for i in range(4)]
    for _ in range(steps):
        for p in particles:
            p.step(-p.x, dt)
    return sum((p.energy for p in particles))


def binary(n):
    s = Stack()
    while n > 0:
        s.push(n % 2)
        n //= 2
    t = 0
    while len(s) > 0:
        t = t * 10 + s.pop()
    return t


def sorted_in_place(ps):
    ps.sort(key=lambda p: -p.x)
    for p in ps:
        p.v = 0.0
