"""Scalar Product of many pairs of vectors, and TMV, a transposed matrix times a vector, of all shapes (papers/5)."""

import numpy as np
from program import Program, over_rows
from unpython import prange


def scalar_products(a, b):
    made = np.empty(a.shape[0], dtype=a.dtype)
    for i in prange(a.shape[0]):
        s = a[i, 0] * 0
        for k in prange(a.shape[1]):
            s += a[i, k] * b[i, k]
        made[i] = s
    return made


def pairs(n):
    return tuple(np.random.default_rng(8).random((2, n, 4096)))


def tmv(matrix, x):
    y = np.empty(matrix.shape[1], dtype=matrix.dtype)
    for j in prange(matrix.shape[1]):
        s = x[0] * 0
        for i in prange(matrix.shape[0]):
            s += matrix[i, j] * x[i]
        y[j] = s
    return y


def shaped(columns_for_row):
    def make(n):
        rows = max(8, int((n / columns_for_row) ** 0.5) // 8 * 8)
        random = np.random.default_rng(9)
        return random.random((rows, max(1, int(rows * columns_for_row)))), random.random(rows)

    return make


def tmv_of(name, columns_for_row):
    graph, oracle = over_rows(tmv, 2), (lambda matrix, x: matrix.T @ x)
    return Program(name, 5, shaped(columns_for_row), tmv, graph, oracle, size=4_000_000, small=4096, rtol=1e-9, gather=sum)


PROGRAMS = (
    Program(
        "Scalar Product", 5, pairs, scalar_products, over_rows(scalar_products, 2), lambda a, b: (a * b).sum(axis=1),
        size=512, small=16, rtol=1e-9,
    ),
    tmv_of("TMV square", 1.0),
    tmv_of("TMV tall", 1 / 64),
    tmv_of("TMV wide", 64.0),
)  # fmt: skip
