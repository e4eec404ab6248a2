"""The bars: each a function that measures one promise and yields its rows."""

from __future__ import annotations

import statistics
import tempfile
import time
import timeit
from collections.abc import Callable, Iterator

import numba
import numpy as np
import unpython as up
from unpython import prange

from kernels import load_pairs
from measure import Prepared, fresh_median, fresh_process, median_speedup, pairs
from products import decorated
from report import Row


def first_call(only: set[str]) -> Iterator[Row]:
    off = {"UNPYTHON_CACHE": "off"}
    ours = fresh_median("seconds", 7, ["first_call", "unpython"], off)
    theirs = fresh_median("seconds", 3, ["first_call", "numba"])
    detail = f"{1e3 * ours:.1f} ms against {1e3 * theirs:.0f} ms"
    yield Row("first_call", "sooner than Numba", theirs / ours, "x", 15, False, detail)
    yield Row("first_call", "time", 1e3 * ours, "ms", 60, True)


def disk_cache(only: set[str]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {"UNPYTHON_CACHE_DIR": folder}
        fresh_process(["first_call", "unpython"], environment)
        warm = fresh_median("seconds", 7, ["first_call", "unpython"], environment)
    yield Row("disk_cache", "first call", 1e3 * warm, "ms", 10, True)


def import_time(only: set[str]) -> Iterator[Row]:
    yield Row("import", "after NumPy", 1e3 * fresh_median("seconds", 7, ["import"]), "ms", 40, True)


def memory(only: set[str]) -> Iterator[Row]:
    added = fresh_median("added_mb", 3, ["first_call", "unpython"], {"UNPYTHON_CACHE": "off"})
    yield Row("memory", "peak of first compile", added, "MB", 120, True)


def call_overhead(only: set[str]) -> Iterator[Row]:
    @up.jit
    def add(a, b, c):
        for i in prange(a.shape[0]):
            c[i] = a[i] + b[i]

    a, b, c = np.ones((3, 10))
    add(a, b, c)
    count = 200_000
    seconds = statistics.median(timeit.repeat("add(a, b, c)", number=count, repeat=9, globals=locals()))
    yield Row("call", "three 10-element arrays", 1e9 * seconds / count, "ns", 200, True)


def matrix_product(only: set[str]) -> Iterator[Row]:
    ours, theirs = decorated("unpython"), decorated("numba")
    for size, numba_calls in ((1024, 3), (2048, 1)):
        for dtype in (np.float64, np.float32):
            a, b = np.random.default_rng(1).random((2, size, size)).astype(dtype)
            c = np.empty_like(a)
            mine = Prepared(ours, (a, b, c), (2,))
            other = Prepared(theirs, (a, b, c), (2,))
            np.testing.assert_allclose(mine.results()[0], a @ b, rtol=1e-4 if dtype == np.float32 else 1e-10)
            time_ours = statistics.median(mine.warm_call() for _ in range(9))
            theirs(a[:64, :64], b[:64, :64], c[:64, :64])
            other.function(a[:8], b, c[:8])
            time_numba = statistics.median(other.call() for _ in range(numba_calls))
            case = f"{size} {np.dtype(dtype).name}"
            rate = f"{2e-9 * size**3 / time_ours:.1f} Gflop/s"
            yield Row("matrix_product", f"{case} against Numba", time_numba / time_ours, "x", 10, False, rate)


def against_blas(only: set[str]) -> Iterator[Row]:
    """Products of three plain loops against NumPy's BLAS, each on all cores: whole arrays, and slices of wider ones."""
    ours = decorated("unpython")
    ratios = []
    for size in (100, 200, 300, 500, 1000, 2000, 4096):
        for dtype in (np.float64, np.float32):
            wide = np.random.default_rng(1).random((3, size + 8, size + 8)).astype(dtype)
            for case, a, b, c in (("", *np.ascontiguousarray(wide[:, :size, :size])), (" slices", *wide[:, 4:-4, 4:-4])):
                ours(a, b, c)
                np.testing.assert_allclose(c, a @ b, rtol=1e-4 if dtype == np.float32 else 1e-10)
                turns = 3 if size > 2000 else 9
                many = max(1, int(1e7 / size**3))  # calls that are timed as one
                taken = pairs(lambda: _seconds_of(many, ours, a, b, c), lambda: _seconds_of(many, np.matmul, a, b, c), turns)
                ratios.append(median_speedup(taken))
                rate = f"{2e-9 * size**3 / statistics.median(t for t, _ in taken):.1f} Gflop/s"
                yield Row("against_blas", f"{size} {np.dtype(dtype).name}{case}", ratios[-1], "x", 0.9, False, rate)
    yield Row("against_blas", "geometric mean", statistics.geometric_mean(ratios), "x", 1.1, False)


def _seconds_of(count: int, product: Callable, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    """Of one call, the threads awake."""
    product(a, b, c)
    start = time.perf_counter()
    for _ in range(count):
        product(a, b, c)
    return (time.perf_counter() - start) / count


def kernels(only: set[str]) -> Iterator[Row]:
    speedups = []
    for pair in load_pairs(prange, numba.prange):
        if only and pair.name not in only:
            continue
        arguments = pair.kernel.arguments(np.random.default_rng(1))
        ours = Prepared(up.jit(pair.ours), arguments, pair.kernel.outputs)
        theirs = Prepared(numba.njit(parallel=True)(pair.numba), arguments, pair.kernel.outputs)
        for mine, reference in zip(ours.results(), theirs.results()):
            wrong = np.mean(~np.isclose(mine, reference, rtol=1e-9, atol=1e-12))
            assert wrong <= pair.kernel.chaotic, f"{pair.name}: {wrong:.2%} of the results differ from Numba's"
        taken = pairs(ours.warm_call, theirs.warm_call, 15)
        speedups.append(median_speedup(taken))
        medians = [1e3 * statistics.median(times) for times in zip(*taken)]
        detail = f"{medians[0]:.2f} ms against {medians[1]:.2f} ms"
        yield Row("kernels", pair.name, speedups[-1], "x", 0.9, False, detail)
    if not only:
        yield Row("kernels", "geometric mean", statistics.geometric_mean(speedups), "x", 1.5, False)


def idle(only: set[str]) -> Iterator[Row]:
    @up.jit(threads=2)
    def roots(a, b):
        for i in prange(a.shape[0]):
            b[i] = np.sqrt(a[i]) / (1.0 + a[i]) + np.sqrt(1.0 + a[i])

    def prepared(size: int) -> Prepared:
        values = np.random.default_rng(1).random(size)
        return Prepared(roots, (values, values), (1,))

    def steady(work: Prepared) -> float:
        return statistics.median(work.call() for _ in range(31))

    size = int(200_000 * 1e-3 / steady(prepared(200_000)))
    work = prepared(size)
    before = steady(work)
    late = []
    for _ in range(15):
        time.sleep(0.1)
        late.append(work.call())
    after = steady(work)
    excess = statistics.median(late) - (before + after) / 2
    detail = f"{1e3 * statistics.median(late):.2f} ms, steady {1e3 * before:.2f} and {1e3 * after:.2f} ms"
    yield Row("idle", "later by", 1e6 * excess, "us", 150, True, detail)


BARS: dict[str, Callable[[set[str]], Iterator[Row]]] = {
    "first_call": first_call,
    "disk_cache": disk_cache,
    "call": call_overhead,
    "import": import_time,
    "memory": memory,
    "idle": idle,
    "matrix_product": matrix_product,
    "against_blas": against_blas,
    "kernels": kernels,
}
