"""Term papers: simulations, fits, counts and small tools as students hand them in, written before looking at what is compiled."""

from __future__ import annotations

import heapq
import itertools
import math
import random
import string
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

import numpy as np

from snippets import snippet

Sample = namedtuple("Sample", "station depth value")


@snippet(["12.5", "n/a", "7.25", "", "-3", "1e3", "abc"])
def clean_readings(raw):
    good, bad = [], []
    for i, text in enumerate(raw):
        try:
            good.append(float(text))
        except ValueError:
            bad.append((i, text))
    mean = sum(good) / len(good) if good else None
    return good, bad, mean


@snippet(np.array([0.1, 0.4, 0.35, 0.8, 0.9, 0.2, 0.05, 0.7]), 0.3)
def longest_event(signal, threshold):
    best = None
    start = None
    for i, value in enumerate(signal):
        if value > threshold and start is None:
            start = i
        elif value <= threshold and start is not None:
            if best is None or i - start > best[1] - best[0]:
                best = (start, i)
            start = None
    if start is not None and (best is None or len(signal) - start > best[1] - best[0]):
        best = (start, len(signal))
    return best


@snippet([[2.0, 1.0, 3.0], [0.0, 4.0, 1.0], [5.0, 2.0, 2.0]])
def determinant(matrix):
    if len(matrix) == 1:
        return matrix[0][0]
    total = 0.0
    for column in range(len(matrix)):
        minor = [row[:column] + row[column + 1 :] for row in matrix[1:]]
        total += (-1) ** column * matrix[0][column] * determinant(minor)
    return total


@snippet(np.array([1.0, 2.0, 3.0, 4.0, 0.0, -1.0, -2.0, 5.0]))
def fft_recursive(x):
    n = len(x)
    if n == 1:
        return x.astype(complex)
    even = fft_recursive(x[::2])
    odd = fft_recursive(x[1::2])
    factor = np.exp(-2j * np.pi * np.arange(n) / n)
    return np.concatenate([even + factor[: n // 2] * odd, even + factor[n // 2 :] * odd])


@snippet(["a b c", "d e f", "g h i"])
def transpose_words(lines):
    rows = [line.split() for line in lines]
    columns = [" ".join(column) for column in zip(*rows)]
    return columns


@snippet([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
def spiral(matrix):
    out = []
    matrix = [list(row) for row in matrix]
    while matrix:
        out += matrix.pop(0)
        matrix = [list(row) for row in zip(*matrix)][::-1]
    return out


@snippet(np.linspace(0.0, 1.0, 6), 12)
def wave_frames(x, steps):
    frames = []
    prev = np.exp(-100 * (x - 0.5) ** 2)
    curr = prev.copy()
    for _ in range(steps):
        nxt = np.zeros_like(curr)
        nxt[1:-1] = 2 * curr[1:-1] - prev[1:-1] + 0.25 * (curr[2:] - 2 * curr[1:-1] + curr[:-2])
        prev, curr = curr, nxt
        frames.append(curr)
    last = frames[-3:]
    energy = [float(np.sum(f**2)) for f in last]
    return np.mean(last, axis=0), energy


@snippet(np.array([3.0, 1.0, 2.0, 8.0, 7.5, 0.5]), np.array(["x", "y", "x", "z", "z", "y"]))
def group_statistics(values, labels):
    groups = {}
    for v, label in zip(values, labels):
        groups.setdefault(label, []).append(v)
    return {label: (np.mean(vs), np.std(vs)) for label, vs in groups.items()}


@snippet([3, 5, 7], [2, 3, 2])
def chinese_remainder(moduli, rests):
    def extended(a, b):
        if b == 0:
            return a, 1, 0
        g, x, y = extended(b, a % b)
        return g, y, x - (a // b) * y

    product = reduce(lambda a, b: a * b, moduli)
    total = 0
    for m, r in zip(moduli, rests):
        part = product // m
        g, inverse, _ = extended(part, m)
        total += r * part * inverse
    return total % product


@snippet("It was the best of times, it was the worst of times.")
def word_report(text):
    table = str.maketrans("", "", string.punctuation)
    words = text.lower().translate(table).split()
    counts = Counter(words)
    lines = []
    for word, n in counts.most_common(3):
        lines.append(f"{word:<8}|{'#' * n}")
    return "\n".join(lines)


@snippet({(0, 0), (1, 0), (2, 0), (2, 1), (1, 2)}, 4)
def glider(cells, steps):
    for _ in range(steps):
        neighbours = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
        cells = {c for c, n in neighbours.items() if n == 3 or (n == 2 and c in cells)}
    return sorted(cells)


@snippet(4)
def bell_triangle(n):
    rows = [[1]]
    for _ in range(n - 1):
        row = [rows[-1][-1]]
        for value in rows[-1]:
            row.append(row[-1] + value)
        rows.append(row)
    return rows, [r[0] for r in rows]


@snippet("3 + 4 * ( 2 - 1 )")
def shunting_yard(text):
    precedence = {"+": 1, "-": 1, "*": 2, "/": 2}
    output, stack = [], []
    for token in text.split():
        if token in precedence:
            while stack and stack[-1] != "(" and precedence[stack[-1]] >= precedence[token]:
                output.append(stack.pop())
            stack.append(token)
        elif token == "(":
            stack.append(token)
        elif token == ")":
            while stack[-1] != "(":
                output.append(stack.pop())
            stack.pop()
        else:
            output.append(token)
    while stack:
        output.append(stack.pop())
    values = []
    for token in output:
        if token in precedence:
            b, a = values.pop(), values.pop()
            if token == "+":
                values.append(a + b)
            elif token == "-":
                values.append(a - b)
            elif token == "*":
                values.append(a * b)
            else:
                values.append(a / b)
        else:
            values.append(int(token))
    return " ".join(output), values[0]


@snippet(5)
def harmonic(n):
    total = Fraction(0)
    for k in range(1, n + 1):
        total += Fraction(1, k)
    return total.numerator, total.denominator, float(total)


@snippet([Sample("north", 1.0, 3.5), Sample("south", 2.0, 1.5), Sample("north", 3.0, 2.5)])
def deepest_by_station(samples):
    deepest = {}
    for s in samples:
        if s.station not in deepest or s.depth > deepest[s.station].depth:
            deepest[s.station] = s
    return {name: (s.depth, s.value) for name, s in deepest.items()}


@snippet(np.array([[1.0, 2.0], [1.5, 1.8], [5.0, 8.0], [8.0, 8.0], [1.0, 0.6], [9.0, 11.0]]), 2)
def lloyd(points, k):
    centres = points[:k].copy()
    labels = None
    for _ in range(50):
        distance = np.linalg.norm(points[:, None, :] - centres[None, :, :], axis=2)
        new_labels = np.argmin(distance, axis=1)
        if labels is not None and np.array_equal(labels, new_labels):
            break
        labels = new_labels
        for j in range(k):
            if np.any(labels == j):
                centres[j] = points[labels == j].mean(axis=0)
    return centres, labels


@snippet("A-B:4,A-C:2,C-B:1,B-D:5,C-D:8", "A", "D")
def cheapest_route(description, start, goal):
    graph = defaultdict(dict)
    for edge in description.split(","):
        ends, cost = edge.split(":")
        a, b = ends.split("-")
        graph[a][b] = int(cost)
        graph[b][a] = int(cost)
    heap = [(0, start, [start])]
    seen = set()
    while heap:
        cost, node, path = heapq.heappop(heap)
        if node == goal:
            return cost, path
        if node in seen:
            continue
        seen.add(node)
        for other, w in graph[node].items():
            if other not in seen:
                heapq.heappush(heap, (cost + w, other, path + [other]))
    return None


@snippet([4, 1, 3, 9, 7])
def merge_sort(items):
    if len(items) <= 1:
        return items
    middle = len(items) // 2
    left, right = merge_sort(items[:middle]), merge_sort(items[middle:])
    merged = []
    while left and right:
        merged.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
    return merged + left + right


@snippet([1, [2, [3, 4], 5], [6], [[7]]])
def flatten(items):
    out = []
    for item in items:
        if isinstance(item, list):
            out.extend(flatten(item))
        else:
            out.append(item)
    return out


@snippet(np.array([12.0, 15.0, 11.0, 14.0]), np.array([10.0, 9.0, 13.0, 8.0, 12.0]), 200)
def permutation_test(a, b, rounds):
    rng = np.random.default_rng(3)
    observed = a.mean() - b.mean()
    pooled = np.concatenate([a, b])
    count = 0
    for _ in range(rounds):
        rng.shuffle(pooled)
        if abs(pooled[: len(a)].mean() - pooled[len(a) :].mean()) >= abs(observed):
            count += 1
    return {"observed": observed, "p": (count + 1) / (rounds + 1)}


@snippet(30)
def elevator(steps):
    random.seed(5)
    state = {"floor": 0, "direction": "up", "stops": []}
    for t in range(steps):
        if state["direction"] == "up":
            state["floor"] += 1
            if state["floor"] == 7:
                state["direction"] = "down"
        else:
            state["floor"] -= 1
            if state["floor"] == 0:
                state["direction"] = "up"
        if random.random() < 0.2:
            state["stops"].append((t, state["floor"]))
    return state


@dataclass
class Account:
    owner: str
    balance: float = 0.0
    log: list = field(default_factory=list)

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.log.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("insufficient funds")
        self.balance -= amount
        self.log.append(("withdraw", amount))


@snippet([("deposit", 100.0), ("withdraw", 30.0), ("withdraw", 200.0), ("deposit", -5.0)])
def bank(operations):
    account = Account("Ada")
    errors = []
    for kind, amount in operations:
        try:
            if kind == "deposit":
                account.deposit(amount)
            else:
                account.withdraw(amount)
        except ValueError as e:
            errors.append(f"{kind} {amount}: {e}")
    return account.balance, account.log, errors


@snippet(np.array([0.0, 1.0, 2.0, 3.0, 4.0]), np.array([1.1, 2.9, 5.2, 7.1, 8.8]))
def fit_report(x, y):
    results = {}
    for degree in (1, 2):
        coefficients = np.polyfit(x, y, degree)
        residual = y - np.polyval(coefficients, x)
        results[degree] = {"coef": coefficients, "rss": float(np.sum(residual**2))}
    best = min(results, key=lambda d: results[d]["rss"])
    return best, results[best]["rss"]


@snippet("ACGTACGTGACCTGA", 3)
def kmer_positions(dna, k):
    index = defaultdict(list)
    for i in range(len(dna) - k + 1):
        index[dna[i : i + k]].append(i)
    return {kmer: where for kmer, where in sorted(index.items()) if len(where) > 1}


@snippet("name,age,city\nAda,36,London\nAlan,41,Wilmslow\n")
def read_csv(text):
    lines = text.strip().split("\n")
    header = lines[0].split(",")
    rows = []
    for line in lines[1:]:
        rows.append(dict(zip(header, line.split(","))))
    return [r for r in rows if int(r["age"]) > 40]


@snippet(8)
def n_queens(n):
    def place(row, columns, diagonals, others):
        if row == n:
            return 1
        found = 0
        for c in range(n):
            if c not in columns and row - c not in diagonals and row + c not in others:
                found += place(row + 1, columns | {c}, diagonals | {row - c}, others | {row + c})
        return found

    return place(0, set(), set(), set())


@snippet(np.array([1.0, 4.0, 2.0, 8.0, 5.0, 7.0]), 3)
def rolling(values, window):
    buffer = deque(maxlen=window)
    out = {"mean": [], "max": []}
    for v in values:
        buffer.append(v)
        if len(buffer) == window:
            out["mean"].append(sum(buffer) / window)
            out["max"].append(max(buffer))
    return out


@snippet("hello world", 3)
def caesar_both(text, shift):
    def move(c, k):
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            return chr((ord(c) - base + k) % 26 + base)
        return c

    secret = "".join(move(c, shift) for c in text)
    plain = "".join(map(lambda c: move(c, -shift), secret))
    return secret, plain, plain == text


@snippet(lambda x: x**3 - 2 * x - 5, 1.0, 3.0)
def bisect_or_fail(f, a, b, tol=1e-10):
    if f(a) * f(b) > 0:
        raise ValueError("no change of sign")
    history = []
    while b - a > tol:
        middle = 0.5 * (a + b)
        history.append((a, b))
        if f(a) * f(middle) <= 0:
            b = middle
        else:
            a = middle
    return 0.5 * (a + b), len(history)


@snippet(np.array([[0.9, 0.1, 0.0], [0.4, 0.4, 0.2], [0.1, 0.3, 0.6]]), ["sun", "cloud", "rain"], 15)
def weather(matrix, names, days):
    rng = np.random.default_rng(11)
    state = 0
    diary = []
    for _ in range(days):
        state = rng.choice(3, p=matrix[state])
        diary.append(names[state])
    return Counter(diary), diary[-1]


@snippet([5, 3, 8, 1, 4])
def tree_depth(values):
    root = None
    for v in values:
        node = {"value": v, "left": None, "right": None}
        if root is None:
            root = node
            continue
        current = root
        while True:
            side = "left" if v < current["value"] else "right"
            if current[side] is None:
                current[side] = node
                break
            current = current[side]

    def depth(node):
        return 0 if node is None else 1 + max(depth(node["left"]), depth(node["right"]))

    return depth(root)


@snippet(np.arange(12.0).reshape(3, 4))
def normalised_columns(table):
    stats = {}
    for j in range(table.shape[1]):
        column = table[:, j]
        stats[f"c{j}"] = {"min": column.min(), "max": column.max()}
    out = np.empty_like(table)
    for j, (name, s) in enumerate(stats.items()):
        out[:, j] = (table[:, j] - s["min"]) / (s["max"] - s["min"])
    return out, list(stats)


@snippet([1, 2, 3, 4])
def subsets_by_sum(items):
    found = defaultdict(list)
    for r in range(len(items) + 1):
        for combo in itertools.combinations(items, r):
            found[sum(combo)].append(combo)
    return dict(found)


@snippet([0.2, 0.5, 0.3], 1e-3)
def entropy_and_perplexity(p, eps=1e-12, base=2):
    clipped = [max(x, eps) for x in p]
    norm = math.fsum(clipped)
    h = -sum(x / norm * math.log(x / norm, base) for x in clipped)
    return round(h, 6), round(base**h, 6)


@snippet(["#..#", ".##.", "#..."])
def count_islands(grid):
    rows = [list(line) for line in grid]
    count = 0
    for y in range(len(rows)):
        for x in range(len(rows[0])):
            if rows[y][x] != "#":
                continue
            count += 1
            stack = [(y, x)]
            while stack:
                r, c = stack.pop()
                if 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[r][c] == "#":
                    rows[r][c] = "."
                    stack.extend([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
    return count


@snippet(np.linspace(0, 5, 40), np.array([2.0, 0.7]))
def gauss_newton(t, start):
    y = 3.0 * np.exp(-0.5 * t)
    p = start.copy()
    for iteration in range(20):
        model = p[0] * np.exp(-p[1] * t)
        r = y - model
        jacobian = np.column_stack([np.exp(-p[1] * t), -p[0] * t * np.exp(-p[1] * t)])
        step, *_ = np.linalg.lstsq(jacobian, r, rcond=None)
        p = p + step
        if np.linalg.norm(step) < 1e-10:
            break
    return p, iteration


@snippet([("flour", 2.0, "kg"), ("milk", 500, "ml"), ("salt", None, "pinch")])
def shopping_list(items):
    lines = []
    for name, amount, unit in items:
        if amount is None:
            lines.append(f"- {name} (a {unit})")
        else:
            lines.append(f"- {name}: {amount} {unit}")
    return "\n".join(lines)


@snippet([3, 1, 4, 1, 5, 9, 2, 6], 1)
def quartiles(*data):
    values = sorted(data[0])
    n = len(values)

    def median(part):
        m = len(part) // 2
        return part[m] if len(part) % 2 else (part[m - 1] + part[m]) / 2

    half = n // 2
    return {"q1": median(values[:half]), "q2": median(values), "q3": median(values[half + n % 2 :])}


@snippet("1101")
def number_bases(bits):
    value = int(bits, 2)
    digits = "0123456789abcdef"
    out = {}
    for base in (3, 8, 16):
        n, text = value, ""
        while n:
            n, r = divmod(n, base)
            text = digits[r] + text
        out[base] = text or "0"
    return out


@snippet(np.array([[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]]))
def page_rank(links, damping=0.85):
    n = links.shape[0]
    out = links.sum(axis=1, keepdims=True)
    transition = np.where(out > 0, links / np.maximum(out, 1), 1 / n)
    rank = np.full(n, 1 / n)
    history = [rank]
    while len(history) < 2 or np.abs(history[-1] - history[-2]).max() > 1e-8:
        history.append((1 - damping) / n + damping * (transition.T @ history[-1]))
    order = sorted(range(n), key=lambda i: -history[-1][i])
    return order, len(history), history[-1].round(6)
