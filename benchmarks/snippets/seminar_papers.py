"""More of what is written for a seminar."""

from __future__ import annotations

import math
from collections import deque

import numpy as np

from . import snippet


@snippet([(0, 1), (1, 2), (3, 4)], 6)
def components(edges, n):
    neighbours = {i: set() for i in range(n)}
    for a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    seen = set()
    found = []
    for start in range(n):
        if start in seen:
            continue
        queue = deque([start])
        seen.add(start)
        members = []
        while queue:
            node = queue.popleft()
            members.append(node)
            for other in sorted(neighbours[node]):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        found.append(members)
    return found


@snippet(np.array([2.0, 4.0, 8.0]), np.array([1.0, 2.0, 3.0]))
def fit_line(y, x):
    slope, intercept = np.polyfit(x, y, 1)
    residuals = y - (slope * x + intercept)
    return {"slope": slope, "intercept": intercept, "rms": np.sqrt(np.mean(residuals**2))}


@snippet([1, 1, 2, 3, 3, 3, 1])
def run_lengths(values):
    runs = []
    current = values[0]
    count = 0
    for v in values:
        if v == current:
            count += 1
        else:
            runs.append((current, count))
            current = v
            count = 1
    runs.append((current, count))
    return runs


@snippet([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0])
def gauss(matrix, rhs):
    n = len(rhs)
    a = [row[:] + [rhs[i]] for i, row in enumerate(matrix)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda r: abs(a[r][k]))
        a[k], a[pivot] = a[pivot], a[k]
        for i in range(k + 1, n):
            factor = a[i][k] / a[k][k]
            for j in range(k, n + 1):
                a[i][j] -= factor * a[k][j]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        x[i] = (a[i][n] - sum(a[i][j] * x[j] for j in range(i + 1, n))) / a[i][i]
    return x


@snippet(12)
def pascal_row(n):
    row = [1]
    for _ in range(n):
        row = [a + b for a, b in zip([0, *row], [*row, 0])]
    return row


@snippet([("x", 3), ("y", 1), ("x", 5), ("z", 2), ("y", 7)])
def best_per_key(pairs):
    best = {}
    for key, value in pairs:
        if key not in best or value > best[key]:
            best[key] = value
    return sorted(best.items(), key=lambda item: -item[1])


@snippet("3 4 + 2 * 7 -")
def reverse_polish(expression):
    stack = []
    for token in expression.split():
        if token in "+-*":
            b = stack.pop()
            a = stack.pop()
            if token == "+":
                stack.append(a + b)
            elif token == "-":
                stack.append(a - b)
            else:
                stack.append(a * b)
        else:
            stack.append(int(token))
    return stack[0]


@snippet(np.array([[4.0, 1.0], [2.0, 3.0]]), 50)
def power_method(a, steps):
    v = np.ones(a.shape[0])
    value = 0.0
    for _ in range(steps):
        w = a @ v
        value = np.linalg.norm(w)
        v = w / value
    return value, v


@snippet(10, 2, 0.5, 40)
def predator_prey(rabbits, foxes, dt, steps):
    history = [(0, rabbits, foxes)]
    for step in range(1, steps + 1):
        births = 0.1 * rabbits
        eaten = 0.02 * rabbits * foxes
        rabbits = rabbits + dt * (births - eaten)
        foxes = foxes + dt * (0.01 * rabbits * foxes - 0.1 * foxes)
        history.append((step, rabbits, foxes))
    return history[-1], max(h[1] for h in history)


@snippet([3, 7, 1, 9, 4], 3)
def k_largest(values, k):
    top = []
    for v in values:
        if len(top) < k:
            top.append(v)
            top.sort()
        elif v > top[0]:
            top[0] = v
            top.sort()
    return top[::-1]


@snippet(np.array([1.0, 2.0, np.nan, 4.0, np.nan]))
def fill_forward(x):
    result = x.copy()
    last = None
    for i, v in enumerate(x):
        if np.isnan(v):
            if last is not None:
                result[i] = last
        else:
            last = v
    return result


@snippet([2, 7, 11, 15], 9)
def two_sum(numbers, target):
    seen = {}
    for i, n in enumerate(numbers):
        if target - n in seen:
            return seen[target - n], i
        seen[n] = i
    return None


@snippet("{[()]}(")
def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for character in text:
        if character in "([{":
            stack.append(character)
        elif character in pairs:
            if not stack or stack.pop() != pairs[character]:
                return False
    return not stack


@snippet(3, 4)
def multiplication_table(rows, columns):
    lines = []
    for i in range(1, rows + 1):
        lines.append(" ".join(f"{i * j:3d}" for j in range(1, columns + 1)))
    return "\n".join(lines)


@snippet([0.5, 1.5, 2.5, 2.7, 9.9], [0, 1, 2, 3])
def bin_counts(values, edges):
    counts = [0] * (len(edges) - 1)
    outside = 0
    for v in values:
        for k in range(len(edges) - 1):
            if edges[k] <= v < edges[k + 1]:
                counts[k] += 1
                break
        else:
            outside += 1
    return counts, outside


class Vector:
    def __init__(self, *parts):
        self.parts = list(parts)

    def __add__(self, other):
        return Vector(*[a + b for a, b in zip(self.parts, other.parts)])

    def __mul__(self, factor):
        return Vector(*[factor * a for a in self.parts])

    def norm(self):
        return math.sqrt(sum(a * a for a in self.parts))


@snippet(3.0, 0.1)
def falling_ball(height, dt):
    position = Vector(0.0, height)
    velocity = Vector(1.0, 0.0)
    gravity = Vector(0.0, -9.81)
    steps = 0
    while position.parts[1] > 0:
        velocity = velocity + gravity * dt
        position = position + velocity * dt
        steps += 1
    return steps, velocity.norm()


@snippet(100)
def sieve(limit):
    candidates = set(range(2, limit))
    primes = []
    while candidates:
        p = min(candidates)
        primes.append(p)
        candidates -= set(range(p, limit, p))
    return primes


@snippet([1, 2, 3, 4, 5, 6], 3)
def sliding_sums(values, width):
    return [sum(values[i : i + width]) for i in range(len(values) - width + 1)], max(values), values[0] * 0.5
