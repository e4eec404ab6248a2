"""Functions of an afternoon: counts, graphs, stacks, queues, small classes, and searches that may find nothing."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field

from snippets import snippet


@snippet("The cat and the dog. The end, and the rest!", 3)
def most_common_words(text, n):
    counts = {}
    for w in text.lower().split():
        w = w.strip(".,;!?")
        if w:
            counts[w] = counts.get(w, 0) + 1
    return sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:n]


@snippet({"a": [("b", 1.0), ("c", 4.0)], "b": [("c", 1.5)], "c": [], "d": [("a", 1.0)]}, "a")
def distances_by_name(graph, source):
    dist = {node: float("inf") for node in graph}
    dist[source] = 0.0
    heap = [(0.0, source)]
    order = []
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        order.append(u)
        for v, w in graph[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (dist[v], v))
    return dist, order


@snippet([[1, 2], [3, 4]], [[5, 6], [7, 8]])
def product_and_trace(a, b):
    n, m, p = len(a), len(b), len(b[0])
    out = [[0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            out[i][j] = sum(a[i][k] * b[k][j] for k in range(m))
    trace = sum(out[i][i] for i in range(min(n, p)))
    return out, trace, [list(col) for col in zip(*out)]


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, x):
        self.balance += x
        self.history.append(("deposit", x))

    def withdraw(self, x):
        if x > self.balance:
            self.history.append(("refused", x))
            return False
        self.balance -= x
        self.history.append(("withdraw", x))
        return True


@snippet([("d", 5), ("w", 12), ("w", 20)])
def account(ops):
    acc = Account("ann", 10)
    ok = 0
    for kind, x in ops:
        if kind == "d":
            acc.deposit(x)
        elif acc.withdraw(x):
            ok += 1
    return acc.owner, acc.balance, acc.history, ok


@snippet("aaabccdddd")
def run_lengths(s):
    code = [(ch, len(list(g))) for ch, g in itertools.groupby(s)]
    text = "".join(f"{n}{ch}" if n > 1 else ch for ch, n in code)
    back = "".join(ch * n for ch, n in code)
    return text, back == s


@snippet([[8, 10], [1, 3], [2, 6], [15, 18]])
def merged_intervals(intervals):
    intervals.sort()
    merged = []
    for lo, hi in intervals:
        if merged and lo <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], hi)
        else:
            merged.append([lo, hi])
    return merged


@snippet([1, 2, 3])
def all_orders(nums):
    result = []
    def backtrack(path, used):
        if len(path) == len(nums):
            result.append(path[:])
            return
        for i in range(len(nums)):
            if used[i]:
                continue
            used[i] = True
            path.append(nums[i])
            backtrack(path, used)
            path.pop()
            used[i] = False
    backtrack([], [False] * len(nums))
    return result


@dataclass
class Student:
    name: str
    grades: list = field(default_factory=list)

    def average(self):
        return sum(self.grades) / len(self.grades) if self.grades else 0.0


@snippet([("ann", 90), ("bob", 70), ("ann", 80), ("cy", 99)])
def ranked_students(rows):
    students = {}
    for name, g in rows:
        if name not in students:
            students[name] = Student(name)
        students[name].grades.append(g)
    ranking = sorted(students.values(), key=lambda s: s.average(), reverse=True)
    return [f"{s.name}: {s.average():.2f}" for s in ranking]


@snippet(100)
def even_fibonacci(n):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b
    out = []
    for x in fib():
        if x > n:
            break
        if x % 2 == 0:
            out.append(x)
    return out, sum(out)


@snippet("{[()]}")
def first_bad_bracket(s):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for i, ch in enumerate(s):
        if ch in pairs.values():
            stack.append((ch, i))
        elif ch in pairs:
            if not stack or stack[-1][0] != pairs[ch]:
                return i
            stack.pop()
    return stack[-1][1] if stack else None


@snippet([[1, 2], [3, 4]], 3)
def place_in_grid(rows, target):
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if x == target:
                return i, j
    return None


@snippet([2, 7, 11], 9)
def two_numbers(nums, target):
    seen = {}
    for i, x in enumerate(nums):
        if target - x in seen:
            return [seen[target - x], i]
        seen[x] = i


@snippet([("wash", 3), ("cook", 1), ("read", 3)])
def tasks_by_priority(tasks):
    heap = []
    for i, (name, prio) in enumerate(tasks):
        heapq.heappush(heap, (prio, i, name))
    done = []
    while heap:
        prio, _, name = heapq.heappop(heap)
        done.append(f"{prio}:{name}")
    return ", ".join(done)


class Queue:
    def __init__(self, size):
        self.items = []
        self.size = size
        self.lost = 0

    def put(self, x):
        if len(self.items) >= self.size:
            self.lost += 1
            return False
        self.items.append(x)
        return True

    def get(self):
        return self.items.pop(0) if self.items else None


@snippet([1, 2, 3, 0, 0, 0, 4], 2)
def bounded_queue(events, size):
    q = Queue(size)
    served = []
    for e in events:
        if e > 0:
            q.put(e)
        else:
            x = q.get()
            if x is not None:
                served.append(x)
    return served, q.lost, q.items


@snippet("anna saw a racecar")
def longest_palindrome_word(text):
    best = None
    for word in text.split():
        if word == word[::-1] and (best is None or len(word) > len(best)):
            best = word
    return best
