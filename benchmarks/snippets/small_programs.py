"""Small programs of an afternoon: generators and iterators, number games, tables of arrays, little models."""

import collections
import functools
import itertools
import math
import operator
import string
from collections import defaultdict

import numpy as np
from snippets import snippet

rng = np.random.default_rng(13)
A = rng.normal(size=50)
B = rng.normal(size=50)
M = rng.normal(size=(8, 6))
K = rng.integers(-5, 20, 40)
NUMBERS = [3, 8, -2, 7, 7, 0, 12, -9, 4]


@snippet(5)
def make_counters(n):
    def counter(step):
        total = 0

        def advance():
            nonlocal total
            total += step
            return total

        return advance

    by_one, by_two = counter(1), counter(2)
    for _ in range(n):
        by_one()
        by_two()
    return by_one(), by_two()


@snippet(3.0)
def composed(x):
    def compose(*functions):
        return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)

    return compose(lambda v: v + 1, lambda v: v * v, math.sqrt)(x)


@snippet(30)
def memoized(n):
    @functools.lru_cache(maxsize=None)
    def ways(k):
        return 1 if k < 2 else ways(k - 1) + ways(k - 2)

    return ways(n)


@snippet(NUMBERS)
def accumulated(values):
    return list(itertools.accumulate(values)), list(itertools.accumulate(values, max))


@snippet(20)
def take_evens(n):
    evens = filter(lambda v: v % 2 == 0, itertools.count(3))
    return list(itertools.islice(evens, n))


@snippet(NUMBERS)
def pairwise_changes(values):
    return [b - a for a, b in itertools.pairwise(values)]


@snippet(["a", "b"], [1, 2, 3])
def grid_of_labels(names, numbers):
    return [f"{n}{k}" for n, k in itertools.product(names, numbers)]


@snippet([1, 2, 3], [4, 5])
def zipped_longest(a, b):
    return [x + y for x, y in itertools.zip_longest(a, b, fillvalue=0)]


@snippet(NUMBERS)
def dropped_and_taken(values):
    head = list(itertools.takewhile(lambda v: v != 7, values))
    tail = list(itertools.dropwhile(lambda v: v > -5, values))
    return head, tail


@snippet([("x", 3), ("y", 1), ("z", 2)])
def sort_by_item(pairs):
    return [name for name, _ in sorted(pairs, key=operator.itemgetter(1))]


@snippet(12)
def divisors(n):
    return {k: [d for d in range(1, k + 1) if k % d == 0] for k in range(1, n + 1)}


@snippet(60)
def factorize(n):
    factors = []
    p = 2
    while p * p <= n:
        while n % p == 0:
            factors.append(p)
            n //= p
        p += 1
    if n > 1:
        factors.append(n)
    return factors


@snippet(255, 2)
def to_base(n, base):
    digits = string.digits + string.ascii_lowercase
    if n == 0:
        return "0"
    text = ""
    while n:
        n, r = divmod(n, base)
        text = digits[r] + text
    return text


@snippet(2024)
def leap_years(year):
    return [y for y in range(year, year + 20) if (y % 4 == 0 and y % 100 != 0) or y % 400 == 0]


@snippet(1.0, 1e-10)
def newton_with_limit(x, tolerance):
    for iteration in range(100):
        new = x - (x**3 - 2 * x - 5) / (3 * x**2 - 2)
        if abs(new - x) < tolerance:
            break
        x = new
    else:
        raise RuntimeError("no convergence")
    return round(x, 8), iteration


@snippet(NUMBERS, 20)
def safe_item(values, index):
    try:
        return values[index]
    except IndexError as e:
        return f"{type(e).__name__}: {e}"
    finally:
        print("looked")


@snippet({"a": 1}, "b")
def missing_key(table, key):
    try:
        return table[key]
    except KeyError as e:
        return str(e)


@snippet("12a")
def checked_int(text):
    try:
        value = int(text)
    except (TypeError, ValueError):
        value = -1
    else:
        value += 1
    return value


@snippet(M)
def print_table(m):
    for i, row in enumerate(m[:3]):
        print(f"{i:>3d} | " + " ".join(f"{x:8.3f}" for x in row))
    print("-" * 20, end="\n\n")
    print("sum:", round(m.sum(), 3), "max:", round(m.max(), 3), sep="\t")


@snippet(1234567.891, 0.256)
def format_kinds(x, p):
    return f"{x:,.2f} {p:.1%} {x:e} {int(x):x} {int(x) % 256:08b} {'name':<8}|{'name':^8}| {p!r} {p=}"


@snippet(A, B)
def root_mean_square_error(a, b):
    error = a - b
    return {"rmse": np.sqrt(np.mean(error**2)), "mae": np.mean(np.abs(error)), "max": np.max(np.abs(error))}


@snippet(M)
def min_max_columns(m):
    low, high = m.min(axis=0), m.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    return (m - low) / span


@snippet(K)
def one_hot(k):
    classes = np.unique(k)
    return (k[:, None] == classes[None, :]).astype(np.float32)


@snippet(rng.normal(size=(20, 3)), 3)
def k_means(points, k):
    centers = points[:k].copy()
    for _ in range(5):
        distances = np.linalg.norm(points[:, None] - centers[None], axis=2)
        labels = np.argmin(distances, axis=1)
        for j in range(k):
            if np.any(labels == j):
                centers[j] = points[labels == j].mean(axis=0)
    return centers, labels


@snippet(rng.normal(size=(30, 2)), (rng.random(30) > 0.5).astype(float))
def logistic_regression(x, y):
    w, b = np.zeros(x.shape[1]), 0.0
    for epoch in range(20):
        p = 1 / (1 + np.exp(-(x @ w + b)))
        w -= 0.1 * x.T @ (p - y) / len(y)
        b -= 0.1 * np.mean(p - y)
    loss = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
    return w, b, loss


@snippet(A)
def peaks(a):
    return [i for i in range(1, len(a) - 1) if a[i - 1] < a[i] > a[i + 1]]


@snippet(A)
def zero_crossings(a):
    return np.nonzero(np.diff(np.sign(a)))[0]


@snippet(A)
def autocorrelation(a):
    a = a - a.mean()
    full = np.correlate(a, a, mode="full")[len(a) - 1 :]
    return full / full[0]


@snippet(A, 6)
def bootstrap_like(a, n):
    means = np.array([a[i::n].mean() for i in range(n)])
    return np.percentile(means, [5, 50, 95])


@snippet(np.array([3.0, np.nan, 5.0, np.nan, np.nan, 2.0]))
def forward_fill(a):
    filled = a.copy()
    for i in range(1, len(filled)):
        if np.isnan(filled[i]):
            filled[i] = filled[i - 1]
    return filled, int(np.isnan(a).sum())


@snippet(np.array([3.0, np.nan, 5.0, np.nan, np.nan, 2.0]))
def interpolate_gaps(a):
    index = np.arange(a.size)
    missing = np.isnan(a)
    a[missing] = np.interp(index[missing], index[~missing], a[~missing])
    return a


@snippet(0.5, 4)
def rotation(angle, n):
    c, s = np.cos(angle), np.sin(angle)
    r = np.array([[c, -s], [s, c]])
    return np.linalg.matrix_power(r, n) @ np.array([1.0, 0.0])


@snippet(50)
def heat_rod(steps):
    u = np.zeros(21)
    u[10] = 1.0
    history = []
    for _ in range(steps):
        u[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        history.append(u.sum())
    return u, min(history)


@snippet([0.9, 0.1], 10)
def markov_chain(start, steps):
    transition = np.array([[0.9, 0.1], [0.5, 0.5]])
    state = np.array(start)
    for _ in range(steps):
        state = state @ transition
    return state.round(6).tolist()


@snippet(0.3, 5.0, 100)
def predator_prey(dt, x, n):
    y = 2.0
    xs, ys = [], []
    for _ in range(n):
        dx = x * (1.1 - 0.4 * y)
        dy = y * (0.1 * x - 0.4)
        x, y = max(x + dt * 0.01 * dx, 0), max(y + dt * 0.01 * dy, 0)
        xs.append(x)
        ys.append(y)
    return np.array([xs, ys]).mean(axis=1)


@snippet(K, 5)
def top_k(k, n):
    order = np.argsort(k, kind="stable")[::-1][:n]
    return {int(i): int(k[i]) for i in order}


@snippet(["t1", "t2", "t3"], [1.5, 2.5, 3.5])
def zipped_dict(names, values):
    table = dict(zip(names, values))
    table.update(t4=4.5)
    table.setdefault("t5", 0.0)
    return {k.upper(): v * 2 for k, v in sorted(table.items(), reverse=True) if v}


@snippet({"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 4}})
def nested_dict(table):
    total = 0
    for name, row in table.items():
        for key in row:
            total += row[key] * len(name)
    return total, [row["x"] for row in table.values()]


@snippet(["2024-01-05,3.5,ok", "2024-02-07,1.5,bad", "2024-02-09,4.0,ok"])
def csv_rows(lines):
    months = {}
    for line in lines:
        date, value, state = line.strip().split(",")
        if state != "ok":
            continue
        month = int(date.split("-")[1])
        months.setdefault(month, []).append(float(value))
    return {m: sum(v) / len(v) for m, v in months.items()}


@snippet(["ERROR disk full", "INFO started", "ERROR no network", "WARN slow"])
def log_levels(lines):
    levels = collections.OrderedDict()
    for line in lines:
        level, _, message = line.partition(" ")
        if line.startswith("ERROR"):
            print(message)
        levels[level] = levels.get(level, 0) + 1
    return list(levels.items())


@snippet("ACGTTGCAAC", 3)
def k_mers(sequence, k):
    counts = defaultdict(int)
    for i in range(len(sequence) - k + 1):
        counts[sequence[i : i + k]] += 1
    return max(counts, key=counts.get), len(counts)


@snippet("level up racecar noon")
def palindromes(text):
    return [w for w in text.split() if w == w[::-1] and len(w) > 1]


@snippet(5)
def draw_triangle(n):
    return "\n".join(" " * (n - i) + "*" * (2 * i - 1) for i in range(1, n + 1))
