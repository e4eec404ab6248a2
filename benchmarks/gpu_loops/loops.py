"""Loops as users write them, and the arguments to run each on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from unpython import prange


def matrix_product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = np.float32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def distances(p, d):
    for i in prange(p.shape[0]):
        for j in prange(p.shape[0]):
            s = np.float32(0)
            for k in range(p.shape[1]):
                x = p[i, k] - p[j, k]
                s += x * x
            d[i, j] = np.sqrt(s)


def coulomb(atoms, spacing, v):
    for y in prange(v.shape[0]):
        for x in prange(v.shape[1]):
            s = np.float32(0)
            for k in range(atoms.shape[0]):
                dx = x * spacing - atoms[k, 0]
                dy = y * spacing - atoms[k, 1]
                s += atoms[k, 3] / np.sqrt(dx * dx + dy * dy + atoms[k, 2] * atoms[k, 2])
            v[y, x] = s


def black_scholes(price, strike, years, call, put, rate, volatility):
    for i in prange(price.shape[0]):
        for j in prange(price.shape[1]):
            root = np.sqrt(years[i, j])
            d1 = (np.log(price[i, j] / strike[i, j]) + (rate + 0.5 * volatility * volatility) * years[i, j]) / (volatility * root)
            d2 = d1 - volatility * root
            n1 = 0.5 + 0.5 * math.erf(d1 * 0.7071067811865476)
            n2 = 0.5 + 0.5 * math.erf(d2 * 0.7071067811865476)
            discounted = strike[i, j] * np.exp(-rate * years[i, j])
            call[i, j] = price[i, j] * n1 - discounted * n2
            put[i, j] = discounted * (1.0 - n2) - price[i, j] * (1.0 - n1)


def mandelbrot(count, left, low, step, most):
    for y in prange(count.shape[0]):
        for x in prange(count.shape[1]):
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


def stencil(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def rank_k(a, c):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = c[i, j]
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = s


def fir(signal, taps, filtered):
    for i in prange(filtered.shape[0]):
        s = np.float32(0)
        for k in range(taps.shape[0]):
            s += taps[k] * signal[i + k]
        filtered[i] = s


def matrix_vector(a, x, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for k in range(a.shape[1]):
            s += a[i, k] * x[k]
        y[i] = s


@dataclass(frozen=True)
class Case:
    """`arguments(rng)` gives fresh arguments; `outputs` are the positions of those that the loop writes."""

    function: Callable
    arguments: Callable[[np.random.Generator], tuple]
    outputs: tuple[int, ...]
    tolerance: float


def _f32(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.random(shape, dtype=np.float32) + np.float32(0.1)


def options(rng: np.random.Generator, size: int) -> tuple:
    """Arguments of Black-Scholes on size x size float64 options."""
    price, strike, years = (rng.random((size, size)) + 0.5 for _ in range(3))
    return price, strike, years, np.zeros((size, size)), np.zeros((size, size)), 0.02, 0.3


CASES = {
    "matrix_product": Case(
        matrix_product, lambda r: (_f32(r, 2048, 2048), _f32(r, 2048, 2048), np.zeros((2048, 2048), np.float32)), (2,), 1e-4
    ),
    "distances": Case(distances, lambda r: (_f32(r, 8192, 3), np.zeros((8192, 8192), np.float32)), (1,), 1e-5),
    "coulomb": Case(
        coulomb, lambda r: (_f32(r, 2000, 4), np.float32(0.01), np.zeros((1024, 1024), np.float32)), (2,), 1e-4
    ),
    "black_scholes": Case(black_scholes, lambda r: options(r, 4096), (3, 4), 1e-12),
    "mandelbrot": Case(mandelbrot, lambda r: (np.zeros((4096, 4096), np.int32), -2.0, -1.25, 2.5 / 4096, 200), (0,), 0.0),
    "stencil": Case(stencil, lambda r: (r.random((8192, 8192)), np.zeros((8192, 8192))), (1,), 1e-13),
    "rank_k": Case(rank_k, lambda r: (_f32(r, 2048, 512), _f32(r, 2048, 2048)), (1,), 1e-4),
    "fir": Case(fir, lambda r: (_f32(r, 4_000_255), _f32(r, 256), np.zeros(4_000_000, np.float32)), (2,), 1e-4),
    "matrix_vector": Case(matrix_vector, lambda r: (r.random((8192, 8192)), r.random(8192), np.zeros(8192)), (2,), 1e-11),
}
