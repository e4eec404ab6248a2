"""The updates of symmetric matrices and the stencil of papers/1, and its CP with papers/2's: atoms as rows of one array."""

import numpy as np
from coulomb import by_numpy as potential_by_numpy
from coulomb import make as charges
from coulomb import over_rows, potential
from program import Program
from unpython import prange

COLUMNS = 256


def rank_k(a, c0):
    c = c0.copy()
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            s = c[i, j]
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = s
    return c


def rank_2k(a, b, c0):
    c = c0.copy()
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            s = c[i, j]
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k] + b[i, k] * a[j, k]
            c[i, j] = s
    return c


def lower(change, c0):
    return c0 + np.tril(change)


def matrices(count, dtype):
    def make(n):
        random = np.random.default_rng(28)
        columns = COLUMNS if n > 100 else 9
        factors = random.random((count, n, columns)).astype(dtype)
        return (*factors, random.random((n, n)).astype(dtype))

    return make


def stencil(a):
    b = np.zeros(a.shape)
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = 0.5 * a[i, j] + 0.125 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
    return b


def stencil_by_numpy(a):
    b = np.zeros(a.shape)
    b[1:-1, 1:-1] = 0.5 * a[1:-1, 1:-1] + 0.125 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
    return b


def updates(letter, dtype):
    rtol = 1e-4 if dtype is np.float32 else 1e-11
    for name, count, loops, oracle in (
        ("Rank-k", 1, rank_k, lambda a, c: lower(a @ a.T, c)),
        ("Rank-2k", 2, rank_2k, lambda a, b, c: lower(a @ b.T + b @ a.T, c)),
    ):
        yield Program(
            name + letter, 1, matrices(count, dtype), loops, None, oracle, size=2048, small=24, rtol=rtol, growth=2,
            sizes=(2048,),
        )  # fmt: skip


PROGRAMS = (
    *updates("S", np.float32),
    *updates("D", np.float64),
    Program(
        "Stencil", 1, lambda n: (np.random.default_rng(29).random((n, n)),), stencil, None, stencil_by_numpy, size=2048, small=24,
        sizes=(2048,), growth=2,
    ),
    Program("CP", 1, charges, potential, over_rows(potential), potential_by_numpy, size=512, small=20, rtol=2e-4, growth=2),
    Program("CP 512", 2, charges, potential, over_rows(potential), potential_by_numpy, size=512, small=28, rtol=2e-4, growth=2),
)  # fmt: skip
