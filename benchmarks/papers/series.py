"""JG-Series (papers/4): Fourier coefficients of (x + 1) ** x on [0, 2], each by the trapezoid rule. A row is the number of a
coefficient."""

import numpy as np
from program import Program, over_rows
from unpython import prange

POINTS = 1000


def coefficients(numbers):
    made = np.empty((numbers.shape[0], 2))
    values = np.empty(POINTS + 1)
    for k in prange(POINTS + 1):
        x = 2.0 * k / POINTS
        values[k] = (x + 1.0) ** x * (0.5 if k == 0 or k == POINTS else 1.0)
    for i in prange(numbers.shape[0]):
        omega = np.pi * numbers[i]
        a = b = numbers[i] * 0
        for k in range(POINTS + 1):
            angle = omega * (k * (2.0 / POINTS))
            a += values[k] * np.cos(angle)
            b += values[k] * np.sin(angle)
        made[i, 0] = a * 2.0 / POINTS
        made[i, 1] = b * 2.0 / POINTS
    return made


def by_numpy(numbers):
    x = 2.0 * np.arange(POINTS + 1) / POINTS
    value = (x + 1.0) ** x
    value[[0, -1]] *= 0.5
    made = []
    for some in np.array_split(numbers, max(1, len(numbers) // 512)):
        angle = np.pi * some[:, None] * x
        made.append(np.stack((np.cos(angle) @ value, np.sin(angle) @ value), axis=1) * (2.0 / POINTS))
    return np.concatenate(made)


def make(n):
    return (np.arange(n, dtype=float),)


PROGRAM = Program("JG-Series", 4, make, coefficients, over_rows(coefficients), by_numpy, size=4096, small=40, rtol=1e-9, atol=1e-9)
