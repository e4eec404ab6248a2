"""Algorithms of the textbooks, each as a student writes it."""
from __future__ import annotations

import bisect
import functools
import heapq
import itertools
import math
from collections import Counter, deque
from functools import lru_cache, reduce

from snippets import snippet


@snippet({"A": [("B", 4), ("C", 2)], "B": [("D", 5)], "C": [("B", 1), ("D", 8), ("E", 10)], "D": [("E", 2)], "E": []}, "A", "E")
def dijkstra_path(graph, start, goal):
    dist = {node: math.inf for node in graph}
    dist[start] = 0
    previous = {}
    queue = [(0, start)]
    while queue:
        d, node = heapq.heappop(queue)
        if d > dist[node]:
            continue
        for neighbour, weight in graph[node]:
            nd = d + weight
            if nd < dist[neighbour]:
                dist[neighbour] = nd
                previous[neighbour] = node
                heapq.heappush(queue, (nd, neighbour))
    path = [goal]
    while path[-1] != start:
        path.append(previous[path[-1]])
    return dist[goal], path[::-1]


@snippet(["S.#.....", "..#.###.", ".##.#...", "....#.#E"])
def maze(rows):
    for y, row in enumerate(rows):
        if "S" in row:
            start = (row.index("S"), y)
        if "E" in row:
            end = (row.index("E"), y)
    came = {start: None}
    queue = deque([start])
    while queue:
        x, y = queue.popleft()
        if (x, y) == end:
            break
        for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= ny < len(rows) and 0 <= nx < len(rows[0]) and rows[ny][nx] != "#" and (nx, ny) not in came:
                came[(nx, ny)] = (x, y)
                queue.append((nx, ny))
    path = []
    node = end
    while node is not None:
        path.append(node)
        node = came[node]
    return len(path) - 1, path[::-1]


@snippet({"shirt": ["tie", "belt"], "tie": ["jacket"], "pants": ["shoes", "belt"], "belt": ["jacket"], "socks": ["shoes"], "shoes": [], "jacket": []})
def topological(graph):
    visited = set()
    order = []

    def visit(node):
        if node in visited:
            return
        visited.add(node)
        for other in graph[node]:
            visit(other)
        order.append(node)

    for node in graph:
        visit(node)
    return order[::-1]


@snippet(6)
def queens(n):
    solutions = []

    def place(row, columns, diag1, diag2, board):
        if row == n:
            solutions.append(board[:])
            return
        for c in range(n):
            if c in columns or row + c in diag1 or row - c in diag2:
                continue
            columns.add(c)
            diag1.add(row + c)
            diag2.add(row - c)
            board.append(c)
            place(row + 1, columns, diag1, diag2, board)
            board.pop()
            columns.remove(c)
            diag1.remove(row + c)
            diag2.remove(row - c)

    place(0, set(), set(), set(), [])
    return len(solutions), solutions


@snippet([[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0], [0, 9, 8, 0, 0, 0, 0, 6, 0], [8, 0, 0, 0, 6, 0, 0, 0, 3], [4, 0, 0, 8, 0, 3, 0, 0, 1], [7, 0, 0, 0, 2, 0, 0, 0, 6], [0, 6, 0, 0, 0, 0, 2, 8, 0], [0, 0, 0, 4, 1, 9, 0, 0, 5], [0, 0, 0, 0, 8, 0, 0, 7, 9]])
def sudoku(board):
    def allowed(r, c, v):
        if v in board[r]:
            return False
        if any(board[i][c] == v for i in range(9)):
            return False
        br, bc = r // 3 * 3, c // 3 * 3
        return all(board[br + i][bc + j] != v for i in range(3) for j in range(3))

    def solve():
        for r in range(9):
            for c in range(9):
                if board[r][c] == 0:
                    for v in range(1, 10):
                        if allowed(r, c, v):
                            board[r][c] = v
                            if solve():
                                return True
                            board[r][c] = 0
                    return False
        return True

    ok = solve()
    return ok, ["".join(map(str, row)) for row in board]


@snippet([(12, 4), (2, 2), (1, 1), (1, 2), (4, 10)], 15)
def knapsack(items, capacity):
    n = len(items)
    best = [[0] * (capacity + 1) for _ in range(n + 1)]
    for i, (w, v) in enumerate(items, 1):
        for c in range(capacity + 1):
            best[i][c] = best[i - 1][c]
            if w <= c:
                best[i][c] = max(best[i][c], best[i - 1][c - w] + v)
    chosen, c = [], capacity
    for i in range(n, 0, -1):
        if best[i][c] != best[i - 1][c]:
            chosen.append(i - 1)
            c -= items[i - 1][0]
    return best[n][capacity], sorted(chosen)


@snippet([1, 5, 10, 25, 50], 117)
def coin_change(coins, amount):
    @lru_cache(maxsize=None)
    def ways(n, k):
        if n == 0:
            return 1
        if n < 0 or k < 0:
            return 0
        return ways(n, k - 1) + ways(n - coins[k], k)

    @lru_cache(None)
    def fewest(n):
        if n == 0:
            return 0
        return min((1 + fewest(n - c) for c in coins if c <= n), default=10**9)

    return ways(amount, len(coins) - 1), fewest(amount)


@snippet("ABCBDAB", "BDCABA")
def longest_common(a, b):
    @functools.cache
    def lcs(i, j):
        if i == len(a) or j == len(b):
            return ""
        if a[i] == b[j]:
            return a[i] + lcs(i + 1, j + 1)
        return max(lcs(i + 1, j), lcs(i, j + 1), key=len)

    return lcs(0, 0)


@snippet([10, 9, 2, 5, 3, 7, 101, 18, 4, 20])
def increasing(seq):
    tails, where, back = [], [], [-1] * len(seq)
    for i, x in enumerate(seq):
        k = bisect.bisect_left(tails, x)
        if k == len(tails):
            tails.append(x)
            where.append(i)
        else:
            tails[k] = x
            where[k] = i
        if k > 0:
            back[i] = where[k - 1]
    out = []
    i = where[-1]
    while i >= 0:
        out.append(seq[i])
        i = back[i]
    out.reverse()
    return out


@snippet([[1, 3], [8, 10], [2, 6], [15, 18], [17, 20]])
def merge_intervals(intervals):
    intervals.sort(key=lambda iv: iv[0])
    merged = [intervals[0]]
    for start, end in intervals[1:]:
        if start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    gaps = [b[0] - a[1] for a, b in zip(merged, merged[1:])]
    return merged, sum(e - s for s, e in merged), gaps


@snippet(60)
def sieve_and_factors(n):
    flags = [True] * (n + 1)
    flags[0:2] = [False, False]
    for i in range(2, int(n ** 0.5) + 1):
        if flags[i]:
            flags[i * i::i] = [False] * len(range(i * i, n + 1, i))
    primes = [i for i, f in enumerate(flags) if f]

    def factor(m):
        out = {}
        for p in primes:
            while m % p == 0:
                out[p] = out.get(p, 0) + 1
                m //= p
        return out

    table = {m: factor(m) for m in range(50, n + 1)}
    text = ["*".join(f"{p}^{e}" if e > 1 else str(p) for p, e in f.items()) for f in table.values()]
    return primes, text


@snippet([3, 6, 1, 8, 2, 9, 2, 7])
def sorts(data):
    def quick(xs):
        if len(xs) <= 1:
            return xs
        pivot, *rest = xs
        return quick([x for x in rest if x < pivot]) + [pivot] + quick([x for x in rest if x >= pivot])

    def merge_sort(xs):
        if len(xs) < 2:
            return xs
        mid = len(xs) // 2
        left, right = merge_sort(xs[:mid]), merge_sort(xs[mid:])
        out = []
        while left and right:
            out.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
        return out + left + right

    return quick(data), merge_sort(data), data


@snippet([1, 2, 3, 4])
def power_set(items):
    result = [[]]
    for x in items:
        result += [s + [x] for s in result]
    sums = Counter(sum(s) for s in result)
    return result, sums.most_common(2), max(sums.values())


@snippet(4)
def hanoi(n):
    pegs = {"A": list(range(n, 0, -1)), "B": [], "C": []}
    moves = []

    def move(k, a, b, c):
        if k == 0:
            return
        move(k - 1, a, c, b)
        pegs[c].append(pegs[a].pop())
        moves.append(a + c)
        move(k - 1, b, a, c)

    move(n, "A", "B", "C")
    return len(moves), moves[:5], pegs


@snippet([[2, -1, 0], [1, 3, 2], [0, 5, -4]], [3, 13, -2])
def gauss(a, b):
    n = len(a)
    m = [row[:] + [b[i]] for i, row in enumerate(a)]
    for col in range(n):
        pivot = max(range(col, n), key=lambda r: abs(m[r][col]))
        m[col], m[pivot] = m[pivot], m[col]
        for r in range(col + 1, n):
            f = m[r][col] / m[col][col]
            m[r] = [x - f * y for x, y in zip(m[r], m[col])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum(m[i][j] * x[j] for j in range(i + 1, n))) / m[i][i]
    return [round(v, 9) for v in x]


@snippet([-4, -1, 0, 1, 2, -1, 3])
def three_sum(nums):
    nums = sorted(nums)
    found = set()
    for i, a in enumerate(nums):
        lo, hi = i + 1, len(nums) - 1
        while lo < hi:
            s = a + nums[lo] + nums[hi]
            if s < 0:
                lo += 1
            elif s > 0:
                hi -= 1
            else:
                found.add((a, nums[lo], nums[hi]))
                lo += 1
                hi -= 1
    return sorted(found)


@snippet(12)
def pascal_and_catalan(n):
    rows = [[1]]
    for _ in range(n - 1):
        rows.append([1, *map(sum, zip(rows[-1], rows[-1][1:])), 1])
    catalan = [math.comb(2 * k, k) // (k + 1) for k in range(n)]
    fib = reduce(lambda acc, _: acc + [acc[-1] + acc[-2]], range(n - 2), [0, 1])
    return rows[-1], catalan, fib, list(itertools.accumulate(fib))


@snippet(200)
def happy_numbers(limit):
    def step(n):
        s = 0
        while n:
            n, d = divmod(n, 10)
            s += d * d
        return s

    happy = []
    for n in range(1, limit):
        seen = set()
        k = n
        while k != 1 and k not in seen:
            seen.add(k)
            k = step(k)
        if k == 1:
            happy.append(n)
    return happy[:12], len(happy)


@snippet(0b1011010111, 16)
def bit_tricks(x, width):
    ones = bin(x).count("1")
    reversed_bits = int(format(x, f"0{width}b")[::-1], 2)
    gray = x ^ (x >> 1)
    parity = 0
    y = x
    while y:
        parity ^= 1
        y &= y - 1
    subsets = []
    sub = x & 0b111
    mask = sub
    while True:
        subsets.append(sub)
        if sub == 0:
            break
        sub = (sub - 1) & mask
    return ones, reversed_bits, f"{gray:#x}", parity, subsets, x.bit_length(), f"{x:>020b}"


@snippet("a*b.c", ["abxc", "aaabzc", "bqc", "ac", "abc"])
def tiny_regex(pattern, words):
    def match(p, s):
        if not p:
            return not s
        first = bool(s) and p[0] in (s[0], ".")
        if len(p) >= 2 and p[1] == "*":
            return match(p[2:], s) or (first and match(p, s[1:]))
        return first and match(p[1:], s[1:])

    return [w for w in words if match(pattern, w)]
