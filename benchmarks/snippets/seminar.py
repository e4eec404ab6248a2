"""Forty functions of a seminar on programming for scientists: small models, measurements, and the usual puzzles."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from . import snippet


@snippet(5.0, 0.3, 0.01)
def pendulum_energy(length, angle, dt):
    g = 9.81
    omega = 0.0
    energies = []
    for step in range(200):
        omega -= g / length * math.sin(angle) * dt
        angle += omega * dt
        energies.append(0.5 * (length * omega) ** 2 + g * length * (1 - math.cos(angle)))
    drift = (max(energies) - min(energies)) / energies[0]
    return round(drift, 6), len(energies)


@snippet([3, 1.5, 4, "x", 5.25, None])
def clean_values(raw):
    good = []
    for value in raw:
        if isinstance(value, (int, float)):
            good.append(float(value))
    return good


@snippet([2, 3.5, 1, 4.25])
def mean_of_mixed(values):
    total = 0
    for v in values:
        total += v
    return total / len(values)


@snippet({3, 1, 4, 15, 9, 2})
def sum_of_odd_members(numbers):
    total = 0
    for n in numbers:
        if n % 2 == 1:
            total += n
    return total


@snippet({1, 2, 3, 4}, {3, 4, 5})
def jaccard(a, b):
    return len(a & b) / len(a | b)


@snippet([5, 2, 8, 1, 9, 3])
def merge_sort(items):
    if len(items) <= 1:
        return items
    middle = len(items) // 2
    left = merge_sort(items[:middle])
    right = merge_sort(items[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


@snippet([1, [2, [3, 4], 5], [6]])
def flatten(nested):
    flat = []
    for item in nested:
        if isinstance(item, list):
            flat.extend(flatten(item))
        else:
            flat.append(item)
    return flat


@snippet(np.array(["2024-01-01", "2024-01-03", "2024-01-10"], dtype="datetime64[D]"))
def longest_gap(days):
    gaps = np.diff(days)
    return int(gaps.max() / np.timedelta64(1, "D"))


class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None

    def insert(self, value):
        if value < self.value:
            if self.left is None:
                self.left = Node(value)
            else:
                self.left.insert(value)
        elif self.right is None:
            self.right = Node(value)
        else:
            self.right.insert(value)

    def height(self):
        left = self.left.height() if self.left else 0
        right = self.right.height() if self.right else 0
        return 1 + max(left, right)


@snippet([50, 30, 70, 20, 40, 60, 80, 10])
def tree_height(values):
    root = Node(values[0])
    for v in values[1:]:
        root.insert(v)
    return root.height()


@snippet([("alice", "math", 5), ("bob", "math", 3), ("alice", "physics", 4), ("bob", "physics", 2)])
def grade_book(entries):
    book = {}
    for name, subject, grade in entries:
        if name not in book:
            book[name] = {}
        book[name][subject] = grade
    return book


@snippet({"a": {"b": 2, "c": 5}, "b": {"c": 1, "d": 7}, "c": {"d": 3}, "d": {}})
def dijkstra(graph):
    distance = {node: float("inf") for node in graph}
    distance["a"] = 0
    unvisited = set(graph)
    while unvisited:
        current = min(unvisited, key=lambda node: distance[node])
        unvisited.remove(current)
        for neighbour, weight in graph[current].items():
            distance[neighbour] = min(distance[neighbour], distance[current] + weight)
    return distance


@snippet(np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]]))
def life_step(board):
    rows, columns = board.shape
    new = np.zeros_like(board)
    for i in range(rows):
        for j in range(columns):
            alive = 0
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    if (di, dj) != (0, 0):
                        alive += board[(i + di) % rows, (j + dj) % columns]
            new[i, j] = 1 if alive == 3 or (alive == 2 and board[i, j]) else 0
    return new


@snippet("ATGGCCATTGTAATGGGCCGC")
def codon_usage(dna):
    counts = defaultdict(int)
    for i in range(0, len(dna) - 2, 3):
        counts[dna[i : i + 3]] += 1
    return dict(sorted(counts.items()))


@snippet("the cat and the hat and the bat")
def top_words(text):
    counts = Counter(text.split())
    return [word for word, n in counts.most_common(2)]


@snippet(np.linspace(0, 1, 50), np.sin(np.linspace(0, 9, 50)))
def zero_crossings(t, y):
    crossings = []
    for i in range(1, len(y)):
        if y[i - 1] * y[i] < 0:
            slope = (y[i] - y[i - 1]) / (t[i] - t[i - 1])
            crossings.append(t[i - 1] - y[i - 1] / slope)
    return np.array(crossings)


@snippet(np.arange(20.0), 5)
def moving_median(x, width):
    half = width // 2
    out = np.full(x.shape, np.nan)
    for i in range(half, len(x) - half):
        out[i] = np.median(x[i - half : i + half + 1])
    return out


@snippet(3)
def hanoi(n):
    moves = []

    def move(k, source, target, spare):
        if k == 0:
            return
        move(k - 1, source, spare, target)
        moves.append((source, target))
        move(k - 1, spare, target, source)

    move(n, "A", "C", "B")
    return moves


@snippet([1, 2, 3])
def all_subsets(items):
    if not items:
        return [[]]
    rest = all_subsets(items[1:])
    return rest + [[items[0]] + subset for subset in rest]


@snippet(6)
def queens(n):
    solutions = 0
    columns = set()
    diagonals = set()
    antidiagonals = set()

    def place(row):
        nonlocal solutions
        if row == n:
            solutions += 1
            return
        for c in range(n):
            if c in columns or row + c in diagonals or row - c in antidiagonals:
                continue
            columns.add(c)
            diagonals.add(row + c)
            antidiagonals.add(row - c)
            place(row + 1)
            columns.remove(c)
            diagonals.remove(row + c)
            antidiagonals.remove(row - c)

    place(0)
    return solutions


class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def __call__(self, x):
        result = 0
        for c in reversed(self.coefficients):
            result = result * x + c
        return result


@snippet(2.0)
def evaluate_polynomial(x):
    p = Polynomial(1, -3, 2)
    return p(x), p(0)


@dataclass
class Account:
    owner: str
    balance: float = 0.0
    history: list = field(default_factory=list)

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("insufficient funds")
        self.balance -= amount
        self.history.append(("withdraw", amount))


@snippet([100, -30, 50, -200])
def bank_day(amounts):
    account = Account("Eve")
    refused = 0
    for a in amounts:
        try:
            if a > 0:
                account.deposit(a)
            else:
                account.withdraw(-a)
        except ValueError:
            refused += 1
    return account.balance, refused, len(account.history)


@snippet(np.array([1.2, 3.4, 2.2, 5.9, 4.1, 0.3]), np.array([0, 1, 0, 2, 1, 0]))
def group_statistics(values, labels):
    stats = {}
    for label in np.unique(labels):
        group = values[labels == label]
        stats[int(label)] = {"n": len(group), "mean": float(group.mean()), "max": float(group.max())}
    return stats
