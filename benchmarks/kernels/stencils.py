"""Stencils that sweep back and forth between two arrays (PolyBench)."""

from unpython import prange

from kernels import Kernel


def jacobi_1d(steps, a, b):
    for t in range(steps):
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1])
        for i in prange(1, a.shape[0] - 1):
            a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1])


def jacobi_2d(steps, a, b):
    for t in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1] + b[i + 1, j] + b[i - 1, j])


def heat_3d(steps, a, b):
    for t in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                for k in prange(1, a.shape[2] - 1):
                    b[i, j, k] = (
                        0.125 * (a[i + 1, j, k] - 2.0 * a[i, j, k] + a[i - 1, j, k])
                        + 0.125 * (a[i, j + 1, k] - 2.0 * a[i, j, k] + a[i, j - 1, k])
                        + 0.125 * (a[i, j, k + 1] - 2.0 * a[i, j, k] + a[i, j, k - 1])
                        + a[i, j, k]
                    )
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                for k in prange(1, a.shape[2] - 1):
                    a[i, j, k] = (
                        0.125 * (b[i + 1, j, k] - 2.0 * b[i, j, k] + b[i - 1, j, k])
                        + 0.125 * (b[i, j + 1, k] - 2.0 * b[i, j, k] + b[i, j - 1, k])
                        + 0.125 * (b[i, j, k + 1] - 2.0 * b[i, j, k] + b[i, j, k - 1])
                        + b[i, j, k]
                    )


KERNELS = {
    "jacobi_1d": Kernel(lambda r: (100, r.random(200_000), r.random(200_000)), (1, 2)),
    "jacobi_2d": Kernel(lambda r: (20, r.random((700, 700)), r.random((700, 700))), (1, 2)),
    "heat_3d": Kernel(lambda r: (10, r.random((90, 90, 90)), r.random((90, 90, 90))), (1, 2)),
}
