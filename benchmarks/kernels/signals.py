"""A filter and a sparse product."""

import numpy as np
from unpython import prange

from kernels import Kernel


def fir(x, h, y):
    for i in prange(y.shape[0]):
        s = 0.0
        for k in range(h.shape[0]):
            s += h[k] * x[i + k]
        y[i] = s


def spmv(start, column, value, x, y):
    for i in prange(y.shape[0]):
        s = 0.0
        for k in range(start[i], start[i + 1]):
            s += value[k] * x[column[k]]
        y[i] = s


def _sparse(r):
    rows, columns = 60_000, 50_000
    start = np.concatenate([[0], np.cumsum(r.integers(5, 35, rows))])
    return start, r.integers(0, columns, start[-1]), r.random(start[-1]), r.random(columns), np.empty(rows)


KERNELS = {
    "fir": Kernel(lambda r: (r.random(200_063), r.random(64), np.empty(200_000)), (2,)),
    "spmv": Kernel(_sparse, (4,)),
}
