"""crni and fiff (papers/3): the heat equation by Crank and Nicholson, a system of three diagonals each step, and the wave
equation by finite differences. A row of the result is a time, as a column is in Matlab, whose matrices lie by columns."""

import math

import numpy as np
from program import Program
from unpython import prange


def heat(length, time, speed, left, right, n, times):
    h, k = length / (n - 1), time / (times - 1)
    r = speed * speed * k / (h * h)
    middle, before = 2.0 + 2.0 / r, 2.0 / r - 2.0
    u = np.zeros((times, n))
    for i in prange(1, n - 1):
        u[0, i] = math.sin(math.pi * h * i) + math.sin(3.0 * math.pi * h * i)
    for t in range(times):
        u[t, 0], u[t, n - 1] = left, right
    diagonal, side = np.empty(n), np.empty(n)
    for t in range(1, times):
        side[0], side[n - 1] = left, right
        for i in prange(1, n - 1):
            side[i] = u[t - 1, i - 1] + u[t - 1, i + 1] + before * u[t - 1, i]
        for i in prange(n):
            diagonal[i] = middle
        diagonal[0] = diagonal[n - 1] = 1.0
        for i in range(1, n):  # a row is -1, middle, -1; the first and the last one have only the diagonal
            below = 0.0 if i == n - 1 else -1.0
            above = 0.0 if i == 1 else -1.0
            times_above = below / diagonal[i - 1]
            diagonal[i] -= times_above * above
            side[i] -= times_above * side[i - 1]
        u[t, n - 1] = side[n - 1] / diagonal[n - 1]
        for i in range(n - 2, -1, -1):
            above = 0.0 if i == 0 else -1.0
            u[t, i] = (side[i] - above * u[t, i + 1]) / diagonal[i]
    return u


def heat_by_numpy(length, time, speed, left, right, n, times):
    h, k = length / (n - 1), time / (times - 1)
    r = speed * speed * k / (h * h)
    u = np.zeros((times, n))
    x = h * np.arange(1, n - 1)
    u[0, 1:-1] = np.sin(np.pi * x) + np.sin(3 * np.pi * x)
    u[:, 0], u[:, -1] = left, right
    # The matrix is the same at each step: its inverse, column by column, from the eigenvectors of the three diagonals.
    waves = np.arange(1, n - 1) * np.pi / (n - 1)
    vectors = np.sqrt(2 / (n - 1)) * np.sin(np.outer(waves, np.arange(1, n - 1)))
    values = 2.0 + 2.0 / r - 2.0 * np.cos(waves)
    for t in range(1, times):
        side = u[t - 1, :-2] + u[t - 1, 2:] + (2.0 / r - 2.0) * u[t - 1, 1:-1]
        side[0] += left
        side[-1] += right
        u[t, 1:-1] = vectors @ ((vectors @ side) / values)
    return u


def rod(n):
    return 1.0, 0.1, 1.0, 0.1, 0.3, n, n // 2


def wave(length, time, speed, n, times):
    h, k = length / (n - 1), time / (times - 1)
    r = speed * k / h
    u = np.zeros((times, n))
    for i in prange(1, n - 1):
        u[0, i] = math.sin(math.pi * h * i)
        u[1, i] = (1.0 - r * r) * math.sin(math.pi * h * i) + 0.5 * r * r * (
            math.sin(math.pi * h * (i + 1)) + math.sin(math.pi * h * (i - 1))
        )
    for t in range(2, times):
        for i in prange(1, n - 1):
            u[t, i] = (2.0 - 2.0 * r * r) * u[t - 1, i] + r * r * (u[t - 1, i - 1] + u[t - 1, i + 1]) - u[t - 2, i]
    return u


def wave_by_numpy(length, time, speed, n, times):
    h, k = length / (n - 1), time / (times - 1)
    r = speed * k / h
    u = np.zeros((times, n))
    start = np.sin(np.pi * h * np.arange(n))
    u[0, 1:-1] = start[1:-1]
    u[1, 1:-1] = (1 - r * r) * start[1:-1] + 0.5 * r * r * (start[2:] + start[:-2])
    for t in range(2, times):
        u[t, 1:-1] = (2 - 2 * r * r) * u[t - 1, 1:-1] + r * r * (u[t - 1, :-2] + u[t - 1, 2:]) - u[t - 2, 1:-1]
    return u


def string(n):
    return 1.0, 0.5, 2.0, n, n


PROGRAMS = (
    Program(
        "crni", 3, rod, heat, None, heat_by_numpy, size=2000, small=32, rtol=1e-7, atol=1e-9, sizes=(2000, 4000, 8000), growth=2,
    ),
    Program(
        "fiff", 3, string, wave, None, wave_by_numpy, size=450, small=24, rtol=1e-9, atol=1e-9, sizes=(450, 2000, 4096), growth=2,
    ),
)  # fmt: skip
