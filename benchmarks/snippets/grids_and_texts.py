"""Grids, polygons, spectra, alignments and words of a set that was written before anything was done for it."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict, deque

import numpy as np

from snippets import snippet


@snippet(["11000", "11000", "00100", "00011"])
def count_islands(grid):
    rows, cols = len(grid), len(grid[0])
    seen = set()
    count = 0
    for r in range(rows):
        for c in range(cols):
            if grid[r][c] == "1" and (r, c) not in seen:
                count += 1
                stack = [(r, c)]
                while stack:
                    y, x = stack.pop()
                    if (y, x) in seen:
                        continue
                    seen.add((y, x))
                    for dy, dx in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                        ny, nx = y + dy, x + dx
                        if 0 <= ny < rows and 0 <= nx < cols and grid[ny][nx] == "1":
                            stack.append((ny, nx))
    return count


@snippet(np.array([[1, 1, 1], [1, 1, 0], [1, 0, 1]]), 1, 1, 2)
def flood_fill(img, sr, sc, color):
    old = img[sr, sc]
    if old == color:
        return img
    out = img.copy()
    stack = [(sr, sc)]
    while stack:
        r, c = stack.pop()
        if 0 <= r < out.shape[0] and 0 <= c < out.shape[1] and out[r, c] == old:
            out[r, c] = color
            stack.extend([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
    return out


@snippet(["S.#.", "..#G", ".#..", "...."])
def maze_shortest(maze):
    start = goal = None
    for r, row in enumerate(maze):
        for c, ch in enumerate(row):
            if ch == "S":
                start = (r, c)
            elif ch == "G":
                goal = (r, c)
    q = deque([(start, 0)])
    seen = {start}
    while q:
        (r, c), d = q.popleft()
        if (r, c) == goal:
            return d
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nxt = (r + dr, c + dc)
            if 0 <= nxt[0] < len(maze) and 0 <= nxt[1] < len(maze[0]) and maze[nxt[0]][nxt[1]] != "#" and nxt not in seen:
                seen.add(nxt)
                q.append((nxt, d + 1))
    return -1


@snippet([(0, 0), (4, 0), (4, 3), (0, 3)])
def polygon_area(points):
    area = 0.0
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]):
        area += x1 * y2 - x2 * y1
    return abs(area) / 2


@snippet([(0, 0), (2, 1), (1, 1), (4, 0), (4, 4), (0, 4), (2, 2), (0, 0)])
def convex_hull(points):
    points = sorted(set(points))
    if len(points) <= 1:
        return points

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


@snippet((2.0, 1.0), [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)])
def point_in_polygon(pt, poly):
    x, y = pt
    inside = False
    j = len(poly) - 1
    for i in range(len(poly)):
        xi, yi = poly[i]
        xj, yj = poly[j]
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            inside = not inside
        j = i
    return inside


@snippet(np.array([52.5, 48.1, 53.6]), np.array([13.4, 11.6, 10.0]))
def haversine_matrix(lat, lon):
    lat = np.radians(lat)
    lon = np.radians(lon)
    dlat = lat[:, None] - lat[None, :]
    dlon = lon[:, None] - lon[None, :]
    a = np.sin(dlat / 2) ** 2 + np.cos(lat)[:, None] * np.cos(lat) * np.sin(dlon / 2) ** 2
    return 6371 * 2 * np.arcsin(np.sqrt(a))


@snippet(np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]]), 30, (1.0, 1.0))
def rotate_points(points, angle_deg, center=(0.0, 0.0)):
    a = np.deg2rad(angle_deg)
    R = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    c = np.array(center)
    return (points - c) @ R.T + c


@snippet(np.sin(np.arange(64) * 0.2) + 0.3 * np.sin(np.arange(64) * 2.5), 64.0, 8.0)
def lowpass_fft(signal, fs, cutoff):
    spectrum = np.fft.rfft(signal)
    freqs = np.fft.rfftfreq(len(signal), d=1 / fs)
    spectrum[freqs > cutoff] = 0
    return np.fft.irfft(spectrum, n=len(signal))


@snippet(np.sin(2 * np.pi * 5 * np.arange(100) / 50.0), 50.0)
def dominant_frequency(signal, fs):
    window = np.hanning(len(signal))
    spec = np.abs(np.fft.rfft(signal * window))
    freqs = np.fft.rfftfreq(len(signal), 1 / fs)
    k = np.argmax(spec[1:]) + 1
    return freqs[k], spec[k]


@snippet(np.array([0.0, 2.0, 1.0, 3.0, 0.5, 0.7, 0.6, 5.0, 1.0]), 0.8)
def find_peaks(x, threshold):
    peaks = []
    for i in range(1, len(x) - 1):
        if x[i] > x[i - 1] and x[i] > x[i + 1] and x[i] > threshold:
            peaks.append(i)
    return np.array(peaks)


@snippet([3.0, 10.0, 12.0, 13.0, 12.0, 10.0, 12.0], 0.3)
def exponential_smoothing(series, alpha):
    result = [series[0]]
    for n in range(1, len(series)):
        result.append(alpha * series[n] + (1 - alpha) * result[n - 1])
    return result


@snippet(np.sin(np.arange(40) * 0.7), 6)
def autocorrelation(x, max_lag):
    x = x - x.mean()
    denom = np.dot(x, x)
    return np.array([np.dot(x[:len(x) - k], x[k:]) / denom for k in range(max_lag + 1)])


@snippet(np.arange(26.0) % 4 + np.arange(26.0) / 10, 4)
def seasonal_means(values, period):
    n = len(values) // period * period
    table = np.asarray(values[:n]).reshape(-1, period)
    seasonal = table.mean(axis=0)
    detrended = table - table.mean(axis=1, keepdims=True)
    return seasonal, detrended.std(axis=0, ddof=1)


@snippet(np.array([1.0, 2.0, 1.5, 2.2, 1.8, 20.0, 1.1, 2.1]))
def zscore_outliers(data, limit=2.0):
    z = (data - np.mean(data)) / np.std(data)
    outliers = data[np.abs(z) > limit]
    return outliers, np.flatnonzero(np.abs(z) > limit)


@snippet(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0, 2, 1, 0]), np.array([0, 2, 3, 4]), np.array([1.0, 2.0, 3.0]))
def csr_matvec(data, indices, indptr, x):
    n = len(indptr) - 1
    y = np.zeros(n)
    for i in range(n):
        start, end = indptr[i], indptr[i + 1]
        y[i] = np.dot(data[start:end], x[indices[start:end]])
    return y


@snippet([[0, 2, 0], [1, 0, 0], [0, 0, 7]])
def dense_to_coo(matrix):
    entries = {}
    for i, row in enumerate(matrix):
        for j, v in enumerate(row):
            if v != 0:
                entries[i, j] = v
    transposed = {(j, i): v for (i, j), v in entries.items()}
    return entries, transposed


@snippet({(0, 0): 1.0, (0, 2): 2.0, (1, 1): 3.0}, {(0, 1): 4.0, (2, 0): 5.0, (1, 1): 6.0})
def coo_multiply(a, b):
    result = defaultdict(float)
    by_row = defaultdict(list)
    for (i, j), v in b.items():
        by_row[i].append((j, v))
    for (i, k), v in a.items():
        for j, w in by_row[k]:
            result[(i, j)] += v * w
    return dict(result)


@snippet([1, 3, 4, 5], [1, 4, 5, 7], 7)
def knapsack(weights, values, capacity):
    n = len(weights)
    dp = [[0] * (capacity + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        for w in range(capacity + 1):
            dp[i][w] = dp[i - 1][w]
            if weights[i - 1] <= w:
                dp[i][w] = max(dp[i][w], dp[i - 1][w - weights[i - 1]] + values[i - 1])
    items = []
    w = capacity
    for i in range(n, 0, -1):
        if dp[i][w] != dp[i - 1][w]:
            items.append(i - 1)
            w -= weights[i - 1]
    return dp[n][capacity], items[::-1]


@snippet("AGGTAB", "GXTXAYB")
def lcs(a, b):
    dp = [[""] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, ca in enumerate(a, 1):
        for j, cb in enumerate(b, 1):
            if ca == cb:
                dp[i][j] = dp[i - 1][j - 1] + ca
            else:
                dp[i][j] = max(dp[i - 1][j], dp[i][j - 1], key=len)
    return dp[-1][-1]


@snippet("kitten", "sitting")
def edit_distance(s, t):
    prev = list(range(len(t) + 1))
    for i, cs in enumerate(s):
        cur = [i + 1]
        for j, ct in enumerate(t):
            cur.append(min(prev[j + 1] + 1, cur[j] + 1, prev[j] + (cs != ct)))
        prev = cur
    return prev[-1]


@snippet([1, 5, 10, 25], 63)
def coin_change(coins, amount):
    best = [math.inf] * (amount + 1)
    best[0] = 0
    for a in range(1, amount + 1):
        for c in coins:
            if c <= a and best[a - c] + 1 < best[a]:
                best[a] = best[a - c] + 1
    return best[amount] if best[amount] != math.inf else -1


@snippet([10, 9, 2, 5, 3, 7, 101, 18])
def longest_increasing(seq):
    import bisect
    tails = []
    for x in seq:
        k = bisect.bisect_left(tails, x)
        if k == len(tails):
            tails.append(x)
        else:
            tails[k] = x
    return len(tails)


@snippet(40)
def fib_memo(n):
    memo = {}

    def fib(k):
        if k < 2:
            return k
        if k not in memo:
            memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]

    return fib(n)


@snippet("The quick brown fox jumps. It was lazy! Was it really so?")
def readability(text):
    sentences = [s for s in text.replace("!", ".").replace("?", ".").split(".") if s.strip()]
    words = text.split()
    syllables = 0
    for w in words:
        prev = False
        for ch in w.lower():
            vowel = ch in "aeiouy"
            if vowel and not prev:
                syllables += 1
            prev = vowel
    asl = len(words) / len(sentences)
    asw = syllables / len(words)
    return round(206.835 - 1.015 * asl - 84.6 * asw, 2)


@snippet("Hello, World!", 3)
def caesar(text, shift):
    out = []
    for ch in text:
        if ch.isalpha():
            base = ord("A") if ch.isupper() else ord("a")
            out.append(chr((ord(ch) - base + shift) % 26 + base))
        else:
            out.append(ch)
    return "".join(out)


@snippet(["listen", "silent", "enlist", "google", "elgoog", "abc"])
def anagram_groups(words):
    groups = {}
    for w in words:
        key = "".join(sorted(w))
        groups.setdefault(key, []).append(w)
    return [g for g in groups.values() if len(g) > 1]


@snippet("aaabbbccd")
def run_length(s):
    return "".join(f"{k}{len(list(g))}" for k, g in itertools.groupby(s))


@snippet("A man, a plan, a canal: Panama")
def is_palindrome(s):
    t = [c.lower() for c in s if c.isalnum()]
    return t == t[::-1]


@snippet("the cat sat on the mat the cat ran")
def bigram_probabilities(text):
    words = text.lower().split()
    counts = defaultdict(Counter)
    for a, b in zip(words, words[1:]):
        counts[a][b] += 1
    probs = {}
    for a, c in counts.items():
        total = sum(c.values())
        for b, n in c.items():
            probs[(a, b)] = n / total
    return probs
