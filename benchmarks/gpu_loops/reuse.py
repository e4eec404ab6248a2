"""Loops whose data is used again, as users write them; tuned.py has each by hand."""

from __future__ import annotations

import numpy as np
from unpython import prange

from gpu_loops.loops import black_scholes, coulomb, fir, mandelbrot, stencil


def sum_of_distances(x, y, z, out):
    for i in prange(x.shape[0]):
        s = out.dtype.type(0)
        for j in range(x.shape[0]):
            dx = x[i] - x[j]
            dy = y[i] - y[j]
            dz = z[i] - z[j]
            s += np.sqrt(dx * dx + dy * dy + dz * dz)
        out[i] = s


def convolution(a, weights, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            s = out.dtype.type(0)
            for p in range(weights.shape[0]):
                for q in range(weights.shape[1]):
                    s += a[i + p, j + q] * weights[p, q]
            out[i, j] = s


def stencil9(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = (
                0.5 * a[i, j]
                + 0.1 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
                + 0.025 * (a[i - 1, j - 1] + a[i - 1, j + 1] + a[i + 1, j - 1] + a[i + 1, j + 1])
            )


def stencil7(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            for k in prange(1, a.shape[2] - 1):
                b[i, j, k] = 0.4 * a[i, j, k] + 0.1 * (
                    a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k] + a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1]
                )


def stencil27(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            for k in prange(1, a.shape[2] - 1):
                s = a.dtype.type(0)
                for p in range(-1, 2):
                    for q in range(-1, 2):
                        for r in range(-1, 2):
                            s += a[i + p, j + q, k + r]
                b[i, j, k] = s * (1.0 / 27.0)


def fdtd(ex, ey, hz):
    for i in prange(1, hz.shape[0]):
        for j in prange(hz.shape[1]):
            ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])
    for i in prange(hz.shape[0]):
        for j in prange(1, hz.shape[1]):
            ex[i, j] = ex[i, j] - 0.5 * (hz[i, j] - hz[i, j - 1])
    for i in prange(hz.shape[0] - 1):
        for j in prange(hz.shape[1] - 1):
            hz[i, j] = hz[i, j] - 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def sweeps(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i - 1, j] + b[i + 1, j] + b[i, j - 1] + b[i, j + 1])


LOOPS = {"stencil5": stencil} | {
    loop.__name__: loop
    for loop in (sum_of_distances, coulomb, fir, convolution, stencil9, stencil7, stencil27, fdtd, black_scholes, mandelbrot)
}
