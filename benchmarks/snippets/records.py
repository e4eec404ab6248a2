"""Lists, dicts and sets, checks with exceptions, generators, closures, dataclasses."""

import itertools
import math
from collections import defaultdict, deque, namedtuple
from dataclasses import dataclass
from functools import reduce
from heapq import heappop, heappush

import numpy as np
from snippets import snippet


# Lists, dicts, sets.


@snippet([3, 1, 2, 3, 5, 1])
def unique_in_order(items):
    seen = set()
    result = []
    for item in items:
        if item not in seen:
            seen.add(item)
            result.append(item)
    return result


@snippet([1, 2, 3, 4, 5], 9)
def two_sum(nums, target):
    index = {}
    for i, n in enumerate(nums):
        if target - n in index:
            return index[target - n], i
        index[n] = i
    return None


@snippet(["pear", "fig", "apple", "kiwi", "plum"])
def group_by_length(words):
    groups = defaultdict(list)
    for w in words:
        groups[len(w)].append(w)
    return {k: sorted(v) for k, v in sorted(groups.items())}


@snippet({1, 2, 3, 4}, {3, 4, 5})
def jaccard(a, b):
    return len(a & b) / len(a | b)


@snippet({"a": 3, "b": 1}, {"b": 4, "c": 2})
def merge_counts(x, y):
    total = dict(x)
    for k, v in y.items():
        total[k] = total.get(k, 0) + v
    return total


@snippet([[1, [2, 3]], [4]], 2)
def chunk_pairs(nested, size):
    flat = []
    stack = [1, 2, 3, 4, 5]
    while stack:
        flat.append(stack.pop(0))
    return [flat[i:i + size] for i in range(0, len(flat), size)]


@snippet({"A": ["B", "C"], "B": ["D"], "C": ["D"], "D": []}, "A")
def bfs_order(graph, start):
    visited = [start]
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for nxt in graph[node]:
            if nxt not in visited:
                visited.append(nxt)
                queue.append(nxt)
    return visited


@snippet(5, [(0, 1, 4), (0, 2, 1), (2, 1, 2), (1, 3, 5), (3, 4, 3)])
def dijkstra(n, edges):
    adj = [[] for _ in range(n)]
    for u, v, w in edges:
        adj[u].append((v, w))
    dist = [math.inf] * n
    dist[0] = 0
    heap = [(0, 0)]
    while heap:
        d, u = heappop(heap)
        if d > dist[u]:
            continue
        for v, w in adj[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heappush(heap, (dist[v], v))
    return dist


@snippet([(1, 4), (2, 5), (7, 9), (8, 10)])
def merge_intervals(intervals):
    merged = []
    for lo, hi in sorted(intervals):
        if merged and lo <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], hi))
        else:
            merged.append((lo, hi))
    return merged


@snippet([4, 2, 9, 1, 7])
def rank_values(xs):
    order = sorted(range(len(xs)), key=lambda i: xs[i])
    ranks = [0] * len(xs)
    for rank, i in enumerate(order, start=1):
        ranks[i] = rank
    return ranks


@snippet("(a[b]{c})(")
def balanced(text):
    closing = {")": "(", "]": "[", "}": "{"}
    stack = []
    for ch in text:
        if ch in closing.values():
            stack.append(ch)
        elif ch in closing:
            if not stack or stack.pop() != closing[ch]:
                return False
    return not stack


# Validation with exceptions.


@snippet(["12", "x", "7.5", "", "3"])
def parse_floats(tokens):
    good, bad = [], 0
    for t in tokens:
        try:
            good.append(float(t))
        except ValueError:
            bad += 1
    return good, bad


@snippet(np.array([0.2, 0.5, 0.4]))
def check_probabilities(p):
    if p.ndim != 1:
        raise TypeError("p must be one-dimensional")
    if np.any(p < 0):
        raise ValueError("negative probability")
    total = p.sum()
    if not np.isclose(total, 1.0):
        raise ValueError(f"probabilities sum to {total:.3f}, not 1")
    return -np.sum(p * np.log2(p))


@snippet([5, 0, 2])
def safe_ratios(ds):
    out = []
    for d in ds:
        try:
            out.append(10 / d)
        except ZeroDivisionError:
            out.append(float("nan"))
        finally:
            pass
    return out


@snippet("17")
def classify_int(text):
    try:
        n = int(text)
    except ValueError as e:
        return f"bad: {e}"
    else:
        assert n > 0, "must be positive"
        return "prime" if all(n % k for k in range(2, int(n ** 0.5) + 1)) else "composite"


# Generators and closures.


@snippet(30)
def primes_below(n):
    def sieve():
        composite = set()
        for k in range(2, n):
            if k not in composite:
                yield k
                composite.update(range(k * k, n, k))
    return list(sieve())


@snippet(10)
def fib_even_sum(limit):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b
    return sum(x for x in itertools.islice(fib(), limit) if x % 2 == 0)


@snippet(2.0, 3)
def make_counter(start, n):
    total = start
    def bump(step):
        nonlocal total
        total += step
        return total
    return [bump(k) for k in range(n)]


@snippet([1.0, 2.0, 3.0])
def compose_apply(xs):
    def compose(*fs):
        return lambda v: reduce(lambda acc, f: f(acc), fs, v)
    h = compose(lambda v: v + 1, math.sqrt, lambda v: v * 10)
    return [h(x) for x in xs]


@snippet(np.arange(10.0), 3)
def moving_windows(x, k):
    def windows():
        for i in range(len(x) - k + 1):
            yield x[i:i + k]
    return [float(w.mean()) for w in windows()]


# Dataclasses.


@dataclass
class Particle:
    x: float
    v: float
    mass: float = 1.0

    def energy(self):
        return 0.5 * self.mass * self.v ** 2


@snippet(10)
def drop_particle(steps):
    p = Particle(x=100.0, v=0.0)
    for _ in range(steps):
        p.v -= 9.81 * 0.1
        p.x += p.v * 0.1
    return p.x, p.energy()


@dataclass(frozen=True)
class Vec:
    x: float
    y: float
    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)
    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)
    def norm(self):
        return math.sqrt(self.x ** 2 + self.y ** 2)


@snippet(Vec(1.0, 2.0), Vec(3.0, -1.0))
def vec_sum_norm(a, b):
    return (a + b * 2.0).norm()


Reading = namedtuple("Reading", ["time", "value"])


@snippet([1.0, 2.0, 4.0], [10.0, 11.0, 15.0])
def max_slope(times, values):
    readings = [Reading(t, v) for t, v in zip(times, values)]
    slopes = [(b.value - a.value) / (b.time - a.time) for a, b in zip(readings, readings[1:])]
    return max(slopes)
