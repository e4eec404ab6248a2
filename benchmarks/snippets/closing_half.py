"""The second half of these thirty."""
from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from functools import lru_cache

from snippets import snippet


class Elevator:
    def __init__(self, floors):
        self.floors = floors
        self.at = 0
        self.moved = 0
        self.queue = deque()

    def call(self, floor):
        if floor < 0 or floor >= self.floors:
            raise ValueError("no such floor")
        if floor not in self.queue:
            self.queue.append(floor)

    def run(self):
        visited = []
        while self.queue:
            floor = self.queue.popleft()
            self.moved += abs(floor - self.at)
            self.at = floor
            visited.append(floor)
        return visited


@snippet([3, 1, 9, 3, 4, -1, 0])
def elevator(calls):
    lift = Elevator(6)
    wrong = 0
    for c in calls:
        try:
            lift.call(c)
        except ValueError:
            wrong += 1
    return lift.run(), lift.moved, wrong


@snippet("the rain in spain stays mainly in the plain")
def markov(text):
    words = text.split()
    follows = defaultdict(list)
    for a, b in zip(words, words[1:]):
        follows[a].append(b)
    lines = []
    for w in sorted(follows):
        lines.append(f"{w}: {', '.join(sorted(follows[w]))}")
    return lines


@snippet("A man, a plan, a canal: Panama")
def palindrome(text):
    clean = [c.lower() for c in text if c.isalnum()]
    longest = ""
    s = "".join(clean)
    for i in range(len(s)):
        for j in range(i + 1, len(s) + 1):
            part = s[i:j]
            if part == part[::-1] and len(part) > len(longest):
                longest = part
    return clean == clean[::-1], longest


@snippet("hello world", "world peace")
def common_letters(a, b):
    both = set(a) & set(b)
    only = sorted(set(a) - set(b))
    counts = {ch: (a.count(ch), b.count(ch)) for ch in sorted(both) if ch != " "}
    return counts, only


@snippet(5)
def multiplication_table(n):
    width = len(str(n * n)) + 1
    header = " " * width + "".join(f"{j:>{width}}" for j in range(1, n + 1))
    print(header)
    print("-" * len(header))
    for i in range(1, n + 1):
        print(f"{i:>{width}}" + "".join(f"{i * j:>{width}}" for j in range(1, n + 1)))


@snippet([12, 7, 3, 25, 8])
def bar_chart(values):
    top = max(values)
    for level in range(top, 0, -5):
        row = ""
        for v in values:
            row += " # " if v >= level else "   "
        print(f"{level:>3}|{row}")
    print("    " + "---" * len(values))
    return top


@snippet(10, 42)
def dice(n, seed):
    random.seed(seed)
    rolls = [random.randint(1, 6) for _ in range(n)]
    counts = {face: rolls.count(face) for face in range(1, 7)}
    best = max(counts, key=lambda f: (counts[f], f))
    streak = longest = 1
    for a, b in zip(rolls, rolls[1:]):
        streak = streak + 1 if a == b else 1
        longest = max(longest, streak)
    return rolls, counts, best, longest


@snippet(3.7, 0.5, 200)
def logistic(r, x, n):
    seen = []
    for _ in range(n):
        x = r * x * (1 - x)
        seen.append(round(x, 3))
    return len(set(seen)), seen[-3:], Counter(seen).most_common(1)[0]


@snippet([("09:00", "10:30"), ("09:45", "11:15"), ("11:30", "12:00")])
def overlapping(meetings):
    def minutes(t):
        h, m = t.split(":")
        return int(h) * 60 + int(m)

    spans = sorted((minutes(a), minutes(b)) for a, b in meetings)
    clashes = 0
    for (a, b), (c, d) in zip(spans, spans[1:]):
        if c < b:
            clashes += 1
    busy = sum(b - a for a, b in spans)
    return clashes, f"{busy // 60}h{busy % 60:02d}"


@snippet([5, 1, 4, 2, 8])
def sort_trace(data):
    data = data[:]
    trace = []
    n = len(data)
    for i in range(n):
        swapped = False
        for j in range(n - i - 1):
            if data[j] > data[j + 1]:
                data[j], data[j + 1] = data[j + 1], data[j]
                swapped = True
        trace.append(data[:])
        if not swapped:
            break
    return trace


@snippet({"a": ["b", "c"], "b": ["d"], "c": ["d", "e"], "d": ["f"], "e": ["f"], "f": []}, "a", "f")
def all_paths(graph, start, end):
    paths = []
    stack = [[start]]
    while stack:
        path = stack.pop()
        if path[-1] == end:
            paths.append(path)
            continue
        for n in graph[path[-1]]:
            if n not in path:
                stack.append(path + [n])
    return sorted(paths)


@snippet(10)
def fizz(n):
    return ["FizzBuzz" if i % 15 == 0 else "Fizz" if i % 3 == 0 else "Buzz" if i % 5 == 0 else str(i) for i in range(1, n + 1)]


@snippet([10, 20, 30], [60, 100, 120], 50)
def greedy_knapsack(weights, values, capacity):
    order = sorted(range(len(weights)), key=lambda i: values[i] / weights[i], reverse=True)
    total = 0.0
    taken = {}
    for i in order:
        part = min(1.0, capacity / weights[i])
        if part <= 0:
            break
        taken[i] = part
        total += part * values[i]
        capacity -= part * weights[i]
    return total, taken


@snippet("user=ann id=7 role=admin; user=bob id=x role=guest; id=9 role=guest")
def log_records(text):
    good, bad = [], []
    for chunk in text.split(";"):
        record = dict(item.split("=") for item in chunk.split())
        try:
            good.append((record["user"], int(record["id"])))
        except KeyError as e:
            bad.append(f"missing {e}")
        except ValueError:
            bad.append("bad id " + record["id"])
    return good, bad


@snippet(8)
def gray_codes(n):
    codes = [format(i ^ (i >> 1), "03b") for i in range(n)]
    ok = all(sum(a != b for a, b in zip(x, y)) == 1 for x, y in zip(codes, codes[1:]))
    return codes, ok


@snippet([2, 3, 5, 7], 20)
def subset_sum(numbers, target):
    reachable = {0: []}
    for n in numbers * 2:
        for s, used in list(reachable.items()):
            if s + n <= target and s + n not in reachable:
                reachable[s + n] = used + [n]
    return reachable.get(target)


@snippet(6, 3)
def stirling(n, k):
    @lru_cache(maxsize=None)
    def s(a, b):
        if a == b:
            return 1
        if b == 0 or b > a:
            return 0
        return b * s(a - 1, b) + s(a - 1, b - 1)

    return [s(n, j) for j in range(k + 1)], sum(s(n, j) for j in range(n + 1))


@snippet([1.0, 2.0, 3.0, 4.0, 5.0], [2.2, 4.1, 6.2, 7.9, 10.1])
def regression(xs, ys):
    n = len(xs)
    mx, my = sum(xs) / n, sum(ys) / n
    sxy = sum((x - mx) * (y - my) for x, y in zip(xs, ys))
    sxx = sum((x - mx) ** 2 for x in xs)
    slope = sxy / sxx
    residuals = [y - (my + slope * (x - mx)) for x, y in zip(xs, ys)]
    r2 = 1 - sum(r * r for r in residuals) / sum((y - my) ** 2 for y in ys)
    return {"slope": slope, "intercept": my - slope * mx, "r2": r2}
