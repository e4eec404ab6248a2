"""A matrix product and option prices as plain loops: what ran where, how long calls took, and against plain Python."""

import time

import numpy as np
import unpython as up
from unpython import prange


@up.gpu
@up.type("ndarray[double,2]", "ndarray[double,2]", "ndarray[double,2]", None)
def matrix_mult(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@up.jit
def black_scholes(spot, strike, years, rate, volatility, call):
    for i in prange(spot.shape[0]):
        spread = volatility * np.sqrt(years[i])
        d1 = (np.log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread
        d2 = d1 - spread
        n1 = 1.0 / (1.0 + np.exp(-0.07056 * d1 * d1 * d1 - 1.5976 * d1))
        n2 = 1.0 / (1.0 + np.exp(-0.07056 * d2 * d2 * d2 - 1.5976 * d2))
        call[i] = spot[i] * n1 - strike[i] * np.exp(-rate * years[i]) * n2


def matrices(n):
    a, b = np.random.default_rng(1).random((2, n, n))
    return a, b, np.empty((n, n))


def options(n):
    random = np.random.default_rng(1)
    return random.uniform(10, 50, n), random.uniform(10, 50, n), random.uniform(0.2, 2, n), 0.1, 0.2, np.empty(n)


def seconds(function, arguments):
    start = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - start


def show(function, arguments, small, times_more_work):
    """Runs `function`; plain Python runs on the `small` arguments, and its time is scaled by the amount of work."""
    first = seconds(function, arguments)
    later = min(seconds(function, arguments) for _ in range(5))
    function(*small)
    compiled = small[-1].copy()
    python = seconds(function.py_func, small)
    np.testing.assert_allclose(compiled, small[-1], rtol=1e-12)
    print(f"{function.__name__} on {' x '.join(map(str, arguments[0].shape))} elements ran on: {function.ran_on}")
    print(f"  first call {1e3 * first:10.2f} ms (compiled, or read from the cache on disk)")
    print(f"  later call {1e3 * later:10.2f} ms")
    print(f"  plain Python about {python * times_more_work:.0f} s, {python * times_more_work / later:.0f} times as long")
    print(f"    (measured on a smaller input, {python:.2f} s, and scaled by {times_more_work:.0f}; results compared there)")


show(matrix_mult, matrices(1024), matrices(96), (1024 / 96) ** 3)
show(black_scholes, options(4_000_000), options(50_000), 4_000_000 / 50_000)
