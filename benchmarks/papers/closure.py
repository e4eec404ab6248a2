"""clos (papers/3): the transitive closure of a graph: its matrix is multiplied with itself until all paths are in it. And the
products of papers/1, 2 and 3: matrices of both types."""

import numpy as np
from program import Program
from unpython import prange


def closure(edges):
    n = edges.shape[0]
    paths = edges.copy()
    longer = np.empty_like(edges)
    length = n // 2
    while length >= 1:
        for i in prange(n):
            for j in prange(n):
                s = edges[0, 0] * 0
                for k in range(n):
                    s += paths[i, k] * paths[k, j]
                longer[i, j] = s
        for i in prange(n):
            for j in prange(n):
                paths[i, j] = 1.0 if longer[i, j] > 0.0 else 0.0
        length //= 2
    return paths


def by_numpy(edges):
    paths, length = edges, len(edges) // 2
    while length >= 1:
        paths, length = (paths @ paths > 0).astype(edges.dtype), length // 2
    return paths


def make(n):
    edges = np.eye(n, dtype=np.float32)
    rows, columns = np.nonzero(np.outer(np.arange(1, n + 1), np.arange(1, n + 1)) < n / 2)
    edges[n - 1 - rows, (rows + columns + 1) % n] = 1
    edges[rows, n - 2 - rows - columns] = 1
    return (edges,)


def product(a, b):
    c = np.empty((a.shape[0], b.shape[1]), dtype=a.dtype)
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = a[0, 0] * 0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return c


def matrices(dtype):
    def two(n):
        return tuple(np.random.default_rng(22).random((2, n, n)).astype(dtype))

    return two


def product_of(name, paper, dtype, size, sizes=()):
    rtol = 1e-4 if dtype is np.float32 else 1e-12
    return Program(
        name, paper, matrices(dtype), product, None, np.matmul, size=size, small=40, rtol=rtol, sizes=sizes or (size,), growth=2,
    )  # fmt: skip


PROGRAMS = (
    Program("clos", 3, make, closure, None, by_numpy, size=1024, small=24, sizes=(1024, 2048, 4096), growth=2),
    product_of("MatrixMul", 3, np.float64, 1024, (1024, 2048)),
    product_of("MmultS", 1, np.float32, 4096),
    product_of("MmultD", 1, np.float64, 4096),
    product_of("MM", 2, np.float32, 4096),
)
