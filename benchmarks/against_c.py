"""Our loops on one thread beside the same loops in C by `gcc -O3 -march=native`, steady state.

    python benchmarks/against_c.py [part of a name] ...

Each line: milliseconds of ours, of C, C over ours (above 1: ours is sooner), and whether the results agree. Medians of
paired calls, ours and C's by turns; each call starts from the same values, in the same memory: at some distances between
two arrays a loop that stores to one and loads from the other takes several times as long, for ours and for C's at different ones.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import unpython as up

from c_peers import affine, small

TURNS = 9
DRAW = np.random.default_rng(7)


def matrix(n: int) -> np.ndarray:
    return DRAW.random((n, n))


def definite(n: int) -> np.ndarray:
    a = DRAW.random((n, n))
    return a @ a.T / n + n * np.eye(n)


def vector(n: int) -> np.ndarray:
    return DRAW.random(n)


def letters(n: int) -> np.ndarray:
    return DRAW.integers(0, 4, n)


def crc_table() -> np.ndarray:
    table = np.arange(256)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ 0xEDB88320, table >> 1)
    return table


def affine_cases() -> dict[str, tuple]:
    m, v = matrix, vector
    n, k, cube = 500, 1500, lambda n: DRAW.random((n, n, n))
    return {
        "gemm": (n, 1.5, 1.2, m(n), m(n), m(n)),
        "gemver": (k, 1.5, 1.2, m(k), *(v(k) for _ in range(8))),
        "gesummv": (k, 1.5, 1.2, m(k), m(k), v(k), v(k)),
        "symm": (n, 1.5, 1.2, m(n), m(n), m(n)),
        "syrk": (n, 1.5, 1.2, m(n), m(n)),
        "syr2k": (n, 1.5, 1.2, m(n), m(n), m(n)),
        "trmm": (n, 1.5, m(n), m(n)),
        "two_products": (n, 1.5, 1.2, *(m(n) for _ in range(5))),
        "three_products": (n, *(m(n) for _ in range(7))),
        "atax": (k, m(k), v(k), v(k), v(k)),
        "bicg": (k, m(k), v(k), v(k), v(k), v(k)),
        "doitgen": (90, cube(90), m(90), v(90)),
        "mvt": (k, v(k), v(k), v(k), v(k), m(k)),
        "cholesky": (n, definite(n)),
        "durbin": (2000, v(2000) * 1e-3, v(2000), v(2000)),
        "gram_schmidt": (300, definite(300), m(300), m(300)),
        "lu": (n, definite(n)),
        "lu_solve": (n, definite(n), v(n), v(n), v(n)),
        "triangular_solve": (k, definite(k), v(k), v(k)),
        "correlation": (400, m(400), m(400), v(400), v(400)),
        "covariance": (400, m(400), m(400), v(400)),
        "recursive_filter": (1000, 0.3, 0.2, 0.4, -0.1, *(m(1000) for _ in range(4))),
        "floyd_warshall": (400, m(400)),
        "rna_folding": (500, letters(500), np.zeros((500, 500), np.int64)),
        "adi": (10, 400, 0.3, 1.6, *(m(400) for _ in range(4))),
        "fdtd_2d": (20, 700, m(700), m(700), m(700)),
        "heat_3d": (10, 100, cube(100), cube(100)),
        "jacobi_1d": (2000, 4000, v(4000), v(4000)),
        "jacobi_2d": (20, 700, m(700), m(700)),
        "seidel_2d": (10, 500, m(500)),
    }


def small_cases() -> dict[str, tuple]:
    def whole(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int64)

    def points(n: int, d: int = 3) -> np.ndarray:
        return DRAW.random((n, d))

    bits = DRAW.integers(0, 2**63, 1_000_000, dtype=np.uint64)
    return {
        "near_pairs": (3000, points(3000), 0.1),
        "accelerations": (1000, points(1000), vector(1000), np.zeros((1000, 3))),
        "centres": (300_000, points(100_000), DRAW.integers(0, 100_000, (300_000, 3)), points(300_000)),
        "rotated": (300_000, points(300_000, 4), points(300_000), points(300_000)),
        "small_products": (200_000, *(DRAW.random((200_000, 3, 3)) for _ in range(3))),
        "medians": (500, matrix(500), np.zeros((500, 500))),
        "smith_waterman": (1000, letters(1000), letters(1000), whole(1001, 1001)),
        "edit_distance": (2000, letters(2000), letters(2000), whole(2001)),
        "common_subsequence": (1500, letters(1500), letters(1500), whole(1501, 1501)),
        "knapsack": (300, 20_000, DRAW.integers(1, 500, 300), DRAW.integers(1, 999, 300), whole(20_001)),
        "bitonic_sort": (1 << 16, vector(1 << 16)),
        "sorted_fours": (500_000, points(500_000, 4)),
        "insertion_sort": (5000, vector(5000)),
        "bits_set": (1_000_000, bits),
        "xorshift": (2_000_000, np.uint64(88172645463325252), bits.repeat(2)),
        "checksum": (3_000_000, DRAW.integers(0, 256, 3_000_000, dtype=np.uint8), crc_table()),
        "sieve": (3_000_000, np.zeros(3_000_000, np.uint8)),
        "longest_collatz": (300_000,),
        "life": (400, 20, *(DRAW.integers(0, 2, (400, 400)) for _ in range(2))),
        "places": (100_000, 300_000, np.sort(vector(100_000)), vector(300_000), whole(300_000)),
    }


def library(module: ModuleType, folder: str) -> ctypes.CDLL:
    source = Path(module.__file__ or "").with_suffix(".c")
    made = Path(folder) / (source.stem + ".so")
    subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(source), "-lm"], check=True)
    return ctypes.CDLL(str(made))


def in_c(function: Any, arguments: tuple, result: Any) -> Callable[..., Any]:
    """`result`: what Python returned, whose type is C's."""
    kinds = {float: ctypes.c_double, int: ctypes.c_int64, np.uint64: ctypes.c_uint64}
    function.argtypes = [ctypes.c_void_p if isinstance(a, np.ndarray) else kinds[type(a)] for a in arguments]
    function.restype = None if result is None else ctypes.c_uint64 if isinstance(result, np.uint64) else ctypes.c_int64

    def call(*given: Any) -> Any:
        return function(*(a.ctypes.data if isinstance(a, np.ndarray) else a for a in given))

    return call


def owned(arguments: tuple) -> tuple:
    return tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)


class Side:
    def __init__(self, call: Callable[..., Any], given: tuple, room: tuple):
        self.call = call
        self.given = given
        self.room = room

    def seconds(self) -> float:
        for mine, given in zip(self.room, self.given):
            if isinstance(mine, np.ndarray):
                mine[...] = given
        start = time.perf_counter()
        self.result = self.call(*self.room)
        return time.perf_counter() - start

    def results(self) -> list:
        self.seconds()
        return [a for a in owned(self.room) if isinstance(a, np.ndarray)]


def agree(ours: list, others: list) -> bool:
    return all(np.allclose(a, b, rtol=1e-7, atol=1e-9) for a, b in zip(ours, others, strict=True))


def compare(name: str, function: Callable, compiled: Any, arguments: tuple) -> float:
    room = owned(arguments)
    ours = Side(up.jit(function, threads=1), arguments, room)
    mine = ours.results()
    other = Side(in_c(getattr(compiled, name), arguments, ours.result), arguments, room)
    same = agree(mine, other.results()) and (ours.result is None or ours.result == other.result)
    taken = [(ours.seconds(), other.seconds()) for _ in range(TURNS)]
    mine, peer = (1e3 * statistics.median(side) for side in zip(*taken))
    ratio = statistics.median(b / a for a, b in taken)
    print(f"{name:24} {mine:10.3f} {peer:10.3f} {ratio:8.2f} {'agrees' if same else 'DIFFERS'}", flush=True)
    return ratio


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        for module, cases in ((affine, affine_cases()), (small, small_cases())):
            compiled = library(module, folder)
            chosen = [name for name in cases if not sys.argv[1:] or any(part in name for part in sys.argv[1:])]
            ratios = [compare(name, getattr(module, name), compiled, cases[name]) for name in chosen]
            if ratios:
                print(f"{module.__name__}: geometric mean {statistics.geometric_mean(ratios):.2f}, least {min(ratios):.2f}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
