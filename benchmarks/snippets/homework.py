"""What is handed in on Friday: arrays, lists of lists, recursion, records, formatting."""

import bisect
import heapq
import math
import re
import statistics
from collections import OrderedDict, defaultdict
from itertools import accumulate, zip_longest
from typing import NamedTuple

import numpy as np
from snippets import snippet

rng = np.random.default_rng(43)


@snippet([("x", 1), ("y", 2), ("x", 3)])
def invert(pairs):
    d = OrderedDict()
    for k, v in pairs:
        d[k] = v
    inverse = {v: k for k, v in d.items()}
    return list(d.items()), inverse


@snippet(["10.0.0.1 - GET /a 200", "10.0.0.2 - POST /b 500", "10.0.0.1 - GET /c 404"])
def requests_by_host(lines):
    pattern = re.compile(r"^(\S+) - (\w+) (\S+) (\d+)$")
    hosts = defaultdict(list)
    for line in lines:
        m = pattern.match(line)
        if m:
            hosts[m.group(1)].append(int(m.group(4)))
    return dict(hosts)


@snippet([3, 9, 2, 7, 5, 1], 3)
def top_three(values, k):
    heap = []
    for v in values:
        if len(heap) < k:
            heapq.heappush(heap, v)
        elif v > heap[0]:
            heapq.heapreplace(heap, v)
    return sorted(heap, reverse=True)


@snippet(rng.random((6, 4)))
def standardise_and_rank(X):
    Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    scores = Z.sum(axis=1)
    order = np.argsort(-scores)
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(scores))
    return Z, ranks


@snippet(np.array([3, 1, 2, 3, 3, 1]), np.array([10.0, 20.0, 30.0, 40.0, 50.0, 60.0]))
def group_sums(keys, values):
    labels, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    sums = np.bincount(inverse, weights=values)
    return labels, sums, sums / counts


@snippet(rng.normal(size=100), 10)
def histogram_dict(x, bins):
    counts, edges = np.histogram(x, bins=bins)
    return {f"{lo:.1f}..{hi:.1f}": int(c) for lo, hi, c in zip(edges[:-1], edges[1:], counts)}


@snippet(np.arange(12.0).reshape(3, 4))
def row_summaries(m):
    result = []
    for row in m:
        result.append({"mean": row.mean(), "max": row.max(), "argmax": int(row.argmax())})
    return result


@snippet(np.array([0.1, 0.9, 0.4, 0.8]), np.array([0, 1, 0, 1]))
def confusion(scores, truth):
    predicted = (scores >= 0.5).astype(int)
    tp = int(np.sum((predicted == 1) & (truth == 1)))
    fp = int(np.sum((predicted == 1) & (truth == 0)))
    fn = int(np.sum((predicted == 0) & (truth == 1)))
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    return {"tp": tp, "fp": fp, "fn": fn, "f1": 2 * precision * recall / (precision + recall)}


@snippet(rng.random((4, 5)), 0.1, 20)
def jacobi_until(u, tol, most):
    u = u.copy()
    for it in range(most):
        new = u.copy()
        new[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
        change = np.abs(new - u).max()
        u = new
        if change < tol:
            break
    return u, it, change


@snippet(np.array(["2024-01-01", "2024-02-15", "2024-02-20"], dtype="datetime64[D]"))
def per_month(dates):
    months = dates.astype("datetime64[M]")
    unique, counts = np.unique(months, return_counts=True)
    return [(str(m), int(c)) for m, c in zip(unique, counts)]


@snippet([3.2, 4.8, 1.1, 9.7, 5.5])
def summary_text(data):
    return (f"n={len(data)} mean={statistics.mean(data):.2f} "
            f"median={statistics.median(data):.2f} sd={statistics.stdev(data):.3f}")


@snippet([88, 42, 95, 67, 73])
def letter_grades(scores):
    breakpoints = [60, 70, 80, 90]
    return ["FDCBA"[bisect.bisect(breakpoints, s)] for s in scores]


@snippet([[1, 4, 7], [2, 5, 8], [3, 6, 9]])
def merge_sorted_lists(lists):
    heap = [(lst[0], i, 0) for i, lst in enumerate(lists) if lst]
    heapq.heapify(heap)
    merged = []
    while heap:
        value, i, j = heapq.heappop(heap)
        merged.append(value)
        if j + 1 < len(lists[i]):
            heapq.heappush(heap, (lists[i][j + 1], i, j + 1))
    return merged


class Point3(NamedTuple):
    x: float
    y: float
    z: float = 0.0


@snippet([(0.0, 0.0), (3.0, 4.0), (6.0, 8.0)])
def polyline_length(coords):
    points = [Point3(*c) for c in coords]
    total = 0.0
    for p, q in zip(points, points[1:]):
        total += math.dist(p, q)
    return total, points[-1]


class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])

    def trace(self):
        return sum(self.rows[i][i] for i in range(len(self.rows)))


@snippet([[1, 1], [1, 0]], 5)
def matrix_power(rows, n):
    result = Matrix([[1, 0], [0, 1]])
    base = Matrix(rows)
    for _ in range(n):
        result = result @ base
    return result.rows, result.trace()


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


def insert(root, key):
    if root is None:
        return Node(key)
    if key < root.key:
        root.left = insert(root.left, key)
    else:
        root.right = insert(root.right, key)
    return root


@snippet([5, 2, 8, 1, 9])
def tree_sort(keys):
    root = None
    for k in keys:
        root = insert(root, k)
    out = []

    def walk(node):
        if node is not None:
            walk(node.left)
            out.append(node.key)
            walk(node.right)

    walk(root)
    return out


@snippet([1, 2, 3, 4, 5, 6])
def primes_and_squares(numbers):
    is_prime = lambda n: n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))
    return list(filter(is_prime, numbers)), list(map(lambda n: n * n, numbers))


@snippet("hello world")
def letter_positions(text):
    positions = {}
    for i, c in enumerate(text):
        if c != " ":
            positions.setdefault(c, []).append(i)
    return {c: p for c, p in positions.items() if len(p) > 1}


@snippet([4, 2, 7, 1])
def running_stats(values):
    totals = list(accumulate(values))
    peaks = list(accumulate(values, max))
    return totals, peaks, [b - a for a, b in zip(values, values[1:])]


@snippet([3, 4, 5], [1, 2])
def add_polynomials(p, q):
    return [a + b for a, b in zip_longest(p, q, fillvalue=0)]


@snippet("12 apples, 7 pears and 30 plums")
def sum_of_numbers(text):
    return sum(int(n) for n in re.findall(r"\d+", text))


@snippet(6)
def pascal_text(n):
    row = [1]
    lines = []
    for _ in range(n):
        lines.append(" ".join(map(str, row)).center(2 * n))
        row = [1] + [a + b for a, b in zip(row, row[1:])] + [1]
    return lines


@snippet(2 ** 20 + 5)
def bit_tricks(n):
    ones = 0
    m = n
    while m:
        m &= m - 1
        ones += 1
    return ones, n.bit_length(), n & -n, bin(n).count("1"), [i for i in range(n.bit_length()) if n >> i & 1]


@snippet(97, 13, 1000007)
def modular(base, exponent, modulus):
    result = 1
    b = base % modulus
    e = exponent
    while e > 0:
        if e % 2 == 1:
            result = result * b % modulus
        b = b * b % modulus
        e //= 2
    return result, pow(base, exponent, modulus) == result


@snippet({"a": 1, "b": {"c": 2, "d": {"e": 3}}})
def flatten_dict(nested):
    flat = {}

    def walk(prefix, d):
        for k, v in d.items():
            if isinstance(v, dict):
                walk(prefix + k + ".", v)
            else:
                flat[prefix + k] = v

    walk("", nested)
    return flat
