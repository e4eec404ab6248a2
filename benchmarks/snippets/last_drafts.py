"""Functions that were written when all else was done: they say how those of a stranger fare."""

from __future__ import annotations

import functools
import heapq
import itertools
import math
import re
from collections import Counter, defaultdict

import numpy as np

from snippets import snippet


@snippet([("mon", 21.5), ("tue", 19.0), ("mon", 23.5), ("tue", 18.0), ("wed", 20.0)])
def temperature_stats(readings):
    by_day = {}
    for day, temp in readings:
        if day not in by_day:
            by_day[day] = []
        by_day[day].append(temp)
    result = {}
    for day, temps in by_day.items():
        result[day] = {"min": min(temps), "max": max(temps), "avg": round(sum(temps) / len(temps), 2)}
    return result


@snippet("  Hello, World! This is -- a Test ")
def slugify(title):
    title = title.lower().strip()
    title = re.sub(r"[^a-z0-9\s-]", "", title)
    return re.sub(r"[\s-]+", "-", title)


@snippet(["1234 5678 9012 3456", "9999-8888-7777-1234"])
def mask_card(numbers):
    masked = []
    for n in numbers:
        digits = n.replace(" ", "").replace("-", "")
        masked.append("*" * (len(digits) - 4) + digits[-4:])
    return masked


@snippet(4539578763621486)
def luhn_valid(number):
    digits = [int(d) for d in str(number)]
    odd = digits[-1::-2]
    even = digits[-2::-2]
    total = sum(odd)
    for d in even:
        total += sum(divmod(d * 2, 10))
    return total % 10 == 0


@snippet({"x": [1, 2, 3], "y": [4, 5, 6]})
def columns_to_rows(table):
    names = list(table)
    n = len(table[names[0]])
    rows = []
    for i in range(n):
        rows.append({name: table[name][i] for name in names})
    return rows


@snippet([3, 8, 5, 9, 2, 7])
def running_max_gap(values):
    best = values[0]
    gaps = []
    for v in values:
        best = max(best, v)
        gaps.append(best - v)
    return gaps, max(gaps), gaps.index(max(gaps))


@snippet(np.array([3.0, 1.0, 2.0]), np.array([1.0, 2.0, 1.0]), np.array([0.25, 0.5]))
def weighted_quantile(x, w, q):
    order = np.argsort(x)
    x, w = x[order], w[order]
    cum = np.cumsum(w) - 0.5 * w
    cum /= w.sum()
    return np.interp(q, cum, x)


@snippet(np.array([10.0, 10.5, 11.0, 10.8, 10.2, 9.9, 10.4, 11.2, 11.9]), 3, 6)
def ema_cross(prices, short, long):
    def ema(x, n):
        k = 2 / (n + 1)
        out = np.empty_like(x)
        out[0] = x[0]
        for i in range(1, len(x)):
            out[i] = k * x[i] + (1 - k) * out[i - 1]
        return out
    macd = ema(prices, short) - ema(prices, long)
    signal = ema(macd, 9)
    return np.where(macd > signal, 1, -1)


@snippet(1000.0, 0.06, 6)
def loan_schedule(amount, rate, months):
    r = rate / 12
    payment = amount * r / (1 - (1 + r) ** -months)
    rows = []
    left = amount
    for m in range(1, months + 1):
        interest = left * r
        principal = payment - interest
        left -= principal
        rows.append((m, round(payment, 2), round(interest, 2), round(max(left, 0), 2)))
    return rows


@snippet("ATGGCCATGGCGCCCAGAACTGAGATC")
def codon_usage(seq):
    usage = Counter(seq[i:i + 3] for i in range(0, len(seq) - len(seq) % 3, 3))
    total = sum(usage.values())
    return {c: n / total for c, n in sorted(usage.items())}


@snippet("CCATGAAATGCCCTAGATGTTTTTTTAACC")
def longest_orf(dna):
    best = ""
    for frame in range(3):
        i = frame
        while i < len(dna) - 2:
            if dna[i:i + 3] == "ATG":
                for j in range(i, len(dna) - 2, 3):
                    if dna[j:j + 3] in ("TAA", "TAG", "TGA"):
                        if j + 3 - i > len(best):
                            best = dna[i:j + 3]
                        break
            i += 3
    return best, len(best)


@snippet("ACGTACGT", "ACCTACGA")
def point_mutations(ref, alt):
    return [(i, a, b) for i, (a, b) in enumerate(zip(ref, alt)) if a != b]


@snippet(0.5, 0.0, 0.01, 100)
def pendulum(theta0, omega0, dt, steps):
    theta, omega = theta0, omega0
    energies = []
    for _ in range(steps):
        omega -= 9.81 * math.sin(theta) * dt
        theta += omega * dt
        energies.append(0.5 * omega ** 2 - 9.81 * math.cos(theta))
    drift = max(energies) - min(energies)
    return theta, omega, drift


@snippet(31, 0.9, 20)
def wave_1d(n, c, steps):
    x = np.linspace(0, 1, n)
    u = np.exp(-200 * (x - 0.3) ** 2)
    prev = u.copy()
    for _ in range(steps):
        nxt = np.zeros_like(u)
        nxt[1:-1] = 2 * u[1:-1] - prev[1:-1] + c ** 2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        prev, u = u, nxt
    return u.max(), u


@snippet([7, 2, 9, 1], 5)
def elevator(calls, start):
    floor = start
    travelled = 0
    log = []
    pending = sorted(calls)
    while pending:
        nearest = min(pending, key=lambda f: abs(f - floor))
        travelled += abs(nearest - floor)
        floor = nearest
        pending.remove(nearest)
        log.append(f"stop {floor}")
    return travelled, log


@snippet([("ann", "bob"), ("bob", "cid"), ("cid", "dan"), ("ann", "eve"), ("eve", "dan")], "ann")
def friends_of_friends(edges, person):
    graph = defaultdict(set)
    for a, b in edges:
        graph[a].add(b)
        graph[b].add(a)
    found = set()
    for f in graph[person]:
        found |= graph[f]
    return sorted(found - graph[person] - {person})


@snippet(4, [(0, 1, 3.0), (1, 2, 1.0), (2, 3, 2.0), (0, 3, 10.0)])
def floyd_warshall(n, edges):
    dist = np.full((n, n), np.inf)
    np.fill_diagonal(dist, 0)
    for u, v, w in edges:
        dist[u, v] = w
    for k in range(n):
        dist = np.minimum(dist, dist[:, k][:, None] + dist[k, :])
    return dist


@snippet({"a": ["b"], "b": ["c"], "c": ["a"], "d": []})
def has_cycle(graph):
    color = {u: 0 for u in graph}

    def visit(u):
        color[u] = 1
        for v in graph[u]:
            if color[v] == 1 or (color[v] == 0 and visit(v)):
                return True
        color[u] = 2
        return False

    return any(color[u] == 0 and visit(u) for u in graph)


@snippet(["..*", "...", "*.."])
def minesweeper(board):
    rows = [list(r) for r in board]
    for r in range(len(rows)):
        for c in range(len(rows[0])):
            if rows[r][c] != "*":
                n = sum(rows[y][x] == "*" for y in range(max(0, r - 1), min(len(rows), r + 2)) for x in range(max(0, c - 1), min(len(rows[0]), c + 2)))
                rows[r][c] = str(n) if n else "."
    return ["".join(r) for r in rows]


@snippet(np.array([[(3 * (i % 3) + i // 3 + j) % 9 + 1 for j in range(9)] for i in range(9)]))
def sudoku_ok(grid):
    for i in range(9):
        if len(set(grid[i, :])) < 9 or len(set(grid[:, i])) < 9:
            return False
    for r in range(0, 9, 3):
        for c in range(0, 9, 3):
            if len(np.unique(grid[r:r + 3, c:c + 3])) < 9:
                return False
    return True


@snippet(3.0, 5.0, 4.0)
def triangle_type(a, b, c):
    a, b, c = sorted((a, b, c))
    if a + b <= c:
        return "none"
    kinds = []
    if a == b == c:
        kinds.append("equilateral")
    elif a == b or b == c:
        kinds.append("isosceles")
    if abs(a * a + b * b - c * c) < 1e-9:
        kinds.append("right")
    return " ".join(kinds) or "scalene"


@snippet([(0.0, 0.0), (5.0, 4.0), (1.0, 1.0), (5.5, 4.5)])
def closest_pair(points):
    best = float("inf")
    pair = None
    for p, q in itertools.combinations(points, 2):
        d = math.dist(p, q)
        if d < best:
            best = d
            pair = (p, q)
    return round(best, 4), pair


@snippet(np.arange(8.0), [0.5, 0.3, 0.2])
def fir_filter(x, taps):
    y = np.zeros(len(x))
    for n in range(len(x)):
        for k, t in enumerate(taps):
            if n - k >= 0:
                y[n] += t * x[n - k]
    return y


@snippet(np.sin(np.arange(64) * 0.4), 16, 8)
def spectrogram(x, size, hop):
    frames = []
    for start in range(0, len(x) - size + 1, hop):
        seg = x[start:start + size] * np.hamming(size)
        frames.append(np.abs(np.fft.rfft(seg)) ** 2)
    return np.array(frames).T


@snippet(np.array([1.0, -0.5, -2.0, 3.0, 0.1, -1.0]))
def zero_crossings(x):
    s = np.signbit(x)
    return np.where(s[1:] != s[:-1])[0], np.mean(s)


@snippet(2, 12)
def egg_drop(eggs, floors):
    @functools.lru_cache(maxsize=None)
    def solve(e, f):
        if f <= 1 or e == 1:
            return f
        return 1 + min(max(solve(e - 1, k - 1), solve(e, f - k)) for k in range(1, f + 1))
    return solve(eggs, floors)


@snippet(20)
def partition_count(n):
    ways = [1] + [0] * n
    for part in range(1, n + 1):
        for total in range(part, n + 1):
            ways[total] += ways[total - part]
    return ways[n]


@snippet("the quick brown fox jumps over the lazy dog", 12)
def text_wrap(text, width):
    lines = []
    line = ""
    for word in text.split():
        if len(line) + len(word) + (1 if line else 0) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return "\n".join(l.center(width) for l in lines)


@snippet(["banana", "papaya", "kiwi", "mango", "tabla", "lilic"])
def vowel_profile(words):
    profile = defaultdict(list)
    for w in words:
        key = "".join(c for c in w if c in "aeiou")
        profile[key].append(w)
    return sorted(profile.items(), key=lambda kv: (-len(kv[1]), kv[0]))


@snippet(178)
def bit_report(n):
    return f"{n:#x} {n:08b} {n.bit_length()} {bin(n).count('1')}", [i for i in range(n.bit_length()) if n >> i & 1]


@snippet([72, 101, 108, 108, 111])
def crc8(data):
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = ((crc << 1) ^ 0x07) & 0xFF if crc & 0x80 else (crc << 1) & 0xFF
    return crc


@snippet([[1, 4, 9], [2, 3], [], [0, 10]])
def merge_sorted(lists):
    heap = [(lst[0], i, 0) for i, lst in enumerate(lists) if lst]
    heapq.heapify(heap)
    out = []
    while heap:
        value, i, j = heapq.heappop(heap)
        out.append(value)
        if j + 1 < len(lists[i]):
            heapq.heappush(heap, (lists[i][j + 1], i, j + 1))
    return out


@snippet(np.array([1.0, 5.0, 9.0, 0.5, 4.0]), 1.5, 8.0)
def sensor_flags(values, low, high):
    flags = np.full(values.shape, "ok", dtype="<U4")
    flags[values < low] = "low"
    flags[values > high] = "high"
    names, counts = np.unique(flags, return_counts=True)
    return dict(zip(names.tolist(), counts.tolist()))


@snippet(np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]]))
def pairwise_dist(X):
    sq = np.sum(X ** 2, axis=1)
    d2 = sq[:, None] + sq[None, :] - 2 * X @ X.T
    np.fill_diagonal(d2, 0)
    return np.sqrt(np.maximum(d2, 0))


@snippet(np.arange(12.0).reshape(6, 2), np.arange(6), 0.5, 4)
def train_test_split(X, y, frac, seed):
    rng = np.random.default_rng(seed)
    idx = rng.permutation(len(X))
    cut = int(len(X) * frac)
    return X[idx[:cut]], X[idx[cut:]], y[idx[:cut]], y[idx[cut:]]


@snippet(["3", "4.7", "x", "-2"], -1)
def retry_parse(items, default):
    out = []
    for item in items:
        try:
            value = int(item)
        except ValueError:
            try:
                value = int(float(item))
            except ValueError:
                value = default
        out.append(value)
    return out


@snippet(3)
def countdown(n):
    def ticks(k):
        while k > 0:
            yield k
            k -= 1
        yield "go"
    return [str(t) for t in ticks(n)]


@snippet({"apple": 3, "bread": 1}, {"apple": 0.5, "bread": 2.75, "milk": 1.0}, [("apple", 10), ("milk", 50)])
def shopping_total(cart, prices, coupons):
    total = sum(prices.get(item, 0) * qty for item, qty in cart.items())
    for name, percent in coupons:
        if name in cart:
            total -= prices[name] * cart[name] * percent / 100
    return round(total, 2)
