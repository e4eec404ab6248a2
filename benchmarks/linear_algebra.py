"""np.linalg inside of compiled functions against NumPy's own calls: whole matrices, and many small ones in a parallel loop.

    python benchmarks/linear_algebra.py [--sizes 10 30 100 300 1000]

Each figure is NumPy's time over ours, the median over pairs of calls that take turns.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
import unpython as up
from measure import median_speedup, pairs
from unpython import prange

TYPES = ("float32", "float64", "complex64", "complex128")


def eigh(a, b):
    return np.linalg.eigh(a)


def svd(a, b):
    return np.linalg.svd(a)


def lstsq(a, b):
    return np.linalg.lstsq(a, b, rcond=None)


def pinv(a, b):
    return np.linalg.pinv(a)


def solve(a, b):
    return np.linalg.solve(a, b)


def inv(a, b):
    return np.linalg.inv(a)


def qr(a, b):
    return np.linalg.qr(a)


def cholesky(a, b):
    return np.linalg.cholesky(a)


def many_eigh(stack, out):
    for i in prange(stack.shape[0]):
        w, v = np.linalg.eigh(stack[i])
        out[i] = w


def many_svd(stack, out):
    for i in prange(stack.shape[0]):
        out[i] = np.linalg.svd(stack[i], compute_uv=False)


def many_pinv(stack, out):
    for i in prange(stack.shape[0]):
        out[i] = np.linalg.pinv(stack[i])[0]


def many_solve(stack, out):
    for i in prange(stack.shape[0]):
        out[i] = np.linalg.solve(stack[i], stack[i, 0])


def seconds(run: Callable, *given: np.ndarray) -> Callable[[], float]:
    def once() -> float:
        begin = time.perf_counter()
        calls = 0
        while time.perf_counter() - begin < 2e-3:  # small ones several times
            run(*given)
            calls += 1
        return (time.perf_counter() - begin) / calls

    return once


def speedup(function: Callable, *given: np.ndarray, count: int = 9) -> float:
    ours = up.jit(strict=True)(function)
    ours(*given), function(*given)
    return median_speedup(pairs(seconds(ours, *given), seconds(function, *given), count))


def matrix(n: int, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(n).normal
    a = draw(size=(n, n)) + (1j * draw(size=(n, n)) if dtype.startswith("complex") else 0)
    return (a @ a.conj().T + n * np.eye(n)).astype(dtype), a[0].astype(dtype)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=int, nargs="*", default=[10, 30, 100, 300, 1000])
    sizes = parser.parse_args().sizes
    print("whole matrices:", *(f"{n:>6}" for n in sizes))
    for function in (eigh, svd, lstsq, pinv, solve, inv, qr, cholesky):
        for dtype in TYPES:
            row = (speedup(function, *matrix(n, dtype), count=9 if n < 300 else 3) for n in sizes)
            print(f"{function.__name__:9}{dtype:11}", *(f"{ratio:6.2f}" for ratio in row), flush=True)
    print("4000 small ones in prange:", "   4    8   12")
    for function in (many_eigh, many_svd, many_pinv, many_solve):
        for dtype in TYPES[:2]:
            row = []
            for n in (4, 8, 12):
                a, _ = matrix(n, dtype)
                stack = np.stack([a] * 4000)
                row.append(speedup(function, stack, np.zeros((4000, n), dtype), count=3))
            print(f"{function.__name__:11}{dtype:11}", *(f"{ratio:5.1f}" for ratio in row), flush=True)


if __name__ == "__main__":
    main()
