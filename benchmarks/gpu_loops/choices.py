"""Forty programs, each in six sizes, to see which side of the machine the model chooses for them: single loops, programs that
run in order, and programs of the papers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from unpython import prange

from gpu_loops import in_order
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

PAPERS = Path(__file__).parents[1] / "papers"
SIZES = 6


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


def _dominant(n: int) -> np.ndarray:
    a = _f64(n, n)
    return a @ a.T / n + np.eye(n)


@dataclass(frozen=True)
class Case:
    function: Callable
    make: Callable[[int], tuple]
    least: int
    most: int
    powers: bool = False  # sizes are powers of two

    def sizes(self) -> list[int]:
        sizes = np.geomspace(self.least, self.most, SIZES)
        return [1 << round(np.log2(n)) if self.powers else round(n) for n in sizes]


CASES = {
    "matrix_product": Case(matrix_product, lambda n: (_f32(n, n), _f32(n, n), np.zeros((n, n), np.float32)), 64, 3072),
    "product64": Case(product64, lambda n: (_f64(n, n), _f64(n, n), np.zeros((n, n))), 64, 2048),
    "distances": Case(distances, lambda n: (_f32(n, 3), np.zeros((n, n), np.float32)), 128, 8192),
    "coulomb": Case(coulomb, lambda n: (_f32(1000, 4), np.float32(0.01), np.zeros((n, n), np.float32)), 16, 512),
    "black_scholes": Case(black_scholes, lambda n: options(np.random.default_rng(1), n), 32, 2048),
    "mandelbrot": Case(mandelbrot, lambda n: (np.zeros((n, n), np.int32), -2.0, -1.25, 2.5 / n, 200), 32, 1024),
    "stencil": Case(stencil, lambda n: (_f64(n, n), np.zeros((n, n))), 128, 6144),
    "sweeps": Case(sweeps, lambda n: (_f64(n, n), np.zeros((n, n)), 50), 64, 2048),
    "rank_k": Case(rank_k, lambda n: (_f32(n, 256), _f32(n, n)), 64, 2048),
    "fir": Case(fir, lambda n: (_f32(n + 255), _f32(256), np.zeros(n, np.float32)), 4_000, 4_000_000),
    "matrix_vector": Case(matrix_vector, lambda n: (_f64(n, n), _f64(n), np.zeros(n)), 128, 6144),
    "axpy": Case(axpy, lambda n: (_f64(n), _f64(n), 2.5), 10_000, 20_000_000),
    "total": Case(total, lambda n: (_f64(n),), 10_000, 30_000_000),
    "waves": Case(waves, lambda n: (_f64(n), np.zeros(n)), 3_000, 10_000_000),
    "lu": Case(in_order.lu, lambda n: (_dominant(n),), 32, 700),
    "cholesky": Case(in_order.cholesky, lambda n: (_dominant(n),), 32, 700),
    "triangular_solve": Case(in_order.triangular_solve, lambda n: (_dominant(n), _f64(n)), 64, 3000),
    "durbin": Case(in_order.durbin, lambda n: (_f64(n) / n,), 64, 2000),
    "gram_schmidt": Case(in_order.gram_schmidt, lambda n: (_dominant(n),), 32, 500),
    "fft": Case(in_order.fft, lambda n: (_f64(n) + 1j * _f64(n),), 1 << 8, 1 << 20, powers=True),
    "common_subsequence": Case(
        in_order.common_subsequence, lambda n: tuple(np.random.default_rng(1).integers(0, 4, (2, n), np.uint8)), 64, 4096
    ),
    "knapsack": Case(
        in_order.knapsack, lambda n: (np.random.default_rng(1).integers(1, n // 8, 100), _f64(100), n), 1000, 3_000_000
    ),
    "floyd_warshall": Case(in_order.floyd_warshall, lambda n: (_f64(n, n),), 32, 600),
    "conjugate_gradients": Case(in_order.conjugate_gradients, lambda n: (_dominant(n), _f64(n), 20), 64, 3000),
}


def _of_papers() -> Iterator[tuple[str, Case]]:
    """Their sizes begin far below the papers' own, where the processor is to be chosen."""
    sys.path.insert(0, str(PAPERS))
    import run

    sys.path.remove(str(PAPERS))
    programs = {program.name: program for program in run.programs([])}
    sizes = {
        "bscholes": (1500, 200_000), "clos": (32, 1500), "capr": (65, 500), "dich": (65, 600), "crni": (128, 4000),
        "fiff": (128, 4096), "edit": (64, 4096), "fdtd": (16, 384), "nb1d": (128, 8192), "nb3d": (128, 1500),
        "filter": (2000, 4_000_000), "Parboil-MRIQ": (128, 65536), "TMV tall": (10_000, 16_000_000), "Scalar Product": (8, 2048),
        "DCT": (64, 100_000), "Histogram": (10_000, 30_000_000),
    }  # fmt: skip
    for name, (least, most) in sizes.items():
        yield name, Case(programs[name].loops, programs[name].make, least, most)


CASES.update(_of_papers())
