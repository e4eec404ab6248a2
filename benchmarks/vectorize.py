"""up.vectorize against NumPy's own expressions and, where it is installed, numba.vectorize: six functions, and a call with numbers.

    python benchmarks/vectorize.py [--numbers 4000000]
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import unpython as up


def clipped(x, y):
    return x if x < y else y


def polynomial(x, y):
    return ((x * 0.5 + y) * x + 1.5) * y


def distance(x, y):
    return math.sqrt(x * x + y * y)


def logistic(x, y):
    return 1.0 / (1.0 + math.exp(-x * y))


def waves(x, y):
    return math.sin(x) * math.cos(y)


def steps(x, y):
    n = 0
    while x * x + y * y < 4.0 and n < 20:
        x, y = x * x - y * y + 0.3, 2.0 * x * y + 0.5
        n += 1
    return float(n)


def seconds(run: Callable[[], Any], calls: int = 1) -> float:
    run()
    best = float("inf")
    for _ in range(7):
        begin = time.perf_counter()
        for _ in range(calls):
            run()
        best = min(best, time.perf_counter() - begin)
    return best / calls


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--numbers", type=int, default=4_000_000)
    count = arguments.parse_args().numbers
    try:
        import numba
    except ImportError:
        numba = None
    generator = np.random.default_rng(1)
    x, y, out = generator.random(count), generator.random(count), np.zeros(count)
    print(f"{'':12}{'unpython':>10}{'numba':>10}   ms for {count} items")
    for function in (clipped, polynomial, distance, logistic, waves, steps):
        own = up.vectorize(function)
        times = [seconds(lambda: own(x, y, out=out))]
        if numba is not None:
            peer = numba.vectorize(["float64(float64, float64)"], target="parallel")(function)
            times.append(seconds(lambda: peer(x, y, out)))
        print(f"{function.__name__:12}" + "".join(f"{t * 1e3:10.2f}" for t in times))
    own = up.vectorize(clipped)
    print(f"a call with two numbers: {seconds(lambda: own(1.0, 2.0), 100_000) * 1e6:.3f} us, np.minimum "
          f"{seconds(lambda: np.minimum(1.0, 2.0), 100_000) * 1e6:.3f} us")  # fmt: skip


if __name__ == "__main__":
    main()
