"""Dicts of tuples of which some are None or names: paths that are put together from parents, bounds, places; their values, types, orders and
exceptions are CPython's."""

import heapq
from collections import defaultdict, deque

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def maze_path(grid):
    rows, cols = len(grid), len(grid[0])
    start = end = (0, 0)
    for r in range(rows):
        for c in range(cols):
            if grid[r][c] == "S":
                start = (r, c)
            elif grid[r][c] == "E":
                end = (r, c)
    parent = {start: None}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if cell == end:
            break
        r, c = cell
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nr, nc = r + dr, c + dc
            if 0 <= nr < rows and 0 <= nc < cols and grid[nr][nc] != "#" and (nr, nc) not in parent:
                parent[(nr, nc)] = cell
                queue.append((nr, nc))
    path = []
    node = end
    while node is not None:
        path.append(node)
        node = parent[node]
    path.reverse()
    return path


def shortest_path(edges, n, source, target):
    graph = defaultdict(list)
    for u, v, w in edges:
        graph[u].append((v, w))
        graph[v].append((u, w))
    best = {source: 0.0}
    parent = {source: None}
    heap = [(0.0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > best.get(u, float("inf")):
            continue
        for v, w in graph[u]:
            nd = d + w
            if nd < best.get(v, float("inf")):
                best[v] = nd
                parent[v] = (u, w)
                heapq.heappush(heap, (nd, v))
    path = []
    at = target
    total = 0.0
    while parent[at] is not None:
        u, w = parent[at]
        path.append((u, at))
        total += w
        at = u
    return path[::-1], total


def ranges_by_key(pairs):
    bounds = {}
    for k, v in pairs:
        lohi = bounds.get(k)
        if lohi is None:
            bounds[k] = (v, v)
        else:
            lo, hi = lohi
            bounds[k] = (min(lo, v), max(hi, v))
    out = []
    for k in sorted(bounds):
        lo, hi = bounds[k]
        out.append((k, hi - lo))
    return out


def pair_or_none(nums, target):
    seen = {}
    best = {}
    for i, x in enumerate(nums):
        j = seen.get(target - x)
        if j is not None:
            best[target] = (j, i)
        seen[x] = i
    pair = best.get(target)
    if pair is None:
        return -1, -1
    return pair


def totals_by_name(sales):
    totals = {}
    for name, qty, price in sales:
        n, amount = totals.get(name, (0, 0.0))
        totals[name] = (n + qty, amount + qty * price)
    return sorted(totals.items(), key=lambda kv: kv[1][1], reverse=True)


def sessions(events, gap):
    by_user = {}
    for user, t in events:
        by_user.setdefault(user, []).append(t)
    out = {}
    for user, times in by_user.items():
        times.sort()
        n = 1
        for a, b in zip(times, times[1:]):
            if b - a > gap:
                n += 1
        out[user] = (n, times[-1] - times[0])
    return out


def word_ladder(words, begin, end):
    bank = set(words)
    prev = {begin: None}
    q = deque([begin])
    while q:
        w = q.popleft()
        if w == end:
            break
        for i in range(len(w)):
            for c in "abcdefghijklmnopqrstuvwxyz":
                n = w[:i] + c + w[i + 1:]
                if n in bank and n not in prev:
                    prev[n] = w
                    q.append(n)
    path = []
    cur = end
    while cur is not None:
        path.append(cur)
        cur = prev[cur]
    return path[::-1]


def grid_path(rows, cols, start, end):
    parent = {start: None}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if cell == end:
            break
        r, c = cell
        for nxt in ((r + 1, c), (r, c + 1), (r - 1, c)):
            if 0 <= nxt[0] < rows and 0 <= nxt[1] < cols and nxt not in parent:
                parent[nxt] = cell
                queue.append(nxt)
    if end not in parent:
        return []
    path = []
    node = end
    while node is not None:
        path.append(node)
        node = parent[node]
    return path[::-1]


def cells_of_a_queue(n, start):
    q = deque([start])
    d = {}
    while q:
        cell = q.popleft()
        r, c = cell
        if r < n:
            d[r] = cell
            q.append((r + 1, c))
    return d


def some_none(g):
    d = {0: None}
    d[1] = (2, 3.5)
    d[5] = (3, 1.5)
    d[7] = None
    n = 0.0
    for k, v in d.items():
        if v is not None:
            a, b = v
            n += a * b
    for k in d:
        if d[k] is not None and d[k][0] > 2:
            n += 100
    return d, n, len(d), 7 in d


def missing_key(n):
    d = {0: None}
    d[1] = (2, 3)
    a, b = d[n]
    return a + b


def none_taken_apart(n):
    d = {0: None}
    d[1] = (2, 3)
    a, b = d[n]
    return a + b


def place_of_none(n):
    d = {0: None}
    d[1] = (2, 3)
    x = d[n][1] + 1
    return x


def taken_away(n):
    d = {0: None}
    d[1] = (2, 3)
    x = d[n][1] + 1
    del d[0]
    d[0] = (1, 1)
    d[3] = None
    return x, d


def got_or_new(s):
    d = {}
    for i, c in enumerate(s):
        got = d.get(c)
        if got is None:
            d[c] = (i, 1)
        else:
            d[c] = (got[0], got[1] + 1)
    return d


def asked_and_told(s):
    d = {"x": None}
    for i, c in enumerate(s):
        if d.get(c) is None:
            d[c] = (i, 1)
        else:
            first, n = d[c]
            d[c] = (first, n + 1)
    d["q"] = None
    out = []
    for k in sorted(d):
        if d[k]:
            out.append(f"{k}{d[k][0]}")
    return out, d


def chosen_tuples(n):
    best = {0: None}
    for i in range(1, n):
        best[i] = (best[i - 1][0] + 1, i) if best[i - 1] is not None else (0, i)
    return best


def from_the_one_before(n):
    best = {0: None, 1: None}
    best[1] = (5, 0)
    for i in range(2, n):
        best[i] = (best[i - 1][0] + 1, i)
    return best


def place_of_none_in_a_tuple(n):
    best = {0: None, 1: (1, 1)}
    best[2] = (best[n - 1][0] + 1, n)
    return best


def every_other_one(n):
    best = {}
    for i in range(n):
        best[i] = None if i % 2 else (i, i + 1)
    a = 0
    for k, v in best.items():
        if v:
            a += v[0] * k
    return best, a


CASES = [
    (chosen_tuples, 6),
    (from_the_one_before, 6),
    (place_of_none_in_a_tuple, 1),
    (every_other_one, 7),
    (maze_path, ["S.#....", ".##.##.", "....#..", ".##...#", "...#..E"]),
    (shortest_path, [(0, 1, 4.0), (0, 2, 1.0), (2, 1, 2.0), (1, 3, 5.0), (2, 3, 8.0), (3, 4, 3.0)], 5, 0, 4),
    (ranges_by_key, [(3, 4), (3, 1), (7, 2), (3, 9), (7, 8), (1, 1)]),
    (pair_or_none, [2, 7, 11, 15], 9),
    (totals_by_name, [("ann", 3, 2.5), ("bob", 1, 4.0), ("ann", 2, 1.0)]),
    (sessions, [("u1", 5), ("u2", 7), ("u1", 9), ("u1", 20), ("u2", 30)], 10),
    (word_ladder, ["hit", "hot", "dot", "dog", "cog", "lot", "log"], "hit", "cog"),
    (grid_path, 4, 5, (0, 0), (3, 4)),
    (grid_path, 4, 5, (0, 0), (9, 4)),
    (cells_of_a_queue, 4, (0, 1)),
    (some_none, {3: 1}),
    (missing_key, 5),
    (none_taken_apart, 0),
    (place_of_none, 0),
    (taken_away, 1),
    (got_or_new, "abcab"),
    (asked_and_told, "abcab"),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


def test_lists_in_a_queue():
    check_values((cells_of_a_queue, 4, [0, 1]))
