"""What an analyst of data and a student write at their desks, and more of a physicist and a biologist."""

import bisect
import collections
import itertools
import math
import statistics

import numpy as np
from unpython import prange

from snippets import snippet
from snippets.fieldwork import GRID, POINTS, X


@snippet(X)
def bootstrap_mean(x):
    gen = np.random.default_rng(3)
    means = []
    for _ in range(50):
        means.append(gen.choice(x, size=len(x)).mean())
    means.sort()
    return means[1], means[-2]


@snippet(1.0, 0.0, 0.05, 40)
def leapfrog(x, v, dt, n):
    def force(q):
        return -q - 0.1 * q**3

    history = []
    a = force(x)
    for step in range(n):
        v += 0.5 * dt * a
        x += dt * v
        a = force(x)
        v += 0.5 * dt * a
        if step % 10 == 0:
            history.append({"t": step * dt, "x": x, "e": 0.5 * v * v + 0.5 * x * x + 0.025 * x**4})
    return history


@snippet([3, 0, 2, 5, 0, 1])
def safe_ratios(xs):
    out = []
    for a, b in zip(xs, xs[1:]):
        try:
            out.append(a / b)
        except ZeroDivisionError:
            out.append(float("nan"))
    return out


@snippet(24)
def collatz_table(n):
    lengths = {1: 1}
    for start in range(2, n):
        chain = []
        k = start
        while k not in lengths:
            chain.append(k)
            k = k // 2 if k % 2 == 0 else 3 * k + 1
        base = lengths[k]
        for i, value in enumerate(reversed(chain), 1):
            lengths[value] = base + i
    best = max(range(1, n), key=lambda s: lengths[s])
    return best, lengths[best]


@snippet("Hello, World!", 3)
def caesar(text, shift):
    out = ""
    for ch in text:
        if ch.isalpha():
            base = ord("A") if ch.isupper() else ord("a")
            out += chr((ord(ch) - base + shift) % 26 + base)
        else:
            out += ch
    return out


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_and_trace(m):
    t = [list(row) for row in zip(*m)]
    flat = [v for row in t for v in row]
    return t, flat, sum(m[i][i] for i in range(min(len(m), len(m[0]))))


@snippet(np.array([1.0, 2.0, 4.0, 8.0]), np.array([0.5, 1.0, 2.0, 4.1]))
def compare_fits(x, y):
    results = []
    for degree in (1, 2):
        coef = np.polyfit(x, y, degree)
        err = float(np.sqrt(np.mean((np.polyval(coef, x) - y) ** 2)))
        results.append((degree, err))
    best = min(results, key=lambda r: r[1])
    return best[0], [round(e, 6) for _, e in results]


@snippet([23, 5, 17, 42, 8, 30], [10, 20, 30, 40])
def bin_values(values, edges):
    bins = [0] * (len(edges) + 1)
    labels = []
    for v in values:
        k = bisect.bisect_right(edges, v)
        bins[k] += 1
        labels.append("low" if k == 0 else "high" if k == len(edges) else f"bin{k}")
    return bins, labels


@snippet(np.array([[0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 1]]))
def label_clusters(img):
    labels = np.zeros(img.shape, dtype=int)
    current = 0
    sizes = []
    for i in range(img.shape[0]):
        for j in range(img.shape[1]):
            if img[i, j] and labels[i, j] == 0:
                current += 1
                stack = [(i, j)]
                labels[i, j] = current
                size = 0
                while stack:
                    a, b = stack.pop()
                    size += 1
                    for da, db in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                        p, q = a + da, b + db
                        if 0 <= p < img.shape[0] and 0 <= q < img.shape[1] and img[p, q] and labels[p, q] == 0:
                            labels[p, q] = current
                            stack.append((p, q))
                sizes.append(size)
    return labels, sizes


@snippet([("Ann", 31, 4.5), ("Bob", 25, 3.9), ("Cid", 31, 4.9)])
def report_lines(people):
    ordered = sorted(people, key=lambda p: (-p[1], p[0]))
    lines = [f"{name:<6}|{age:>4d}|{score:6.2f}" for name, age, score in ordered]
    return "\n".join(lines)


@snippet(20)
def fib_generator_sum(limit):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    total = 0
    for value in fib():
        if value > limit:
            break
        if value % 2 == 0:
            total += value
    return total


@snippet(X)
def hist_dict(x):
    edges = np.linspace(x.min(), x.max(), 6)
    counts, _ = np.histogram(x, bins=edges)
    return {f"{lo:.2f}-{hi:.2f}": int(c) for lo, hi, c in zip(edges[:-1], edges[1:], counts)}


@snippet([1, 2, 3, 4], 2.5)
def mixed_list(values, scale):
    row = [1, scale]
    for v in values:
        row.append(v * scale)
    return row


@snippet([1, [2, [3, 4]], [5]])
def depth_sum(nested):
    def walk(item, depth):
        if isinstance(item, list):
            return sum(walk(x, depth + 1) for x in item)
        return item * depth

    return walk(nested, 0)


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


@snippet([5, 2, 8, 1, 9, 3])
def tree_in_order(keys):
    root = None
    for key in keys:
        node = Node(key)
        if root is None:
            root = node
            continue
        here = root
        while True:
            if key < here.key:
                if here.left is None:
                    here.left = node
                    break
                here = here.left
            else:
                if here.right is None:
                    here.right = node
                    break
                here = here.right
    out, stack, here = [], [], root
    while stack or here is not None:
        while here is not None:
            stack.append(here)
            here = here.left
        here = stack.pop()
        out.append(here.key)
        here = here.right
    return out


@snippet(np.array([0.0, 1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0, 5.0]), [0.5, 1.5, 2.9, 7.0])
def interpolate_all(xs, ys, queries):
    out = []
    for q in queries:
        if q < xs[0] or q > xs[-1]:
            out.append(None)
            continue
        i = int(np.searchsorted(xs, q, side="right")) - 1
        i = min(i, len(xs) - 2)
        t = (q - xs[i]) / (xs[i + 1] - xs[i])
        out.append(float(ys[i] + t * (ys[i + 1] - ys[i])))
    return out


@snippet(4)
def pascal_rows(n):
    rows = [[1]]
    for _ in range(n):
        last = rows[-1]
        rows.append([1] + [a + b for a, b in zip(last, last[1:])] + [1])
    return rows


@snippet([2.0, 3.5, 1.0, 4.0], 0.5)
def exponential_smoothing(series, alpha):
    smoothed = [series[0]]
    for value in series[1:]:
        smoothed.append(alpha * value + (1 - alpha) * smoothed[-1])
    errors = [abs(a - b) for a, b in zip(series, smoothed)]
    return smoothed, statistics.fmean(errors), statistics.pstdev(errors)


@snippet(np.array([1, 1, 2, 3, 3, 3, 1]))
def run_lengths(values):
    out = []
    for key, group in itertools.groupby(values.tolist()):
        out.append((key, len(list(group))))
    return out


@snippet(GRID, 0.1, 6)
def diffuse(u, k, steps):
    u = u.copy()
    for _ in range(steps):
        new = u.copy()
        for i in prange(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                new[i, j] = u[i, j] + k * (u[i + 1, j] + u[i - 1, j] + u[i, j + 1] + u[i, j - 1] - 4 * u[i, j])
        u = new
    return u, u.mean()


@snippet([4, 2, 7], [1, 9, 3])
def rank_sum(a, b):
    tagged = [(v, 0) for v in a] + [(v, 1) for v in b]
    tagged.sort()
    total = 0
    for rank, (_, group) in enumerate(tagged, start=1):
        if group == 0:
            total += rank
    u = total - len(a) * (len(a) + 1) / 2
    return u, len(a) * len(b) - u


@snippet("(a[b]{c})", "(a]")
def brackets(good, bad):
    pairs = {")": "(", "]": "[", "}": "{"}

    def check(s):
        stack = []
        for c in s:
            if c in "([{":
                stack.append(c)
            elif c in pairs:
                if not stack or stack.pop() != pairs[c]:
                    return False
        return not stack

    return check(good), check(bad)


@snippet(12, 18, 30)
def number_theory(a, b, c):
    g = math.gcd(math.gcd(a, b), c)
    lcm = a * b // math.gcd(a, b)
    factors = []
    n, p = c * b, 2
    while n > 1:
        while n % p == 0:
            factors.append(p)
            n //= p
        p += 1
    return g, lcm, factors, math.prod(set(factors))


@snippet(POINTS, 3)
def k_means(points, k):
    centers = points[:k].copy()
    assign = np.zeros(len(points), dtype=np.int64)
    for _ in range(10):
        for i in prange(len(points)):
            d = ((centers - points[i]) ** 2).sum(axis=1)
            assign[i] = np.argmin(d)
        new = np.array([points[assign == c].mean(axis=0) for c in range(k)])
        if np.allclose(new, centers):
            break
        centers = new
    return centers, np.bincount(assign, minlength=k)


@snippet([10.0, 12.0, 9.0, 15.0, 14.0])
def max_drawdown(prices):
    peak = prices[0]
    worst = 0.0
    start = end = 0
    peak_at = 0
    for i, p in enumerate(prices):
        if p > peak:
            peak, peak_at = p, i
        drop = (peak - p) / peak
        if drop > worst:
            worst, start, end = drop, peak_at, i
    return f"{worst:.1%}", (start, end)


@snippet([("2024-01-03", 5), ("2024-02-11", 7), ("2024-01-20", 1)])
def monthly_totals(rows):
    totals = collections.OrderedDict()
    for date, amount in rows:
        year, month, _ = date.split("-")
        key = f"{year}/{int(month)}"
        totals[key] = totals.get(key, 0) + amount
    return list(totals.items())


@snippet([3, 1, 2])
def all_orders(items):
    orders = []
    for p in itertools.permutations(items):
        if all(a != b for a, b in zip(p, items)):
            orders.append(p)
    return sorted(orders)


@snippet(np.array([2.0, -1.0, 0.5]), 1e-6)
def numeric_gradient(x, h):
    def f(v):
        return np.sum(v**2) + np.prod(v)

    grad = np.zeros_like(x)
    for i in range(x.size):
        step = np.zeros_like(x)
        step[i] = h
        grad[i] = (f(x + step) - f(x - step)) / (2 * h)
    return np.round(grad, 4), float(np.linalg.norm(grad)) < 10


@snippet(["3.5", "oops", "7", ""])
def parse_column(cells):
    values, errors = [], []
    for line, cell in enumerate(cells, 1):
        try:
            values.append(float(cell))
        except ValueError as e:
            errors.append(f"line {line}: {e}")
    return values, errors, sum(values) / len(values) if values else None


class Matrix2:
    def __init__(self, a, b, c, d):
        self.a, self.b, self.c, self.d = a, b, c, d

    def __matmul__(self, o):
        return Matrix2(self.a * o.a + self.b * o.c, self.a * o.b + self.b * o.d,
                       self.c * o.a + self.d * o.c, self.c * o.b + self.d * o.d)

    def trace(self):
        return self.a + self.d


@snippet(30)
def fib_by_matrix(n):
    result = Matrix2(1, 0, 0, 1)
    base = Matrix2(1, 1, 1, 0)
    while n:
        if n & 1:
            result = result @ base
        base = base @ base
        n >>= 1
    return result.b, result.trace()
