"""The bars of the GPU path: each a function that measures one promise and yields its rows."""

from __future__ import annotations

import functools
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import unpython as up

from gpu_choice import outcomes, print_outcome
from gpu_loops.array_peers import ABSENT
from gpu_loops.loops import CASES, Case, black_scholes, matrix_product, matrix_vector, options, stencil
from gpu_peers import peers
from measure import fresh_median, fresh_process, median_speedup, pairs
from numpy_programs import load
from report import Row, absent

if "cupy" not in ABSENT:
    from gpu_loops.by_hand import BlackScholes, Stencil
NO_NUMBA = ""  # why it is not there
try:
    if not hasattr(np, "row_stack"):  # numba asks for it when it is imported
        np.row_stack = np.vstack
    from gpu_loops import plain_kernels
except ImportError as missing:
    NO_NUMBA = str(missing)

LINK = 55e9  # bytes per second of pinned copies, one way
TURNS = 15


@functools.cache
def _marker() -> object:
    return up.to_device(np.zeros(1))


def synchronise() -> None:
    """Waits for our work, and for that of numba where it is there."""
    _marker().to_host()
    if not NO_NUMBA:
        plain_kernels.wait()


def seconds(call: Callable[[], object]) -> float:
    synchronise()
    start = time.perf_counter()
    call()
    synchronise()
    return time.perf_counter() - start


def median_seconds(call: Callable[[], object], turns: int = 7) -> float:
    call()
    return statistics.median(seconds(call) for _ in range(turns))


def on_gpu(function: Callable) -> Callable:
    return up.gpu(force=True)(function)


def _device_arrays(case: Case, place: Callable[[np.ndarray], object]) -> tuple:
    arguments = case.arguments(np.random.default_rng(1))
    return tuple(place(a) if isinstance(a, np.ndarray) else a for a in arguments)


def plain_loops() -> Iterator[Row]:
    if NO_NUMBA:
        yield absent("plain_loops", "against numba-cuda", NO_NUMBA)
        return
    speedups = {}
    for name, case in CASES.items():
        ours = on_gpu(case.function)
        here, there = _device_arrays(case, up.to_device), _device_arrays(case, plain_kernels.to_device)
        launch = plain_kernels.LAUNCH[name]
        ours(*here)
        launch(*there)
        synchronise()
        for i in case.outputs:
            np.testing.assert_allclose(here[i].to_host(), there[i].copy_to_host(), rtol=case.tolerance, atol=case.tolerance)
        taken = pairs(lambda: seconds(lambda: ours(*here)), lambda: seconds(lambda: launch(*there)), TURNS)
        speedups[name] = median_speedup(taken)
        detail = f"{1e3 * statistics.median(a for a, _ in taken):.3f} ms against {1e3 * statistics.median(b for _, b in taken):.3f} ms"
        yield Row("plain_loops", name, speedups[name], "x", 0.95, False, detail)
    yield Row("plain_loops", "geometric mean", statistics.geometric_mean(speedups.values()), "x", 1.5, False)


def round_trip() -> Iterator[Row]:
    rng = np.random.default_rng(1)
    grid = rng.random((8192, 8192))
    cases = (
        ("Black-Scholes 4096^2", black_scholes, lambda: BlackScholes(4096), options(rng, 4096), 5 * 4096**2 * 8),
        ("5-point stencil 8192^2", stencil, lambda: Stencil(8192), (grid, np.zeros_like(grid)), 2 * 8192**2 * 8),
    )
    for name, function, make_by_hand, arguments, moved in cases:
        ours = on_gpu(function)
        ours(*arguments)
        if "cupy" in ABSENT:
            mine = median_seconds(lambda: ours(*arguments))
            yield absent("round_trip", f"{name}: by hand", ABSENT["cupy"])
        else:
            by_hand = make_by_hand()
            by_hand(*arguments)
            taken = pairs(lambda: seconds(lambda: ours(*arguments)), lambda: seconds(lambda: by_hand(*arguments)), 7)
            mine = statistics.median(a for a, _ in taken)
            yield Row("round_trip", f"{name}: by hand", median_speedup(taken), "x", 3.5, False, f"{1e3 * mine:.1f} ms")
        yield Row("round_trip", f"{name}: link", mine * LINK / moved, "x", 1.25, True, f"{moved / mine / 1e9:.1f} GB/s")


def row_sums(a, y):
    for i in up.prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j]
        y[i] = s


def strided() -> Iterator[Row]:
    a = np.random.default_rng(1).random((8192, 8192))
    every_second, y = a[:, ::2], np.zeros(8192)
    ours = on_gpu(row_sums)
    taken = median_seconds(lambda: ours(every_second, y))
    np.testing.assert_allclose(y, every_second.sum(axis=1))
    useful = every_second.size * every_second.itemsize
    yield Row("strided", "every second column", useful / taken / 1e9, "GB/s", 20, False, f"{1e3 * taken:.1f} ms in all")


def _against_bound(function: Callable, arguments: tuple, limit: int, moved: int) -> tuple[float, str]:
    """Time of a call under a memory limit, over the larger of its transfer at full speed and its kernel."""
    ours = on_gpu(function)
    there = tuple(up.to_device(a) if isinstance(a, np.ndarray) else a for a in arguments)
    kernel = median_seconds(lambda: ours(*there))
    limited = up.gpu(force=True, memory_limit=limit)(function)
    taken = median_seconds(lambda: limited(*arguments), 5)
    bound = max(moved / LINK, kernel)
    return taken / bound, f"{1e3 * taken:.1f} ms, bound {1e3 * bound:.1f} ms, {limited.last['tiles']} tiles of {limited.last['tile']}"


def ten_sweeps(a, b):
    for _ in range(10):
        for i in up.prange(1, a.shape[0] - 1):
            for j in up.prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a


def too_big() -> Iterator[Row]:
    rng = np.random.default_rng(1)
    a, x, y = rng.random((16384, 16384)), rng.random(16384), np.zeros(16384)
    value, detail = _against_bound(matrix_vector, (a, x, y), a.nbytes // 8, a.nbytes)
    yield Row("too_big", "A x, 8 times the limit", value, "x", 1.3, True, detail)
    b = np.zeros_like(a)
    value, detail = _against_bound(stencil, (a, b), (a.nbytes + b.nbytes) // 16, a.nbytes + b.nbytes)
    yield Row("too_big", "stencil, 16 times the limit", value, "x", 1.3, True, detail)
    value, detail = _against_bound(ten_sweeps, (a, b), (a.nbytes + b.nbytes) // 16, 2 * a.nbytes + b.nbytes)
    yield Row("too_big", "ten sweeps, 16 times the limit", value, "x", 1.25, True, detail)


def best_product_bytes(n: int, item: int, limit: int) -> int:
    """Fewest bytes that a product of n x n matrices moves with rows x columns tiles of the result, all of k at once."""
    best = 0
    for rows in range(64, n + 1, 64):
        columns = (limit // item - rows * n) // (n + rows)
        if columns < 1:
            break
        strips = -(-n // rows)  # a strip of the first matrix stays while the second goes by
        best = n * n * (2 + strips)
    return best * item


def tiled_product() -> Iterator[Row]:
    n = 16384
    rng = np.random.default_rng(1)
    a, b = (rng.random((n, n), dtype=np.float32) for _ in range(2))
    c = np.zeros((n, n), np.float32)
    limit = 3 * a.nbytes // 8
    limited = up.gpu(force=True, memory_limit=limit)(matrix_product)
    limited(a, b, c)
    moved = limited.last["bytes_in"] + limited.last["bytes_out"]
    best = best_product_bytes(n, 4, limit)
    detail = f"{moved / 1e9:.2f} GB, best tiling {best / 1e9:.2f} GB, {limited.last['tiles']} tiles"
    yield Row("tiled_product", "bytes moved", moved / best, "x", 1.2, True, detail)


def sweeps(a, b, steps):
    for _ in range(steps):
        for i in up.prange(1, a.shape[0] - 1):
            for j in up.prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for j in range(a.shape[1]):
            b[0, j] = b[1, j]
        for i in up.prange(a.shape[0]):
            for j in up.prange(a.shape[1]):
                a[i, j] = b[i, j]


def time_loop() -> Iterator[Row]:
    a = np.random.default_rng(1).random((2048, 2048))
    b = np.zeros_like(a)
    ours = on_gpu(sweeps)
    ours(a, b, 1)
    once = ours.last["bytes_in"] + ours.last["bytes_out"]
    ours(a, b, 100)
    many = ours.last["bytes_in"] + ours.last["bytes_out"]
    yield Row("time_loop", "bytes of 100 sweeps over one", many / once, "x", 1, True, f"{many} bytes")


def first_call() -> Iterator[Row]:
    cold = fresh_median("seconds", 5, ["gpu_first_call"], {"UNPYTHON_CACHE": "off", "UNPYTHON_QUICK_CODE": "on"})
    yield Row("first_call", "no disk cache", 1e3 * cold, "ms", 70, True)
    with tempfile.TemporaryDirectory() as folder:
        environment = {"UNPYTHON_CACHE_DIR": folder, "UNPYTHON_QUICK_CODE": "on"}
        fresh_process(["gpu_first_call"], environment)
        warm = fresh_median("seconds", 5, ["gpu_first_call"], environment)
    yield Row("first_call", "warm disk cache", 1e3 * warm, "ms", 12, True)


def first_and_next_calls() -> dict[str, Any]:
    """Of each NumPy program on the GPU: the seconds of both calls, or why there are none."""
    synchronise()  # the device is started before
    taken: dict[str, Any] = {}
    for one in load(on_gpu, lambda function: function):
        try:
            calls = (one.program.arguments(np.random.default_rng(1)) for _ in range(2))
            taken[one.name] = [seconds(lambda: one.ours(*arguments)) for arguments in calls]
        except Exception as error:  # the benchmark reports what a compiler cannot do
            taken[one.name] = str(error).strip().split("\n")[0]
    return taken


def first_calls() -> Iterator[Row]:
    """First calls of the NumPy programs on the GPU, nothing kept on disk; beside them the next call, which compiles nothing."""
    first, later = {}, {}
    for name, taken in fresh_process(["gpu_first_calls"], {"UNPYTHON_CACHE": "off", "UNPYTHON_QUICK_CODE": "on"}).items():
        if isinstance(taken, str):
            yield absent("first_calls", name, taken)
        else:
            first[name], later[name] = taken
    longest = max(first, key=lambda name: first[name])
    detail = ", ".join(f"{name} {1e3 * taken:.0f} (next {1e3 * later[name]:.0f})" for name, taken in first.items())
    yield Row("first_calls", "geometric mean", 1e3 * statistics.geometric_mean(first.values()), "ms", 250, True, detail)
    yield Row("first_calls", "longest", 1e3 * first[longest], "ms", 1500, True, longest)


def launch() -> Iterator[Row]:
    ours = on_gpu(black_scholes)
    arguments = tuple(up.to_device(a) if isinstance(a, np.ndarray) else a for a in options(np.random.default_rng(1), 16))
    for _ in range(100):
        ours(*arguments)
    synchronise()
    rounds = []
    for _ in range(9):
        start = time.perf_counter()
        for _ in range(200):
            ours(*arguments)
        rounds.append((time.perf_counter() - start) / 200)
        synchronise()
    yield Row("launch", "small kernel, no waiting", 1e6 * statistics.median(rounds), "us", 6, True)


def opencl() -> Iterator[Row]:
    ratios = {}
    for name, case in CASES.items():
        arguments = case.arguments(np.random.default_rng(1))
        cuda = up.gpu(force=True, device="cuda:0")(case.function)
        other = up.gpu(force=True, device="opencl:0")(case.function)
        cuda(*arguments)
        other(*arguments)
        taken = pairs(lambda: seconds(lambda: other(*arguments)), lambda: seconds(lambda: cuda(*arguments)), 5)
        ratios[name] = median_speedup(taken)
    detail = ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items())
    yield Row("opencl", "speed of CUDA, geometric mean", statistics.geometric_mean(ratios.values()), "x", 0.9, False, detail)


def choice() -> Iterator[Row]:
    taken = []
    for outcome in outcomes([]):
        print_outcome(outcome)
        taken.append(outcome)
    yield Row("choice", "calls within 1.3 of the better side", sum(o.settles for o in taken), "", 0.95 * len(taken), False)
    sides = [(o, side) for o in taken if o.is_estimated for side in (o.gpu, o.cpu)]
    near = sum(o.near(side) for o, side in sides)
    yield Row("choice", "estimates within 2", near, "", 0.9 * len(sides), False)


BARS = {
    measure.__name__: measure
    for measure in (
        plain_loops,
        round_trip,
        strided,
        too_big,
        tiled_product,
        time_loop,
        first_call,
        first_calls,
        launch,
        opencl,
        choice,
        peers,
    )
}
