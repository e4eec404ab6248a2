"""Small classes: accounts, shapes, trees, caches, machines with states."""
from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from snippets import snippet


class Account:
    rate = 0.02

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"{self.owner} has only {self.balance:.2f}")
        self.balance -= amount
        self.history.append(("withdraw", amount))

    def month_end(self):
        self.balance *= 1 + self.rate / 12


class Savings(Account):
    rate = 0.05

    def month_end(self):
        super().month_end()
        self.history.append(("interest", round(self.balance, 2)))


@snippet([("d", 100.0), ("w", 30.0), ("w", 500.0), ("d", -5.0), ("w", 20.0)])
def bank(operations):
    plain = Account("Ann", 50.0)
    saver = Savings("Bob")
    problems = []
    for account in (plain, saver):
        for kind, amount in operations:
            try:
                if kind == "d":
                    account.deposit(amount)
                else:
                    account.withdraw(amount)
            except ValueError as error:
                problems.append(str(error))
        account.month_end()
    return round(plain.balance, 4), round(saver.balance, 4), problems, len(saver.history)


class Shape:
    def area(self):
        raise NotImplementedError

    def describe(self):
        return f"{type(self).__name__}: {self.area():.3f}"


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


class Square(Rect):
    def __init__(self, side):
        super().__init__(side, side)


@snippet(3)
def shapes(n):
    items = [Circle(1.5), Rect(2, 5), Square(4)]
    for k in range(n):
        items.append(Square(k + 1))
    total = sum(s.area() for s in items)
    biggest = max(items, key=lambda s: s.area())
    return round(total, 6), [s.describe() for s in items], biggest.describe()


@dataclass
class Item:
    name: str
    price: float
    quantity: int = 0
    tags: list = field(default_factory=list)

    @property
    def value(self):
        return self.price * self.quantity


@snippet([("bolt", 0.25, 400), ("nut", 0.1, 1000), ("gear", 12.5, 8), ("cam", 40.0, 0)])
def inventory(stock):
    items = {}
    for name, price, quantity in stock:
        items[name] = Item(name, price, quantity)
    items["gear"].tags.append("steel")
    items["cam"].tags += ["rare", "steel"]
    for item in items.values():
        if item.quantity == 0:
            item.tags.append("order")
    order = sorted(items.values(), key=lambda it: it.value, reverse=True)
    report = [f"{it.name:>6} {it.value:8.2f} {','.join(it.tags)}" for it in order]
    return report, sum(it.value for it in items.values())


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


class Tree:
    def __init__(self):
        self.root = None
        self.size = 0

    def insert(self, key):
        if self.root is None:
            self.root = Node(key)
            self.size += 1
            return
        node = self.root
        while True:
            if key == node.key:
                return
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    break
                node = node.right
        self.size += 1

    def inorder(self, node, out):
        if node is not None:
            self.inorder(node.left, out)
            out.append(node.key)
            self.inorder(node.right, out)

    def height(self, node):
        return 0 if node is None else 1 + max(self.height(node.left), self.height(node.right))


@snippet([50, 30, 70, 20, 40, 60, 80, 30, 65])
def binary_tree(keys):
    tree = Tree()
    for k in keys:
        tree.insert(k)
    out = []
    tree.inorder(tree.root, out)
    return out, tree.size, tree.height(tree.root)


class TrieNode:
    def __init__(self):
        self.children = {}
        self.end = False


class Trie:
    def __init__(self):
        self.root = TrieNode()

    def add(self, word):
        node = self.root
        for ch in word:
            node = node.children.setdefault(ch, TrieNode())
        node.end = True

    def starts_with(self, prefix):
        node = self.root
        for ch in prefix:
            if ch not in node.children:
                return []
            node = node.children[ch]
        found = []
        stack = [(node, prefix)]
        while stack:
            node, text = stack.pop()
            if node.end:
                found.append(text)
            for ch, child in node.children.items():
                stack.append((child, text + ch))
        return sorted(found)


@snippet(["car", "card", "care", "cat", "dog", "do"])
def complete(words):
    trie = Trie()
    for w in words:
        trie.add(w)
    return trie.starts_with("car"), trie.starts_with("d"), trie.starts_with("x")


class LRU:
    def __init__(self, capacity):
        self.capacity = capacity
        self.data = OrderedDict()
        self.hits = 0
        self.misses = 0

    def get(self, key):
        if key not in self.data:
            self.misses += 1
            return -1
        self.data.move_to_end(key)
        self.hits += 1
        return self.data[key]

    def put(self, key, value):
        if key in self.data:
            self.data.move_to_end(key)
        self.data[key] = value
        if len(self.data) > self.capacity:
            self.data.popitem(last=False)


@snippet([1, 2, 3, 1, 4, 2, 5, 1, 1, 3])
def lru_cache_run(requests):
    cache = LRU(3)
    for r in requests:
        if cache.get(r) < 0:
            cache.put(r, r * r)
    return cache.hits, cache.misses, list(cache.data.items())


class Vec(NamedTuple):
    x: float
    y: float

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def scale(self, k):
        return Vec(self.x * k, self.y * k)

    def norm(self):
        return math.hypot(self.x, self.y)


@snippet(0.01, 200)
def orbit(dt, steps):
    pos = Vec(1.0, 0.0)
    vel = Vec(0.0, 1.0)
    far = 0.0
    for _ in range(steps):
        r = pos.norm()
        acc = pos.scale(-1 / r ** 3)
        vel = vel + acc.scale(dt)
        pos = pos + vel.scale(dt)
        far = max(far, r)
    return pos, far


class State(Enum):
    IDLE = 0
    HEATING = 1
    READY = 2
    ERROR = 3


@snippet(["start", "tick", "tick", "tick", "brew", "start", "fault", "tick", "reset"])
def coffee_machine(events):
    state = State.IDLE
    temperature = 20
    log = []
    for event in events:
        if event == "fault":
            state = State.ERROR
        elif state == State.IDLE and event == "start":
            state = State.HEATING
        elif state == State.HEATING and event == "tick":
            temperature += 30
            if temperature >= 90:
                state = State.READY
        elif state == State.READY and event == "brew":
            temperature -= 40
            state = State.IDLE
        elif state is State.ERROR and event == "reset":
            state = State.IDLE
        log.append(state.name)
    return log, temperature, state.value


class Stack:
    def __init__(self):
        self._items = []

    def push(self, x):
        self._items.append(x)

    def pop(self):
        if not self._items:
            raise IndexError("pop from empty stack")
        return self._items.pop()

    def __len__(self):
        return len(self._items)

    def peek(self):
        return self._items[-1]


@snippet("3 4 + 2 * 7 / 1 -")
def rpn(expression):
    stack = Stack()
    for token in expression.split():
        if token in ("+", "-", "*", "/"):
            b, a = stack.pop(), stack.pop()
            if token == "+":
                stack.push(a + b)
            elif token == "-":
                stack.push(a - b)
            elif token == "*":
                stack.push(a * b)
            else:
                stack.push(a / b)
        else:
            stack.push(float(token))
    return stack.peek(), len(stack)
