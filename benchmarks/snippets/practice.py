"""Functions as people of several trades write them: bioinformatics, finance, physics, texts, graphs, operations research."""

from __future__ import annotations

import heapq
import itertools
import math
import random
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

import numpy as np

from snippets import snippet

rng = np.random.default_rng(11)
PRICES = np.array([100.0, 101.5, 99.0, 102.0, 104.5, 103.0, 98.5, 97.0])


@snippet("ACGTGACCTGA", 3)
def kmer_counts(sequence, k):
    counts = {}
    for i in range(len(sequence) - k + 1):
        kmer = sequence[i:i + k]
        counts[kmer] = counts.get(kmer, 0) + 1
    best = max(counts.values())
    return sorted(kmer for kmer, n in counts.items() if n == best), len(counts)


@snippet("ATGGCCTAA")
def translate(dna):
    codons = {"ATG": "M", "GCC": "A", "TAA": "*", "TGG": "W"}
    protein = ""
    for i in range(0, len(dna) - 2, 3):
        amino = codons.get(dna[i:i + 3], "X")
        if amino == "*":
            break
        protein += amino
    return protein


@snippet("GATTACA", "GCATGCU")
def needleman_wunsch(a, b):
    score = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        score[i][0] = -i
    for j in range(len(b) + 1):
        score[0][j] = -j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            match = score[i - 1][j - 1] + (1 if a[i - 1] == b[j - 1] else -1)
            score[i][j] = max(match, score[i - 1][j] - 1, score[i][j - 1] - 1)
    return score[-1][-1]


@snippet([">one", "ACGT", "GG", ">two", "TTAA"])
def read_fasta(lines):
    records = {}
    name = None
    for line in lines:
        if line.startswith(">"):
            name = line[1:]
            records[name] = ""
        elif name is not None:
            records[name] += line
    return {key: (len(s), (s.count("G") + s.count("C")) / len(s)) for key, s in records.items()}


@snippet("ACGTTGCA")
def reverse_complement(dna):
    pairs = {"A": "T", "C": "G", "G": "C", "T": "A"}
    return "".join(pairs[base] for base in reversed(dna))


@snippet(PRICES)
def drawdown(prices):
    peak = prices[0]
    worst = 0
    series = []
    for p in prices:
        peak = max(peak, p)
        drop = (p - peak) / peak
        worst = min(worst, drop)
        series.append(drop)
    return worst, series


@snippet(PRICES, 3)
def moving_average(prices, window):
    out = [None] * (window - 1)
    for i in range(window - 1, len(prices)):
        out.append(prices[i - window + 1:i + 1].mean())
    return out


@snippet(100.0, 100.0, 1.0, 0.05, 0.2)
def black_scholes(s, k, t, r, sigma):
    def cdf(x):
        return 0.5 * (1 + math.erf(x / math.sqrt(2)))

    d1 = (math.log(s / k) + (r + sigma**2 / 2) * t) / (sigma * math.sqrt(t))
    d2 = d1 - sigma * math.sqrt(t)
    return {"call": s * cdf(d1) - k * math.exp(-r * t) * cdf(d2), "delta": cdf(d1)}


@snippet(1000, 0.05, 5)
def amortization(principal, rate, years):
    payment = principal * rate / (1 - (1 + rate) ** -years)
    schedule = []
    balance = principal
    for year in range(1, years + 1):
        interest = balance * rate
        balance = balance - (payment - interest)
        schedule.append((year, interest, payment - interest, balance))
    return payment, schedule


@snippet([-1000, 300, 420, 680])
def internal_rate(flows):
    low, high = 0, 1
    for _ in range(60):
        mid = (low + high) / 2
        value = sum(f / (1 + mid) ** i for i, f in enumerate(flows))
        if value > 0:
            low = mid
        else:
            high = mid
    return mid


@snippet(PRICES)
def crossings(prices):
    signals = []
    position = 0
    cash = 0
    for i in range(2, len(prices)):
        short = prices[i - 1:i + 1].mean()
        long = prices[i - 2:i + 1].mean()
        if short > long and position == 0:
            position = 1
            cash -= prices[i]
            signals.append((i, "buy"))
        elif short < long and position == 1:
            position = 0
            cash += prices[i]
            signals.append((i, "sell"))
    return signals, cash


@snippet(0.01, 200)
def pendulum(dt, steps):
    theta, omega = 1, 0
    angles = [theta]
    for _ in range(steps):
        omega -= 9.81 * math.sin(theta) * dt
        theta += omega * dt
        angles.append(theta)
    return max(angles), min(angles), angles[-1]


@dataclass
class Particle:
    x: float
    v: float
    mass: float = 1.0
    path: list = field(default_factory=list)

    def step(self, force, dt):
        self.v += force / self.mass * dt
        self.x += self.v * dt
        self.path.append(self.x)


@snippet(3, 0.1, 20)
def oscillators(count, dt, steps):
    particles = [Particle(float(i + 1), 0.0) for i in range(count)]
    for _ in range(steps):
        for p in particles:
            p.step(-p.x, dt)
    return [p.x for p in particles], sum(0.5 * p.mass * p.v**2 for p in particles), len(particles[0].path)


@snippet(np.array([1.0, 2.0, 3.0, 4.0]), np.array([2.1, 3.9, 6.2, 7.8]))
def fit_line(x, y):
    n = len(x)
    slope = (n * (x * y).sum() - x.sum() * y.sum()) / (n * (x**2).sum() - x.sum() ** 2)
    intercept = y.mean() - slope * x.mean()
    residuals = [float(b - (slope * a + intercept)) for a, b in zip(x, y)]
    return slope, intercept, residuals


@snippet(50, 7)
def decay_chain(n0, seed):
    random.seed(seed)
    left = n0
    history = [left]
    while left > 0:
        decayed = sum(1 for _ in range(left) if random.random() < 0.2)
        left -= decayed
        history.append(left)
    return history, len(history)


@snippet("the quick brown fox jumps over the lazy dog the end")
def word_lengths(text):
    by_length = defaultdict(list)
    for word in text.split():
        if word not in by_length[len(word)]:
            by_length[len(word)].append(word)
    return {n: sorted(words) for n, words in sorted(by_length.items())}


@snippet("A man, a plan, a canal: Panama")
def is_palindrome(text):
    letters = [c.lower() for c in text if c.isalnum()]
    return letters == letters[::-1], len(letters)


@snippet("kitten", "sitting")
def levenshtein(a, b):
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            current.append(min(previous[j] + 1, current[-1] + 1, previous[j - 1] + (x != y)))
        previous = current
    return previous[-1]


@snippet("aaabbbccd")
def run_lengths(text):
    return [(c, len(list(group))) for c, group in itertools.groupby(text)]


@snippet("Hello, World", 3)
def caesar(text, shift):
    out = []
    for c in text:
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            out.append(chr((ord(c) - base + shift) % 26 + base))
        else:
            out.append(c)
    return "".join(out)


@snippet({0: [1, 2], 1: [3], 2: [3], 3: [4], 4: []}, 0)
def bfs_levels(graph, start):
    level = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other not in level:
                level[other] = level[node] + 1
                queue.append(other)
    return level


@snippet([(0, 1, 4), (1, 2, 8), (0, 2, 3), (2, 3, 1), (1, 3, 2)], 4)
def kruskal(edges, n):
    parent = list(range(n))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    total = 0
    tree = []
    for u, v, w in sorted(edges, key=lambda e: e[2]):
        a, b = find(u), find(v)
        if a != b:
            parent[a] = b
            tree.append((u, v))
            total += w
    return total, tree


@snippet({0: [(1, 4), (2, 1)], 1: [(3, 1)], 2: [(1, 2), (3, 5)], 3: []}, 0)
def shortest_distances(graph, source):
    dist = {node: float("inf") for node in graph}
    dist[source] = 0
    heap = [(0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (dist[v], v))
    return dist


@snippet(np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]))
def components(adjacency):
    n = len(adjacency)
    seen = set()
    groups = []
    for s in range(n):
        if s in seen:
            continue
        stack, group = [s], []
        while stack:
            u = stack.pop()
            if u in seen:
                continue
            seen.add(u)
            group.append(u)
            stack.extend(v for v in range(n) if adjacency[u, v] and v not in seen)
        groups.append(sorted(group))
    return groups


@snippet(np.array([[0, 3, np.inf], [np.inf, 0, 1], [2, np.inf, 0]]))
def floyd_warshall(w):
    d = w.copy()
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d


@snippet([60, 100, 120], [10, 20, 30], 50)
def knapsack(values, weights, capacity):
    table = [[0] * (capacity + 1) for _ in range(len(values) + 1)]
    for i in range(1, len(values) + 1):
        for c in range(capacity + 1):
            table[i][c] = table[i - 1][c]
            if weights[i - 1] <= c:
                table[i][c] = max(table[i][c], table[i - 1][c - weights[i - 1]] + values[i - 1])
    chosen, c = [], capacity
    for i in range(len(values), 0, -1):
        if table[i][c] != table[i - 1][c]:
            chosen.append(i - 1)
            c -= weights[i - 1]
    return table[-1][-1], chosen[::-1]


@snippet([("a", 3, 9), ("b", 1, 4), ("c", 4, 7), ("d", 8, 10)])
def schedule(jobs):
    chosen = []
    end = 0
    for name, start, finish in sorted(jobs, key=lambda j: j[2]):
        if start >= end:
            chosen.append(name)
            end = finish
    return chosen


@snippet([4, 8, 1, 4, 2, 1], 10)
def bin_packing(items, size):
    bins = []
    for item in sorted(items, reverse=True):
        for b in bins:
            if sum(b) + item <= size:
                b.append(item)
                break
        else:
            bins.append([item])
    return bins, len(bins)


@snippet(np.array([[0.0, 2.0, 9.0], [2.0, 0.0, 6.0], [9.0, 6.0, 0.0]]))
def nearest_neighbour(distance):
    n = len(distance)
    tour, unvisited = [0], set(range(1, n))
    length = 0
    while unvisited:
        last = tour[-1]
        nearest = min(unvisited, key=lambda c: distance[last, c])
        length += distance[last, nearest]
        tour.append(nearest)
        unvisited.remove(nearest)
    return tour, length


@snippet([5.0, 3.0, 8.0, 1.0], 0.9, 3)
def annealing(costs, cooling, seed):
    random.seed(seed)
    current = 0
    temperature = 10
    best = costs[current]
    trace = [best]
    while temperature > 0.5:
        candidate = random.randrange(len(costs))
        delta = costs[candidate] - costs[current]
        if delta < 0 or random.random() < math.exp(-delta / temperature):
            current = candidate
        best = min(best, costs[current])
        trace.append(best)
        temperature *= cooling
    return best, len(trace)


@snippet([3, 1, 2, 3, 3, 2])
def rank_items(votes):
    counts = Counter(votes)
    total = len(votes)
    return [(item, n, 100 * n / total) for item, n in counts.most_common()]
