"""Puzzles of an advent calendar and algorithms of textbooks, as others write them."""

from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter, defaultdict, deque
from functools import lru_cache, reduce

import numpy as np

from . import snippet


@snippet(["1abc2", "pqr3stu8vwx", "a1b2c3d4e5f", "treb7uchet"])
def calibration(lines):
    total = 0
    for line in lines:
        digits = [c for c in line if c.isdigit()]
        total += int(digits[0] + digits[-1])
    return total


@snippet([199, 200, 208, 210, 200, 207, 240, 269, 260, 263])
def depth_increases(depths):
    return sum(b > a for a, b in zip(depths, depths[1:])), sum(b > a for a, b in zip(depths, depths[3:]))


@snippet("mjqjpqmgbljsphdztnvjfqwrcgsmlb")
def start_of_packet(stream):
    for i in range(4, len(stream) + 1):
        if len(set(stream[i - 4:i])) == 4:
            return i
    return None


@snippet(["R 4", "U 4", "L 3", "D 1", "R 4", "D 1", "L 5", "R 2"])
def rope_tail(moves):
    steps = {"R": (1, 0), "L": (-1, 0), "U": (0, 1), "D": (0, -1)}
    hx = hy = tx = ty = 0
    visited = {(0, 0)}
    for move in moves:
        direction, count = move.split()
        dx, dy = steps[direction]
        for _ in range(int(count)):
            hx += dx
            hy += dy
            if abs(hx - tx) > 1 or abs(hy - ty) > 1:
                tx += (hx > tx) - (hx < tx)
                ty += (hy > ty) - (hy < ty)
                visited.add((tx, ty))
    return len(visited)


@snippet(["..#.", "#...", ".##.", "...#"], 3)
def count_trees(grid, right):
    width = len(grid[0])
    return sum(1 for y, row in enumerate(grid) if row[(y * right) % width] == "#")


@snippet([3, 4, 3, 1, 2], 18)
def lanternfish(ages, days):
    counts = Counter(ages)
    for _ in range(days):
        born = counts[0]
        for age in range(8):
            counts[age] = counts[age + 1]
        counts[8] = born
        counts[6] += born
    return sum(counts.values())


@snippet(["noop", "addx 3", "addx -5", "noop", "addx 11"])
def signal_strength(program):
    x, cycle, history = 1, 0, []
    for line in program:
        parts = line.split()
        if parts[0] == "noop":
            cycle += 1
            history.append(x * cycle)
        else:
            for _ in range(2):
                cycle += 1
                history.append(x * cycle)
            x += int(parts[1])
    return history, x


@snippet(["start-A", "start-b", "A-c", "A-b", "b-d", "A-end", "b-end"])
def cave_paths(edges):
    graph = defaultdict(list)
    for edge in edges:
        a, b = edge.split("-")
        graph[a].append(b)
        graph[b].append(a)

    def count(cave, seen):
        if cave == "end":
            return 1
        total = 0
        for other in graph[cave]:
            if other.islower() and other in seen:
                continue
            total += count(other, seen | {other})
        return total

    return count("start", {"start"})


@snippet(np.array([[1, 1, 6, 3], [1, 3, 8, 1], [2, 1, 3, 6], [3, 6, 9, 4]]))
def cheapest_way(grid):
    rows, cols = grid.shape
    best = {(0, 0): 0}
    heap = [(0, 0, 0)]
    while heap:
        cost, r, c = heapq.heappop(heap)
        if (r, c) == (rows - 1, cols - 1):
            return cost
        if cost > best[(r, c)]:
            continue
        for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            nr, nc = r + dr, c + dc
            if 0 <= nr < rows and 0 <= nc < cols:
                new = cost + int(grid[nr, nc])
                if new < best.get((nr, nc), math.inf):
                    best[(nr, nc)] = new
                    heapq.heappush(heap, (new, nr, nc))
    return None


@snippet("2x3x4\n1x1x10\n5x2x8")
def wrapping_paper(text):
    paper = ribbon = 0
    for line in text.splitlines():
        a, b, c = sorted(int(n) for n in line.split("x"))
        paper += 2 * (a * b + b * c + a * c) + a * b
        ribbon += 2 * (a + b) + a * b * c
    return paper, ribbon


@snippet("1321131112", 5)
def look_and_say(text, turns):
    for _ in range(turns):
        out = []
        for digit, run in itertools.groupby(text):
            out.append(str(len(list(run))) + digit)
        text = "".join(out)
    return len(text)


@snippet({"ADD": 3, "MUL": 2}, [("ADD", 4), ("MUL", 5), ("ADD", 1)])
def machine(costs, program):
    accumulator, spent = 0, 0
    trace = []
    for name, value in program:
        if name == "ADD":
            accumulator += value
        elif name == "MUL":
            accumulator *= value
        spent += costs[name]
        trace.append((name, accumulator))
    return trace, spent


@snippet(["London to Dublin = 464", "London to Belfast = 518", "Dublin to Belfast = 141"])
def shortest_tour(lines):
    distance = {}
    places = set()
    for line in lines:
        a, _, b, _, d = line.split()
        distance[a, b] = distance[b, a] = int(d)
        places |= {a, b}
    return min(sum(distance[x, y] for x, y in zip(tour, tour[1:])) for tour in itertools.permutations(places))


@snippet([20, 15, 10, 5, 5], 25)
def containers(sizes, litres):
    ways = 0
    for r in range(1, len(sizes) + 1):
        for combo in itertools.combinations(sizes, r):
            if sum(combo) == litres:
                ways += 1
    return ways


@snippet([[2, 4, 9, 5], [9, 4, 7, 3], [3, 8, 6, 5]])
def row_quotients(rows):
    total = 0
    for row in rows:
        for a, b in itertools.permutations(row, 2):
            if a % b == 0:
                total += a // b
    return total


@snippet("{{<a!>},{<a!>},{<a!>},{<ab>}}")
def stream_score(text):
    depth = score = 0
    in_garbage = skip = False
    for c in text:
        if skip:
            skip = False
        elif c == "!":
            skip = True
        elif in_garbage:
            in_garbage = c != ">"
        elif c == "<":
            in_garbage = True
        elif c == "{":
            depth += 1
            score += depth
        elif c == "}":
            depth -= 1
    return score


@snippet(["[({(<(())[]>[[{[]{<()<>>", "{([(<{}[<>[]}>{[]{[(<()>", "[]"])
def corrupted(lines):
    pairs = {")": "(", "]": "[", "}": "{", ">": "<"}
    points = {")": 3, "]": 57, "}": 1197, ">": 25137}
    score = 0
    for line in lines:
        stack = []
        for c in line:
            if c in pairs:
                if not stack or stack.pop() != pairs[c]:
                    score += points[c]
                    break
            else:
                stack.append(c)
    return score


@snippet([16, 1, 2, 0, 4, 2, 7, 1, 2, 14])
def align_crabs(positions):
    return min(sum(abs(p - x) * (abs(p - x) + 1) // 2 for p in positions) for x in range(min(positions), max(positions) + 1))


@snippet(12)
def knight_dialer(n):
    moves = {0: [4, 6], 1: [6, 8], 2: [7, 9], 3: [4, 8], 4: [0, 3, 9], 5: [], 6: [0, 1, 7], 7: [2, 6], 8: [1, 3], 9: [2, 4]}

    @lru_cache(maxsize=None)
    def ways(key, left):
        if left == 0:
            return 1
        return sum(ways(other, left - 1) for other in moves[key])

    return sum(ways(k, n - 1) for k in range(10))


@snippet([5, 2, 9, 1, 7, 3])
def quicksort(values):
    if len(values) < 2:
        return values
    pivot = values[0]
    return quicksort([v for v in values[1:] if v < pivot]) + [pivot] + quicksort([v for v in values[1:] if v >= pivot])


@snippet([1, 2, 3])
def permutations_by_hand(items):
    if len(items) <= 1:
        return [items]
    found = []
    for i in range(len(items)):
        for rest in permutations_by_hand(items[:i] + items[i + 1:]):
            found.append([items[i]] + rest)
    return found


@snippet("kitten", "sitting")
def edit_script(a, b):
    d = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        d[i][0] = i
    for j in range(len(b) + 1):
        d[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i][j] = min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
    i, j, script = len(a), len(b), []
    while i or j:
        if i and j and d[i][j] == d[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            i, j = i - 1, j - 1
            if a[i] != b[j]:
                script.append(("replace", i, b[j]))
        elif i and d[i][j] == d[i - 1][j] + 1:
            i -= 1
            script.append(("delete", i, ""))
        else:
            j -= 1
            script.append(("insert", i, b[j]))
    return d[-1][-1], script[::-1]


@snippet({"a": {"b": 7, "c": 9, "f": 14}, "b": {"c": 10, "d": 15}, "c": {"d": 11, "f": 2}, "d": {"e": 6}, "f": {"e": 9}, "e": {}}, "a")
def bellman_ford(graph, source):
    dist = {v: math.inf for v in graph}
    dist[source] = 0
    for _ in range(len(graph) - 1):
        for u in graph:
            for v, w in graph[u].items():
                if dist[u] + w < dist[v]:
                    dist[v] = dist[u] + w
    return dist


@snippet([("A", "B", 4), ("A", "C", 1), ("B", "C", 2), ("B", "D", 5), ("C", "D", 8)])
def kruskal_names(edges):
    parent = {}

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for a, b, _ in edges:
        parent.setdefault(a, a)
        parent.setdefault(b, b)
    chosen, total = [], 0
    for a, b, w in sorted(edges, key=lambda e: e[2]):
        ra, rb = find(a), find(b)
        if ra != rb:
            parent[ra] = rb
            chosen.append((a, b))
            total += w
    return chosen, total


class Trie:
    def __init__(self):
        self.children = {}
        self.is_word = False

    def insert(self, word):
        node = self
        for c in word:
            if c not in node.children:
                node.children[c] = Trie()
            node = node.children[c]
        node.is_word = True

    def has(self, word):
        node = self
        for c in word:
            if c not in node.children:
                return False
            node = node.children[c]
        return node.is_word


@snippet(["tea", "ten", "inn"], ["tea", "te", "inn", "in"])
def trie_lookup(words, queries):
    trie = Trie()
    for word in words:
        trie.insert(word)
    return [trie.has(q) for q in queries]


@snippet([3, 1, 2, 1, 4], 4)
def subset_sums(values, target):
    found = []

    def search(start, left, chosen):
        if left == 0:
            found.append(list(chosen))
            return
        for i in range(start, len(values)):
            if values[i] <= left:
                chosen.append(values[i])
                search(i + 1, left - values[i], chosen)
                chosen.pop()

    search(0, target, [])
    return found


@snippet(["wrt", "wrf", "er", "ett", "rftt"])
def alien_order(words):
    after = {c: set() for word in words for c in word}
    degree = {c: 0 for c in after}
    for first, second in zip(words, words[1:]):
        for a, b in zip(first, second):
            if a != b:
                if b not in after[a]:
                    after[a].add(b)
                    degree[b] += 1
                break
    ready = deque(sorted(c for c in degree if degree[c] == 0))
    out = ""
    while ready:
        c = ready.popleft()
        out += c
        for other in sorted(after[c]):
            degree[other] -= 1
            if degree[other] == 0:
                ready.append(other)
    return out


@snippet([[1, 3], [2, 6], [8, 10], [15, 18]])
def insert_intervals(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = [merged[-1][0], max(merged[-1][1], end)]
        else:
            merged.append([start, end])
    return merged


@snippet([17, 13, 19], [0, 2, 3])
def bus_times(buses, offsets):
    modulus = reduce(lambda a, b: a * b, buses)
    t = 0
    for bus, offset in zip(buses, offsets):
        other = modulus // bus
        t += -offset * other * pow(other, -1, bus)
    return t % modulus


@snippet(["abc", "bca", "xyz", "cab", "zyx", "q"])
def anagram_groups(words):
    groups = {}
    for word in words:
        groups.setdefault("".join(sorted(word)), []).append(word)
    return sorted(groups.values(), key=lambda g: (-len(g), g[0]))
