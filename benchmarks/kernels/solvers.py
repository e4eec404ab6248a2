"""Factorisations and shortest paths: an outer loop in order, parallel loops inside."""

import numpy as np
from unpython import prange

from kernels import Kernel


def cholesky(a):
    for j in range(a.shape[0]):
        d = a[j, j]
        for k in range(j):
            d -= a[j, k] * a[j, k]
        a[j, j] = np.sqrt(d)
        for i in prange(j + 1, a.shape[0]):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            a[i, j] = s / a[j, j]


def lu(a):
    for k in range(a.shape[0]):
        for i in prange(k + 1, a.shape[0]):
            a[i, k] /= a[k, k]
            for j in range(k + 1, a.shape[0]):
                a[i, j] -= a[i, k] * a[k, j]


def floyd_warshall(d):
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            through = d[i, k]  # j = k stores to it, so that the loop over j is parallel only with a copy
            for j in prange(d.shape[0]):
                d[i, j] = min(d[i, j], through + d[k, j])


def _positive_definite(r, n):
    return (r.random((n, n)) + n * np.eye(n),)


KERNELS = {
    "cholesky": Kernel(lambda r: _positive_definite(r, 500), (0,)),
    "lu": Kernel(lambda r: _positive_definite(r, 500), (0,)),
    "floyd_warshall": Kernel(lambda r: (r.random((180, 180)),), (0,)),
}
