"""What stands in the cells of a notebook: one small question each."""

import math
from collections import Counter, defaultdict, deque
from dataclasses import dataclass

import numpy as np
from snippets import snippet

rng = np.random.default_rng(77)


@snippet([[3, 1, 2], [6, 5, 4], [9, 8, 7]])
def column_sums_and_diagonals(m):
    sums = [sum(row[j] for row in m) for j in range(len(m[0]))]
    main = sum(m[i][i] for i in range(len(m)))
    anti = sum(m[i][len(m) - 1 - i] for i in range(len(m)))
    return sums, main, anti


@snippet([10.0, 12.5, 9.0, 14.0, 13.0])
def best_trade(prices):
    lowest = prices[0]
    profit = 0.0
    buy = sell = 0
    low_at = 0
    for i, p in enumerate(prices):
        if p < lowest:
            lowest, low_at = p, i
        elif p - lowest > profit:
            profit, buy, sell = p - lowest, low_at, i
    return profit, buy, sell


@snippet([("a", 3), ("b", 1), ("a", 4), ("c", 2)])
def group_pairs(pairs):
    groups = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return {k: (min(v), max(v), sum(v) / len(v)) for k, v in groups.items()}


@snippet(np.array([1.0, 2.0, 4.0, 8.0]), np.array([2.1, 3.9, 8.2, 15.8]))
def power_law_fit(x, y):
    slope, intercept = np.polyfit(np.log(x), np.log(y), 1)
    predicted = np.exp(intercept) * x ** slope
    ss_res = ((y - predicted) ** 2).sum()
    ss_tot = ((y - y.mean()) ** 2).sum()
    return slope, np.exp(intercept), 1 - ss_res / ss_tot


@snippet("((2+3)*4)-5")
def evaluate(expression):
    values, ops = [], []
    precedence = {"+": 1, "-": 1, "*": 2, "/": 2}

    def apply():
        b, a = values.pop(), values.pop()
        op = ops.pop()
        if op == "+":
            values.append(a + b)
        elif op == "-":
            values.append(a - b)
        elif op == "*":
            values.append(a * b)
        else:
            values.append(a / b)

    for c in expression:
        if c.isdigit():
            values.append(float(c))
        elif c == "(":
            ops.append(c)
        elif c == ")":
            while ops[-1] != "(":
                apply()
            ops.pop()
        else:
            while ops and ops[-1] != "(" and precedence[ops[-1]] >= precedence[c]:
                apply()
            ops.append(c)
    while ops:
        apply()
    return values[0]


@snippet([[0, 0, 1], [1, 0, 0], [0, 0, 0]], (0, 0), (2, 2))
def maze_distance(maze, start, goal):
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        (r, c), d = queue.popleft()
        if (r, c) == goal:
            return d
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nr, nc = r + dr, c + dc
            if 0 <= nr < len(maze) and 0 <= nc < len(maze[0]) and maze[nr][nc] == 0 and (nr, nc) not in seen:
                seen.add((nr, nc))
                queue.append(((nr, nc), d + 1))
    return -1


@snippet({"A": ["B", "C"], "B": ["D"], "C": ["D"], "D": []}, "A")
def bfs_levels(graph, root):
    level = {root: 0}
    queue = [root]
    for node in queue:
        for nxt in graph[node]:
            if nxt not in level:
                level[nxt] = level[node] + 1
                queue.append(nxt)
    return level


@snippet([4, 8, 15, 16, 23, 42])
def describe_list(values):
    n = len(values)
    mean = sum(values) / n
    var = sum((v - mean) ** 2 for v in values) / (n - 1)
    mid = sorted(values)[n // 2]
    print(f"n = {n}, mean = {mean:.2f}, sd = {math.sqrt(var):.2f}")
    return mean, var, mid


@snippet(["b,2,x", "a,1,y", "c,3,z"])
def sort_rows(lines):
    rows = [line.split(",") for line in lines]
    rows.sort(key=lambda r: int(r[1]), reverse=True)
    return [r[0] for r in rows], [r[2] for r in rows]


@snippet(5)
def magic_square(n):
    square = [[0] * n for _ in range(n)]
    i, j = 0, n // 2
    for k in range(1, n * n + 1):
        square[i][j] = k
        ni, nj = (i - 1) % n, (j + 1) % n
        if square[ni][nj]:
            ni, nj = (i + 1) % n, j
        i, j = ni, nj
    return square


@snippet([1, 2, 3, 4], [2, 4, 6])
def set_operations(a, b):
    sa, sb = set(a), set(b)
    return sorted(sa | sb), sorted(sa & sb), sorted(sa - sb), sa <= sb, len(sa ^ sb)


@snippet(rng.normal(size=(30, 4)))
def explained_variance(X):
    centred = X - X.mean(axis=0)
    cov = centred.T @ centred / (len(X) - 1)
    values = np.linalg.eigvalsh(cov)[::-1]
    return values / values.sum(), np.cumsum(values) / values.sum()


@snippet(rng.random((12, 2)), rng.integers(0, 2, 12), np.array([0.5, 0.5]), 3)
def knn_predict(X, y, point, k):
    d = np.linalg.norm(X - point, axis=1)
    nearest = np.argsort(d)[:k]
    votes = np.bincount(y[nearest])
    return votes.argmax(), d[nearest].mean()


@snippet(np.array([0.2, 0.5, 0.3]), 1000, 5)
def empirical_distribution(p, n, seed):
    gen = np.random.default_rng(seed)
    draws = gen.choice(len(p), size=n, p=p)
    counts = np.bincount(draws, minlength=len(p))
    return counts / n, np.abs(counts / n - p).max()


@snippet(np.array([2.0, 4.0, 4.0, 5.0]), np.array([1.0, 3.0, 5.0, 7.0]))
def paired_test(a, b):
    d = a - b
    t = d.mean() / (d.std(ddof=1) / np.sqrt(d.size))
    r = np.corrcoef(a, b)[0, 1]
    return float(t), float(r)


@dataclass
class Item:
    name: str
    price: float
    quantity: int = 1

    @property
    def total(self):
        return self.price * self.quantity


@snippet([("pen", 1.5, 10), ("book", 12.0, 2), ("bag", 30.0, 1)])
def shopping_cart(rows):
    cart = [Item(n, p, q) for n, p, q in rows]
    subtotal = sum(i.total for i in cart)
    discount = 0.1 * subtotal if subtotal > 50 else 0.0
    dearest = max(cart, key=lambda i: i.total)
    return round(subtotal - discount, 2), dearest.name, [i.name for i in cart if i.price < 10]


class Grid:
    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.cells = [[0] * width for _ in range(height)]

    def set(self, x, y, value):
        self.cells[y][x] = value

    def neighbours(self, x, y):
        total = 0
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < self.width and 0 <= y + dy < self.height:
                    total += self.cells[y + dy][x + dx]
        return total


@snippet(4, 3)
def count_neighbours(w, h):
    g = Grid(w, h)
    for x in range(w):
        for y in range(h):
            g.set(x, y, (x * y) % 2)
    return [[g.neighbours(x, y) for x in range(w)] for y in range(h)]


@snippet(50)
def collatz_table(limit):
    lengths = {1: 1}
    for n in range(2, limit):
        path = []
        m = n
        while m not in lengths:
            path.append(m)
            m = m // 2 if m % 2 == 0 else 3 * m + 1
        base = lengths[m]
        for k, v in enumerate(reversed(path), 1):
            lengths[v] = base + k
    best = max(range(1, limit), key=lambda n: lengths[n])
    return best, lengths[best]


@snippet("the quick brown fox jumps over the lazy dog the end", 3)
def top_words(text, n):
    counts = {}
    for w in text.split():
        counts[w] = counts.get(w, 0) + 1
    ranked = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))
    return ranked[:n], len(counts)


@snippet("aaabbbccd")
def encode_decode(s):
    encoded = []
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        encoded.append((s[i], j - i))
        i = j
    decoded = "".join(c * n for c, n in encoded)
    return encoded, decoded == s


@snippet("MCMXCIV")
def roman_value(text):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for a, b in zip(text, text[1:] + " "):
        v = values[a]
        total += -v if b != " " and values[b] > v else v
    return total


@snippet(np.arange(20.0), 5)
def moving_statistics(x, w):
    c = np.cumsum(np.insert(x, 0, 0.0))
    means = (c[w:] - c[:-w]) / w
    maxima = np.array([x[i:i + w].max() for i in range(len(x) - w + 1)])
    return means, maxima


@snippet(0.0, 1.0, 0.1)
def euler_and_exact(t0, y0, h):
    def f(t, y):
        return -2 * y + t

    t, y = t0, y0
    errors = []
    while t < 1.0 - 1e-12:
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h * k1 / 2)
        y += h * k2
        t += h
        exact = 1.25 * math.exp(-2 * t) + t / 2 - 0.25
        errors.append(abs(y - exact))
    return y, max(errors)


@snippet([5, 3, 8, 1])
def selection_sort_steps(values):
    values = list(values)
    swaps = 0
    for i in range(len(values)):
        k = min(range(i, len(values)), key=values.__getitem__)
        if k != i:
            values[i], values[k] = values[k], values[i]
            swaps += 1
    return values, swaps


@snippet([[1, 3], [2, 6], [8, 10], [9, 12]])
def merge_ranges(ranges):
    ranges = sorted(ranges)
    merged = [ranges[0]]
    for lo, hi in ranges[1:]:
        if lo <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], hi)
        else:
            merged.append([lo, hi])
    return merged


@snippet(np.array([[1, 0, 0], [0, 1, 1], [0, 1, 1]], dtype=bool))
def mask_properties(mask):
    rows = np.any(mask, axis=1)
    cols = np.any(mask, axis=0)
    r0, r1 = np.where(rows)[0][[0, -1]]
    c0, c1 = np.where(cols)[0][[0, -1]]
    return (r0, r1, c0, c1), mask.sum() / mask.size, np.argwhere(mask)


@snippet([100, 50, 25], ["EUR", "USD", "EUR"], {"EUR": 1.0, "USD": 0.9})
def to_euro(amounts, currencies, rates):
    total = 0.0
    by_currency = Counter()
    for a, c in zip(amounts, currencies):
        total += a * rates[c]
        by_currency[c] += a
    return round(total, 2), dict(by_currency)


@snippet(np.linspace(0.0, 1.0, 11), 0.3)
def bisect_grid(grid, x):
    i = np.searchsorted(grid, x)
    frac = (x - grid[i - 1]) / (grid[i] - grid[i - 1])
    return int(i), frac, np.interp(x, grid, grid ** 2)


@snippet(12)
def binary_strings(n):
    return [format(i, "04b") for i in range(n) if bin(i).count("1") == 2]


@snippet([1, 2, 3, 4, 5, 6, 7, 8])
def partition_sum(values):
    total = sum(values)
    if total % 2:
        return None
    reachable = {0}
    for v in values:
        reachable |= {r + v for r in reachable}
    return total // 2 in reachable
