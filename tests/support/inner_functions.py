"""Programs with functions inside of functions, for tests/differential/language/test_inner_functions.py."""

import functools
from collections import defaultdict
from functools import cache, lru_cache


def memoized(n):

    @functools.lru_cache(maxsize=None)
    def ways(k):
        return 1 if k < 2 else ways(k - 1) + ways(k - 2)
    return ways(n)


def with_counter(n):
    calls = 0

    def fib(k):
        nonlocal calls
        calls += 1
        return k if k < 2 else fib(k - 1) + fib(k - 2)
    value = fib(n)
    return (value, calls)


def hanoi(n):
    moves = []

    def move(k, a, b, c):
        if k == 0:
            return
        move(k - 1, a, c, b)
        moves.append((a, c))
        move(k - 1, b, a, c)
    move(n, 0, 1, 2)
    return (len(moves), moves[:3])


def topo(depends):
    order, seen = ([], set())

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


def grid_paths(n, m):

    @cache
    def paths(i, j):
        if i == 0 or j == 0:
            return 1
        return paths(i - 1, j) + paths(i, j - 1)
    return paths(n, m)


def memo_dict(n):
    memo = {}

    def fib(k):
        if k in memo:
            return memo[k]
        if k < 2:
            return k
        memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]
    return (fib(n), len(memo))


@lru_cache(maxsize=None)
def collatz(n):
    if n == 1:
        return 1
    return 1 + (collatz(n // 2) if n % 2 == 0 else collatz(3 * n + 1))


def longest(limit):
    best = 0
    for i in range(1, limit):
        c = collatz(i)
        if c > best:
            best = c
    return best


def knap(w, v, cap):

    @lru_cache(None)
    def best(i, c):
        if i == len(w):
            return 0
        r = best(i + 1, c)
        if w[i] <= c:
            r = max(r, v[i] + best(i + 1, c - w[i]))
        return r
    return best(0, cap)


def lcs(a, b):

    @lru_cache(None)
    def go(i, j):
        if i == len(a) or j == len(b):
            return 0
        if a[i] == b[j]:
            return 1 + go(i + 1, j + 1)
        return max(go(i + 1, j), go(i, j + 1))
    return go(0, 0)


def perms(n):
    out = []
    used = set()
    cur = []

    def rec():
        if len(cur) == n:
            out.append(sum((x * 10 ** i for i, x in enumerate(cur))))
            return
        for i in range(n):
            if i in used:
                continue
            used.add(i)
            cur.append(i)
            rec()
            cur.pop()
            used.remove(i)
    rec()
    return out


def components(edges, n):
    adj = defaultdict(list)
    for a, b in edges:
        adj[a].append(b)
        adj[b].append(a)
    seen = set()

    def dfs(u):
        seen.add(u)
        size = 1
        for v in adj[u]:
            if v not in seen:
                size += dfs(v)
        return size
    sizes = []
    for i in range(n):
        if i not in seen:
            sizes.append(dfs(i))
    return sizes


def listcomp(n):

    @cache
    def f(k):
        return k if k < 2 else f(k - 1) + f(k - 2)
    return [f(i) for i in range(n)]


def acc(n):
    total = 0

    def add(x):
        nonlocal total
        total += x
    for i in range(n):
        add(i * i)
    return total


def helper_tuple(xs):
    rows = []

    def note(x, y):
        rows.append((x, y * y))
    for i, x in enumerate(xs):
        note(i, x)
    return rows


def queens(n):

    def place(row, columns, left, right):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c not in columns and row + c not in left and (row - c not in right):
                total += place(row + 1, columns | {c}, left | {row + c}, right | {row - c})
        return total
    return place(0, frozenset(), frozenset(), frozenset())


def deep(n):

    @cache
    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)
    return f(n)


def texts(words):
    counts = {}

    def note(w):
        counts[w] = counts.get(w, 0) + 1
    for w in words:
        note(w)
    return counts


def floodfill(grid, r, c):
    seen = set()

    def fill(i, j):
        if i < 0 or j < 0 or i >= len(grid) or (j >= len(grid[0])):
            return 0
        if (i, j) in seen or grid[i][j] == 0:
            return 0
        seen.add((i, j))
        return 1 + fill(i + 1, j) + fill(i - 1, j) + fill(i, j + 1) + fill(i, j - 1)
    return fill(r, c)


def subsets(items):
    out = []

    def rec(i, total):
        if i == len(items):
            out.append(total)
            return
        rec(i + 1, total)
        rec(i + 1, total + items[i])
    rec(0, 0)
    return out


def printed(n):
    @cache
    def f(k):
        print(k)
        return k

    return f(n) + f(n)


def passed_on(n):
    def f(k):
        return k + 1

    return list(map(f, range(n)))


def of_floats(x):
    @cache
    def f(k):
        return 1.0 if k < 1.0 else k * f(k - 1.0)

    return f(x)


def of_lists(n):
    @cache
    def f(k):
        return [] if k == 0 else f(k - 1) + [k]

    return f(n)
