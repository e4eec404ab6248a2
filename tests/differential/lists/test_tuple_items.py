"""Names for the tuples in deques, heaps, lists, sets and dicts, and tuples in such tuples: values, order and exceptions are CPython's."""

import heapq
from collections import defaultdict, deque

import pytest
from support.outcomes import check_machine_code, check_values, name_of

MAZE = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def distance(maze, start, goal):
    queue = deque([start])
    dist = {start: 0}
    while queue:
        cur = queue.popleft()
        if cur == goal:
            return dist[cur]
        r, c = cur
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nxt = (r + dr, c + dc)
            if 0 <= nxt[0] < len(maze) and 0 <= nxt[-1] < len(maze[0]) and maze[nxt[0]][nxt[1]] == 0 and nxt not in dist:
                dist[nxt] = dist[cur] + 1
                queue.append(nxt)
    return -1


def with_distance(maze, start, goal):
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        pos, d = queue.popleft()
        if pos == goal:
            return d, len(seen)
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nr, nc = pos[0] + dr, pos[1] + dc
            if 0 <= nr < len(maze) and 0 <= nc < len(maze[0]) and maze[nr][nc] == 0 and (nr, nc) not in seen:
                seen.add((nr, nc))
                queue.append(((nr, nc), d + 1))
    return -1, len(seen)


def cheapest(maze, start, goal):
    heap = [(0, start)]
    cost = {start: 0}
    order = 0
    while heap:
        d, (r, c) = heapq.heappop(heap)
        order = order * 7 + r * 4 + c
        if (r, c) == goal:
            return d, order
        if d > cost[(r, c)]:
            continue
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nxt = r + dr, c + dc
            if 0 <= nxt[0] < len(maze) and 0 <= nxt[1] < len(maze[0]):
                nd = d + 1 + 4 * maze[nxt[0]][nxt[1]]
                if nxt not in cost or nd < cost[nxt]:
                    cost[nxt] = nd
                    heapq.heappush(heap, (nd, nxt))
    return -1, order


def on_a_stack(maze, start):
    stack = [start]
    seen = set()
    order = []
    while stack:
        here = stack.pop()
        if here in seen:
            continue
        seen.add(here)
        order.append(here[0] * 10 + here[1])
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = (here[0] + dr, here[1] + dc)
            if 0 <= there[0] < len(maze) and 0 <= there[1] < len(maze[0]) and maze[there[0]][there[1]] == 0:
                stack.append(there)
    return order


def counted(points):
    found = {}
    for x, y in points:
        cell = (x // 2, y // 2)
        found[cell] = found.get(cell, 0) + 1
    best = 0
    for cell, n in found.items():
        if n > best:
            best = n
            where = cell
    return best, where[0], where[1]


def grouped(points):
    found = defaultdict(int)
    for x, y in points:
        cell = (x % 2, y % 3)
        found[cell] += x
    return len(found), sum(found.values())


def looped(n):
    todo = [((i, n - i), i % 3) for i in range(n)]
    again = []
    for (a, b), c in todo:
        again.append(((b, a), c))
    t = 0
    while again:
        (a, b), c = again.pop()
        t = t * 3 + a - b + c
    return t


def peeked(n):
    heap = []
    for i in range(n):
        heapq.heappush(heap, ((i * 7 % 5, i), -i))
    found = []
    while heap and len(heap) > 1:
        (a, b), c = heapq.heappop(heap)
        found.append(a * 100 + b + c)
    return found


def of_reals(n):
    heap = [(0.5, (1.5, -0.0))]
    for i in range(n):
        heapq.heappush(heap, (0.5, (i * 0.25 % 1, -i)))
    found = []
    while heap:
        d, p = heapq.heappop(heap)
        found.append(p[0] + d * p[1])
    return found


@pytest.mark.parametrize(
    "case",
    [(f, MAZE, (0, 0), goal) for f in (distance, with_distance, cheapest) for goal in ((2, 0), (0, 3), (0, 0), (9, 9))]
    + [(distance, [[1]], (0, 0), (0, 0)), (on_a_stack, MAZE, (0, 1)), (on_a_stack, MAZE, (2, 3))]
    + [(f, [(1, 2), (0, 3), (5, 5), (1, 3), (4, 4)]) for f in (counted, grouped)]
    + [(f, n) for f in (peeked, of_reals) for n in (0, 1, 9)],
    ids=name_of,
)
def test_compiled(case):
    check_machine_code(case)


def never_given(n):
    queue = deque()
    for i in range(n):
        queue.append((i, i))
    while queue:
        last = queue.popleft()
    return last[0]


def kept_whole(n):
    queue = deque([((0, n), 1)])
    found = []
    while queue:
        item = queue.popleft()
        found.append(item)
        (a, b), c = item
        if c < 3:
            queue.append(((b, a), c + 1))
    return found


def given_back(n):
    rows = []
    for i in range(n):
        rows.append(((i, -i), i))
    return rows


def of_other_shapes(n):
    stack = [((1, 2), 3)]
    stack.append((4, (5, 6)))
    a, b = stack.pop()
    return a, b


def of_other_lengths(n):
    stack = [(1, 2)]
    stack.append((1, 2, 3))
    t = 0
    while stack:
        item = stack.pop()
        t += len(item)
    return t


def too_many(n):
    stack = [((1, 2), n)]
    (a, b, c), d = stack.pop()
    return a + b + c + d


def too_many_of_a_name(n):
    stack = [(1, 2)]
    item = stack.pop()
    a, b, c = item
    return a + b + c


def outside(n):
    stack = [(1, 2)]
    item = stack.pop()
    return item[n]


def outside_always(n):
    stack = [(1, 2)]
    item = stack.pop()
    return item[2]


def is_the_same(n):
    one = (n, 1)
    stack = [one]
    other = stack.pop()
    return other is one


def taken_from_nothing(n):
    queue = deque([((1, 2), 3)])
    queue.clear()
    (a, b), c = queue.popleft()
    return a + b + c


def changed_between(n):
    pos = (0, n)
    trail = [pos]
    for i in range(3):
        pos = (pos[1], pos[0] + i)
        trail.append(pos)
    return trail, pos


def exchanged(n):
    a, b = (1, n), (n, 2)
    held = {a: 1, b: 2}
    a, b = b, a
    return held[a] * 10 + held[b], a, b


def in_a_comprehension(n):
    pos = (1, n)
    seen = {pos}
    return [(pos, i) for i in range(3) if pos in seen], [pos[0] + p for p in range(2)], f"{pos}"


def through_a_lambda(n):
    pos = (3, n)
    found = [(1, 2), pos, (2, 2)]
    return sorted(found, key=lambda p: abs(p[0] - pos[0]))


def with_a_text(n):
    queue = deque([(("a", 1), 0)])
    out = []
    while queue:
        (name, k), d = queue.popleft()
        out.append(name * k)
        if d < n:
            queue.append(((name + "b", k + 1), d + 1))
    return out


def looped_twice(n):
    rows = [(1, 2), (3, 4)]
    for row in rows:
        for other in rows:
            n += row[0] * other[1]
        row = (n, n)
    return n, row


@pytest.mark.parametrize(
    "case",
    [(f, n)
     for f in (never_given, kept_whole, given_back, of_other_shapes, of_other_lengths, too_many, too_many_of_a_name, outside, outside_always,
               is_the_same, taken_from_nothing, changed_between, exchanged, in_a_comprehension, through_a_lambda, with_a_text, looped_twice, looped)
     for n in (0, 2)],
    ids=name_of,
)  # fmt: skip
def test_values(case):
    check_values(case)
