"""Accounts, sequences, prices and graphs that were written before anything was done for them."""

from __future__ import annotations

import heapq
import math
import string
from collections import Counter, defaultdict, deque
from dataclasses import dataclass

import numpy as np

from snippets import snippet


@snippet(["$1,200.50", " 33 ", "n/a", "", "abc", "$7.25"])
def clean_prices(rows):
    prices = []
    for row in rows:
        text = row.strip().replace("$", "").replace(",", "")
        if not text or text.lower() in ("n/a", "none"):
            continue
        try:
            prices.append(float(text))
        except ValueError:
            pass
    return prices


@snippet("name,age,city\nann,31,Rome\nbob,25,Oslo\ncid,40,Bern")
def parse_csv_rows(text):
    lines = text.strip().split("\n")
    header = lines[0].split(",")
    records = []
    for line in lines[1:]:
        values = line.split(",")
        records.append(dict(zip(header, values)))
    return records


@snippet(["a", "b", "a", "c", "b"], [1.0, 2.0, 3.5, 4.0, 6.0])
def mean_by_group(keys, values):
    groups = defaultdict(list)
    for k, v in zip(keys, values):
        groups[k].append(v)
    return {k: sum(v) / len(v) for k, v in groups.items()}


@snippet(["pen;3;1.5", "ink;1;7.25", "pen;10;1.25", "pad;2;3.0"])
def total_sales(lines):
    totals = {}
    for line in lines:
        name, qty, price = line.split(";")
        totals[name] = totals.get(name, 0.0) + int(qty) * float(price)
    return sorted(totals.items(), key=lambda kv: (-kv[1], kv[0]))


@snippet(np.array([1.0, 4.0, 2.0, 8.0, 5.0, 7.0]))
def running_mean_std(x):
    n = 0
    mean = 0.0
    m2 = 0.0
    out = np.zeros((len(x), 2))
    for i, v in enumerate(x):
        n += 1
        delta = v - mean
        mean += delta / n
        m2 += delta * (v - mean)
        out[i, 0] = mean
        out[i, 1] = math.sqrt(m2 / n)
    return out


@snippet([1.0, float("nan"), float("nan"), 4.0, float("nan"), 6.0])
def fill_missing(values):
    x = np.array(values, dtype=float)
    mask = np.isnan(x)
    idx = np.where(~mask, np.arange(len(x)), 0)
    np.maximum.accumulate(idx, out=idx)
    return x[idx]


@snippet(["  alice SMITH", "bob  jones", "Alice Smith ", "CAROL de vries"])
def normalize_names(names):
    cleaned = []
    for n in names:
        parts = n.strip().lower().split()
        cleaned.append(" ".join(p.capitalize() for p in parts))
    return sorted(set(cleaned))


@snippet("The cat, the dog and the bird. A cat; a hat! The end.", 3)
def word_frequencies(text, k):
    words = []
    for w in text.lower().split():
        w = w.strip(string.punctuation)
        if w:
            words.append(w)
    return Counter(words).most_common(k)


@snippet(np.array([[0,1,0,0],[0,1,0,0],[0,1,0,1],[0,0,0,1]]))
def game_of_life_step(grid):
    rows, cols = grid.shape
    new = np.zeros_like(grid)
    for i in range(rows):
        for j in range(cols):
            total = 0
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    if di == 0 and dj == 0:
                        continue
                    total += grid[(i + di) % rows, (j + dj) % cols]
            if grid[i, j] == 1 and total in (2, 3):
                new[i, j] = 1
            elif grid[i, j] == 0 and total == 3:
                new[i, j] = 1
    return new


@snippet(np.array([[0,1,0,0,0],[0,0,1,0,0],[1,1,1,0,0],[0,0,0,0,0],[0,0,0,0,0]]), 3)
def life_roll(grid, steps):
    for _ in range(steps):
        n = sum(np.roll(np.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
        grid = ((n == 3) | ((grid == 1) & (n == 2))).astype(int)
    return grid


@snippet(np.arange(20.0).reshape(4, 5) ** 1.5, 3)
def box_blur(img, k):
    pad = k // 2
    padded = np.pad(img, pad, mode="edge")
    out = np.empty(img.shape, dtype=float)
    for i in range(img.shape[0]):
        for j in range(img.shape[1]):
            out[i, j] = padded[i:i + k, j:j + k].mean()
    return out


@snippet((np.arange(30.0).reshape(5, 6) * 7) % 11)
def sobel_edges(img):
    kx = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    ky = kx.T
    h, w = img.shape
    mag = np.zeros((h - 2, w - 2))
    for i in range(h - 2):
        for j in range(w - 2):
            patch = img[i:i + 3, j:j + 3]
            gx = np.sum(patch * kx)
            gy = np.sum(patch * ky)
            mag[i, j] = np.hypot(gx, gy)
    return mag / mag.max()


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("insufficient funds")
        self.balance -= amount
        self.history.append(("withdraw", amount))


@snippet([("d", 50), ("w", 30), ("w", 500), ("d", 5)])
def bank_simulation(ops):
    acc = Account("ann", 100)
    failed = 0
    for kind, amount in ops:
        try:
            if kind == "d":
                acc.deposit(amount)
            else:
                acc.withdraw(amount)
        except ValueError:
            failed += 1
    return f"{acc.owner}: {acc.balance} ({len(acc.history)} ok, {failed} failed)", acc.history


@dataclass
class Particle:
    x: float
    y: float
    vx: float = 0.0
    vy: float = 0.0

    def step(self, dt, g=9.81):
        self.vy -= g * dt
        self.x += self.vx * dt
        self.y += self.vy * dt
        if self.y < 0:
            self.y = -self.y
            self.vy = -0.8 * self.vy


@snippet(50, 0.1)
def bounce(n, dt):
    p = Particle(0.0, 10.0, vx=1.0)
    track = []
    for _ in range(n):
        p.step(dt)
        track.append((round(p.x, 4), round(p.y, 4)))
    return track


@dataclass(frozen=True)
class Point:
    x: float
    y: float

    def distance(self, other):
        return math.hypot(self.x - other.x, self.y - other.y)


@snippet([(0.0, 0.0), (3.0, 4.0), (3.0, 0.0)])
def tour_length(coords):
    pts = [Point(*c) for c in coords]
    total = sum(a.distance(b) for a, b in zip(pts, pts[1:]))
    total += pts[-1].distance(pts[0])
    return total


@snippet("ATGCGCGTNNATATccg")
def gc_content(dna):
    dna = dna.upper()
    counts = Counter(dna)
    gc = counts["G"] + counts["C"]
    return {"gc": gc / len(dna), "n": counts.get("N", 0), "length": len(dna)}


@snippet("ATGCCGTA")
def reverse_complement(dna):
    pairs = {"A": "T", "T": "A", "G": "C", "C": "G"}
    return "".join(pairs[b] for b in reversed(dna))


@snippet("AUGUUUGGCCCCGCUUAAUUU")
def translate_rna(rna):
    table = {"AUG": "M", "UUU": "F", "UUC": "F", "GGC": "G", "GCU": "A", "UAA": "*", "UAG": "*"}
    protein = ""
    for i in range(0, len(rna) - 2, 3):
        aa = table.get(rna[i:i + 3], "X")
        if aa == "*":
            break
        protein += aa
    return protein


@snippet("ACGTTGCATGTCGCATGATGCATGAGAGCT", 4)
def kmer_counts(seq, k):
    counts = defaultdict(int)
    for i in range(len(seq) - k + 1):
        counts[seq[i:i + k]] += 1
    best = max(counts.values())
    return sorted(kmer for kmer, c in counts.items() if c == best)


@snippet("GAGCCTACTAACGGGAT", "CATCGTAATGACGGCCT")
def hamming(a, b):
    if len(a) != len(b):
        raise ValueError("lengths differ")
    return sum(1 for x, y in zip(a, b) if x != y)


@snippet("GATTACA", "GCATGCA")
def needleman_wunsch(a, b, match=1, mismatch=-1, gap=-2):
    n, m = len(a), len(b)
    score = np.zeros((n + 1, m + 1), dtype=int)
    score[:, 0] = gap * np.arange(n + 1)
    score[0, :] = gap * np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            diag = score[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)
            score[i, j] = max(diag, score[i - 1, j] + gap, score[i, j - 1] + gap)
    i, j = n, m
    left, right = [], []
    while i > 0 or j > 0:
        if i > 0 and j > 0 and score[i, j] == score[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch):
            left.append(a[i - 1])
            right.append(b[j - 1])
            i, j = i - 1, j - 1
        elif i > 0 and score[i, j] == score[i - 1, j] + gap:
            left.append(a[i - 1])
            right.append("-")
            i -= 1
        else:
            left.append("-")
            right.append(b[j - 1])
            j -= 1
    return "".join(reversed(left)), "".join(reversed(right)), score[n, m]


@snippet(1000.0, 0.05, 5)
def compound_interest(principal, rate, years):
    table = []
    balance = principal
    for year in range(1, years + 1):
        interest = balance * rate
        balance += interest
        table.append(f"{year:>3} {interest:10.2f} {balance:12.2f}")
    return "\n".join(table)


@snippet([-1000.0, 300.0, 400.0, 500.0])
def npv_irr(cashflows):
    def npv(r):
        return sum(c / (1 + r) ** t for t, c in enumerate(cashflows))
    lo, hi = -0.9, 1.0
    for _ in range(100):
        mid = (lo + hi) / 2
        if npv(mid) > 0:
            lo = mid
        else:
            hi = mid
    return npv(0.1), mid


@snippet(np.array([10, 11, 12, 11, 10, 9, 8, 9, 11, 13, 15, 14, 12, 10, 9.0]), 2, 4)
def moving_average_crossover(prices, fast, slow):
    f = np.convolve(prices, np.ones(fast) / fast, mode="valid")[slow - fast:]
    s = np.convolve(prices, np.ones(slow) / slow, mode="valid")
    signal = np.sign(f - s)
    crossings = np.where(np.diff(signal) != 0)[0] + 1
    return [(int(c), "buy" if signal[c] > 0 else "sell") for c in crossings]


@snippet([100.0, 120.0, 90.0, 110.0, 130.0, 70.0, 95.0])
def max_drawdown(prices):
    peak = prices[0]
    worst = 0.0
    for p in prices:
        peak = max(peak, p)
        worst = max(worst, (peak - p) / peak)
    return worst


@snippet(np.array([[0.01, 0.02], [-0.005, 0.01], [0.007, -0.012], [0.02, 0.001]]), np.array([0.6, 0.4]))
def portfolio_stats(returns, weights):
    mean = returns.mean(axis=0)
    cov = np.cov(returns, rowvar=False)
    ret = weights @ mean * 252
    vol = np.sqrt(weights @ cov @ weights * 252)
    return ret, vol, ret / vol


@snippet({"a": ["b", "c"], "b": ["d"], "c": ["d", "e"], "d": ["f"], "e": [], "f": []}, "a")
def bfs_distances(graph, start):
    dist = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for nb in graph[node]:
            if nb not in dist:
                dist[nb] = dist[node] + 1
                queue.append(nb)
    return dist


@snippet({"A": {"B": 1, "C": 4}, "B": {"C": 2, "D": 5}, "C": {"D": 1}, "D": {}, "E": {}}, "A")
def dijkstra(graph, source):
    dist = {node: float("inf") for node in graph}
    dist[source] = 0
    heap = [(0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u].items():
            nd = d + w
            if nd < dist[v]:
                dist[v] = nd
                heapq.heappush(heap, (nd, v))
    return dist


@snippet([(5, 2), (5, 0), (4, 0), (4, 1), (2, 3), (3, 1)], 6)
def topo_sort(edges, n):
    adj = [[] for _ in range(n)]
    indeg = [0] * n
    for u, v in edges:
        adj[u].append(v)
        indeg[v] += 1
    ready = deque(i for i in range(n) if indeg[i] == 0)
    order = []
    while ready:
        u = ready.popleft()
        order.append(u)
        for v in adj[u]:
            indeg[v] -= 1
            if indeg[v] == 0:
                ready.append(v)
    if len(order) != n:
        raise ValueError("cycle")
    return order


@snippet(4, [(10, 0, 1), (6, 0, 2), (5, 0, 3), (15, 1, 3), (4, 2, 3)])
def kruskal(n, edges):
    parent = list(range(n))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    total = 0
    chosen = []
    for w, u, v in sorted(edges):
        ru, rv = find(u), find(v)
        if ru != rv:
            parent[ru] = rv
            total += w
            chosen.append((u, v))
    return total, chosen


@snippet([[1, 2], [2], [0], [0, 2]])
def pagerank(links, d=0.85, iters=50):
    n = len(links)
    rank = np.full(n, 1 / n)
    for _ in range(iters):
        new = np.full(n, (1 - d) / n)
        for page, outs in enumerate(links):
            if outs:
                for o in outs:
                    new[o] += d * rank[page] / len(outs)
            else:
                new += d * rank[page] / n
        if np.abs(new - rank).sum() < 1e-10:
            break
        rank = new
    return rank
