"""Runs a few kernels of every kind once and compares with NumPy: small enough for compute-sanitizer to watch.

    compute-sanitizer --tool memcheck --error-exitcode 9 python tests/gpu/kernels_once.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"


def saxpy(a, b, factor):
    for i in prange(a.shape[0]):
        b[i] = a[i] * factor + b[i]


def stencil(u, v):
    for i in prange(1, u.shape[0] - 1):
        for j in prange(1, u.shape[1] - 1):
            v[i, j] = u[i, j] + 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def products_of_rows(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[0]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
            c[i, j] = s


def matrix_vector(a, x, y):
    for i in prange(a.shape[0]):
        s = y[i]
        for k in range(a.shape[1]):
            s += a[i, k] * x[k]
        for k in range(a.shape[1]):
            s -= a[i, a.shape[1] - 1 - k]
        y[i] = s


def total(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    return s


def smallest(a):
    best = a[0]
    where = 0
    for i in prange(a.shape[0]):
        if a[i] < best:
            best = a[i]
            where = i
    return where


def histogram(index, counts):
    for i in prange(index.shape[0]):
        counts[index[i]] += 1


def sums_of_columns(a, y):
    for j in prange(a.shape[1]):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i, j]
        y[j] = s


def lower_half(a, y):
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            y[i, j] = a[i, j] * 2.0


def chosen(a, places):
    found = np.flatnonzero(a > 0.3)
    for i in prange(found.shape[0]):
        places[i] = found[i]


def steps(u, v, count):
    for _ in range(count):
        for i in prange(1, u.shape[0] - 1):
            v[i] = u[i - 1] + u[i + 1]
        v[0] = u[0]
        for i in prange(u.shape[0]):
            u[i] = v[i]


def sweeps(u, v, count):
    for _ in range(count):
        for i in prange(1, u.shape[0] - 1):
            for j in prange(1, u.shape[1] - 1):
                v[i, j] = 0.5 * (u[i - 1, j] + u[i, j + 1])
        for i in prange(1, u.shape[0] - 1):
            for j in prange(1, u.shape[1] - 1):
                u[i, j] = 0.5 * (v[i + 1, j] + v[i, j - 1])


def checked(a, index, out):
    for i in prange(index.shape[0]):
        out[i] = a[index[i]]


def cases():
    rng = np.random.default_rng(1)
    n = 1037
    a, b = rng.random(n), rng.random(n)
    m, k = rng.random((67, 45)), rng.random((45, 71))
    yield saxpy, (a, b, 2.0)
    yield saxpy, (a[::-3], b[1::3][:346], 2.0)
    yield stencil, (m, np.zeros_like(m))
    yield stencil, (m.T, np.zeros_like(m.T))
    yield product, (m, k, np.zeros((67, 71)))
    yield products_of_rows, (m, rng.random((41, 45)), np.zeros((67, 41)))
    yield matrix_vector, (m, rng.random(45), np.zeros(67))
    yield total, (a,)
    yield smallest, (a,)
    yield histogram, (rng.integers(0, 17, n), np.zeros(17, np.int64))
    yield histogram, (rng.integers(-17, 17, 300_000), np.zeros(17, np.int64))  # groups share it
    yield sums_of_columns, (rng.random((1500, 45)), np.zeros(45))
    yield lower_half, (rng.random((70, 70)), np.zeros((70, 70)))
    yield chosen, (a, np.zeros(n, np.int64))
    yield steps, (a.copy(), np.zeros(n), 3)
    yield sweeps, (rng.random((36, 70)), rng.random((36, 70)), 12)  # several nests for one load
    yield checked, (a, rng.integers(-n, n, n), np.zeros(n))


def main() -> int:
    wrong = 0
    for function, arguments in cases():
        expected = [x.copy() if isinstance(x, np.ndarray) else x for x in arguments]
        result = function(*expected)
        compiled = up.gpu(device=DEVICE, strict=False)(function)
        found = compiled(*arguments)
        right = found is None or np.isclose(found, result)
        right = right and all(np.allclose(x, y) for x, y in zip(arguments, expected, strict=True))
        wrong += not right
        print(f"{'ok ' if right else 'BAD'} {function.__name__} on {compiled.ran_on}", flush=True)
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
