"""Simulations, fits and small texts of another day: a sample of programs, of which about half are not compiled as a whole."""

from __future__ import annotations

import math
import operator
import random
import re
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from snippets import snippet

LOG = """2024-01-03 ERROR disk full
2024-01-03 INFO started
2024-01-04 WARN slow query
2024-01-05 ERROR timeout
"""


@snippet(np.linspace(0, 1, 9), 0.1, 20)
def heat_equation(x, alpha, steps):
    u = np.sin(np.pi * x)
    dx = x[1] - x[0]
    dt = 0.4 * dx**2 / alpha
    frames = [u.copy()]
    for n in range(steps):
        un = u.copy()
        u[1:-1] = un[1:-1] + alpha * dt / dx**2 * (un[2:] - 2 * un[1:-1] + un[:-2])
        if n % 5 == 4:
            frames.append(u.copy())
    return np.array(frames), sum(frames)


@snippet(np.array([1.0, 0.0]), 0.1, 15)
def rk4_vector(y0, h, n):
    def f(t, y):
        return np.array([y[1], -y[0] - 0.1 * y[1] + 0.2 * math.cos(t)])

    ts, ys = [0.0], [y0]
    for i in range(n):
        t, y = ts[-1], ys[-1]
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        ys.append(y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
        ts.append(t + h)
    return np.array(ts), np.array(ys)


@snippet(200)
def genetic(n):
    rng = np.random.default_rng(7)
    pop = rng.integers(0, 2, size=(10, 12))
    best = []
    for _ in range(n // 20):
        fit = pop.sum(axis=1)
        order = np.argsort(-fit, kind="stable")
        parents = pop[order[:4]]
        children = []
        for _ in range(10):
            a, b = rng.integers(0, 4, size=2)
            cut = rng.integers(1, 11)
            child = np.concatenate([parents[a][:cut], parents[b][cut:]])
            flip = rng.random(12) < 0.05
            child[flip] = 1 - child[flip]
            children.append(child)
        pop = np.array(children)
        best.append(int(fit.max()))
    return best


@snippet(np.arange(48).reshape(6, 8) % 11, "max")
def pooled(img, mode):
    f = {"max": np.max, "mean": np.mean, "min": np.min}[mode]
    h, w = img.shape
    out = np.zeros((h // 2, w // 2))
    for i in range(h // 2):
        for j in range(w // 2):
            out[i, j] = f(img[2 * i : 2 * i + 2, 2 * j : 2 * j + 2])
    return out


@snippet(20, 0.05)
def ode_systems(n, h):
    systems = {"decay": lambda y: -y, "growth": lambda y: 0.5 * y, "logistic": lambda y: y * (1 - y)}
    out = {}
    for name, f in systems.items():
        y = 0.1
        for _ in range(n):
            k1 = f(y)
            k2 = f(y + 0.5 * h * k1)
            k3 = f(y + 0.5 * h * k2)
            k4 = f(y + h * k3)
            y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        out[name] = y
    return out


@snippet(5)
def gini_sim(n):
    rng = random.Random(8)
    wealth = [100] * n
    for _ in range(200):
        a, b = rng.sample(range(n), 2)
        amount = rng.randint(1, 20)
        if wealth[a] >= amount:
            wealth[a] -= amount
            wealth[b] += amount
    wealth.sort()
    cum = sum((i + 1) * w for i, w in enumerate(wealth))
    return 2 * cum / (n * sum(wealth)) - (n + 1) / n, wealth


@snippet(50)
def loaded_dice(n):
    random.seed(3)
    rolls = random.choices([1, 2, 3, 4, 5, 6], weights=[1, 1, 1, 1, 1, 5], k=n)
    c = Counter(rolls)
    return [c[i] / n for i in range(1, 7)]


@snippet([(0, 0), (1, 5), (2, 2), (5, 1), (6, 6), (3, 3)])
def pareto_front(points):
    front = []
    for p in points:
        if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in points):
            front.append(p)
    return sorted(front)


@snippet(np.array([[0.0, 0.0], [1.0, 1.0], [0.2, 0.1], [0.9, 1.2], [5.0, 5.0]]), 3)
def k_means(points, k):
    centers = [points[i].copy() for i in range(k)]
    for _ in range(10):
        groups = [[] for _ in range(k)]
        for p in points:
            d = [np.sum((p - c) ** 2) for c in centers]
            groups[int(np.argmin(d))].append(p)
        centers = [np.mean(g, axis=0) if g else c for g, c in zip(groups, centers)]
    return np.array(sorted(map(tuple, centers)))


@dataclass
class Body:
    x: float
    y: float
    vx: float
    vy: float
    m: float = 1.0

    def kinetic(self):
        return 0.5 * self.m * (self.vx**2 + self.vy**2)


@snippet(20)
def three_bodies(steps):
    bodies = [Body(0, 0, 0, 0, 100.0), Body(1.0, 0, 0, 10.0), Body(0, 2.0, -7.0, 0)]
    dt = 0.001
    for _ in range(steps):
        forces = []
        for i, a in enumerate(bodies):
            fx = fy = 0.0
            for j, b in enumerate(bodies):
                if i != j:
                    dx, dy = b.x - a.x, b.y - a.y
                    r = math.hypot(dx, dy) + 1e-3
                    fx += a.m * b.m * dx / r**3
                    fy += a.m * b.m * dy / r**3
            forces.append((fx, fy))
        for b, (fx, fy) in zip(bodies, forces):
            b.vx += fx / b.m * dt
            b.vy += fy / b.m * dt
            b.x += b.vx * dt
            b.y += b.vy * dt
    return sum(b.kinetic() for b in bodies), [(b.x, b.y) for b in bodies]


@snippet(np.arange(20.0).reshape(10, 2) ** 1.5, np.arange(10) % 2)
def nearest_centroid(x, y):
    centroids = {}
    for label in np.unique(y):
        centroids[label] = x[y == label].mean(axis=0)
    preds = []
    for row in x:
        preds.append(min(centroids, key=lambda c: np.linalg.norm(row - centroids[c])))
    return np.mean(np.array(preds) == y)


@snippet(np.arange(16, dtype=float) % 5)
def fft_arrays(x):
    x = np.asarray(x, dtype=complex)
    n = len(x)
    if n <= 1:
        return x
    even = fft_arrays(x[::2])
    odd = fft_arrays(x[1::2])
    w = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    return np.concatenate([even + w * odd, even - w * odd])


@snippet("ATGGCCATTGTAATGGGCCGCTGAAAGGGTGCCCGATAG")
def codon_usage(dna):
    codons = [dna[i : i + 3] for i in range(0, len(dna) - len(dna) % 3, 3)]
    usage = Counter(codons)
    total = sum(usage.values())
    return {c: round(n / total, 3) for c, n in usage.most_common(4)}


@snippet({(1, 2), (2, 2), (3, 2)}, 4)
def life_of_sets(live, steps):
    for _ in range(steps):
        counts = Counter((x + dx, y + dy) for x, y in live for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        live = {c for c, n in counts.items() if n == 3 or (n == 2 and c in live)}
    return sorted(live)


@snippet([("k1", 1), ("k2", 2), ("k1", 0), ("k3", 3), ("k2", 0), ("k4", 4)], 2)
def lru(requests, cap):
    cache = OrderedDict()
    hits = 0
    for k, v in requests:
        if k in cache:
            cache.move_to_end(k)
            hits += 1
        else:
            cache[k] = v
            if len(cache) > cap:
                cache.popitem(last=False)
    return hits, list(cache)


@snippet(LOG)
def log_levels(text):
    counts = defaultdict(int)
    per_day = {}
    for line in text.strip().splitlines():
        day, level, *rest = line.split()
        counts[level] += 1
        per_day.setdefault(day, []).append(" ".join(rest))
    return dict(counts), per_day


@snippet("3 4 2 1 - * +")
def rpn(expr):
    ops = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
    stack = []
    for tok in expr.split():
        if tok in ops:
            b, a = stack.pop(), stack.pop()
            stack.append(ops[tok](a, b))
        else:
            stack.append(float(tok))
    return stack[0]


@snippet("the quick brown fox jumps over the lazy dog the end", 3)
def top_words(text, n):
    words = re.findall(r"\w+", text.lower())
    counts = Counter(words)
    return sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:n]


@snippet(date(2024, 1, 31), 4)
def month_ends(start, n):
    out = []
    d = start
    for _ in range(n):
        nxt = (d.replace(day=1) + timedelta(days=32)).replace(day=1)
        out.append((nxt - timedelta(days=1)).isoformat())
        d = nxt
    return out


@snippet(["S.#.", "..#.", "...E"])
def maze(grid):
    h, w = len(grid), len(grid[0])
    start = next((r, c) for r in range(h) for c in range(w) if grid[r][c] == "S")
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        (r, c), d = queue.popleft()
        if grid[r][c] == "E":
            return d
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nr, nc = r + dr, c + dc
            if 0 <= nr < h and 0 <= nc < w and grid[nr][nc] != "#" and (nr, nc) not in seen:
                seen.add((nr, nc))
                queue.append(((nr, nc), d + 1))
    return -1


@snippet([("math", "ann", 3), ("bio", "bob", 4), ("math", "bob", 5), ("bio", "ann", 2)])
def grade_table(rows):
    table = defaultdict(dict)
    for subject, name, grade in rows:
        table[name][subject] = grade
    out = []
    for name in sorted(table):
        avg = sum(table[name].values()) / len(table[name])
        out.append(f"{name}: " + ", ".join(f"{s}={g}" for s, g in sorted(table[name].items())) + f" ({avg:.1f})")
    return out


@snippet(["the cat", "the dog", "a cat"])
def word_pairs(lines):
    follow = {}
    for line in lines:
        words = line.split()
        for a, b in zip(words, words[1:]):
            follow.setdefault(a, Counter())[b] += 1
    return {w: c.most_common(1)[0][0] for w, c in follow.items()}


@snippet("key = value\n# comment\nsize=10\n\nname = Test\n")
def parse_config(text):
    conf = {}
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        key, _, value = line.partition("=")
        conf[key.strip()] = int(value) if value.strip().isdigit() else value.strip()
    return conf


@snippet([3, 1, 2], ["c", "a", "b"])
def zipped_sort(nums, names):
    pairs = sorted(zip(nums, names), reverse=True)
    nums2, names2 = zip(*pairs)
    return list(nums2), "".join(names2), dict(pairs)


@snippet([{"n": "a", "q": 2, "p": 1.5}, {"n": "b", "q": 1, "p": 9.0}, {"n": "c", "q": 5, "p": 0.5}])
def stock_value(items):
    total = sum(i["q"] * i["p"] for i in items)
    best = max(items, key=lambda i: i["q"] * i["p"])
    low = [i["n"] for i in items if i["q"] < 3]
    return total, best["n"], low, {i["n"]: i["q"] for i in items}


@snippet([3, 5, 2, 8], [1, 4])
def variadic(xs, ys):
    def report(first, *rest, sep="-", **extra):
        return sep.join(str(v) for v in (first, *rest)) + "".join(f" {k}={v}" for k, v in extra.items())

    return report(*xs, total=sum(xs)), report(*ys, sep="+")


@snippet([5, 3, 8, 1], 2)
def slice_edit(v, k):
    v[1:2] = [k, k + 1]
    v[:0] = [0]
    del v[-1]
    return v
