"""Graphs, heaps, sorted lists, sequences of letters, number games."""

import bisect
import functools
import heapq
import itertools
import math
import random
from collections import Counter, defaultdict, deque
from heapq import heappop, heappush

import numpy as np
from snippets import snippet

rng = np.random.default_rng(4)
EDGES = [(0, 1, 4.0), (0, 2, 1.0), (2, 1, 2.0), (1, 3, 5.0), (2, 3, 8.0), (3, 4, 3.0)]
NEIGHBORS = {0: [1, 2], 1: [2, 3], 2: [3], 3: [4], 4: [0]}
ADJ = (rng.random((8, 8)) < 0.3).astype(int)
COSTS = rng.integers(1, 10, (7, 7))
DNA = "ATGGCCATTGTAATGGGCCGCTGAAAGGGTGCCCGATAG"
OTHER = "ATGGCAATTGTACTGGGCCGCTGTAAGGGTCCCCGTTAG"
SORTED = [1, 3, 4, 4, 8, 10, 15]


@snippet(NEIGHBORS, 0)
def bfs_order(graph, start):
    seen = {start}
    order = []
    queue = deque([start])
    while queue:
        node = queue.popleft()
        order.append(node)
        for nxt in graph[node]:
            if nxt not in seen:
                seen.add(nxt)
                queue.append(nxt)
    return order


@snippet(EDGES, 5, 0)
def dijkstra(edges, n, source):
    graph = defaultdict(list)
    for u, v, w in edges:
        graph[u].append((v, w))
    dist = [math.inf] * n
    dist[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (dist[v], v))
    return dist


@snippet(COSTS)
def cheapest_path(grid):
    h, w = grid.shape
    best = np.full((h, w), np.inf)
    best[0, 0] = grid[0, 0]
    heap = [(int(grid[0, 0]), 0, 0)]
    while heap:
        cost, r, c = heappop(heap)
        if (r, c) == (h - 1, w - 1):
            return cost
        if cost > best[r, c]:
            continue
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            y, x = r + dr, c + dc
            if 0 <= y < h and 0 <= x < w:
                new = cost + int(grid[y, x])
                if new < best[y, x]:
                    best[y, x] = new
                    heappush(heap, (new, y, x))
    return -1


@snippet(ADJ)
def floyd_hops(adj):
    n = len(adj)
    d = np.where(adj > 0, 1.0, np.inf)
    np.fill_diagonal(d, 0.0)
    for k in range(n):
        d = np.minimum(d, d[:, k, None] + d[None, k, :])
    return d


@snippet(EDGES, 5)
def kruskal(edges, n):
    parent = list(range(n))

    def find(a):
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        return a

    total = 0.0
    for u, v, w in sorted(edges, key=lambda e: e[2]):
        ru, rv = find(u), find(v)
        if ru != rv:
            parent[ru] = rv
            total += w
    return total


@snippet(ADJ, 0.85)
def page_rank(adj, damping):
    n = adj.shape[0]
    out = adj.sum(axis=1)
    rank = np.full(n, 1 / n)
    for _ in range(50):
        new = np.full(n, (1 - damping) / n)
        for i in range(n):
            if out[i] == 0:
                new += damping * rank[i] / n
            else:
                for j in np.nonzero(adj[i])[0]:
                    new[j] += damping * rank[i] / out[i]
        rank = new
    return rank


@snippet({3: [1], 1: [0], 2: [0, 1], 0: []})
def topological(depends):
    order, seen = [], set()

    def visit(k):
        if k in seen:
            return
        seen.add(k)
        for d in depends[k]:
            visit(d)
        order.append(k)

    for k in depends:
        visit(k)
    return order


@snippet([5, 1, 9, 3, 7, 3], 3)
def k_largest(values, k):
    heap = []
    for v in values:
        if len(heap) < k:
            heapq.heappush(heap, v)
        elif v > heap[0]:
            heapq.heapreplace(heap, v)
    return sorted(heap, reverse=True)


@snippet([4.0, 2.0, 7.5, 1.0])
def merge_ropes(lengths):
    heap = list(lengths)
    heapq.heapify(heap)
    cost = 0.0
    while len(heap) > 1:
        a = heapq.heappop(heap)
        b = heapq.heappop(heap)
        cost += a + b
        heapq.heappush(heap, a + b)
    return cost


@snippet([5, 15, 1, 3, 8, 7])
def running_medians(stream):
    low, high = [], []
    medians = []
    for x in stream:
        heapq.heappush(low, -heapq.heappushpop(high, x))
        if len(low) > len(high):
            heapq.heappush(high, -heapq.heappop(low))
        medians.append(high[0] if len(high) > len(low) else (high[0] - low[0]) / 2)
    return medians


@snippet([9, 4, 7, 1, -2, 6, 5], 3)
def smallest_three(values, k):
    return heapq.nsmallest(k, values), heapq.nlargest(k, values)


@snippet([3, 10, 2, 1, 20, 4, 6])
def longest_increasing(seq):
    tails = []
    for x in seq:
        i = bisect.bisect_left(tails, x)
        if i == len(tails):
            tails.append(x)
        else:
            tails[i] = x
    return len(tails)


@snippet(SORTED, [4, 0, 20, 9])
def ranks_of(sorted_values, queries):
    return [bisect.bisect_right(sorted_values, q) - bisect.bisect_left(sorted_values, q) for q in queries]


@snippet([33, 99, 77, 70, 89, 90, 100])
def grades(scores):
    return "".join("FDCBA"[bisect.bisect([60, 70, 80, 90], s)] for s in scores)


@snippet([5, 2, 8, 2, 9])
def keep_sorted(stream):
    data = []
    for x in stream:
        bisect.insort(data, x)
    return data


@snippet(np.array([0.1, 0.4, 0.2, 0.3]), 200)
def roulette(weights, n):
    cumulative = list(itertools.accumulate(weights))
    counts = [0] * len(weights)
    for _ in range(n):
        counts[bisect.bisect(cumulative, random.random())] += 1
    return counts


@snippet(DNA)
def gc_percent(seq):
    return 100 * (seq.count("G") + seq.count("C")) / len(seq)


@snippet(DNA)
def reverse_complement(seq):
    pairs = {"A": "T", "T": "A", "G": "C", "C": "G"}
    return "".join(pairs[b] for b in reversed(seq))


@snippet(DNA, 3)
def kmer_counts(seq, k):
    counts = Counter(seq[i : i + k] for i in range(len(seq) - k + 1))
    return counts.most_common(3)


@snippet(DNA, OTHER)
def hamming(a, b):
    return sum(x != y for x, y in zip(a, b))


@snippet("kitten", "sitting")
def edit_distance(a, b):
    prev = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        cur = [i]
        for j, cb in enumerate(b, 1):
            cur.append(min(prev[j] + 1, cur[j - 1] + 1, prev[j - 1] + (ca != cb)))
        prev = cur
    return prev[-1]


@snippet(DNA[:20], OTHER[:18])
def needleman(a, b):
    score = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    score[:, 0] = -np.arange(len(a) + 1)
    score[0, :] = -np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            match = score[i - 1, j - 1] + (2 if a[i - 1] == b[j - 1] else -1)
            score[i, j] = max(match, score[i - 1, j] - 1, score[i, j - 1] - 1)
    return score[-1, -1]


@snippet(DNA)
def find_orfs(seq):
    found = []
    for frame in range(3):
        start = -1
        for i in range(frame, len(seq) - 2, 3):
            codon = seq[i : i + 3]
            if codon == "ATG" and start < 0:
                start = i
            elif codon in ("TAA", "TAG", "TGA") and start >= 0:
                found.append((start, i + 3))
                start = -1
    return found


@snippet(100)
def sieve(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return [i for i, f in enumerate(flags) if f]


@snippet(360)
def factorize(n):
    factors = {}
    p = 2
    while p * p <= n:
        while n % p == 0:
            factors[p] = factors.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1:
        factors[n] = 1
    return factors


@snippet(30)
def memo_fib(n):
    @functools.lru_cache(maxsize=None)
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    return fib(n)


@snippet(48, 36, 60)
def number_theory(a, b, c):
    return math.gcd(a, b, c), math.lcm(a, b), pow(a, b, 97), math.comb(10, 3), math.perm(5, 2), math.isqrt(a * b)


@snippet([10, 20, 30], [60, 100, 120], 50)
def knapsack(weights, values, capacity):
    table = [[0] * (capacity + 1) for _ in range(len(weights) + 1)]
    for i in range(1, len(weights) + 1):
        for w in range(capacity + 1):
            table[i][w] = table[i - 1][w]
            if weights[i - 1] <= w:
                table[i][w] = max(table[i][w], table[i - 1][w - weights[i - 1]] + values[i - 1])
    return table[-1][-1]


@snippet(6)
def queens(n):
    count = 0
    for cols in itertools.permutations(range(n)):
        if len({c + i for i, c in enumerate(cols)}) == n and len({c - i for i, c in enumerate(cols)}) == n:
            count += 1
    return count


@snippet([0.5, 1.5, 2.0])
def combos_and_products(xs):
    pairs = [a * b for a, b in itertools.combinations(xs, 2)]
    grid = sum(a - b for a, b in itertools.product(xs, repeat=2))
    return pairs, grid, functools.reduce(lambda a, b: a * b, xs, 1.0)
