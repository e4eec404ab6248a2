"""The same loops as plain kernels of numba-cuda: one thread per iteration, the last axis on x, no tuning.

Each entry of LAUNCH starts its kernel on device arrays, in the argument order of the loop of the same name.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numba import cuda, float32

if not cuda.is_available():
    raise ImportError("numba sees no GPU")

BLOCK = (32, 8)


def to_device(array: np.ndarray) -> object:
    return cuda.to_device(array)


def wait() -> None:
    cuda.synchronize()


@cuda.jit
def matrix_product(a, b, c):
    j, i = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = float32(0)
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s


@cuda.jit
def distances(p, d):
    j, i = cuda.grid(2)
    if i < d.shape[0] and j < d.shape[1]:
        s = float32(0)
        for k in range(p.shape[1]):
            x = p[i, k] - p[j, k]
            s += x * x
        d[i, j] = math.sqrt(s)


@cuda.jit
def coulomb(atoms, spacing, v):
    x, y = cuda.grid(2)
    if y < v.shape[0] and x < v.shape[1]:
        s = float32(0)
        px = float32(x) * spacing
        py = float32(y) * spacing
        for k in range(atoms.shape[0]):
            dx = px - atoms[k, 0]
            dy = py - atoms[k, 1]
            s += atoms[k, 3] / math.sqrt(dx * dx + dy * dy + atoms[k, 2] * atoms[k, 2])
        v[y, x] = s


@cuda.jit
def black_scholes(price, strike, years, call, put, rate, volatility):
    j, i = cuda.grid(2)
    if i < price.shape[0] and j < price.shape[1]:
        root = math.sqrt(years[i, j])
        d1 = (math.log(price[i, j] / strike[i, j]) + (rate + 0.5 * volatility * volatility) * years[i, j]) / (volatility * root)
        d2 = d1 - volatility * root
        n1 = 0.5 + 0.5 * math.erf(d1 * 0.7071067811865476)
        n2 = 0.5 + 0.5 * math.erf(d2 * 0.7071067811865476)
        discounted = strike[i, j] * math.exp(-rate * years[i, j])
        call[i, j] = price[i, j] * n1 - discounted * n2
        put[i, j] = discounted * (1.0 - n2) - price[i, j] * (1.0 - n1)


@cuda.jit
def mandelbrot(count, left, low, step, most):
    x, y = cuda.grid(2)
    if y < count.shape[0] and x < count.shape[1]:
        cr = left + x * step
        ci = low + y * step
        zr = 0.0
        zi = 0.0
        n = 0
        while n < most and zr * zr + zi * zi < 4.0:
            t = zr * zr - zi * zi + cr
            zi = 2.0 * zr * zi + ci
            zr = t
            n += 1
        count[y, x] = n


@cuda.jit
def stencil(a, b):
    j, i = cuda.grid(2)
    i += 1
    j += 1
    if i < a.shape[0] - 1 and j < a.shape[1] - 1:
        b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@cuda.jit
def rank_k(a, c):
    j, i = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = c[i, j]
        for k in range(a.shape[1]):
            s += a[i, k] * a[j, k]
        c[i, j] = s


@cuda.jit
def fir(signal, taps, filtered):
    i = cuda.grid(1)
    if i < filtered.shape[0]:
        s = float32(0)
        for k in range(taps.shape[0]):
            s += taps[k] * signal[i + k]
        filtered[i] = s


@cuda.jit
def matrix_vector(a, x, y):
    i = cuda.grid(1)
    if i < y.shape[0]:
        s = 0.0
        for k in range(a.shape[1]):
            s += a[i, k] * x[k]
        y[i] = s


def _over_two(kernel: Callable, shaped: int) -> Callable:
    """Launches over the shape of the argument at position `shaped`."""

    def launch(*arguments: object) -> None:
        rows, columns = arguments[shaped].shape
        kernel[(-(-columns // BLOCK[0]), -(-rows // BLOCK[1])), BLOCK](*arguments)

    return launch


def _over_one(kernel: Callable, shaped: int) -> Callable:
    def launch(*arguments: object) -> None:
        kernel[-(-arguments[shaped].shape[0] // 256), 256](*arguments)

    return launch


LAUNCH = {
    "matrix_product": _over_two(matrix_product, 2),
    "distances": _over_two(distances, 1),
    "coulomb": _over_two(coulomb, 2),
    "black_scholes": _over_two(black_scholes, 0),
    "mandelbrot": _over_two(mandelbrot, 0),
    "stencil": _over_two(stencil, 0),
    "rank_k": _over_two(rank_k, 1),
    "fir": _over_one(fir, 2),
    "matrix_vector": _over_one(matrix_vector, 2),
}
