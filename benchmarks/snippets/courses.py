"""What students write around their numbers: records, ragged lists, small classes, generators."""

from collections import defaultdict, deque

import numpy as np
from snippets import snippet


@snippet([("red", 3), ("blue", 2), ("red", 5), ("green", 1), ("blue", 4)])
def totals_by_key(pairs):
    totals = {}
    for color, amount in pairs:
        totals[color] = totals.get(color, 0) + amount
    return totals


@snippet([("red", 3.0), ("blue", 2.0), ("red", 5.0), ("blue", 4.0)])
def means_by_key(pairs):
    groups = defaultdict(list)
    for color, amount in pairs:
        groups[color].append(amount)
    return {k: sum(v) / len(v) for k, v in groups.items()}


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(amount)

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("insufficient funds")
        self.balance -= amount
        self.history.append(-amount)


@snippet([100, 50, -30, 20])
def use_account(movements):
    account = Account("ann", 10)
    for m in movements:
        if m > 0:
            account.deposit(m)
        else:
            account.withdraw(-m)
    return account.balance, len(account.history)


class RunningStats:
    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def push(self, x):
        self.n += 1
        delta = x - self.mean
        self.mean += delta / self.n
        self.m2 += delta * (x - self.mean)

    def variance(self):
        return self.m2 / (self.n - 1) if self.n > 1 else 0.0


@snippet(np.linspace(0, 3, 20))
def running_stats(a):
    stats = RunningStats()
    for x in a:
        stats.push(x)
    return stats.mean, stats.variance()


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
        return 0.5 * self.mass * self.v**2


@snippet(20, 0.1)
def simulate_particles(steps, dt):
    particles = [Particle(float(i), 0.0, 1.0 + i) for i in range(4)]
    for _ in range(steps):
        for p in particles:
            p.step(-p.x, dt)
    return sum(p.energy for p in particles)


@snippet(6)
def pascal(n):
    rows = [[1]]
    for _ in range(n - 1):
        last = rows[-1]
        rows.append([1] + [last[i] + last[i + 1] for i in range(len(last) - 1)] + [1])
    return rows


@snippet(8, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (5, 6)])
def components(n, edges):
    neighbours = [[] for _ in range(n)]
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    seen = [False] * n
    groups = []
    for start in range(n):
        if seen[start]:
            continue
        group = []
        stack = [start]
        seen[start] = True
        while stack:
            node = stack.pop()
            group.append(node)
            for other in neighbours[node]:
                if not seen[other]:
                    seen[other] = True
                    stack.append(other)
        groups.append(sorted(group))
    return groups


@snippet([5, 1, 4, 2, 8, 3])
def bucket_by_parity(numbers):
    buckets = {"even": [], "odd": []}
    for x in numbers:
        if x % 2 == 0:
            buckets["even"].append(x)
        else:
            buckets["odd"].append(x)
    return buckets


@snippet({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []})
def topological(graph):
    indegree = {k: 0 for k in graph}
    for k in graph:
        for other in graph[k]:
            indegree[other] += 1
    ready = deque(k for k in graph if indegree[k] == 0)
    order = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for other in graph[node]:
            indegree[other] -= 1
            if indegree[other] == 0:
                ready.append(other)
    return order


@snippet(5, 5)
def flood(n, m):
    seen = set()
    queue = deque([(0, 0)])
    seen.add((0, 0))
    while queue:
        i, j = queue.popleft()
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            a, b = i + di, j + dj
            if 0 <= a < n and 0 <= b < m and (a * b) % 3 != 1 and (a, b) not in seen:
                seen.add((a, b))
                queue.append((a, b))
    return len(seen)


@snippet(10)
def with_counter(n):
    calls = 0

    def fib(k):
        nonlocal calls
        calls += 1
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    value = fib(n)
    return value, calls


@snippet([3, 1, 4, 1, 5])
def running_total(numbers):
    total = 0

    def add(x):
        nonlocal total
        total += x
        return total

    return [add(x) for x in numbers]


@snippet(30)
def first_primes(limit):
    def primes():
        n = 2
        while True:
            if all(n % d for d in range(2, int(n**0.5) + 1)):
                yield n
            n += 1

    out = []
    for p in primes():
        if p > limit:
            break
        out.append(p)
    return out


@snippet([1, 2, 3, 4, 5, 6, 7], 3)
def in_chunks(items, size):
    def chunks(x, k):
        for i in range(0, len(x), k):
            yield x[i : i + k]

    return [sum(c) for c in chunks(items, size)]


@snippet(10.0)
def newton_loop(x):
    guess = x / 2
    steps = 0
    while True:
        new = 0.5 * (guess + x / guess)
        steps += 1
        if abs(new - guess) < 1e-10:
            break
        guess = new
    return guess, steps


@snippet([90, 75, 62, 48, 83])
def grade_report(scores):
    grades = []
    for s in scores:
        if s >= 90:
            grades.append("A")
        elif s >= 75:
            grades.append("B")
        elif s >= 60:
            grades.append("C")
        else:
            grades.append("F")
    return grades


@snippet([90, 75, 62, 48, 83])
def grade_counts(scores):
    letters = ["A" if s >= 80 else "B" if s >= 60 else "C" for s in scores]
    return {g: letters.count(g) for g in "ABC"}


@snippet(["cat", "dog", "cat", "bird", "dog", "cat"])
def most_frequent(labels):
    counts = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    best = None
    for label in counts:
        if best is None or counts[label] > counts[best]:
            best = label
    return best


@snippet(["b", "a", "c", "a"])
def encode_labels(labels):
    classes = sorted(set(labels))
    index = {c: i for i, c in enumerate(classes)}
    return [index[x] for x in labels], classes


@snippet(["b", "a", "c", "a"])
def one_hot(labels):
    classes = sorted(set(labels))
    out = np.zeros((len(labels), len(classes)))
    for i, label in enumerate(labels):
        out[i, classes.index(label)] = 1
    return out


@snippet([3, 1, 2], ["c", "a", "b"])
def sort_names_by_value(values, names):
    return [name for _, name in sorted(zip(values, names))]


@snippet(["pear", "fig", "apple", "kiwi"])
def by_length(words):
    return sorted(words, key=lambda w: (len(w), w))


@snippet([1, 2, 3, 4], 2)
def windows(x, k):
    return [x[i : i + k] for i in range(len(x) - k + 1)]


@snippet([3, 5, 2])
def ragged_rows(sizes):
    rows = []
    for n in sizes:
        row = []
        for j in range(n):
            row.append(j * n)
        rows.append(row)
    return [sum(row) for row in rows], max(len(row) for row in rows)


@snippet([1, 2, 3])
def subsets(items):
    result = [[]]
    for x in items:
        result += [s + [x] for s in result]
    return result


class Grid:
    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns
        self.cells = np.zeros((rows, columns))

    def set(self, i, j, value):
        self.cells[i, j] = value

    def neighbours(self, i, j):
        total = 0.0
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                if (di or dj) and 0 <= i + di < self.rows and 0 <= j + dj < self.columns:
                    total += self.cells[i + di, j + dj]
        return total


@snippet(4)
def grid_sum(n):
    g = Grid(n, n)
    for i in range(n):
        g.set(i, (i * 2) % n, i + 1.0)
    return [g.neighbours(i, i) for i in range(n)]


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


@snippet([1, 2, 3])
def linked_list_sum(values):
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


@snippet([{"name": "a", "price": 2.5, "n": 3}, {"name": "b", "price": 1.0, "n": 10}])
def invoice(rows):
    total = 0.0
    best = ""
    largest = 0.0
    for row in rows:
        amount = row["price"] * row["n"]
        total += amount
        if amount > largest:
            largest = amount
            best = row["name"]
    return total, best


@snippet(5)
def hanoi(n):
    moves = []

    def move(k, a, b, c):
        if k == 0:
            return
        move(k - 1, a, c, b)
        moves.append((a, c))
        move(k - 1, b, a, c)

    move(n, 0, 1, 2)
    return len(moves), moves[:3]
