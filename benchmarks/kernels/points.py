"""Independent points: distances, potentials, option prices, escape times."""

import math

import numpy as np
from unpython import prange

from kernels import Kernel


def distances(x, d):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[0]):
            s = 0.0
            for k in range(x.shape[1]):
                t = x[i, k] - x[j, k]
                s += t * t
            d[i, j] = np.sqrt(s)


def coulomb(charges, x, y, z, step, potential):
    for i in prange(potential.shape[0]):
        for j in prange(potential.shape[1]):
            s = 0.0
            for k in range(charges.shape[0]):
                dx = j * step - x[k]
                dy = i * step - y[k]
                s += charges[k] / np.sqrt(dx * dx + dy * dy + z[k] * z[k])
            potential[i, j] = s


def black_scholes(spot, strike, years, rate, volatility, call, put):
    for i in prange(spot.shape[0]):
        spread = volatility * np.sqrt(years[i])
        d1 = (np.log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread
        d2 = d1 - spread
        n1 = 0.5 + 0.5 * math.erf(d1 * 0.7071067811865476)
        n2 = 0.5 + 0.5 * math.erf(d2 * 0.7071067811865476)
        present = strike[i] * np.exp(-rate * years[i])
        call[i] = spot[i] * n1 - present * n2
        put[i] = present * (1.0 - n2) - spot[i] * (1.0 - n1)


def mandelbrot(left, bottom, step, limit, count):
    for i in prange(count.shape[0]):
        for j in prange(count.shape[1]):
            cr = left + j * step
            ci = bottom + i * step
            zr = 0.0
            zi = 0.0
            n = 0
            while n < limit and zr * zr + zi * zi <= 4.0:
                t = zr * zr - zi * zi + cr
                zi = 2.0 * zr * zi + ci
                zr = t
                n += 1
            count[i, j] = n


def _options(r):
    n = 400_000
    return r.uniform(10, 50, n), r.uniform(10, 50, n), r.uniform(0.2, 2, n), 0.1, 0.2, np.empty(n), np.empty(n)


KERNELS = {
    "distances": Kernel(lambda r: (r.random((1500, 3)), np.empty((1500, 1500))), (1,)),
    "coulomb": Kernel(
        lambda r: (r.random(250), 20 * r.random(250), 20 * r.random(250), 1 + r.random(250), 0.1, np.empty((256, 256))),
        (5,),
    ),
    "black_scholes": Kernel(_options, (5, 6)),
    "mandelbrot": Kernel(lambda r: (-2.0, -1.25, 2.5 / 400, 200, np.empty((400, 400), np.int64)), (4,), 0.001),
}
