"""Dicts and sets."""

from collections import Counter, defaultdict, deque

import numpy as np
from snippets import snippet

rng = np.random.default_rng(5)
K = rng.integers(0, 9, 30)
PARAMETERS = {"mass": 2.0, "length": 0.5, "gravity": 9.81}


@snippet(K)
def count_by_dict(k):
    counts = {}
    for x in k:
        if x in counts:
            counts[x] += 1
        else:
            counts[x] = 1
    return len(counts), counts[k[0]]


@snippet(K)
def count_by_get(k):
    counts = {}
    for x in k:
        counts[x] = counts.get(x, 0) + 1
    best = -1
    for key, value in counts.items():
        if value > best:
            best = value
            which = key
    return which, best


@snippet(K)
def count_by_defaultdict(k):
    d = defaultdict(int)
    for x in k:
        d[x] += 1
    return max(d.values())


@snippet(K)
def count_by_counter(k):
    c = Counter(k)
    return len(c), c[3]


@snippet(K)
def distinct(k):
    seen = set()
    for x in k:
        seen.add(x)
    return len(seen)


@snippet(K)
def first_repeated(k):
    seen = set()
    for x in k:
        if x in seen:
            return x
        seen.add(x)
    return -1


@snippet(35)
def memo_fibonacci(n):
    memo = {0: 0, 1: 1}
    for i in range(2, n + 1):
        memo[i] = memo[i - 1] + memo[i - 2]
    return memo[n]


@snippet(300)
def longest_collatz(limit):
    lengths = {1: 1}
    best = 1
    for start in range(2, limit):
        n = start
        steps = 0
        while n not in lengths:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        lengths[start] = steps + lengths[n]
        if lengths[start] > lengths[best]:
            best = start
    return best


@snippet({"a": 1.5, "b": 2.0}, 3.0)
def settings_argument(p, x):
    return p["a"] * x + p["b"]


@snippet(3.0)
def global_settings(x):
    return x * PARAMETERS["mass"] * PARAMETERS["gravity"]


@snippet(2.0)
def local_settings(x):
    p = {"k": 3.0, "c": 0.5}
    return p["k"] * x + p["c"] * x**2


@snippet(6)
def returned_dict(n):
    return {i: i * i for i in range(n)}


@snippet(np.arange(10.0))
def returned_summary(a):
    return {"mean": a.mean(), "std": a.std(), "n": len(a)}


@snippet(5)
def tuple_keys(n):
    table = {}
    for i in range(n):
        for j in range(n):
            table[i, j] = i * j
    total = 0
    for key in table:
        total += table[key] * key[0]
    return total


@snippet(K)
def groups_by_dict(k):
    groups = {}
    for i, x in enumerate(k):
        groups.setdefault(x, []).append(i)
    return len(groups), len(groups[k[0]])


@snippet([1, 2, 3], [2, 3, 4])
def set_algebra(a, b):
    x, y = set(a), set(b)
    return len(x & y), len(x | y), sorted(x - y)[0], 3 in x, x <= y


@snippet(7)
def set_literal(n):
    small = {2, 3, 5, 7}
    return n in small, n in {1, 2}, n in (7, 8), n not in [1, 7]


@snippet(20)
def set_comprehension(n):
    return len({i % 7 for i in range(n)}), sum({i % 3 for i in range(n)})


@snippet(10)
def deque_rotation(n):
    q = deque(range(n))
    total = 0
    while len(q) > 1:
        q.append(q.popleft())
        total += q.popleft()
    return total, q[0]


@snippet({1: 2.0, 5: 3.0})
def dict_argument(d):
    total = 0.0
    for k, v in d.items():
        total += k * v
    return total, 5 in d, d.get(7, -1.0)


@snippet(np.array([[0, 4, 1], [4, 0, 2], [1, 2, 0]]))
def dijkstra_dict(w):
    n = len(w)
    dist = {0: 0}
    todo = {0}
    done = set()
    while todo:
        node = min(todo, key=lambda k: dist[k])
        todo.remove(node)
        done.add(node)
        for other in range(n):
            if other not in done and w[node, other] > 0:
                new = dist[node] + w[node, other]
                if other not in dist or new < dist[other]:
                    dist[other] = new
                    todo.add(other)
    return dist[1], dist[2]


@snippet(K)
def remap(k):
    names = {}
    out = np.empty_like(k)
    for i in range(len(k)):
        if k[i] not in names:
            names[k[i]] = len(names)
        out[i] = names[k[i]]
    return out


@snippet(3)
def dict_pop(n):
    d = {1: 10, 2: 20, 3: 30}
    x = d.pop(n)
    d.pop(99, None)
    del d[1]
    return x, len(d), list(d.keys())


@snippet(3)
def dict_of_functions(n):
    table = {0: np.sin, 3: np.cos}
    return table[n](0.5)
