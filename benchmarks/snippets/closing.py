"""Thirty programs that were written when all else was done; the first half."""
from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict
from dataclasses import dataclass

from snippets import snippet


@snippet("7,4,9,5,11\n\n22 13 17\n8 2 23\n1 12 20", 3)
def bingo(text, size):
    parts = text.split("\n\n")
    draws = [int(x) for x in parts[0].split(",")]
    board = [[int(x) for x in line.split()] for line in parts[1].splitlines()]
    marked = set()
    score = 0
    for d in draws:
        for r in range(size):
            for c in range(size):
                if board[r][c] == d:
                    marked.add((r, c))
    for r in range(size):
        for c in range(size):
            if (r, c) not in marked:
                score += board[r][c]
    return score, len(marked)


@snippet("forward 5\ndown 5\nforward 8\nup 3\ndown 8\nforward 2")
def submarine(text):
    x = depth = aim = 0
    for line in text.splitlines():
        match line.split():
            case ["forward", n]:
                x += int(n)
                depth += aim * int(n)
            case ["down", n]:
                aim += int(n)
            case ["up", n]:
                aim -= int(n)
    return x * depth


@snippet(["00100", "11110", "10110", "10111", "10101", "01111"])
def diagnostics(rows):
    gamma = ""
    for column in zip(*rows):
        gamma += "1" if column.count("1") * 2 >= len(rows) else "0"
    g = int(gamma, 2)
    epsilon = g ^ (2 ** len(gamma) - 1)
    return gamma, g * epsilon


@snippet("0,9 -> 5,9\n8,0 -> 0,8\n9,4 -> 3,4\n2,2 -> 2,1")
def vents(text):
    grid = defaultdict(int)
    for line in text.split("\n"):
        a, b = line.split(" -> ")
        x1, y1 = map(int, a.split(","))
        x2, y2 = map(int, b.split(","))
        dx = (x2 > x1) - (x2 < x1)
        dy = (y2 > y1) - (y2 < y1)
        x, y = x1, y1
        while (x, y) != (x2 + dx, y2 + dy):
            grid[x, y] += 1
            x, y = x + dx, y + dy
    return sum(1 for v in grid.values() if v > 1), len(grid)


@snippet([3, 4, 3, 1, 2], 80)
def lanternfish(ages, days):
    counts = [0] * 9
    for a in ages:
        counts[a] += 1
    for _ in range(days):
        zero = counts.pop(0)
        counts[6] += zero
        counts.append(zero)
    return sum(counts)


@snippet(["2199943210", "3987894921", "9856789892", "8767896789", "9899965678"])
def basins(rows):
    heights = {(r, c): int(ch) for r, row in enumerate(rows) for c, ch in enumerate(row)}
    seen = set()
    sizes = []
    for start in heights:
        if start in seen or heights[start] == 9:
            continue
        stack = [start]
        seen.add(start)
        size = 0
        while stack:
            r, c = stack.pop()
            size += 1
            for p in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if p in heights and p not in seen and heights[p] != 9:
                    seen.add(p)
                    stack.append(p)
        sizes.append(size)
    sizes.sort(reverse=True)
    return sizes[:3], sizes[0] * sizes[1] * sizes[2]


@snippet(["[({(<(())[]>[[{[]{<()<>>", "{([(<{}[<>[]}>{[]{[(<()>", "[[<[([]))<([[{}[[()]]]"])
def syntax_scores(lines):
    closing = {"(": ")", "[": "]", "{": "}", "<": ">"}
    points = {")": 3, "]": 57, "}": 1197, ">": 25137}
    score = 0
    for line in lines:
        expected = []
        for ch in line:
            if ch in closing:
                expected.append(closing[ch])
            elif ch != expected.pop():
                score += points[ch]
                break
    return score


@snippet("NNCB", {"CH": "B", "HH": "N", "CB": "H", "NH": "C", "HB": "C", "HC": "B", "HN": "C", "NN": "C", "BH": "H", "NC": "B", "NB": "B", "BN": "B", "BB": "N", "BC": "B", "CC": "N", "CN": "C"}, 6)
def polymer(start, rules, steps):
    pairs = Counter(start[i:i + 2] for i in range(len(start) - 1))
    letters = Counter(start)
    for _ in range(steps):
        new = Counter()
        for pair, n in pairs.items():
            middle = rules[pair]
            new[pair[0] + middle] += n
            new[middle + pair[1]] += n
            letters[middle] += n
        pairs = new
    ordered = letters.most_common()
    return ordered[0][1] - ordered[-1][1]


@snippet([[1, 1, 6, 3], [1, 3, 8, 1], [2, 1, 3, 6], [3, 6, 9, 4]])
def lowest_risk(grid):
    n = len(grid)
    best = {(0, 0): 0}
    queue = [(0, 0, 0)]
    while queue:
        risk, r, c = heapq.heappop(queue)
        if r == n - 1 and c == n - 1:
            return risk
        for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            y, x = r + dr, c + dc
            if 0 <= y < n and 0 <= x < n:
                new = risk + grid[y][x]
                if (y, x) not in best or new < best[(y, x)]:
                    best[(y, x)] = new
                    heapq.heappush(queue, (new, y, x))


class Thermostat:
    def __init__(self, target, band=0.5):
        self.target = target
        self.band = band
        self.on = False
        self.switches = 0

    def update(self, temperature):
        if self.on and temperature > self.target + self.band:
            self.on = False
            self.switches += 1
        elif not self.on and temperature < self.target - self.band:
            self.on = True
            self.switches += 1
        return self.on


@snippet(15.0, 300)
def heat_room(t, steps):
    control = Thermostat(20.0)
    log = []
    for k in range(steps):
        heating = 0.4 if control.update(t) else 0.0
        t += heating - 0.02 * (t - 10.0)
        log.append(t)
    return round(t, 6), control.switches, min(log[100:]), max(log[100:])


class Polynomial:
    def __init__(self, coefficients):
        self.c = list(coefficients)

    def __call__(self, x):
        result = 0
        for a in reversed(self.c):
            result = result * x + a
        return result

    def __add__(self, other):
        pairs = itertools.zip_longest(self.c, other.c, fillvalue=0)
        return Polynomial([a + b for a, b in pairs])

    def __mul__(self, other):
        out = [0] * (len(self.c) + len(other.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Polynomial(out)

    def derivative(self):
        return Polynomial([i * a for i, a in enumerate(self.c)][1:])


@snippet([1, -3, 2], [0, 1])
def polynomials(p, q):
    a, b = Polynomial(p), Polynomial(q)
    c = a * b + a
    return c.c, c(3), c.derivative().c


@dataclass
class Student:
    name: str
    grades: list

    def mean(self):
        return sum(self.grades) / len(self.grades)


@snippet([("Ann", [1, 2, 2]), ("Bo", [3, 3, 1, 2]), ("Cy", [1, 1])])
def ranking(rows):
    students = [Student(n, g) for n, g in rows]
    students.sort(key=lambda s: (s.mean(), s.name))
    lines = [f"{i}. {s.name:<5}{s.mean():5.2f}" for i, s in enumerate(students, start=1)]
    return lines
