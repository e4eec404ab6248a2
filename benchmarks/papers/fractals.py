"""BS and MB (papers/2): Black and Scholes's formula on a square of options, and Mandelbrot's set."""

import math

import numpy as np
from finance import _erf
from program import Program
from unpython import prange

MOST = 100


def prices(spots, strikes, years, rate, volatility):
    calls = np.empty(spots.shape, dtype=spots.dtype)
    for i in prange(spots.shape[0]):
        for j in prange(spots.shape[1]):
            spread = volatility * np.sqrt(years[i, j])
            d1 = (np.log(spots[i, j] / strikes[i, j]) + (rate + 0.5 * volatility * volatility) * years[i, j]) / spread
            d2 = d1 - spread
            below1 = 0.5 + 0.5 * math.erf(d1 * 0.7071067811865476)
            below2 = 0.5 + 0.5 * math.erf(d2 * 0.7071067811865476)
            calls[i, j] = spots[i, j] * below1 - strikes[i, j] * np.exp(-rate * years[i, j]) * below2
    return calls


def prices_by_numpy(spots, strikes, years, rate, volatility):
    spread = volatility * np.sqrt(years)
    d1 = (np.log(spots / strikes) + (rate + 0.5 * volatility**2) * years) / spread
    below1, below2 = (0.5 + 0.5 * _erf(d * np.sqrt(0.5)) for d in (d1, d1 - spread))
    return spots * below1 - strikes * np.exp(-rate * years) * below2


def squares(n):
    random = np.random.default_rng(30)
    return (*(random.uniform(low, high, (n, n)) for low, high in ((10, 50), (10, 50), (0.2, 2))), 0.02, 0.3)


def mandelbrot(n, left, low, step, most):
    count = np.empty((n, n), dtype=np.int32)
    for y in prange(n):
        for x in prange(n):
            zr = zi = 0.0
            steps = 0
            while steps < most and zr * zr + zi * zi < 4.0:
                zr, zi = zr * zr - zi * zi + (left + x * step), 2.0 * zr * zi + (low + y * step)
                steps += 1
            count[y, x] = steps
    return count


def mandelbrot_by_numpy(n, left, low, step, most):
    cr, ci = left + np.arange(n) * step, (low + np.arange(n) * step)[:, None]
    zr, zi, count = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n), np.int32)
    inside = np.ones((n, n), bool)
    for _ in range(most):
        inside &= zr * zr + zi * zi < 4.0
        count += inside
        zr, zi = np.where(inside, zr * zr - zi * zi + cr, zr), np.where(inside, 2.0 * zr * zi + ci, zi)
    return count


PROGRAMS = (
    Program("BS", 2, squares, prices, None, prices_by_numpy, size=4096, small=16, rtol=1e-9, atol=1e-9, sizes=(4096,), growth=2),
    # Near the border of the set, the last bit of a step decides how many more there are.
    Program(
        "MB", 2, lambda n: (n, -2.0, -1.24, 2.5 / n, MOST), mandelbrot, None, mandelbrot_by_numpy, size=4096, small=24,
        sizes=(4096,), growth=2, astray=1e-3,
    ),
)  # fmt: skip
