"""What a physicist, a biologist, an analyst of data and a student write at their desks."""

import heapq
import itertools
import math
import random
import statistics
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

import numpy as np
from unpython import prange

from snippets import snippet

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
