"""What a physicist, a biologist, an analyst of data and a student write at their desks."""

import bisect
import collections
import heapq
import itertools
import math
import random
import statistics
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

import numpy as np
from snippets import snippet
from unpython import prange

rng = np.random.default_rng(404)
X = rng.normal(size=80)
P = np.abs(X) + 0.05
GRID = rng.random((12, 14))
POINTS = rng.random((25, 3))
LABELS = rng.integers(0, 5, 80)
COUNTS = rng.integers(0, 40, (6, 8))
DNA = "ATGGCCATTGTAATGGGCCGCTGAAAGGGTGCCCGATAG"


@snippet(POINTS, 1.0)
def pair_potential(pos, sigma):
    n = len(pos)
    energy = np.zeros(n)
    for i in prange(n):
        e = 0.0
        for j in range(n):
            if i != j:
                d = pos[i] - pos[j]
                r2 = float(np.dot(d, d))
                s6 = (sigma * sigma / (r2 + 0.5)) ** 3
                e += 4.0 * (s6 * s6 - s6)
        energy[i] = e / 2
    return energy, energy.sum()


@snippet(200, 0.3)
def random_walk_stats(n, p):
    random.seed(5)
    x = 0
    visited = [0]
    for _ in range(n):
        if random.random() < p:
            x += 1
        else:
            x -= 1
        visited.append(x)
    return min(visited), max(visited), len(set(visited)), statistics.mean(visited)


@snippet(DNA)
def codon_usage(seq):
    usage = Counter(seq[i:i + 3] for i in range(0, len(seq) - 2, 3))
    total = sum(usage.values())
    return {codon: round(n / total, 3) for codon, n in sorted(usage.items())}


@snippet(DNA)
def translate_until_stop(seq):
    table = {"ATG": "M", "GCC": "A", "ATT": "I", "GTA": "V", "GGC": "G", "CGC": "R", "TGA": "*", "TAG": "*"}
    protein = []
    for i in range(0, len(seq) - 2, 3):
        amino = table.get(seq[i:i + 3], "X")
        if amino == "*":
            break
        protein.append(amino)
    return "".join(protein)


@snippet([("a", 3.0), ("b", 1.5), ("a", 4.5), ("c", 2.0), ("b", 2.5)])
def mean_by_name(records):
    groups = defaultdict(list)
    for name, value in records:
        groups[name].append(value)
    return {name: (len(v), sum(v) / len(v), max(v)) for name, v in groups.items()}


@snippet(POINTS)
def center_of_mass(points):
    masses = np.linspace(1.0, 2.0, len(points))
    com = (points * masses[:, None]).sum(axis=0) / masses.sum()
    inertia = np.zeros((3, 3))
    for m, p in zip(masses, points - com):
        inertia += m * (np.dot(p, p) * np.eye(3) - np.outer(p, p))
    return com, np.linalg.eigvalsh(inertia)


@snippet([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5])
def describe_sample(values):
    ordered = sorted(values)
    n = len(ordered)
    middle = ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2
    counts = Counter(ordered)
    top = max(counts.values())
    modes = [v for v, c in counts.items() if c == top]
    return {"n": n, "median": middle, "modes": modes, "spread": ordered[-1] - ordered[0]}


@snippet(X, 5)
def moving_z_scores(x, w):
    out = np.full(len(x), np.nan)
    for i in prange(w, len(x)):
        window = x[i - w:i]
        s = window.std()
        out[i] = (x[i] - window.mean()) / s if s > 0 else 0.0
    return out


@dataclass
class Particle:
    x: float
    v: float
    charge: int = 1
    trail: list = field(default_factory=list)


@snippet([0.1, 0.5, 0.9], 20, 0.01)
def push_particles(starts, steps, dt):
    particles = [Particle(x, 0.0, 1 if i % 2 == 0 else -1) for i, x in enumerate(starts)]
    for _ in range(steps):
        for p in particles:
            p.v += p.charge * math.sin(p.x) * dt
            p.x += p.v * dt
            p.trail.append(p.x)
    return [(round(p.x, 6), len(p.trail)) for p in particles]


@snippet("the cat sat on the mat and the dog sat on the cat")
def word_pairs(text):
    words = text.split()
    pairs = Counter(zip(words, words[1:]))
    best = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:3]
    return [f"{a} {b}: {n}" for (a, b), n in best]


@snippet([1.0, 2.5, "x", 4.0, None, 6])
def clean_numbers(values):
    good, bad = [], 0
    for v in values:
        try:
            good.append(float(v))
        except (TypeError, ValueError):
            bad += 1
    return good, bad


@snippet(COUNTS)
def normalise_counts(counts):
    depth = counts.sum(axis=0)
    cpm = counts / depth * 1e6
    logged = np.log2(cpm + 1)
    keep = (cpm > 1).sum(axis=1) >= 2
    return logged[keep], int(keep.sum())


@snippet("ACGTACGTTAGC", "ACGTCGTTAGGC")
def edit_distance_rows(a, b):
    previous = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        current = [i]
        for j, cb in enumerate(b, 1):
            current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (ca != cb)))
        previous = current
    return previous[-1]


@snippet(30)
def primes_and_gaps(limit):
    sieve = [True] * (limit + 1)
    sieve[0] = sieve[1] = False
    for i in range(2, int(limit**0.5) + 1):
        if sieve[i]:
            sieve[i * i :: i] = [False] * len(sieve[i * i :: i])
    primes = [i for i, ok in enumerate(sieve) if ok]
    return primes, [b - a for a, b in zip(primes, primes[1:])]


@snippet([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0])
def cramer(m, rhs):
    det = m[0][0] * m[1][1] - m[0][1] * m[1][0]
    if det == 0:
        raise ValueError("singular")
    x = (rhs[0] * m[1][1] - rhs[1] * m[0][1]) / det
    y = (m[0][0] * rhs[1] - m[1][0] * rhs[0]) / det
    return [x, y]


@snippet(GRID)
def local_maxima(img):
    found = []
    rows, cols = img.shape
    for i in range(1, rows - 1):
        for j in range(1, cols - 1):
            patch = img[i - 1:i + 2, j - 1:j + 2]
            if img[i, j] == patch.max():
                found.append((i, j, img[i, j]))
    found.sort(key=lambda t: -t[2])
    return found[:5]


@snippet([5, 3, 8, 1, 9, 2])
def merge_sort_list(items):
    def merge(a, b):
        out = []
        i = j = 0
        while i < len(a) and j < len(b):
            if a[i] <= b[j]:
                out.append(a[i])
                i += 1
            else:
                out.append(b[j])
                j += 1
        return out + a[i:] + b[j:]

    def sort(x):
        if len(x) <= 1:
            return x
        mid = len(x) // 2
        return merge(sort(x[:mid]), sort(x[mid:]))

    return sort(items)


@snippet({"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 4}})
def total_nested(table):
    totals = {}
    for name, row in table.items():
        for column, value in row.items():
            totals[column] = totals.get(column, 0) + value
    return totals


@snippet(LABELS, X)
def anova_f(labels, values):
    groups = [values[labels == k] for k in np.unique(labels)]
    grand = values.mean()
    between = sum(len(g) * (g.mean() - grand) ** 2 for g in groups)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups)
    k, n = len(groups), len(values)
    return (between / (k - 1)) / (within / (n - k))


@snippet([12, 7, 3, 25, 8], 20)
def knapsack_subset(weights, capacity):
    best = 0
    chosen = ()
    for r in range(len(weights) + 1):
        for combo in itertools.combinations(weights, r):
            s = sum(combo)
            if best < s <= capacity:
                best, chosen = s, combo
    return best, chosen


@snippet(8)
def queens_count(n):
    def place(row, cols, d1, d2):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c in cols or row + c in d1 or row - c in d2:
                continue
            total += place(row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c})
        return total

    return place(0, frozenset(), frozenset(), frozenset())


@snippet(6)
def catalan_cached(n):
    memo = {0: 1}

    def catalan(k):
        if k in memo:
            return memo[k]
        total = sum(catalan(i) * catalan(k - 1 - i) for i in range(k))
        memo[k] = total
        return total

    return [catalan(i) for i in range(n + 1)]


@snippet(X, P)
def weighted_linear_fit(x, w):
    y = 3.0 * x + 1.0
    sw, sx, sy = w.sum(), (w * x).sum(), (w * y).sum()
    sxx, sxy = (w * x * x).sum(), (w * x * y).sum()
    delta = sw * sxx - sx**2
    a = (sxx * sy - sx * sxy) / delta
    b = (sw * sxy - sx * sy) / delta
    residual = y - (a + b * x)
    return {"a": a, "b": b, "chi2": float(np.sum(w * residual**2))}


@snippet([("x", 1), ("y", 2), ("x", 3)])
def invert_index(pairs):
    index = {}
    for pos, (key, value) in enumerate(pairs):
        index.setdefault(key, set()).add(value + pos)
    return {key: sorted(vals) for key, vals in index.items()}


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


@snippet(X)
def welford(values):
    stats = RunningStats()
    for v in values:
        stats.push(v)
    return stats.n, stats.mean, math.sqrt(stats.variance)


@snippet("name=run1;steps=200;dt=0.01;verbose")
def parse_options(text):
    options = {}
    for part in text.split(";"):
        if "=" in part:
            key, value = part.split("=")
            options[key.strip()] = value
        else:
            options[part] = "true"
    return options


@snippet(10, 3)
def josephus(n, k):
    people = deque(range(1, n + 1))
    order = []
    while people:
        people.rotate(-(k - 1))
        order.append(people.popleft())
    return order


@snippet({0: [1, 2], 1: [3], 2: [3], 3: []})
def topological(graph):
    degree = {node: 0 for node in graph}
    for node in graph:
        for target in graph[node]:
            degree[target] += 1
    ready = [node for node, d in degree.items() if d == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for target in graph[node]:
            degree[target] -= 1
            if degree[target] == 0:
                ready.append(target)
    return order if len(order) == len(graph) else None


@snippet({"a": [("b", 2), ("c", 5)], "b": [("c", 1), ("d", 7)], "c": [("d", 2)], "d": []}, "a")
def dijkstra_names(graph, source):
    dist = {node: math.inf for node in graph}
    dist[source] = 0
    queue = [(0, source)]
    while queue:
        d, node = heapq.heappop(queue)
        if d > dist[node]:
            continue
        for other, w in graph[node]:
            if d + w < dist[other]:
                dist[other] = d + w
                heapq.heappush(queue, (d + w, other))
    return dist


@snippet(500)
def monte_carlo_pi_np(n):
    gen = np.random.default_rng(11)
    xy = gen.random((n, 2))
    inside = np.count_nonzero((xy**2).sum(axis=1) <= 1.0)
    return 4 * inside / n


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
