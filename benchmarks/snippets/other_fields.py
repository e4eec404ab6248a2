"""Functions of people of other fields: genes and stars, games on grids, queues and caches, states of systems, codes, texts by line."""

from __future__ import annotations

import datetime
import heapq
import itertools
import math
import random
import statistics
import string
from collections import Counter, OrderedDict
from dataclasses import dataclass
from functools import reduce
from operator import itemgetter, mul

import numpy as np

from . import snippet


CODONS = {"ATG": "M", "TGG": "W", "TTT": "F", "TTC": "F", "TAA": "*", "TAG": "*", "TGA": "*", "GGC": "G", "GCA": "A", "AAA": "K"}


@snippet("CCATGGGCGCAAAATTCTAAGG")
def translate_orf(dna):
    start = dna.find("ATG")
    if start == -1:
        return ""
    protein = []
    for i in range(start, len(dna) - 2, 3):
        amino = CODONS.get(dna[i:i + 3], "X")
        if amino == "*":
            break
        protein.append(amino)
    return "".join(protein)


@snippet(">seq1\nACGTACGT\nACGG\n>seq2\nTTGACA\n>seq3\nGGGCCC\nAT")
def parse_fasta(text):
    records = {}
    name = None
    for line in text.splitlines():
        line = line.strip()
        if line.startswith(">"):
            name = line[1:]
            records[name] = ""
        else:
            records[name] += line
    return {n: (len(s), round(100 * (s.count("G") + s.count("C")) / len(s), 1)) for n, s in records.items()}


@snippet({(1, 0), (1, 1), (1, 2)}, 3)
def life_sets(live, steps):
    for _ in range(steps):
        counts = Counter((x + dx, y + dy) for x, y in live for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
        live = {cell for cell, n in counts.items() if n == 3 or (n == 2 and cell in live)}
    return sorted(live)


@dataclass
class Star:
    name: str
    ra: float
    dec: float
    mag: float


@snippet([Star("Vega", 279.2, 38.8, 0.03), Star("Deneb", 310.4, 45.3, 1.25), Star("Altair", 297.7, 8.9, 0.76)])
def brightest(stars):
    best = min(stars, key=lambda s: s.mag)
    north = [s.name for s in stars if s.dec > 20]
    total = -2.5 * math.log10(sum(10 ** (-0.4 * s.mag) for s in stars))
    return best.name, north, total


@snippet([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]])
def spiral(matrix):
    result = []
    while matrix:
        result += matrix.pop(0)
        matrix = list(zip(*matrix))[::-1]
    return result


@snippet("ATTACKATDAWN", "LEMON")
def vigenere(plain, key):
    alphabet = string.ascii_uppercase
    return "".join(alphabet[(alphabet.index(p) + alphabet.index(k)) % 26] for p, k in zip(plain, itertools.cycle(key)))


@snippet(["eat", "tea", "tan"], {"e": 1, "a": 1, "t": 1, "n": 1})
def scrabble(words, points):
    best, best_score = None, -1
    for w in words:
        score = sum(points.get(c, 0) for c in w)
        if score > best_score:
            best, best_score = w, score
    return best, best_score


@snippet(50)
def primes_generator(limit):
    def gen():
        found = []
        n = 2
        while True:
            if all(n % p for p in found if p * p <= n):
                found.append(n)
                yield n
            n += 1
    return list(itertools.takewhile(lambda p: p < limit, gen()))


@snippet(10)
def fib_gen(n):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b
    return [x for _, x in zip(range(n), fib())]


@snippet([(0.0, 0.0), (1.0, 1.0), (0.5, 0.2), (0.0, 1.0), (1.0, 0.0), (0.3, 0.6)])
def convex_hull(points):
    points = sorted(set(points))

    def cross(o, a, b):
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    lower = []
    for p in points:
        while len(lower) >= 2 and cross(lower[-2], lower[-1], p) <= 0:
            lower.pop()
        lower.append(p)
    upper = []
    for p in reversed(points):
        while len(upper) >= 2 and cross(upper[-2], upper[-1], p) <= 0:
            upper.pop()
        upper.append(p)
    return lower[:-1] + upper[:-1]


@snippet([2.5, 3.5, 2.5, 1.0, 3.5, 2.5])
def float_mode(values):
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    best = max(counts, key=counts.get)
    return best, counts


@snippet([1.1, 2.2, 1.1, 3.3, 2.2])
def unique_floats(values):
    seen = set()
    out = []
    for v in values:
        if v not in seen:
            seen.add(v)
            out.append(v)
    return out


@snippet([7.1, 2.3, 9.4, 4.4])
def ranks(values):
    order = {v: i + 1 for i, v in enumerate(sorted(values))}
    return [order[v] for v in values]


@snippet(datetime.date(2024, 1, 31), 5)
def payment_days(start, n):
    out = []
    day = start
    for i in range(n):
        day = day + datetime.timedelta(days=30)
        out.append(day.isoformat())
    return out


@snippet(360)
def factorise(n):
    factors = {}
    d = 2
    while d * d <= n:
        while n % d == 0:
            factors[d] = factors.get(d, 0) + 1
            n //= d
        d += 1
    if n > 1:
        factors[n] = factors.get(n, 0) + 1
    return " * ".join(f"{p}^{e}" if e > 1 else str(p) for p, e in factors.items())


@snippet(16, 0.4)
def ising(L, T):
    rng = np.random.default_rng(3)
    spins = rng.choice([-1, 1], size=(L, L))
    for _ in range(L * L):
        i, j = rng.integers(0, L, 2)
        s = spins[(i + 1) % L, j] + spins[i - 1, j] + spins[i, (j + 1) % L] + spins[i, j - 1]
        dE = 2 * spins[i, j] * s
        if dE <= 0 or rng.random() < np.exp(-dE / T):
            spins[i, j] *= -1
    return spins.mean()


@snippet(["a", "b", "c"], 5)
def weighted_draws(items, n):
    random.seed(8)
    return random.choices(items, weights=[5, 3, 1], k=n)


@snippet([1, 2, 3, 4, 5, 6], 2)
def rotate_in_place(v, k):
    v[:] = v[k:] + v[:k]
    v[1:2] = [10, 11]
    return v


@snippet([1.0, 0.0], 0.1, 50)
def rk4_lists(y, h, n):
    def f(y):
        return [y[1], -y[0]]

    def axpy(a, u, v):
        return [a * ui + vi for ui, vi in zip(u, v)]

    path = [y]
    for _ in range(n):
        k1 = f(y)
        k2 = f(axpy(h / 2, k1, y))
        k3 = f(axpy(h / 2, k2, y))
        k4 = f(axpy(h, k3, y))
        y = [yi + h / 6 * (a + 2 * b + 2 * c + d) for yi, a, b, c, d in zip(y, k1, k2, k3, k4)]
        path.append(y)
    return y, len(path)


@snippet(np.array([1.0, 0.0]), 0.1, 20)
def rk4_arrays(y, h, n):
    f = lambda s: np.array([s[1], -s[0]])
    out = [y.copy()]
    for _ in range(n):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        out.append(y.copy())
    return np.array(out)


@snippet([np.array([1.0, 2.0]), np.array([3.0, 4.0, 5.0]), np.array([6.0])])
def means_of_arrays(arrays):
    out = []
    for a in arrays:
        out.append(a.mean())
    return out, sum(len(a) for a in arrays)


@snippet({"temp": np.array([1.0, 2.0, 3.0]), "wind": np.array([4.0, 4.0, 9.0])})
def summarise_columns(data):
    return {k: {"mean": float(v.mean()), "max": float(v.max())} for k, v in data.items()}


@snippet({"wolf": {"eats": ["sheep"], "mass": 40.0}, "sheep": {"eats": ["grass"], "mass": 60.0}, "grass": {"eats": [], "mass": 0.1}}, "wolf")
def food_chain(web, top):
    chain = [top]
    total = web[top]["mass"]
    while web[chain[-1]]["eats"]:
        nxt = web[chain[-1]]["eats"][0]
        total += web[nxt]["mass"]
        chain.append(nxt)
    return chain, total


@snippet([5, 3, 8], [1, 9, 2])
def zip_max(a, b):
    return list(map(max, a, b)), [x if x > y else y for x, y in zip(a, b)]


@snippet([3, 4, 5])
def product_reduce(v):
    return reduce(lambda a, b: a * b, v, 1), reduce(mul, v)


@snippet([("pear", 3), ("fig", 1), ("apple", 2)])
def sort_with_itemgetter(pairs):
    return sorted(pairs, key=itemgetter(1)), max(pairs, key=itemgetter(0))


@snippet("+1 -2 +3\n-4 +5", 10)
def frequency_drift(text, limit):
    changes = list(map(int, text.split()))
    seen = {0}
    total = 0
    for n, c in enumerate(itertools.cycle(changes)):
        total += c
        if total in seen or n > limit:
            return total, n
        seen.add(total)


@snippet("R2,U3,L1,D4")
def wire(path):
    moves = {"R": (1, 0), "L": (-1, 0), "U": (0, 1), "D": (0, -1)}
    x = y = 0
    visited = []
    for step in path.split(","):
        dx, dy = moves[step[0]]
        for _ in range(int(step[1:])):
            x, y = x + dx, y + dy
            visited.append((x, y))
    return visited, min(abs(a) + abs(b) for a, b in visited)


@snippet(["00100", "11110", "10110", "10111"])
def gamma_rate(rows):
    bits = ""
    for column in zip(*rows):
        bits += "1" if column.count("1") > len(rows) / 2 else "0"
    g = int(bits, 2)
    return g, 2 ** len(bits) - 1 - g


@snippet(10, 3)
def bank_queue(n, tellers):
    random.seed(2)
    arrivals = list(itertools.accumulate(random.expovariate(1.0) for _ in range(n)))
    free = [0.0] * tellers
    heapq.heapify(free)
    waits = []
    for t in arrivals:
        s = heapq.heappop(free)
        start = max(t, s)
        waits.append(start - t)
        heapq.heappush(free, start + random.uniform(1, 3))
    return statistics.mean(waits), max(waits)


@snippet(3)
def lru_simulation(capacity):
    cache = OrderedDict()
    hits = 0
    for k in [1, 2, 3, 1, 4, 2, 5, 1, 2]:
        if k in cache:
            hits += 1
            cache.move_to_end(k)
        else:
            if len(cache) >= capacity:
                cache.popitem(last=False)
            cache[k] = True
    return hits, list(cache)


@snippet([([1.0, 2.0], "a"), ([2.0, 1.0], "a"), ([8.0, 9.0], "b")], [7.0, 8.0], 1)
def knn(training, x, k):
    dist = []
    for features, label in training:
        d = math.sqrt(sum((a - b) ** 2 for a, b in zip(features, x)))
        dist.append((d, label))
    dist.sort()
    votes = Counter(label for _, label in dist[:k])
    return votes.most_common(1)[0][0]


@snippet([[1, 1, 0], [1, 0, 0], [0, 0, 1]])
def count_islands(grid):
    h, w = len(grid), len(grid[0])
    seen = [[False] * w for _ in range(h)]

    def flood(y, x):
        if y < 0 or x < 0 or y >= h or x >= w or seen[y][x] or grid[y][x] == 0:
            return 0
        seen[y][x] = True
        return 1 + flood(y + 1, x) + flood(y - 1, x) + flood(y, x + 1) + flood(y, x - 1)

    sizes = []
    for y in range(h):
        for x in range(w):
            size = flood(y, x)
            if size:
                sizes.append(size)
    return sorted(sizes, reverse=True)


@snippet(8, 30)
def rule_automaton(width, rule):
    cells = [0] * width
    cells[width // 2] = 1
    out = []
    for _ in range(4):
        out.append("".join(".#"[c] for c in cells))
        cells = [(rule >> (4 * cells[i - 1] + 2 * cells[i] + cells[(i + 1) % width])) & 1 for i in range(width)]
    return out
