"""Whether a call is worth its way to the GPU: what the model expects and what it takes, on either side.

    python benchmarks/gpu_choice.py              every loop in three sizes, NumPy to NumPy
    python benchmarks/gpu_choice.py --only stencil

Prints a line for each call; the bars are in benchmarks/gpu.py (`choice`).
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import unpython as up
from gpu_loops.loops import (
    black_scholes,
    coulomb,
    distances,
    fir,
    mandelbrot,
    matrix_product,
    matrix_vector,
    options,
    rank_k,
    stencil,
)
from unpython import prange

CLOSE = 1.5  # sides whose times are closer than this may be taken for each other
FACTOR = 2.0  # that estimates should be within


def product64(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def axpy(x, y, factor):
    for i in prange(x.shape[0]):
        y[i] = factor * x[i] + y[i]


def total(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return s


def waves(x, y):
    for i in prange(x.shape[0]):
        y[i] = np.sin(x[i]) * np.exp(-x[i]) + np.log(x[i] + 1.0)


def sweeps(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = b[i, j]


def _f32(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).random(shape, dtype=np.float32) + np.float32(0.1)


def _f64(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).random(shape) + 0.1


CASES: dict[str, tuple[Callable, Callable[[int], tuple], tuple[int, int, int]]] = {
    "matrix_product": (matrix_product, lambda n: (_f32(n, n), _f32(n, n), np.zeros((n, n), np.float32)), (128, 512, 2048)),
    "product64": (product64, lambda n: (_f64(n, n), _f64(n, n), np.zeros((n, n))), (128, 512, 2048)),
    "distances": (distances, lambda n: (_f32(n, 3), np.zeros((n, n), np.float32)), (256, 1024, 8192)),
    "coulomb": (coulomb, lambda n: (_f32(1000, 4), np.float32(0.01), np.zeros((n, n), np.float32)), (32, 128, 1024)),
    "black_scholes": (black_scholes, lambda n: options(np.random.default_rng(1), n), (64, 512, 4096)),
    "mandelbrot": (mandelbrot, lambda n: (np.zeros((n, n), np.int32), -2.0, -1.25, 2.5 / n, 200), (64, 512, 4096)),
    "stencil": (stencil, lambda n: (_f64(n, n), np.zeros((n, n))), (256, 2048, 8192)),
    "sweeps": (sweeps, lambda n: (_f64(n, n), np.zeros((n, n)), 100), (128, 512, 2048)),
    "rank_k": (rank_k, lambda n: (_f32(n, 256), _f32(n, n)), (128, 512, 2048)),
    "fir": (fir, lambda n: (_f32(n + 255), _f32(256), np.zeros(n, np.float32)), (4_000, 100_000, 4_000_000)),
    "matrix_vector": (matrix_vector, lambda n: (_f64(n, n), _f64(n), np.zeros(n)), (256, 2048, 8192)),
    "axpy": (axpy, lambda n: (_f64(n), _f64(n), 2.5), (10_000, 1_000_000, 50_000_000)),
    "total": (total, lambda n: (_f64(n),), (10_000, 1_000_000, 50_000_000)),
    "waves": (waves, lambda n: (_f64(n), np.zeros(n)), (10_000, 1_000_000, 50_000_000)),
}


@dataclass(frozen=True)
class Outcome:
    case: str
    size: int
    chosen: str
    gpu: tuple[float, float]  # milliseconds: expected, measured
    cpu: tuple[float, float]

    @property
    def right(self) -> bool:
        best = "cpu" if self.cpu[1] < self.gpu[1] else "gpu"
        taken = "cpu" if self.chosen == "cpu" else "gpu"
        return best == taken or max(self.cpu[1], self.gpu[1]) < CLOSE * min(self.cpu[1], self.gpu[1])

    def near(self, side: tuple[float, float]) -> bool:
        return max(side) <= FACTOR * min(side)


def median_milliseconds(call: Callable[[], object], budget: float = 1.0) -> float:
    """Of warm calls, as many as the budget of seconds allows, at least three and at most nine."""
    call()
    times = []
    start = time.perf_counter()
    while len(times) < 3 or (len(times) < 9 and time.perf_counter() - start < budget):
        before = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - before))
    return statistics.median(times)


def outcomes(only: list[str]) -> Iterator[Outcome]:
    for name, (function, make, sizes) in CASES.items():
        if only and name not in only:
            continue
        asked = up.gpu(strict=False)(function)
        forced, on_cpu = up.gpu(force=True)(function), up.jit(function)
        for size in sizes:
            arguments = make(size)
            asked(*arguments)
            expected = asked.explain().as_dict()["choice"]
            gpu = median_milliseconds(lambda: forced(*arguments))
            cpu = median_milliseconds(lambda: on_cpu(*arguments))
            yield Outcome(name, size, asked.ran_on, (expected["gpu_ms"], gpu), (expected["cpu_ms"], cpu))


def print_outcome(outcome: Outcome) -> None:
    sides = [
        f"{side}: expected {pair[0]:9.3f}, took {pair[1]:9.3f} ms ({pair[0] / pair[1]:5.2f}{' ' if outcome.near(pair) else '!'})"
        for side, pair in (("GPU", outcome.gpu), ("CPU", outcome.cpu))
    ]
    verdict = "right" if outcome.right else "WRONG"
    print(f"{outcome.case:15} {outcome.size:9d}  {'  '.join(sides)}  {outcome.chosen:8} {verdict}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=[*CASES])
    all_of_them = []
    for outcome in outcomes(parser.parse_args().only):
        print_outcome(outcome)
        all_of_them.append(outcome)
    near = sum(o.near(o.gpu) for o in all_of_them), sum(o.near(o.cpu) for o in all_of_them)
    print(
        f"{sum(o.right for o in all_of_them)} of {len(all_of_them)} right; within a factor of {FACTOR:g}: GPU {near[0]}, CPU {near[1]}"
    )


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore", up.UnpythonWarning)
    main()
