"""What is written between two meetings: lines, tables, money, dates, graphs, small classes, puzzles."""

import heapq
import math
from collections import Counter, defaultdict, namedtuple
from dataclasses import dataclass
from functools import lru_cache

from snippets import snippet


@snippet(["2024-01-03,AAPL,10,187.5", "2024-01-04,MSFT,5,402.1", "2024-01-05,AAPL,-4,190.0"])
def portfolio(lines):
    positions = {}
    cash = 0.0
    for line in lines:
        date, symbol, qty, price = line.split(",")
        qty, price = int(qty), float(price)
        positions[symbol] = positions.get(symbol, 0) + qty
        cash -= qty * price
    return positions, round(cash, 2)


@snippet([100.0, 102.0, 99.0, 105.0, 103.0, 108.0], 2, 3)
def moving_average_signals(prices, fast, slow):
    signals = []
    for i in range(slow, len(prices) + 1):
        f = sum(prices[i - fast:i]) / fast
        s = sum(prices[i - slow:i]) / slow
        signals.append("buy" if f > s else "sell" if f < s else "hold")
    return signals


@snippet(250000.0, 0.04, 30)
def amortization(principal, rate, years):
    r = rate / 12
    n = years * 12
    payment = principal * r / (1 - (1 + r) ** -n)
    schedule = []
    balance = principal
    for month in range(1, n + 1):
        interest = balance * r
        balance -= payment - interest
        if month % 60 == 0:
            schedule.append({"month": month, "balance": round(balance, 2), "interest": round(interest, 2)})
    return payment, schedule


@snippet([("rent", 1200.0), ("food", 310.5), ("rent", 1200.0), ("fun", 80.0), ("food", 290.0)])
def spending_report(items):
    totals = defaultdict(float)
    counts = defaultdict(int)
    for category, amount in items:
        totals[category] += amount
        counts[category] += 1
    lines = []
    for category in sorted(totals, key=lambda c: -totals[c]):
        lines.append(f"{category:<6}{counts[category]:>3}{totals[category]:>10.2f}")
    return "\n".join(lines)


@snippet(["ERROR disk full", "INFO started", "WARN slow", "ERROR timeout on node 7", "INFO done"])
def group_log(lines):
    by_level = {}
    for line in lines:
        level, message = line.split(" ", 1)
        by_level.setdefault(level, []).append(message)
    return {level: len(m) for level, m in by_level.items()}, by_level.get("ERROR", [])


@snippet("name=Ada; age=36; langs=en,fr; admin=true")
def parse_record(text):
    record = {}
    for part in text.split(";"):
        key, _, value = part.strip().partition("=")
        if value.isdigit():
            record[key] = int(value)
        elif value in ("true", "false"):
            record[key] = value == "true"
        elif "," in value:
            record[key] = value.split(",")
        else:
            record[key] = value
    return record


@snippet("the cat sat on the mat the end")
def bigram_counts(text):
    words = text.split()
    pairs = Counter(zip(words, words[1:]))
    return pairs.most_common(2)


@snippet("It was the best of times, it was the worst of times.")
def tokenize(text):
    cleaned = "".join(c.lower() if c.isalpha() or c.isspace() else " " for c in text)
    vocabulary = {}
    ids = []
    for w in cleaned.split():
        if w not in vocabulary:
            vocabulary[w] = len(vocabulary)
        ids.append(vocabulary[w])
    return ids, vocabulary


@snippet(["the dog", "the cat sat", "a dog sat"])
def tf_idf(docs):
    df = Counter()
    for d in docs:
        for w in set(d.split()):
            df[w] += 1
    n = len(docs)
    scores = []
    for d in docs:
        words = d.split()
        tf = Counter(words)
        scores.append({w: tf[w] / len(words) * math.log(n / df[w]) for w in tf})
    return scores


@snippet({"A": {"B": 4, "C": 2}, "B": {"D": 5}, "C": {"B": 1, "D": 8}, "D": {}}, "A", "D")
def shortest_route(graph, start, goal):
    dist = {start: 0}
    prev = {}
    heap = [(0, start)]
    while heap:
        d, u = heapq.heappop(heap)
        if u == goal:
            break
        if d > dist[u]:
            continue
        for v, w in graph[u].items():
            nd = d + w
            if v not in dist or nd < dist[v]:
                dist[v] = nd
                prev[v] = u
                heapq.heappush(heap, (nd, v))
    path = [goal]
    while path[-1] != start:
        path.append(prev[path[-1]])
    return dist[goal], path[::-1]


@snippet({0: [1, 2], 1: [3], 2: [3, 4], 3: [5], 4: [5], 5: []}, 0, 5)
def all_paths(graph, start, end):
    paths = []
    stack = [(start, [start])]
    while stack:
        node, path = stack.pop()
        if node == end:
            paths.append(path)
            continue
        for nxt in graph[node]:
            if nxt not in path:
                stack.append((nxt, path + [nxt]))
    return sorted(paths)


@snippet({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()})
def build_order(depends):
    remaining = {k: set(v) for k, v in depends.items()}
    order = []
    while remaining:
        ready = sorted(k for k, v in remaining.items() if not v)
        if not ready:
            raise ValueError("cycle")
        order.extend(ready)
        for k in ready:
            del remaining[k]
        for v in remaining.values():
            v.difference_update(ready)
    return order


class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.size = [1] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = b, a
        self.parent[b] = a
        self.size[a] += self.size[b]
        return True


@snippet(5, [(0, 1, 4.0), (1, 2, 8.0), (2, 3, 7.0), (3, 4, 9.0), (0, 4, 1.0), (1, 3, 2.0)])
def minimum_spanning_tree(n, edges):
    uf = UnionFind(n)
    chosen = []
    for u, v, w in sorted(edges, key=lambda e: e[2]):
        if uf.union(u, v):
            chosen.append((u, v, w))
    return chosen, sum(w for _, _, w in chosen)


class Stack:
    def __init__(self):
        self._items = []

    def push(self, item):
        self._items.append(item)

    def pop(self):
        if not self._items:
            raise IndexError("empty")
        return self._items.pop()

    def __len__(self):
        return len(self._items)


@snippet("3 4 + 2 * 7 -")
def evaluate_postfix(text):
    s = Stack()
    for token in text.split():
        if token == "+":
            s.push(s.pop() + s.pop())
        elif token == "*":
            s.push(s.pop() * s.pop())
        elif token == "-":
            b, a = s.pop(), s.pop()
            s.push(a - b)
        else:
            s.push(int(token))
    return s.pop(), len(s)


class Account:
    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.log = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.log.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            return False
        self.balance -= amount
        self.log.append(("withdraw", amount))
        return True


@snippet([100.0, -30.0, -90.0, 20.0])
def run_account(moves):
    acc = Account("eve")
    refused = 0
    for m in moves:
        if m >= 0:
            acc.deposit(m)
        elif not acc.withdraw(-m):
            refused += 1
    return acc.balance, acc.log, refused


@dataclass(frozen=True)
class Vec:
    x: float
    y: float

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def norm(self):
        return math.hypot(self.x, self.y)


@snippet([1.0, 2.0, 3.0])
def vector_sum(xs):
    total = Vec(0.0, 0.0)
    for i, x in enumerate(xs):
        total = total + Vec(x, -x) * (i + 1)
    return total, total.norm()


Student = namedtuple("Student", "name grade age")


@snippet([("bo", "B", 12), ("al", "A", 11), ("cy", "B", 13)])
def rank_students(rows):
    students = [Student(*r) for r in rows]
    students.sort(key=lambda s: (s.grade, -s.age))
    oldest = max(students, key=lambda s: s.age)
    return [s.name for s in students], oldest.name, Counter(s.grade for s in students)


@snippet([1, 5, 10, 25], 63)
def coin_change(coins, amount):
    INF = float("inf")
    best = [0] + [INF] * amount
    used = [0] * (amount + 1)
    for a in range(1, amount + 1):
        for c in coins:
            if c <= a and best[a - c] + 1 < best[a]:
                best[a] = best[a - c] + 1
                used[a] = c
    picked = []
    while amount > 0:
        picked.append(used[amount])
        amount -= used[amount]
    return best[-1], picked


@snippet("ABCBDAB", "BDCABA")
def longest_common_subsequence(a, b):
    memo = {}

    def lcs(i, j):
        if i == len(a) or j == len(b):
            return ""
        if (i, j) in memo:
            return memo[i, j]
        if a[i] == b[j]:
            r = a[i] + lcs(i + 1, j + 1)
        else:
            left, right = lcs(i + 1, j), lcs(i, j + 1)
            r = left if len(left) >= len(right) else right
        memo[i, j] = r
        return r

    return lcs(0, 0)


@snippet(7, 3)
def grid_paths(m, n):
    @lru_cache(maxsize=None)
    def count(i, j):
        if i == 1 or j == 1:
            return 1
        return count(i - 1, j) + count(i, j - 1)

    return count(m, n)


@snippet([2, 3, 6, 7], 7)
def combination_sums(candidates, target):
    result = []

    def search(start, rest, chosen):
        if rest == 0:
            result.append(chosen[:])
            return
        for i in range(start, len(candidates)):
            c = candidates[i]
            if c > rest:
                break
            chosen.append(c)
            search(i, rest - c, chosen)
            chosen.pop()

    search(0, target, [])
    return result


@snippet([1, [2, [3, 4], 5], [6]])
def flatten(nested):
    flat = []
    for item in nested:
        if isinstance(item, list):
            flat.extend(flatten(item))
        else:
            flat.append(item)
    return flat


@snippet([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
def rotate_matrix(m):
    n = len(m)
    for i in range(n):
        for j in range(i + 1, n):
            m[i][j], m[j][i] = m[j][i], m[i][j]
    for row in m:
        row.reverse()
    return m


@snippet([[5, 3, 0], [6, 0, 0], [0, 9, 8]])
def valid_box(box):
    seen = set()
    for row in box:
        for v in row:
            if v == 0:
                continue
            if v in seen:
                return False
            seen.add(v)
    return True


@snippet(2024, 2)
def days_in_month(year, month):
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    first = sum(days[:month - 1]) + 1
    return days[month - 1], first, "leap" if leap else "common"


@snippet([1, 2, 3, 4, 5, 6, 7], 3)
def batches(items, size):
    return [items[i:i + size] for i in range(0, len(items), size)]


@snippet(["apple", "Bob", "cat", "apple", "Dog"])
def unique_sorted(words):
    return sorted({w.lower() for w in words}, key=lambda w: (len(w), w))
