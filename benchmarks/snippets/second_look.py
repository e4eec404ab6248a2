"""A second look: what students and analysts write, of all kinds."""

import math
import random
from datetime import datetime

import numpy as np
from snippets import snippet

rng = np.random.default_rng(12)



@snippet(np.array([4.1, 3.9, 5.6, 7.7, 6.2]), np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
def fit_and_residuals(y, x):
    A = np.column_stack([x, np.ones_like(x)])
    coef, *_ = np.linalg.lstsq(A, y, rcond=None)
    residuals = y - A @ coef
    return coef, np.sqrt(np.mean(residuals ** 2))


@snippet(["10:15", "23:50", "00:05"])
def minutes_since_midnight(times):
    result = []
    for t in times:
        h, m = map(int, t.split(":"))
        if not (0 <= h < 24 and 0 <= m < 60):
            raise ValueError(f"bad time {t}")
        result.append(60 * h + m)
    return result


@snippet([3, 7, 1, 9, 4], 2)
def rotate_list(items, k):
    k %= len(items)
    return items[-k:] + items[:-k]


@snippet(1000.0, 0.05, 10)
def compound_table(principal, rate, years):
    balance = principal
    rows = []
    for year in range(1, years + 1):
        interest = balance * rate
        balance += interest
        rows.append((year, round(interest, 2), round(balance, 2)))
    return rows


@snippet("The rain in Spain stays mainly in the plain")
def longest_words(sentence):
    words = sentence.split()
    longest = max(len(w) for w in words)
    return [w for w in words if len(w) == longest]


@snippet(rng.random((20, 3)), 3, 5)
def kmeans_simple(points, k, iterations):
    centers = points[:k].copy()
    for _ in range(iterations):
        distances = np.linalg.norm(points[:, None] - centers[None, :], axis=2)
        labels = distances.argmin(axis=1)
        for j in range(k):
            members = points[labels == j]
            if len(members) > 0:
                centers[j] = members.mean(axis=0)
    return centers, labels


@snippet(np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]))
def count_triangles(adj):
    n = adj.shape[0]
    total = 0
    for i in range(n):
        for j in range(i + 1, n):
            if adj[i, j]:
                for k in range(j + 1, n):
                    if adj[i, k] and adj[j, k]:
                        total += 1
    return total


@snippet("3 4 + 2 *")
def rpn_eval(expr):
    stack = []
    for token in expr.split():
        if token in "+-*/":
            b = stack.pop()
            a = stack.pop()
            if token == "+":
                stack.append(a + b)
            elif token == "-":
                stack.append(a - b)
            elif token == "*":
                stack.append(a * b)
            else:
                stack.append(a / b)
        else:
            stack.append(float(token))
    return stack[0]


@snippet(20)
def fizzbuzz_counts(n):
    counts = {"fizz": 0, "buzz": 0, "fizzbuzz": 0, "other": 0}
    for i in range(1, n + 1):
        if i % 15 == 0:
            counts["fizzbuzz"] += 1
        elif i % 3 == 0:
            counts["fizz"] += 1
        elif i % 5 == 0:
            counts["buzz"] += 1
        else:
            counts["other"] += 1
    return counts


@snippet(np.array([1.0, 2.0, 3.0, 2.0, 1.0, 5.0, 1.0]), 1.5)
def find_peaks_above(signal, height):
    inside = signal[1:-1]
    mask = (inside > signal[:-2]) & (inside > signal[2:]) & (inside > height)
    return np.where(mask)[0] + 1


@snippet(12, 18)
def euclid_steps(a, b):
    steps = 0
    while b:
        a, b = b, a % b
        steps += 1
    return a, steps


@snippet([("ann", 31, 1.5), ("bob", 25, 2.5), ("cid", 31, 0.5)])
def sum_by_age(people):
    by_age = {}
    for name, age, score in people:
        by_age.setdefault(age, []).append(score)
    return {age: sum(scores) / len(scores) for age, scores in by_age.items()}


@snippet(5, 42)
def shuffle_deck(hand, seed):
    rng = random.Random(seed)
    deck = [f"{r}{s}" for s in "CDHS" for r in "23456789TJQKA"]
    rng.shuffle(deck)
    return sorted(deck[:hand])


@snippet(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0]))
def conjugate_gradient(A, b):
    x = np.zeros_like(b)
    r = b - A @ x
    p = r.copy()
    rs = r @ r
    for _ in range(len(b)):
        Ap = A @ p
        alpha = rs / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        rs_new = r @ r
        if np.sqrt(rs_new) < 1e-10:
            break
        p = r + (rs_new / rs) * p
        rs = rs_new
    return x


@snippet("hello world")
def most_common_letter(s):
    best, best_count = None, 0
    for c in set(s):
        if c != " ":
            n = s.count(c)
            if n > best_count or (n == best_count and c < best):
                best, best_count = c, n
    return best, best_count


@snippet(6)
def pascal_row(n):
    row = [1]
    for _ in range(n):
        row = [1] + [row[i] + row[i + 1] for i in range(len(row) - 1)] + [1]
    return row


@snippet(np.array([3, 1, 2]))
def argsort_by_hand(a):
    return np.array(sorted(range(len(a)), key=lambda i: a[i]))


@snippet(np.array([70.0, 80.5, 91.0, 55.0]))
def letter_grades(scores):
    grades = []
    for s in scores:
        if s >= 90:
            grades.append("A")
        elif s >= 80:
            grades.append("B")
        elif s >= 70:
            grades.append("C")
        else:
            grades.append("F")
    return grades


@snippet(3.7, -2.2)
def complex_polar(re_part, im_part):
    z = complex(re_part, im_part)
    r, phi = abs(z), math.atan2(z.imag, z.real)
    return r, math.degrees(phi), z.conjugate() * z


@snippet([1, 2, 3, 4])
def all_subsets(items):
    subsets = [[]]
    for item in items:
        subsets += [s + [item] for s in subsets]
    return subsets


@snippet([5, 2, 8, 1])
def bubble_sort(values):
    values = list(values)
    n = len(values)
    swaps = 0
    for i in range(n):
        for j in range(n - i - 1):
            if values[j] > values[j + 1]:
                values[j], values[j + 1] = values[j + 1], values[j]
                swaps += 1
    return values, swaps


@snippet(np.linspace(-3, 3, 13))
def piecewise_activation(x):
    relu = np.maximum(x, 0)
    leaky = np.where(x > 0, x, 0.01 * x)
    sigmoid = 1 / (1 + np.exp(-x))
    return np.stack([relu, leaky, sigmoid]).round(3)


class BankAccount:
    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.log = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self.balance += amount
        self.log.append(amount)
    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("insufficient funds")
        self.balance -= amount
        self.log.append(-amount)


@snippet([100.0, -30.0, 55.5])
def account_history(amounts):
    account = BankAccount("ann")
    for a in amounts:
        if a > 0:
            account.deposit(a)
        else:
            account.withdraw(-a)
    return account.balance, account.log


@snippet(0, 3, 200)
def monte_carlo_integral(a, b, n):
    gen = np.random.default_rng(0)
    x = gen.uniform(a, b, n)
    fx = np.exp(-x ** 2)
    estimate = (b - a) * fx.mean()
    error = (b - a) * fx.std(ddof=1) / np.sqrt(n)
    return estimate, error


@snippet("1,2;3,4;5,6")
def parse_matrix(text):
    return np.array([[float(v) for v in row.split(",")] for row in text.split(";")])


@snippet(np.arange(12).reshape(3, 4))
def border_sum(m):
    return m[0].sum() + m[-1].sum() + m[1:-1, 0].sum() + m[1:-1, -1].sum()


@snippet(2.0, 8)
def newton_history(a, steps):
    x = a
    history = [x]
    for _ in range(steps):
        x = 0.5 * (x + a / x)
        history.append(x)
        if abs(history[-1] - history[-2]) < 1e-12:
            break
    return history


@snippet({"x": 1.0, "y": 2.0}, {"x": 0.5, "z": 4.0})
def sparse_dot(u, v):
    return sum(value * v.get(key, 0.0) for key, value in u.items())


@snippet(7)
def collatz_lengths(limit):
    cache = {1: 1}
    for start in range(2, limit + 1):
        n = start
        path = []
        while n not in cache:
            path.append(n)
            n = n // 2 if n % 2 == 0 else 3 * n + 1
        length = cache[n]
        for value in reversed(path):
            length += 1
            cache[value] = length
    return max(range(1, limit + 1), key=lambda k: cache[k])


@snippet(np.array([1.0, 4.0, 2.0, 8.0]), np.array([0.1, 0.2, 0.3, 0.4]))
def weighted_stats(x, w):
    w = w / w.sum()
    mean = np.dot(w, x)
    var = np.dot(w, (x - mean) ** 2)
    order = np.argsort(x)
    cum = np.cumsum(w[order])
    median = x[order][np.searchsorted(cum, 0.5)]
    return {"mean": mean, "std": np.sqrt(var), "median": median}


@snippet("aaabbc")
def compress(s):
    out = []
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out.append(s[i] + (str(j - i) if j - i > 1 else ""))
        i = j
    return "".join(out)


@snippet([[5, 3, 0], [6, 0, 0], [0, 9, 8]])
def check_rows_unique(grid):
    for row in grid:
        seen = set()
        for v in row:
            if v != 0 and v in seen:
                return False
            seen.add(v)
    return True


@snippet(10, 3)
def josephus(n, k):
    people = list(range(1, n + 1))
    index = 0
    order = []
    while people:
        index = (index + k - 1) % len(people)
        order.append(people.pop(index))
    return order


@snippet(rng.normal(size=(6, 4)))
def pca_project(X):
    centered = X - X.mean(axis=0)
    cov = np.cov(centered, rowvar=False)
    values, vectors = np.linalg.eigh(cov)
    order = np.argsort(values)[::-1]
    explained = values[order] / values.sum()
    return explained, np.abs(centered @ vectors[:, order[:2]])


@snippet(3661.5)
def format_seconds(total):
    hours = int(total // 3600)
    minutes = int(total % 3600 // 60)
    seconds = total % 60
    if hours > 0:
        return f"{hours}h {minutes:02d}m {seconds:04.1f}s"
    return f"{minutes}m {seconds:.1f}s"


@snippet([4, 8, 15, 16, 23, 42], 16)
def binary_search(sorted_values, target):
    lo, hi = 0, len(sorted_values) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if sorted_values[mid] == target:
            return mid
        if sorted_values[mid] < target:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1


@snippet({"a": ["b"], "b": ["c", "d"], "c": [], "d": ["c"]})
def depth_first(graph):
    seen, order = set(), []

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for nxt in graph[node]:
            visit(nxt)
        order.append(node)
    for node in graph:
        visit(node)
    return order[::-1]


@snippet(np.array([1, 5, 2, 8, 3]), 3)
def top_k(values, k):
    idx = np.argpartition(values, -k)[-k:]
    idx = idx[np.argsort(-values[idx])]
    return [(int(i), int(values[i])) for i in idx]


@snippet(["2024-01-05", "2023-12-31", "bad", "2024-02-30"])
def valid_dates(texts):
    good = []
    for t in texts:
        try:
            good.append(datetime.strptime(t, "%Y-%m-%d").date().isoformat())
        except ValueError:
            continue
    return sorted(good)


@snippet(lambda x: x ** 3 - x - 2, 1.0, 2.0)
def bisection(f, a, b):
    if f(a) * f(b) > 0:
        raise ValueError("no sign change")
    for _ in range(60):
        mid = (a + b) / 2
        if f(a) * f(mid) <= 0:
            b = mid
        else:
            a = mid
    return (a + b) / 2
