"""BiCGSTAB and SVM training (papers/5), each for several problems: rows are right sides, or settings of a training."""

import numpy as np
from program import Program, over_rows
from unpython import prange

STEPS, ROUNDS = 12, 60


def products(matrix, x, y):
    for row in prange(x.shape[0]):
        for i in prange(matrix.shape[0]):
            s = 0.0
            for k in range(matrix.shape[1]):
                s += matrix[i, k] * x[row, k]
            y[row, i] = s


def bicgstab(sides, matrix):
    """Each step is done for all right sides before the next one: what is parallel is all of them with all unknowns."""
    count, n = sides.shape
    x, r, p = np.zeros((count, n)), sides.copy(), np.zeros((count, n))
    v, s, t = np.zeros((count, n)), np.zeros((count, n)), np.zeros((count, n))
    rho, alpha, omega, beta = np.ones(count), np.ones(count), np.ones(count), np.ones(count)
    for _ in range(STEPS):
        for row in prange(count):
            now = 0.0
            for i in prange(n):
                now += sides[row, i] * r[row, i]
            beta[row] = now / rho[row] * (alpha[row] / omega[row])
            rho[row] = now
        for row in prange(count):
            for i in prange(n):
                p[row, i] = r[row, i] + beta[row] * (p[row, i] - omega[row] * v[row, i])
        products(matrix, p, v)
        for row in prange(count):
            along = 0.0
            for i in prange(n):
                along += sides[row, i] * v[row, i]
            alpha[row] = rho[row] / along
        for row in prange(count):
            for i in prange(n):
                s[row, i] = r[row, i] - alpha[row] * v[row, i]
        products(matrix, s, t)
        for row in prange(count):
            both = alone = 0.0
            for i in prange(n):
                both += t[row, i] * s[row, i]
                alone += t[row, i] * t[row, i]
            omega[row] = both / alone
        for row in prange(count):
            for i in prange(n):
                x[row, i] += alpha[row] * p[row, i] + omega[row] * s[row, i]
                r[row, i] = s[row, i] - omega[row] * t[row, i]
    return x


def systems(n):
    random = np.random.default_rng(15)
    return random.random((16, n)), random.random((n, n)) / n + 2.0 * np.eye(n)


def trained(settings, samples, labels):
    """Weights of the samples in a support vector machine with a Gaussian kernel, by projected steps along the gradient of the dual.
    A setting is the width of the kernel and the largest weight."""
    n = samples.shape[0]
    weights = np.zeros((settings.shape[0], n))
    kernel, steps = np.empty((n, n)), np.empty(n)
    for m in range(settings.shape[0]):
        width, largest = settings[m, 0], settings[m, 1]
        for i in prange(n):
            for j in range(n):
                apart = 0.0
                for k in range(samples.shape[1]):
                    apart += (samples[i, k] - samples[j, k]) ** 2
                kernel[i, j] = np.exp(-width * apart)
        for _ in range(ROUNDS):
            for i in prange(n):
                s = 0.0
                for j in range(n):
                    s += weights[m, j] * labels[j] * kernel[i, j]
                steps[i] = 0.02 * (1.0 - labels[i] * s)
            for i in prange(n):
                weights[m, i] = min(max(weights[m, i] + steps[i], 0.0), largest)
    return weights


def trained_by_numpy(settings, samples, labels):
    apart = ((samples[:, None] - samples) ** 2).sum(axis=2)
    made = []
    for width, largest in settings:
        kernel, weights = np.exp(-width * apart), np.zeros(len(samples))
        for _ in range(ROUNDS):
            weights = np.clip(weights + 0.02 * (1.0 - labels * (kernel @ (weights * labels))), 0.0, largest)
        made.append(weights)
    return np.stack(made)


def clouds(n):
    random = np.random.default_rng(16)
    labels = np.where(np.arange(n) % 2, 1.0, -1.0)
    return random.uniform((0.5, 0.5), (2.0, 1.5), (8, 2)), random.normal(labels[:, None], 1.0, (n, 4)), labels


PROGRAMS = (
    Program(
        "BiCGSTAB", 5, systems, bicgstab, over_rows(bicgstab), lambda sides, matrix: np.linalg.solve(matrix, sides.T).T,
        size=512, small=16, rtol=1e-6, atol=1e-8,
    ),
    Program("SVM training", 5, clouds, trained, over_rows(trained), trained_by_numpy, size=400, small=24, rtol=1e-8, atol=1e-10),
)  # fmt: skip
