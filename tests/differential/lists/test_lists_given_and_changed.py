"""Lists that a call gives and the function changes in every way: by parts, in functions inside, in tests of several of them, as heaps, and
behind a number that changes too. What the caller's lists hold, and which lists a call gives back, are CPython's."""

import bisect
import heapq

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def turned(v, k):
    k %= len(v)
    v[:] = v[k:] + v[:k]


def headless(v, n):
    head = v[:n]
    v[:n] = []
    return head, v


def grown(v, w):
    v += w
    return len(v), v


def both_taken(v, w):
    n = 0
    while v and w:
        if v[0] <= w[0]:
            v.pop(0)
        else:
            w.pop(0)
        n += 1
    return n, v, w


def matched(buys, sells):
    lots = []
    while buys and sells:
        bought, price = buys[0]
        sold, other = sells[0]
        n = min(bought, sold)
        lots.append((n, other - price))
        if bought == n:
            buys.pop(0)
        else:
            buys[0] = (bought - n, price)
        if sold == n:
            del sells[0]
        else:
            sells[0] = (sold - n, other)
    return lots, buys, sells, sum(m[1] for m in lots)


def of_heap(v):
    heapq.heapify(v)
    return [heapq.heappop(v) for _ in range(len(v))], v


def kept_in_order(v, x):
    i = bisect.bisect_left(v, x)
    if i == len(v) or v[i] != x:
        v.insert(i, x)
    return i, v


def quick(values):
    swaps = []

    def sort(a, low, high):
        if low >= high:
            return
        pivot = a[high]
        i = low
        for j in range(low, high):
            if a[j] < pivot:
                if i != j:
                    swaps.append((i, j))
                a[i], a[j] = a[j], a[i]
                i += 1
        a[i], a[high] = a[high], a[i]
        sort(a, low, i - 1)
        sort(a, i + 1, high)

    sort(values, 0, len(values) - 1)
    return values, swaps


def between(pts):
    first, last = pts[0], pts[-1]
    pts[:] = pts[1:-1]
    return first, last, pts, len(pts)


def cut(v, i, j):
    del v[i:j]
    return v


def recent(n):
    held, sums = [], []
    for i in range(n):
        held.insert(0, i)
        del held[3:5]
        sums.append(sum(held))
    return sums, held


def cut_rows(pts, i, j):
    made = []
    for p, r in pts:
        made.append((p, r))
    del made[i:j]
    made[:1] = made[-1:]
    del made[3:]
    return made


def counted_down(v, k):
    k -= 1
    v.append(k)
    return v[10 // k], v


def with_largest(pts):
    return pts, max(pts, key=lambda p: p[1])


def with_products(v, k):
    return v, [x * k for x in v], v


CASES = [
    (turned, [1, 2, 3], 4), (turned, [(1, 2.5), (3, 4.5)], 1), (headless, [1, 2, 3], 2), (headless, [], 2),
    (grown, [1], [2, 3]), (grown, [], [1]), (both_taken, [1, 4], [2, 3]), (both_taken, [], [2, 3]),
    (matched, [(10, 5.0), (5, 6.0)], [(12, 7.0), (1, 8.0)]), (of_heap, [3, 1, 2]), (kept_in_order, [1, 3], 2), (kept_in_order, [1, 3], 3),
    (quick, [3, 1, 2, 9, 4]), (quick, []), (between, [(1, 2), (3, 4), (5, 6)]), (between, [(1, 2)]),
    (cut, [1, 2, 3, 4], 1, 3), (cut, [1, 2, 3, 4], 3, 1), (cut, [1, 2, 3, 4], -2, 9), (recent, 6), (recent, 0),
    (cut_rows, [(1, 2), (3, 4), (5, 6), (7, 8), (9, 0)], 1, 2), (cut_rows, [], 1, 2), (counted_down, [1] * 12, 3),
    (with_largest, [(1, 2.0), (2, 1.0)]), (with_products, [1, 2], 3), (with_products, [], 3), (with_products, ["a"], 3),
]  # fmt: skip
ONE = [1, 2]
OTHER_WAYS = [
    (grown, ONE, ONE), (both_taken, ONE, ONE), (counted_down, [1, 2], 1), (counted_down, [1, 2], 2), (counted_down, [1], np.array([2, 1])),
    (turned, [], 4), (between, []), (turned, [1, 2], np.array(1)), (grown, [1], [2.5]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_in_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", OTHER_WAYS, ids=name_of)
def test_whatever_runs_it(case):
    check_values(case)
