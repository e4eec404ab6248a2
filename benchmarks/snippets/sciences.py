"""What biologists, physicists, engineers and accountants write of an afternoon, as others write it."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter, defaultdict, namedtuple
from dataclasses import dataclass, field

import numpy as np

from . import snippet

_rng = np.random.default_rng(5)
_CODONS = {"ATG": "M", "TTT": "F", "AAA": "K", "GGC": "G", "TAA": "*", "TGG": "W"}


@snippet("ATGTTTAAAGGCTGGTAAATG")
def translate(dna):
    protein = []
    for i in range(0, len(dna) - 2, 3):
        amino = _CODONS.get(dna[i:i + 3], "X")
        if amino == "*":
            break
        protein.append(amino)
    return "".join(protein)


@snippet("AGCTTTTCATTCTGACTGCAACGGGCAATATGTCTC", 3)
def kmer_spectrum(sequence, k):
    counts = defaultdict(int)
    for i in range(len(sequence) - k + 1):
        counts[sequence[i:i + k]] += 1
    top = max(counts.values())
    return sorted(kmer for kmer, n in counts.items() if n == top), len(counts)


@snippet(["ATCCAGCT", "GGGCAACT", "ATGGATCT", "AAGCAACC", "TTGGAACT"])
def consensus(sequences):
    profile = {base: [0] * len(sequences[0]) for base in "ACGT"}
    for sequence in sequences:
        for i, base in enumerate(sequence):
            profile[base][i] += 1
    word = "".join(max("ACGT", key=lambda b: profile[b][i]) for i in range(len(sequences[0])))
    return word, profile


@snippet("GATTACA", "GCATGCU", 1, -1, -1)
def needleman_wunsch(a, b, match, mismatch, gap):
    score = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    score[:, 0] = gap * np.arange(len(a) + 1)
    score[0, :] = gap * np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            diagonal = score[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)
            score[i, j] = max(diagonal, score[i - 1, j] + gap, score[i, j - 1] + gap)
    return score[-1, -1]


@snippet("AAAACCCGTTTT")
def run_lengths(sequence):
    out = []
    count = 1
    for before, now in zip(sequence, sequence[1:] + " "):
        if before == now:
            count += 1
        else:
            out.append(f"{before}{count}")
            count = 1
    return "".join(out)


@snippet("ATGCGCGATATCGCTA", 4)
def gc_windows(dna, size):
    return [round(100 * (w.count("G") + w.count("C")) / size, 1) for w in (dna[i:i + size] for i in range(len(dna) - size + 1))]


@snippet("AAGCCTTAGG")
def reverse_complement(dna):
    pairs = {"A": "T", "T": "A", "G": "C", "C": "G"}
    return "".join(pairs[b] for b in reversed(dna))


@snippet({"s1": "ACGT", "s2": "ACGA", "s3": "TCGA"})
def distance_table(sequences):
    table = {}
    for a in sequences:
        table[a] = {}
        for b in sequences:
            table[a][b] = sum(x != y for x, y in zip(sequences[a], sequences[b]))
    return table


@snippet("((A:1,B:2):3,C:4);")
def newick_leaves(text):
    names, name = [], ""
    for c in text:
        if c in "(,:);":
            if name and not name[0].isdigit():
                names.append(name)
            name = ""
        else:
            name += c
    return names


@snippet(70.0, 45.0, 0.01)
def projectile_drag(speed, angle, dt):
    g, k = 9.81, 0.005
    theta = math.radians(angle)
    x, y = 0.0, 0.0
    vx, vy = speed * math.cos(theta), speed * math.sin(theta)
    path = [(x, y)]
    while y >= 0:
        v = math.hypot(vx, vy)
        vx -= k * v * vx * dt
        vy -= (g + k * v * vy) * dt
        x += vx * dt
        y += vy * dt
        path.append((x, y))
    return x, len(path), max(p[1] for p in path)


def _rk4(f, y, t, h):
    k1 = f(y, t)
    k2 = f(y + h / 2 * k1, t + h / 2)
    k3 = f(y + h / 2 * k2, t + h / 2)
    k4 = f(y + h * k3, t + h)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


@snippet(np.array([1.0, 0.0]), 0.05, 40)
def damped_oscillator(y, h, steps):
    def f(y, t):
        return np.array([y[1], -0.3 * y[1] - 4.0 * y[0] + 0.1 * math.sin(t)])

    energies = []
    for i in range(steps):
        y = _rk4(f, y, i * h, h)
        energies.append(0.5 * y[1] ** 2 + 2 * y[0] ** 2)
    return y, np.array(energies)


@snippet([1.0, 3e-3, 0.2, 5.0], "s")
def with_prefix(values, unit):
    out = []
    for v in values:
        exponent = int(math.floor(math.log10(abs(v)) / 3)) * 3
        prefix = {0: "", -3: "m", 3: "k"}.get(exponent, "?")
        out.append(f"{v / 10 ** exponent:.2f} {prefix}{unit}")
    return out


Body = namedtuple("Body", "name mass x v")


@snippet([Body("sun", 10.0, 0.0, 0.0), Body("earth", 1.0, 1.0, 3.0), Body("moon", 0.1, 1.1, 3.3)])
def centre_of_mass(bodies):
    total = sum(b.mass for b in bodies)
    x = sum(b.mass * b.x for b in bodies) / total
    heaviest = max(bodies, key=lambda b: b.mass)
    return x, sum(b.mass * b.v for b in bodies), heaviest.name


@dataclass
class Particle:
    x: float
    v: float
    trail: list = field(default_factory=list)

    def step(self, dt, width):
        self.x += self.v * dt
        if self.x < 0 or self.x > width:
            self.v = -self.v
            self.x = min(max(self.x, 0), width)
        self.trail.append(round(self.x, 3))


@snippet([0.5, 2.0, 4.5], [1.0, -2.0, 3.0], 20)
def bouncing(xs, vs, steps):
    particles = [Particle(x, v) for x, v in zip(xs, vs)]
    for _ in range(steps):
        for p in particles:
            p.step(0.1, 5.0)
    return [p.x for p in particles], particles[0].trail


@snippet(_rng.normal(20, 3, (6, 4)), ["n", "e", "s", "w"])
def station_report(data, names):
    report = {}
    for j, name in enumerate(names):
        column = data[:, j]
        report[name] = (float(column.min()), float(column.mean()), float(column.max()))
    warmest = max(report, key=lambda n: report[n][1])
    return report, warmest


@snippet(np.array([1.0, np.nan, 3.0, np.nan, np.nan, 6.0]))
def fill_gaps(x):
    x = x.copy()
    bad = np.isnan(x)
    x[bad] = np.interp(np.flatnonzero(bad), np.flatnonzero(~bad), x[~bad])
    return x, int(bad.sum())


@snippet(["12", " 7.5", "n/a", "", "1e3", "-4"])
def to_numbers(cells):
    clean = []
    for cell in cells:
        try:
            clean.append(float(cell))
        except ValueError:
            clean.append(float("nan"))
    good = [v for v in clean if not math.isnan(v)]
    return clean, sum(good) / len(good)


@snippet("name,age,city\nann,34,Rome\nbob,,Oslo\ncarl,51,Rome\n")
def read_csv(text):
    header, *lines = text.strip().split("\n")
    names = header.split(",")
    rows = [dict(zip(names, line.split(","))) for line in lines]
    ages = [int(r["age"]) for r in rows if r["age"]]
    return rows, sum(ages) / len(ages), Counter(r["city"] for r in rows)


@snippet([("north", "jan", 10), ("south", "jan", 4), ("north", "feb", 7), ("south", "feb", 9), ("north", "jan", 1)])
def pivot(records):
    table = {}
    for region, month, amount in records:
        table.setdefault(region, {}).setdefault(month, 0)
        table[region][month] += amount
    return table, {region: sum(row.values()) for region, row in table.items()}


@snippet(["  Alice SMITH ", "bob  jones", "ALICE smith"])
def unique_names(names):
    seen = {}
    for name in names:
        key = " ".join(name.lower().split())
        seen[key] = seen.get(key, 0) + 1
    return [k.title() for k in seen], seen


@snippet([3.2, 100.0, 2.9, 3.1, 3.0, -50.0, 3.3])
def without_outliers(values):
    centre = statistics.median(values)
    spread = statistics.median(abs(v - centre) for v in values)
    kept = [v for v in values if abs(v - centre) <= 5 * spread]
    return kept, statistics.mean(kept), statistics.stdev(kept)


@snippet({"ann": [5, 3], "bob": [], "eve": [4]})
def mean_or_none(scores):
    out = {}
    for name, given in scores.items():
        out[name] = sum(given) / len(given) if given else None
    return out


@snippet([100.0, 102.0, 101.0, 105.0, 107.0, 104.0, 110.0], 3)
def moving_average_signals(prices, n):
    signals = []
    above = None
    for i in range(n, len(prices)):
        average = sum(prices[i - n:i]) / n
        now = prices[i] > average
        if above is not None and now != above:
            signals.append((i, "buy" if now else "sell"))
        above = now
    return signals


@snippet(250000.0, 0.035, 12, 1800.0)
def mortgage(principal, rate, months, payment):
    schedule = []
    balance = principal
    for month in range(1, months + 1):
        interest = round(balance * rate / 12, 2)
        balance = round(balance + interest - payment, 2)
        schedule.append({"month": month, "interest": interest, "balance": balance})
    return schedule[-1], sum(row["interest"] for row in schedule)


@snippet([-1000.0, 300.0, 420.0, 680.0])
def internal_rate(cashflows):
    low, high = -0.9, 1.0
    npv = lambda r: sum(c / (1 + r) ** t for t, c in enumerate(cashflows))
    for _ in range(80):
        mid = (low + high) / 2
        if npv(mid) > 0:
            low = mid
        else:
            high = mid
    return round(low, 6)


class Portfolio:
    def __init__(self, cash):
        self.cash = cash
        self.shares = {}

    def buy(self, name, count, price):
        if count * price > self.cash:
            raise ValueError("not enough cash")
        self.cash -= count * price
        self.shares[name] = self.shares.get(name, 0) + count

    def value(self, prices):
        return self.cash + sum(n * prices[name] for name, n in self.shares.items())


@snippet([("abc", 10, 5.0), ("xyz", 3, 20.0), ("abc", 5, 6.0), ("xyz", 100, 20.0)], {"abc": 7.0, "xyz": 18.0})
def portfolio_value(orders, prices):
    portfolio = Portfolio(200.0)
    rejected = []
    for name, count, price in orders:
        try:
            portfolio.buy(name, count, price)
        except ValueError:
            rejected.append(name)
    return portfolio.value(prices), rejected


@snippet(200, 7)
def queue_simulation(n, seed):
    rng = random.Random(seed)
    clock = free_at = waited = 0.0
    longest = 0
    line = []
    for _ in range(n):
        clock += rng.expovariate(1.0)
        line = [t for t in line if t > clock]
        start = max(clock, free_at)
        free_at = start + rng.expovariate(1.2)
        waited += start - clock
        line.append(free_at)
        longest = max(longest, len(line))
    return waited / n, longest


@snippet(8, 6, [(1, 2), (2, 2), (3, 2), (6, 4)], 3)
def life_on_a_set(width, height, cells, turns):
    alive = set(cells)
    for _ in range(turns):
        neighbours = Counter((x + dx, y + dy) for x, y in alive for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        alive = {c for c, n in neighbours.items() if n == 3 or (n == 2 and c in alive)}
        alive = {(x, y) for x, y in alive if 0 <= x < width and 0 <= y < height}
    return sorted(alive)


@snippet(997, 1.0, 0.3, 0.05, 25)
def epidemic(s, i, beta, gamma, days):
    n = s + i
    r = 0.0
    peak, peak_day = i, 0
    table = []
    for day in range(1, days + 1):
        new, gone = beta * s * i / n, gamma * i
        s, i, r = s - new, i + new - gone, r + gone
        if i > peak:
            peak, peak_day = i, day
        table.append([day, round(s), round(i), round(r)])
    return table[-1], peak, peak_day


@snippet(_rng.uniform(0, 10, (12, 2)), 3)
def k_means(points, k):
    centres = points[:k].copy()
    for _ in range(10):
        labels = np.array([np.argmin([np.sum((p - c) ** 2) for c in centres]) for p in points])
        new = np.array([points[labels == j].mean(axis=0) for j in range(k)])
        if np.allclose(new, centres):
            break
        centres = new
    return labels, centres
