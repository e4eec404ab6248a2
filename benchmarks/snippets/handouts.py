"""Orders, bits, heaps, parsers and sorts, as a teacher hands them out."""

from __future__ import annotations

import functools
import heapq
import itertools
import operator
import statistics
from collections import Counter, deque

import numpy as np

from snippets import snippet


@snippet([1, 2, 3, 4, 5], 8)
def permutations_sum(nums, target):
    return [p for p in itertools.permutations(nums, 3) if sum(p) == target]


@snippet([3, 34, 4, 12, 5, 2], 9)
def subsets_with_sum(nums, target):
    found = []
    for r in range(1, len(nums) + 1):
        for combo in itertools.combinations(nums, r):
            if sum(combo) == target:
                found.append(combo)
    return found


@snippet(7)
def pascal(n):
    rows = [[1]]
    for _ in range(n - 1):
        prev = rows[-1]
        rows.append([1] + [a + b for a, b in zip(prev, prev[1:])] + [1])
    return rows


@snippet(5)
def n_queens(n):
    solutions = 0

    def place(row, cols, d1, d2):
        nonlocal solutions
        if row == n:
            solutions += 1
            return
        for c in range(n):
            if c in cols or row + c in d1 or row - c in d2:
                continue
            place(row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c})

    place(0, set(), set(), set())
    return solutions


@snippet(3)
def hanoi(n, a="A", b="B", c="C"):
    if n == 0:
        return []
    return hanoi(n - 1, a, c, b) + [f"{a}->{c}"] + hanoi(n - 1, b, a, c)


@snippet(7, 123, 1000007)
def power_mod(base, exp, mod):
    result = 1
    base %= mod
    while exp > 0:
        if exp & 1:
            result = result * base % mod
        base = base * base % mod
        exp >>= 1
    return result


@snippet(3)
def gray_codes(n):
    return [format(i ^ (i >> 1), f"0{n}b") for i in range(1 << n)]


@snippet(16)
def popcount_table(limit):
    table = {}
    for i in range(limit):
        bits = bin(i).count("1")
        table.setdefault(bits, []).append(i)
    return table


@snippet([4, 1, 2, 1, 2])
def single_number(nums):
    return functools.reduce(operator.xor, nums)


@snippet(60)
def sieve(n):
    is_prime = np.ones(n + 1, dtype=bool)
    is_prime[:2] = False
    for p in range(2, int(n ** 0.5) + 1):
        if is_prime[p]:
            is_prime[p * p::p] = False
    return np.nonzero(is_prime)[0]


@snippet(720720)
def prime_factors(n):
    factors = Counter()
    d = 2
    while d * d <= n:
        while n % d == 0:
            factors[d] += 1
            n //= d
        d += 1
    if n > 1:
        factors[n] += 1
    return " * ".join(f"{p}^{e}" if e > 1 else str(p) for p, e in sorted(factors.items()))


@snippet(100)
def collatz_longest(limit):
    best, best_len = 1, 1
    cache = {1: 1}
    for start in range(2, limit):
        n, steps = start, 0
        while n not in cache:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        cache[start] = steps + cache[n]
        if cache[start] > best_len:
            best, best_len = start, cache[start]
    return best, best_len


@snippet([{"name": "Zoe", "grade": 88.5}, {"name": "Al", "grade": 92.0}, {"name": "Bo", "grade": 88.5}])
def sort_students(students):
    ranked = sorted(students, key=lambda s: (-s["grade"], s["name"]))
    return [f"{i}. {s['name']} ({s['grade']:.1f})" for i, s in enumerate(ranked, start=1)]


@snippet({"ann": [90, 85, 100], "bob": [70, 65, 80], "cy": [55, 60, 71]})
def grade_report(scores):
    def letter(s):
        if s >= 90:
            return "A"
        elif s >= 80:
            return "B"
        elif s >= 70:
            return "C"
        return "F"

    report = {}
    for name, marks in scores.items():
        avg = sum(marks) / len(marks)
        report[name] = (round(avg, 1), letter(avg))
    best = max(report, key=lambda n: report[n][0])
    return report, best


@snippet({"bolt": 10, "nut": 4, "cog": 1}, [("bolt", 3), ("cog", 1), ("nut", 9), ("gear", 1)])
def inventory_update(stock, orders):
    missing = []
    for item, qty in orders:
        if stock.get(item, 0) < qty:
            missing.append(item)
            continue
        stock[item] -= qty
        if stock[item] == 0:
            del stock[item]
    return stock, missing


@snippet([(1, 3), (8, 10), (2, 6), (15, 18), (17, 20)])
def merge_intervals(intervals):
    intervals = sorted(intervals, key=lambda iv: iv[0])
    merged = [intervals[0]]
    for start, end in intervals[1:]:
        if start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


@snippet([9, 4, 7, 1, 8, 2, 6], 3)
def k_smallest(nums, k):
    heap = []
    for x in nums:
        heapq.heappush(heap, -x)
        if len(heap) > k:
            heapq.heappop(heap)
    return sorted(-h for h in heap)


@snippet([1, 3, -1, -3, 5, 3, 6, 7], 3)
def sliding_window_max(nums, k):
    dq = deque()
    out = []
    for i, x in enumerate(nums):
        while dq and nums[dq[-1]] <= x:
            dq.pop()
        dq.append(i)
        if dq[0] == i - k:
            dq.popleft()
        if i >= k - 1:
            out.append(nums[dq[0]])
    return out


@snippet([5.0, 1.0, 9.0, 3.0, 7.0, 2.0], 3)
def moving_median(xs, k):
    window = deque(maxlen=k)
    out = []
    for x in xs:
        window.append(x)
        out.append(statistics.median(window))
    return out


@snippet([1, 2, 3, 4, 5, 6, 7], 3)
def batches(items, size):
    def chunks():
        for i in range(0, len(items), size):
            yield items[i:i + size]
    return [sum(chunk) for chunk in chunks()]


@snippet(1000)
def fibonacci_below(limit):
    def gen():
        a, b = 0, 1
        while a < limit:
            yield a
            a, b = b, a + b
    return [x for x in gen() if x % 2 == 0]


@snippet([3, 1, 4, 1, 5, 9, 2, 6])
def running_totals(values):
    return list(itertools.accumulate(values)), list(itertools.accumulate(values, max))


@snippet(["red", "blue"], ["S", "M", "L"])
def cartesian_table(colors, sizes):
    return [f"{c}-{s}" for c, s in itertools.product(colors, sizes) if not (c == "red" and s == "S")]


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_and_flatten(matrix):
    t = [list(col) for col in zip(*matrix)]
    flat = [x for row in t for x in row]
    return t, flat


@snippet([1, 2, 3], [2, 0, 4])
def safe_ratios(nums, dens):
    out = []
    for a, b in zip(nums, dens):
        try:
            out.append(a / b)
        except ZeroDivisionError:
            out.append(float("inf"))
        finally:
            pass
    return out


@snippet(["12", "x", "-7", "3.5", " 8 "])
def parse_numbers(tokens):
    good, bad = [], []
    for t in tokens:
        try:
            good.append(int(t))
        except ValueError:
            bad.append(t)
    return good, bad


@snippet({"a": {"b": 3.0, "c": 4.0}, "d": {"b": 1.0}}, "a.c")
def config_lookup(cfg, path):
    node = cfg
    for key in path.split("."):
        try:
            node = node[key]
        except KeyError:
            return None
    return node


@snippet("3 4 + 2 * 7 /")
def rpn(expression):
    stack = []
    ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b}
    for tok in expression.split():
        if tok in ops:
            b = stack.pop()
            a = stack.pop()
            stack.append(ops[tok](a, b))
        else:
            stack.append(float(tok))
    return stack[0]


@snippet("{[a + (b * c)] - d}")
def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for ch in text:
        if ch in "([{":
            stack.append(ch)
        elif ch in pairs:
            if not stack or stack.pop() != pairs[ch]:
                return False
    return not stack


@snippet(1994)
def roman(n):
    vals = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
            (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    out = ""
    for v, s in vals:
        count, n = divmod(n, v)
        out += s * count
    return out


@snippet("MCMXCIV")
def roman_to_int(s):
    values = dict(I=1, V=5, X=10, L=50, C=100, D=500, M=1000)
    total = 0
    prev = 0
    for ch in s[::-1]:
        v = values[ch]
        total += -v if v < prev else v
        prev = max(prev, v)
    return total


@snippet((5, 2, 9, 1, 7))
def bubble_trace(a):
    a = list(a)
    swaps = 0
    for i in range(len(a)):
        done = True
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
                swaps += 1
                done = False
        if done:
            break
    return a, swaps


@snippet([3, 6, 8, 10, 1, 2, 1])
def quicksort_list(arr):
    if len(arr) <= 1:
        return arr
    pivot = arr[len(arr) // 2]
    left = [x for x in arr if x < pivot]
    mid = [x for x in arr if x == pivot]
    right = [x for x in arr if x > pivot]
    return quicksort_list(left) + mid + quicksort_list(right)


@snippet([1, 3, 5, 7, 9, 11], 7)
def binary_search(a, target):
    lo, hi = 0, len(a) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if a[mid] == target:
            return mid
        if a[mid] < target:
            lo = mid + 1
        else:
            hi = mid - 1
    return None
