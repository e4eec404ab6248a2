"""capr and dich (papers/3): points of a grid that are relaxed one after the other, each from its newest neighbours."""

import math

import numpy as np
from program import Program

SWEEPS, SMALL_SWEEPS = 100, 12


def capacitance(columns, rows, inner_columns, inner_rows, factor, tolerance, most):
    """Of a line with a rectangular inner conductor, and the potential of a quarter of its section."""
    potential = np.zeros((columns + 1, rows + 1))
    weight = np.full((columns + 1, rows + 1), factor)
    for i in range(inner_columns + 1):
        for j in range(inner_rows + 1):
            potential[i, j] = 1.0
            weight[i, j] = 0.0
    before = capacity = 0.0
    for _ in range(most):
        for i in range(1, columns):
            for j in range(1, rows):
                beside = potential[i - 1, j] + potential[i + 1, j] + potential[i, j - 1] + potential[i, j + 1]
                potential[i, j] += weight[i, j] * (0.25 * beside - potential[i, j])
        for j in range(1, rows):
            beside = 2.0 * potential[1, j] + potential[0, j - 1] + potential[0, j + 1]
            potential[0, j] += weight[0, j] * (0.25 * beside - potential[0, j])
        for i in range(1, columns):
            beside = potential[i - 1, 0] + potential[i + 1, 0] + 2.0 * potential[i, 1]
            potential[i, 0] += weight[i, 0] * (0.25 * beside - potential[i, 0])
        charge = 0.0
        for i in range(columns):
            charge += (potential[i, rows - 1] + potential[i + 1, rows - 1]) * 0.5
        for j in range(rows):
            charge += (potential[columns - 1, j] + potential[columns - 1, j + 1]) * 0.5
        capacity = 4.0 * 8.854187 * charge
        if abs(capacity - before) < tolerance * capacity:
            break
        before = capacity
    return potential, capacity


def diagonals(grid):
    """The inner points of a grid in the order of its diagonals: a function from an offset in memory to views of their points."""
    rows, columns = grid.shape
    flat = grid.reshape(-1)
    for d in range(2, rows + columns - 3):
        first, last = max(1, d - columns + 2), min(rows - 2, d - 1)
        start, step = d + first * (columns - 1), columns - 1
        end = start + (last - first) * step + 1
        yield lambda offset, a=flat, s=start, e=end, k=step: a[s + offset : e + offset : k]


def capacitance_by_diagonals(columns, rows, inner_columns, inner_rows, factor, tolerance, most):
    potential, weight = np.zeros((columns + 1, rows + 1)), np.full((columns + 1, rows + 1), factor)
    potential[: inner_columns + 1, : inner_rows + 1], weight[: inner_columns + 1, : inner_rows + 1] = 1.0, 0.0
    before = capacity = 0.0
    steps = list(zip(diagonals(potential), diagonals(weight), strict=True))
    for _ in range(most):
        for at, weights in steps:
            points = at(0)
            points += weights(0) * (0.25 * (at(-rows - 1) + at(rows + 1) + at(-1) + at(1)) - points)
        for p, w in ((potential, weight), (potential.T, weight.T)):
            for j in range(1, p.shape[1] - 1):
                p[0, j] += w[0, j] * (0.25 * (2.0 * p[1, j] + p[0, j - 1] + p[0, j + 1]) - p[0, j])
        edges = potential[:, rows - 1], potential[columns - 1]
        capacity = 4.0 * 8.854187 * sum(((edge[:-1] + edge[1:]) * 0.5).sum() for edge in edges)
        if abs(capacity - before) < tolerance * capacity:
            break
        before = capacity
    return potential, capacity


def line(n):
    """The section is twice as high as wide; its inner conductor takes a quarter of each side."""
    return n, 2 * n, n // 4, n // 2, 1.5, 1e-9, SWEEPS if n > 64 else SMALL_SWEEPS


def dirichlet(rows, columns, borders, tolerance, most):
    """Laplace's equation on a rectangle whose four borders are given, by successive over-relaxation."""
    u = np.full((rows, columns), (borders[0] + borders[1] + borders[2] + borders[3]) / 4.0)
    for j in range(columns):
        u[0, j] = borders[0]
        u[rows - 1, j] = borders[1]
    for i in range(rows):
        u[i, 0] = borders[2]
        u[i, columns - 1] = borders[3]
    waves = math.cos(math.pi / (rows - 1)) + math.cos(math.pi / (columns - 1))
    factor = 4.0 / (2.0 + math.sqrt(4.0 - waves * waves))
    error, count = 1.0, 0
    while error > tolerance and count < most:
        error = 0.0
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                change = factor * (u[i, j + 1] + u[i, j - 1] + u[i + 1, j] + u[i - 1, j] - 4.0 * u[i, j]) / 4.0
                u[i, j] += change
                error = max(error, abs(change))
        count += 1
    return u, error


def dirichlet_by_diagonals(rows, columns, borders, tolerance, most):
    u = np.full((rows, columns), borders.mean())
    u[0], u[-1], u[:, 0], u[:, -1] = borders[0], borders[1], borders[2], borders[3]
    waves = np.cos(np.pi / (rows - 1)) + np.cos(np.pi / (columns - 1))
    factor = 4.0 / (2.0 + np.sqrt(4.0 - waves * waves))
    error, count, steps = 1.0, 0, list(diagonals(u))
    while error > tolerance and count < most:
        error = 0.0
        for at in steps:
            points = at(0)
            change = factor * (at(1) + at(-1) + at(columns) + at(-columns) - 4.0 * points) / 4.0
            points += change
            error = max(error, np.abs(change).max())
        count += 1
    return u, error


def rectangle(n):
    return n, n, np.array([100.0, 20.0, 50.0, 80.0]), 1e-9, SWEEPS if n > 64 else SMALL_SWEEPS


PROGRAMS = (
    Program(
        "capr", 3, line, capacitance, None, capacitance_by_diagonals, size=256, small=24, rtol=1e-9, atol=1e-12,
        sizes=(256, 500, 1000), growth=2,
    ),
    Program(
        "dich", 3, rectangle, dirichlet, None, dirichlet_by_diagonals, size=300, small=24, rtol=1e-9, atol=1e-9,
        sizes=(300, 2000, 4000), growth=2,
    ),
)  # fmt: skip
