"""What scientists, data engineers and students write of an afternoon: readings, records, words, games, small models."""

import collections
import functools
import itertools
import math
import operator
import string
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

import numpy as np
from snippets import snippet

rng = np.random.default_rng(12)
A = rng.normal(size=50)
B = rng.normal(size=50)
M = rng.normal(size=(8, 6))
K = rng.integers(-5, 20, 40)
NUMBERS = [3, 8, -2, 7, 7, 0, 12, -9, 4]
FLOATS = [2.5, -1.0, 8.25, 3.5, 0.0, 4.75]
WORDS = ["pear", "apple", "fig", "banana", "cherry", "date", "fig"]
TEXT = "The quick brown fox jumps over the lazy dog, and the dog sleeps."


@dataclass
class Reading:
    sensor: str
    value: float
    good: bool = True


@dataclass
class Track:
    name: str
    points: list = field(default_factory=list)

    def add(self, x, y):
        self.points.append((x, y))


class Account:
    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("not enough money")
        self.balance -= amount
        self.history.append(-amount)


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


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

    @property
    def variance(self):
        return self.m2 / (self.n - 1) if self.n > 1 else 0.0


class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def __call__(self, x):
        return sum(c * x**i for i, c in enumerate(self.coefficients))


class Shape:
    def area(self):
        return 0.0

    def describe(self):
        return f"{type(self).__name__} of area {self.area():.2f}"


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return math.pi * self.radius**2


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


READINGS = [Reading("a", 1.5), Reading("b", 2.5, False), Reading("a", 4.0), Reading("c", -1.0)]


@snippet(A, 5)
def exponential_average(a, span):
    alpha = 2 / (span + 1)
    result = [a[0]]
    for x in a[1:]:
        result.append(alpha * x + (1 - alpha) * result[-1])
    return np.array(result)


@snippet(A)
def z_score_outliers(a):
    z = np.abs(a - np.mean(a)) / np.std(a)
    return np.where(z > 1.5)[0].tolist()


@snippet(FLOATS)
def median_by_sorting(values):
    ordered = sorted(values)
    n = len(ordered)
    middle = n // 2
    if n % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


@snippet(NUMBERS)
def mode_of(values):
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    best = max(counts.values())
    return sorted(k for k, c in counts.items() if c == best)


@snippet(WORDS)
def words_by_length(words):
    groups = defaultdict(list)
    for w in words:
        groups[len(w)].append(w)
    return dict(groups)


@snippet(TEXT)
def longest_word(text):
    words = text.replace(",", "").replace(".", "").split()
    return max(words, key=len)


@snippet(TEXT)
def letter_frequencies(text):
    counts = Counter(c for c in text.lower() if c.isalpha())
    return counts.most_common(3)


@snippet("Attack at dawn!", 3)
def caesar(text, shift):
    out = []
    for ch in text:
        if ch.isupper():
            out.append(chr((ord(ch) - 65 + shift) % 26 + 65))
        elif ch.islower():
            out.append(chr((ord(ch) - 97 + shift) % 26 + 97))
        else:
            out.append(ch)
    return "".join(out)


@snippet("aaabccddddde")
def run_length(text):
    return [(letter, len(list(group))) for letter, group in itertools.groupby(text)]


@snippet("hello world from here")
def title_words(text):
    return " ".join(word.capitalize() for word in text.split())


@snippet("a=1;b=22;c=-3")
def parse_pairs(text):
    result = {}
    for part in text.split(";"):
        key, value = part.split("=")
        result[key] = int(value)
    return result


@snippet("1.5, 2.5,x,4.0")
def parse_floats(text):
    good, bad = [], 0
    for part in text.split(","):
        try:
            good.append(float(part))
        except ValueError:
            bad += 1
    return good, bad


@snippet("{[()]}(]")
def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for ch in text:
        if ch in "([{":
            stack.append(ch)
        elif ch in pairs:
            if not stack or stack.pop() != pairs[ch]:
                return False
    return not stack


@snippet("listen", "silent")
def anagrams(a, b):
    return sorted(a) == sorted(b)


@snippet(1994)
def roman(n):
    values = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
              (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, letters in values:
        while n >= value:
            text += letters
            n -= value
    return text


@snippet(15)
def fizz_buzz(n):
    lines = []
    for i in range(1, n + 1):
        if i % 15 == 0:
            lines.append("FizzBuzz")
        elif i % 3 == 0:
            lines.append("Fizz")
        elif i % 5 == 0:
            lines.append("Buzz")
        else:
            lines.append(str(i))
    return lines


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_list(rows):
    return [list(column) for column in zip(*rows)]


@snippet([[1, 2], [3, 4]], [[5, 6], [7, 8]])
def multiply_lists(a, b):
    n, m, p = len(a), len(b), len(b[0])
    c = [[0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            for k in range(m):
                c[i][j] += a[i][k] * b[k][j]
    return c


@snippet([[1, [2, 3]], [4]])
def flatten_deep(items):
    flat = []
    for item in items:
        for inner in item:
            if isinstance(inner, list):
                flat.extend(inner)
            else:
                flat.append(inner)
    return flat


@snippet(NUMBERS, 3)
def chunked(values, size):
    return [values[i : i + size] for i in range(0, len(values), size)]


@snippet(NUMBERS)
def split_by_sign(values):
    positive = [v for v in values if v > 0]
    negative = [v for v in values if v < 0]
    return {"positive": positive, "negative": negative, "zeros": len(values) - len(positive) - len(negative)}


@snippet(NUMBERS)
def rank_items(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    ranks = [0] * len(values)
    for rank, index in enumerate(order):
        ranks[index] = rank
    return ranks


@snippet([4, 1, 3, 9, 7, 2])
def merge_sort(values):
    if len(values) <= 1:
        return values
    middle = len(values) // 2
    left, right = merge_sort(values[:middle]), merge_sort(values[middle:])
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


@snippet([1, 4, 6, 9, 13], 9)
def binary_search(values, wanted):
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


@snippet([(3, 5), (1, 2), (4, 8), (10, 12)])
def merge_intervals(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


@snippet([-2, 1, -3, 4, -1, 2, 1, -5, 4])
def best_subarray(values):
    best = current = values[0]
    for v in values[1:]:
        current = max(v, current + v)
        best = max(best, current)
    return best


@snippet([2, 7, 11, 15], 9)
def two_sum(values, target):
    seen = {}
    for i, v in enumerate(values):
        if target - v in seen:
            return seen[target - v], i
        seen[v] = i
    return None


@snippet([10, 20, 30], [60, 100, 120], 50)
def knapsack(weights, values, capacity):
    best = [0] * (capacity + 1)
    for w, v in zip(weights, values):
        for c in range(capacity, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[capacity]


@snippet(8)
def queens(n):
    def place(row, columns, left, right):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c not in columns and row + c not in left and row - c not in right:
                total += place(row + 1, columns | {c}, left | {row + c}, right | {row - c})
        return total

    return place(0, frozenset(), frozenset(), frozenset())


@snippet({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}, "a")
def reachable(graph, start):
    seen = set()
    todo = [start]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        todo.extend(graph[node])
    return sorted(seen)


@snippet({0: [1, 2], 1: [3], 2: [3], 3: [4], 4: []}, 0)
def levels(graph, start):
    distance = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


@snippet([(5, 2), (3, 1), (5, 0), (2, 9)])
def topological(edges):
    after = defaultdict(list)
    before = defaultdict(int)
    nodes = set()
    for a, b in edges:
        after[a].append(b)
        before[b] += 1
        nodes.update((a, b))
    ready = sorted(n for n in nodes if before[n] == 0)
    order = []
    while ready:
        n = ready.pop(0)
        order.append(n)
        for m in after[n]:
            before[m] -= 1
            if before[m] == 0:
                ready.append(m)
    return order


@snippet(6, [(0, 1), (1, 2), (3, 4)])
def connected_parts(n, edges):
    parent = list(range(n))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for a, b in edges:
        parent[find(a)] = find(b)
    return len({find(x) for x in range(n)})


@snippet(READINGS)
def mean_by_sensor(readings):
    sums = defaultdict(float)
    counts = defaultdict(int)
    for r in readings:
        if r.good:
            sums[r.sensor] += r.value
            counts[r.sensor] += 1
    return {s: sums[s] / counts[s] for s in sums}


@snippet(READINGS)
def sorted_readings(readings):
    return [r.sensor for r in sorted(readings, key=lambda r: r.value, reverse=True)]


@snippet(4)
def track_length(n):
    track = Track("walk")
    for i in range(n):
        track.add(i, i * i)
    return sum(math.dist(p, q) for p, q in zip(track.points, track.points[1:]))


@snippet([100.0, 50.0], [30.0, 500.0])
def bank(deposits, withdrawals):
    account = Account("ann")
    for d in deposits:
        account.deposit(d)
    failed = 0
    for w in withdrawals:
        try:
            account.withdraw(w)
        except ValueError as error:
            failed += 1
            print(f"{account.owner}: {error}")
    return account.balance, failed, account.history


@snippet("3 4 + 2 * 7 -")
def postfix(text):
    stack = Stack()
    for token in text.split():
        if token in "+-*":
            b, a = stack.pop(), stack.pop()
            stack.push(a + b if token == "+" else a - b if token == "-" else a * b)
        else:
            stack.push(int(token))
    return stack.pop(), len(stack)


@snippet(A)
def running_variance(a):
    stats = RunningStats()
    for x in a:
        stats.push(x)
    return stats.n, stats.mean, stats.variance


@snippet(2.0)
def polynomial_object(x):
    p = Polynomial(1.0, -2.0, 0.5)
    return p(x) + p(0.0)


@snippet(1.5, 2.0)
def shapes(r, s):
    lines = []
    for shape in [Circle(r), Square(s)]:
        lines.append(shape.describe())
    return lines


@snippet(5)
def make_counters(n):
    def counter(step):
        total = 0

        def advance():
            nonlocal total
            total += step
            return total

        return advance

    by_one, by_two = counter(1), counter(2)
    for _ in range(n):
        by_one()
        by_two()
    return by_one(), by_two()


@snippet(3.0)
def composed(x):
    def compose(*functions):
        return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)

    return compose(lambda v: v + 1, lambda v: v * v, math.sqrt)(x)


@snippet(30)
def memoized(n):
    @functools.lru_cache(maxsize=None)
    def ways(k):
        return 1 if k < 2 else ways(k - 1) + ways(k - 2)

    return ways(n)


@snippet(NUMBERS)
def accumulated(values):
    return list(itertools.accumulate(values)), list(itertools.accumulate(values, max))


@snippet(20)
def take_evens(n):
    evens = filter(lambda v: v % 2 == 0, itertools.count(3))
    return list(itertools.islice(evens, n))


@snippet(NUMBERS)
def pairwise_changes(values):
    return [b - a for a, b in itertools.pairwise(values)]


@snippet(["a", "b"], [1, 2, 3])
def grid_of_labels(names, numbers):
    return [f"{n}{k}" for n, k in itertools.product(names, numbers)]


@snippet([1, 2, 3], [4, 5])
def zipped_longest(a, b):
    return [x + y for x, y in itertools.zip_longest(a, b, fillvalue=0)]


@snippet(NUMBERS)
def dropped_and_taken(values):
    head = list(itertools.takewhile(lambda v: v != 7, values))
    tail = list(itertools.dropwhile(lambda v: v > -5, values))
    return head, tail


@snippet([("x", 3), ("y", 1), ("z", 2)])
def sort_by_item(pairs):
    return [name for name, _ in sorted(pairs, key=operator.itemgetter(1))]


@snippet(12)
def divisors(n):
    return {k: [d for d in range(1, k + 1) if k % d == 0] for k in range(1, n + 1)}


@snippet(60)
def factorize(n):
    factors = []
    p = 2
    while p * p <= n:
        while n % p == 0:
            factors.append(p)
            n //= p
        p += 1
    if n > 1:
        factors.append(n)
    return factors


@snippet(255, 2)
def to_base(n, base):
    digits = string.digits + string.ascii_lowercase
    if n == 0:
        return "0"
    text = ""
    while n:
        n, r = divmod(n, base)
        text = digits[r] + text
    return text


@snippet(2024)
def leap_years(year):
    return [y for y in range(year, year + 20) if (y % 4 == 0 and y % 100 != 0) or y % 400 == 0]


@snippet(1.0, 1e-10)
def newton_with_limit(x, tolerance):
    for iteration in range(100):
        new = x - (x**3 - 2 * x - 5) / (3 * x**2 - 2)
        if abs(new - x) < tolerance:
            break
        x = new
    else:
        raise RuntimeError("no convergence")
    return round(x, 8), iteration


@snippet(NUMBERS, 20)
def safe_item(values, index):
    try:
        return values[index]
    except IndexError as e:
        return f"{type(e).__name__}: {e}"
    finally:
        print("looked")


@snippet({"a": 1}, "b")
def missing_key(table, key):
    try:
        return table[key]
    except KeyError as e:
        return str(e)


@snippet("12a")
def checked_int(text):
    try:
        value = int(text)
    except (TypeError, ValueError):
        value = -1
    else:
        value += 1
    return value


@snippet(M)
def print_table(m):
    for i, row in enumerate(m[:3]):
        print(f"{i:>3d} | " + " ".join(f"{x:8.3f}" for x in row))
    print("-" * 20, end="\n\n")
    print("sum:", round(m.sum(), 3), "max:", round(m.max(), 3), sep="\t")


@snippet(1234567.891, 0.256)
def format_kinds(x, p):
    return f"{x:,.2f} {p:.1%} {x:e} {int(x):x} {int(x) % 256:08b} {'name':<8}|{'name':^8}| {p!r} {p=}"


@snippet(A, B)
def root_mean_square_error(a, b):
    error = a - b
    return {"rmse": np.sqrt(np.mean(error**2)), "mae": np.mean(np.abs(error)), "max": np.max(np.abs(error))}


@snippet(M)
def min_max_columns(m):
    low, high = m.min(axis=0), m.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    return (m - low) / span


@snippet(K)
def one_hot(k):
    classes = np.unique(k)
    return (k[:, None] == classes[None, :]).astype(np.float32)


@snippet(rng.normal(size=(20, 3)), 3)
def k_means(points, k):
    centers = points[:k].copy()
    for _ in range(5):
        distances = np.linalg.norm(points[:, None] - centers[None], axis=2)
        labels = np.argmin(distances, axis=1)
        for j in range(k):
            if np.any(labels == j):
                centers[j] = points[labels == j].mean(axis=0)
    return centers, labels


@snippet(rng.normal(size=(30, 2)), (rng.random(30) > 0.5).astype(float))
def logistic_regression(x, y):
    w, b = np.zeros(x.shape[1]), 0.0
    for epoch in range(20):
        p = 1 / (1 + np.exp(-(x @ w + b)))
        w -= 0.1 * x.T @ (p - y) / len(y)
        b -= 0.1 * np.mean(p - y)
    loss = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
    return w, b, loss


@snippet(A)
def peaks(a):
    return [i for i in range(1, len(a) - 1) if a[i - 1] < a[i] > a[i + 1]]


@snippet(A)
def zero_crossings(a):
    return np.nonzero(np.diff(np.sign(a)))[0]


@snippet(A)
def autocorrelation(a):
    a = a - a.mean()
    full = np.correlate(a, a, mode="full")[len(a) - 1 :]
    return full / full[0]


@snippet(A, 6)
def bootstrap_like(a, n):
    means = np.array([a[i::n].mean() for i in range(n)])
    return np.percentile(means, [5, 50, 95])


@snippet(np.array([3.0, np.nan, 5.0, np.nan, np.nan, 2.0]))
def forward_fill(a):
    filled = a.copy()
    for i in range(1, len(filled)):
        if np.isnan(filled[i]):
            filled[i] = filled[i - 1]
    return filled, int(np.isnan(a).sum())


@snippet(np.array([3.0, np.nan, 5.0, np.nan, np.nan, 2.0]))
def interpolate_gaps(a):
    index = np.arange(a.size)
    missing = np.isnan(a)
    a[missing] = np.interp(index[missing], index[~missing], a[~missing])
    return a


@snippet(0.5, 4)
def rotation(angle, n):
    c, s = np.cos(angle), np.sin(angle)
    r = np.array([[c, -s], [s, c]])
    return np.linalg.matrix_power(r, n) @ np.array([1.0, 0.0])


@snippet(50)
def heat_rod(steps):
    u = np.zeros(21)
    u[10] = 1.0
    history = []
    for _ in range(steps):
        u[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        history.append(u.sum())
    return u, min(history)


@snippet([0.9, 0.1], 10)
def markov_chain(start, steps):
    transition = np.array([[0.9, 0.1], [0.5, 0.5]])
    state = np.array(start)
    for _ in range(steps):
        state = state @ transition
    return state.round(6).tolist()


@snippet(0.3, 5.0, 100)
def predator_prey(dt, x, n):
    y = 2.0
    xs, ys = [], []
    for _ in range(n):
        dx = x * (1.1 - 0.4 * y)
        dy = y * (0.1 * x - 0.4)
        x, y = max(x + dt * 0.01 * dx, 0), max(y + dt * 0.01 * dy, 0)
        xs.append(x)
        ys.append(y)
    return np.array([xs, ys]).mean(axis=1)


@snippet(K, 5)
def top_k(k, n):
    order = np.argsort(k, kind="stable")[::-1][:n]
    return {int(i): int(k[i]) for i in order}


@snippet(["t1", "t2", "t3"], [1.5, 2.5, 3.5])
def zipped_dict(names, values):
    table = dict(zip(names, values))
    table.update(t4=4.5)
    table.setdefault("t5", 0.0)
    return {k.upper(): v * 2 for k, v in sorted(table.items(), reverse=True) if v}


@snippet({"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 4}})
def nested_dict(table):
    total = 0
    for name, row in table.items():
        for key in row:
            total += row[key] * len(name)
    return total, [row["x"] for row in table.values()]


@snippet(["2024-01-05,3.5,ok", "2024-02-07,1.5,bad", "2024-02-09,4.0,ok"])
def csv_rows(lines):
    months = {}
    for line in lines:
        date, value, state = line.strip().split(",")
        if state != "ok":
            continue
        month = int(date.split("-")[1])
        months.setdefault(month, []).append(float(value))
    return {m: sum(v) / len(v) for m, v in months.items()}


@snippet(["ERROR disk full", "INFO started", "ERROR no network", "WARN slow"])
def log_levels(lines):
    levels = collections.OrderedDict()
    for line in lines:
        level, _, message = line.partition(" ")
        if line.startswith("ERROR"):
            print(message)
        levels[level] = levels.get(level, 0) + 1
    return list(levels.items())


@snippet("ACGTTGCAAC", 3)
def k_mers(sequence, k):
    counts = defaultdict(int)
    for i in range(len(sequence) - k + 1):
        counts[sequence[i : i + k]] += 1
    return max(counts, key=counts.get), len(counts)


@snippet("level up racecar noon")
def palindromes(text):
    return [w for w in text.split() if w == w[::-1] and len(w) > 1]


@snippet(5)
def draw_triangle(n):
    return "\n".join(" " * (n - i) + "*" * (2 * i - 1) for i in range(1, n + 1))
