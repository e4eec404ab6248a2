"""up.vectorize against numba.vectorize, where that is installed: six functions, and a call with numbers.

    python benchmarks/vectorize.py [--numbers 4000000] [--device cuda:0]
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import steady  # in front of unpython
import unpython as up

from measure import median_speedup, pairs


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


def seconds(run: Callable[[], Any], calls: int = 1, finish: Callable[[], Any] = up.synchronize) -> float:
    begin = time.perf_counter()
    for _ in range(calls):
        run()
    finish()
    return (time.perf_counter() - begin) / calls


def numba_ufunc(function: Callable[..., float], target: str) -> Any:
    """None where numba is not installed, or has no such target."""
    try:
        if not hasattr(np, "row_stack"):  # numba asks for it when it is imported
            np.row_stack = np.vstack
        import numba

        if target == "cuda":
            from numba import cuda  # noqa: F401
        return numba.vectorize(["float64(float64, float64)"], target=target)(function)
    except ImportError:
        return None


def rows(count: int, device: str) -> Iterator[tuple[str, float, float | None]]:
    """Function, milliseconds, and how many times as fast as numba it is: the median of pairs."""
    generator = np.random.default_rng(1)
    arrays = generator.random(count), generator.random(count), np.zeros(count)
    for function in (clipped, polynomial, distance, logistic, waves, steps):
        own = up.vectorize(function) if device == "cpu" else up.vectorize(device=device)(function)
        peer = numba_ufunc(function, "parallel" if device == "cpu" else "cuda")
        x, y, out = arrays if device == "cpu" else [up.to_device(a, device) for a in arrays]
        its, its_finish = arrays, up.synchronize
        if peer is not None and device != "cpu":
            from numba import cuda

            its, its_finish = tuple(map(cuda.to_device, arrays)), cuda.synchronize
        calls = 1 if device == "cpu" else 20
        ours, theirs = (lambda: own(x, y, out=out)), (lambda: peer(*its[:2], out=its[2]))  # noqa: B023
        ours()
        if peer is None:
            yield function.__name__, 1e3 * statistics.median(seconds(ours, calls) for _ in range(7)), None
            continue
        theirs()
        found = np.asarray(out)
        its_own = its[2] if device == "cpu" else its[2].copy_to_host()
        np.testing.assert_allclose(found, its_own, rtol=1e-12)
        taken = pairs(lambda: seconds(ours, calls), lambda: seconds(theirs, calls, its_finish), 15)  # noqa: B023
        yield function.__name__, 1e3 * statistics.median(a for a, _ in taken), median_speedup(taken)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--numbers", type=int, default=4_000_000)
    arguments.add_argument("--device", default="cpu", help="arrays lie there")
    given = arguments.parse_args()
    print(f"{'':12}{'ms':>10}{'of numba':>10}   {given.numbers} items on {given.device}")
    ratios = []
    for name, milliseconds, ratio in rows(given.numbers, given.device):
        print(f"{name:12}{milliseconds:10.3f}" + (f"{ratio:10.2f}" if ratio else f"{'-':>10}"), flush=True)
        ratios += [ratio] if ratio else []
    if ratios:
        print(f"mean {statistics.geometric_mean(ratios):.2f}, least {min(ratios):.2f}; bar 1.2")
    if given.device == "cpu":
        own = up.vectorize(clipped)
        own(1.0, 2.0)
        ours, numpys = (statistics.median(seconds(lambda f=f: f(1.0, 2.0), 100_000) for _ in range(9)) for f in (own, np.minimum))
        print(f"a call with two numbers: {ours * 1e6:.3f} us (bar 0.5), np.minimum {numpys * 1e6:.3f} us")


if __name__ == "__main__":
    main()
