"""What programs of everyday hold beside numerics: graphs, texts, sequences, money, tables, queues, small classes."""

import bisect
import functools
import heapq
import itertools
import math
import random
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass
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
PROSE = "it was the best of times, it was the worst of times"
PRICES = [100.0, 101.5, 99.2, 103.3, 104.0, 102.1, 107.7, 106.0]
ARRAY_PRICES = np.array(PRICES)
LINES = ["3.5 4 7", "1 2 3", "9 -1.25 0"]
CSV = "a,1,2.5\nb,2,3.5\nc,3,-1.0"
SORTED = [1, 3, 4, 4, 8, 10, 15]
ORDERS = [("tea", 3, 2.5), ("milk", 1, 1.2), ("tea", 2, 2.4), ("rye", 4, 3.1)]
Point = namedtuple("Point", "x y")


@dataclass
class Body:
    x: float
    v: float
    mass: float = 1.0

    def energy(self):
        return 0.5 * self.mass * self.v**2


class Counterbox:
    def __init__(self, limit):
        self.limit = limit
        self.items = []

    def push(self, x):
        if len(self.items) < self.limit:
            self.items.append(x)
        return len(self.items)


class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def norm(self):
        return math.sqrt(self.x**2 + self.y**2)


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


@snippet(PROSE)
def letter_histogram(text):
    counts = {}
    for ch in text:
        if ch.isalpha():
            counts[ch] = counts.get(ch, 0) + 1
    return counts


@snippet(PROSE)
def word_count(text):
    counts = defaultdict(int)
    for word in text.replace(",", "").split():
        counts[word] += 1
    return dict(counts)


@snippet(PROSE)
def vowels_by_array(text):
    counts = np.zeros(26, dtype=np.int64)
    for ch in text.lower():
        if "a" <= ch <= "z":
            counts[ord(ch) - ord("a")] += 1
    return counts


@snippet("attack at dawn", 3)
def caesar(text, shift):
    out = []
    for c in text:
        if c.isalpha():
            out.append(chr((ord(c) - 97 + shift) % 26 + 97))
        else:
            out.append(c)
    return "".join(out)


@snippet("MCMXCIV")
def roman(text):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for a, b in zip(text, text[1:] + " "):
        v = values[a]
        total += -v if b != " " and values[b] > v else v
    return total


@snippet("A man a plan a canal Panama")
def palindrome(text):
    s = [c.lower() for c in text if c.isalnum()]
    return s == s[::-1]


@snippet("3 4 + 2 * 7 /")
def rpn(expression):
    stack = []
    for token in expression.split():
        if token in "+-*/":
            b, a = stack.pop(), stack.pop()
            if token == "+":
                stack.append(a + b)
            elif token == "-":
                stack.append(a - b)
            elif token == "*":
                stack.append(a * b)
            else:
                stack.append(a / b)
        else:
            stack.append(float(token))
    return stack[0]


@snippet("-1207", 10)
def parse_integer(text, base):
    sign = 1
    value = 0
    for i, c in enumerate(text):
        if i == 0 and c == "-":
            sign = -1
        elif c.isdigit():
            value = value * base + int(c)
        else:
            raise ValueError("no number")
    return sign * value


@snippet(LINES)
def parse_rows(lines):
    rows = []
    for line in lines:
        rows.append([float(p) for p in line.split()])
    return np.array(rows).sum(axis=0)


@snippet(CSV)
def parse_csv(text):
    total = 0.0
    for line in text.split("\n"):
        name, count, price = line.split(",")
        total += int(count) * float(price)
    return total


@snippet("aaabbbccd")
def run_lengths(s):
    out = []
    for ch, group in itertools.groupby(s):
        out.append((ch, len(list(group))))
    return out


@snippet("([]{})(")
def balanced(text):
    opens = {")": "(", "]": "[", "}": "{"}
    stack = []
    for c in text:
        if c in "([{":
            stack.append(c)
        elif not stack or stack.pop() != opens[c]:
            return False
    return not stack


@snippet(PRICES)
def max_drawdown(prices):
    peak = prices[0]
    worst = 0.0
    for p in prices:
        peak = max(peak, p)
        worst = max(worst, (peak - p) / peak)
    return worst


@snippet(ARRAY_PRICES)
def log_returns(p):
    r = np.diff(np.log(p))
    return r.mean() * 252, r.std(ddof=1) * np.sqrt(252)


@snippet(100.0, 95.0, 0.5, 0.03, 0.2)
def black_scholes(s, k, t, r, sigma):
    def cdf(x):
        return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))

    d1 = (math.log(s / k) + (r + sigma**2 / 2) * t) / (sigma * math.sqrt(t))
    d2 = d1 - sigma * math.sqrt(t)
    return s * cdf(d1) - k * math.exp(-r * t) * cdf(d2)


@snippet([-100.0, 30.0, 40.0, 60.0])
def irr(flows):
    lo, hi = -0.9, 1.0
    for _ in range(100):
        mid = (lo + hi) / 2
        npv = sum(cf / (1 + mid) ** t for t, cf in enumerate(flows))
        if npv > 0:
            lo = mid
        else:
            hi = mid
    return round(mid, 6)


@snippet(200_000.0, 0.04, 12)
def loan_table(principal, rate, months):
    monthly = rate / 12
    payment = principal * monthly / (1 - (1 + monthly) ** -months)
    rows = []
    balance = principal
    for m in range(1, months + 1):
        interest = balance * monthly
        balance -= payment - interest
        rows.append([m, interest, balance])
    return np.array(rows)


@snippet(PRICES, 3)
def window_means(prices, n):
    window = deque(maxlen=n)
    out = []
    for p in prices:
        window.append(p)
        if len(window) == n:
            out.append(sum(window) / n)
    return out


@snippet(100.0, 0.05, 0.2, 1.0, 50)
def binomial_put(s, r, sigma, t, n):
    dt = t / n
    u = np.exp(sigma * np.sqrt(dt))
    d = 1 / u
    p = (np.exp(r * dt) - d) / (u - d)
    values = np.maximum(100.0 - s * u ** np.arange(n, -n - 1, -2), 0)
    for i in range(n):
        values = np.exp(-r * dt) * (p * values[:-1] + (1 - p) * values[1:])
    return values[0]


@snippet(ORDERS)
def revenue(orders):
    totals = {}
    for name, count, price in orders:
        totals[name] = totals.get(name, 0.0) + count * price
    return sorted(totals.items(), key=lambda kv: -kv[1])


@snippet([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
def tally(numbers):
    c = Counter(numbers)
    most = max(c.values())
    return sorted(k for k, v in c.items() if v == most)


@snippet([1, 2, 3, 4, 5], [4, 5, 6])
def set_report(a, b):
    sa, sb = set(a), set(b)
    return sa & sb, sa | sb, sorted(sa ^ sb), len(sa - sb)


@snippet([2, 7, 11, 15, -2], 9)
def two_sum(nums, target):
    seen = {}
    for i, x in enumerate(nums):
        if target - x in seen:
            return seen[target - x], i
        seen[x] = i
    return None


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


@snippet([Body(0.0, 1.0), Body(2.0, -0.5, 3.0)], 0.1)
def step_bodies(bodies, dt):
    for b in bodies:
        b.x += b.v * dt
    return sum(b.energy() for b in bodies)


@snippet([4, 5, 6, 7])
def fill_box(values):
    box = Counterbox(3)
    last = 0
    for v in values:
        last = box.push(v)
    return box.items, last


@snippet(10)
def vec_walk(n):
    v = Vec(0.0, 0.0)
    for i in range(n):
        v = v + Vec(math.cos(i), math.sin(i))
    return v.norm()


@snippet([Point(0, 0), Point(3, 4), Point(6, 8)])
def path_length(points):
    return sum(math.hypot(b.x - a.x, b.y - a.y) for a, b in zip(points, points[1:]))


@snippet({"mass": 2.0, "k": 8.0, "x": 0.5}, 20)
def spring_params(params, n):
    x, v = params["x"], 0.0
    for _ in range(n):
        v -= params["k"] / params["mass"] * x * 0.01
        x += v * 0.01
    return x, v


@snippet({"hits": 0, "misses": 0}, [3, 8, 2, 9])
def update_stats(stats, values):
    for v in values:
        if v > 5:
            stats["hits"] += 1
        else:
            stats["misses"] += 1
    return stats


@snippet([1.5, 2.25, -3.0])
def report(values):
    for i, v in enumerate(values):
        print(f"{i:2d}: {v:8.3f}")
    print("total", sum(values), sep="=")


@snippet([3, 1, 2], 2)
def lru(keys, size):
    cache = OrderedDict()
    misses = 0
    for k in keys + keys[::-1]:
        if k in cache:
            cache.move_to_end(k)
        else:
            misses += 1
            cache[k] = True
            if len(cache) > size:
                cache.popitem(last=False)
    return misses


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_lists(rows):
    return [list(col) for col in zip(*rows)], [sum(r) for r in rows]


@snippet("1f4", "0b101")
def base_numbers(h, b):
    return int(h, 16) + int(b, 2), hex(255), bin(10)
