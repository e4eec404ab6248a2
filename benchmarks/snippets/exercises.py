"""Exercises of a first course: sorting, searching, merging, small graphs."""

from collections import defaultdict, deque

from snippets import snippet

NUMBERS = [3, 8, -2, 7, 7, 0, 12, -9, 4]


@snippet(15)
def fizz_buzz(n):
    lines = []
    for i in range(1, n + 1):
        if i % 15 == 0:
            lines.append("FizzBuzz")
        elif i % 3 == 0:
            lines.append("Fizz")
        elif i % 5 == 0:
            lines.append("Buzz")
        else:
            lines.append(str(i))
    return lines


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_list(rows):
    return [list(column) for column in zip(*rows)]


@snippet([[1, 2], [3, 4]], [[5, 6], [7, 8]])
def multiply_lists(a, b):
    n, m, p = len(a), len(b), len(b[0])
    c = [[0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            for k in range(m):
                c[i][j] += a[i][k] * b[k][j]
    return c


@snippet([[1, [2, 3]], [4]])
def flatten_deep(items):
    flat = []
    for item in items:
        for inner in item:
            if isinstance(inner, list):
                flat.extend(inner)
            else:
                flat.append(inner)
    return flat


@snippet(NUMBERS, 3)
def chunked(values, size):
    return [values[i : i + size] for i in range(0, len(values), size)]


@snippet(NUMBERS)
def split_by_sign(values):
    positive = [v for v in values if v > 0]
    negative = [v for v in values if v < 0]
    return {"positive": positive, "negative": negative, "zeros": len(values) - len(positive) - len(negative)}


@snippet(NUMBERS)
def rank_items(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    ranks = [0] * len(values)
    for rank, index in enumerate(order):
        ranks[index] = rank
    return ranks


@snippet([4, 1, 3, 9, 7, 2])
def merge_sort(values):
    if len(values) <= 1:
        return values
    middle = len(values) // 2
    left, right = merge_sort(values[:middle]), merge_sort(values[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


@snippet([1, 4, 6, 9, 13], 9)
def binary_search(values, wanted):
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


@snippet([(3, 5), (1, 2), (4, 8), (10, 12)])
def merge_intervals(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


@snippet([-2, 1, -3, 4, -1, 2, 1, -5, 4])
def best_subarray(values):
    best = current = values[0]
    for v in values[1:]:
        current = max(v, current + v)
        best = max(best, current)
    return best


@snippet([2, 7, 11, 15], 9)
def two_sum(values, target):
    seen = {}
    for i, v in enumerate(values):
        if target - v in seen:
            return seen[target - v], i
        seen[v] = i
    return None


@snippet([10, 20, 30], [60, 100, 120], 50)
def knapsack(weights, values, capacity):
    best = [0] * (capacity + 1)
    for w, v in zip(weights, values):
        for c in range(capacity, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[capacity]


@snippet(8)
def queens(n):
    def place(row, columns, left, right):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c not in columns and row + c not in left and row - c not in right:
                total += place(row + 1, columns | {c}, left | {row + c}, right | {row - c})
        return total

    return place(0, frozenset(), frozenset(), frozenset())


@snippet({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}, "a")
def reachable(graph, start):
    seen = set()
    todo = [start]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        todo.extend(graph[node])
    return sorted(seen)


@snippet({0: [1, 2], 1: [3], 2: [3], 3: [4], 4: []}, 0)
def levels(graph, start):
    distance = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


@snippet([(5, 2), (3, 1), (5, 0), (2, 9)])
def topological(edges):
    after = defaultdict(list)
    before = defaultdict(int)
    nodes = set()
    for a, b in edges:
        after[a].append(b)
        before[b] += 1
        nodes.update((a, b))
    ready = sorted(n for n in nodes if before[n] == 0)
    order = []
    while ready:
        n = ready.pop(0)
        order.append(n)
        for m in after[n]:
            before[m] -= 1
            if before[m] == 0:
                ready.append(m)
    return order


@snippet(6, [(0, 1), (1, 2), (3, 4)])
def connected_parts(n, edges):
    parent = list(range(n))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for a, b in edges:
        parent[find(a)] = find(b)
    return len({find(x) for x in range(n)})
