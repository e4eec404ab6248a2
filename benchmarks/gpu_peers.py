"""Our loops beside whole-array programs of JAX and CuPy: on the device, and from NumPy to NumPy. No bars, for comparison."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np
import unpython as up

from gpu_loops.array_peers import ABSENT, PEERS, on_device, on_host, wait
from gpu_loops.loops import CASES, Case
from measure import median_speedup, pairs
from report import Row, absent

TURNS = 7
ROUND_TRIPS = ("black_scholes", "stencil")


def seconds(call: Callable[[], object], finish: Callable[[object], None]) -> float:
    start = time.perf_counter()
    finish(call())
    return time.perf_counter() - start


def _row(bar: str, case: str, ours: Callable[[], float], theirs: Callable[[], float]) -> Row:
    taken = pairs(ours, theirs, TURNS)
    detail = " against ".join(f"{1e3 * statistics.median(side):.3f} ms" for side in zip(*taken))
    return Row(bar, case, median_speedup(taken), "x", 0, False, detail + ", no bar")


def _same(case: Case, mine: list, their: list) -> None:
    """Up to a few points of Mandelbrot's set, where a fused product decides."""
    tolerance = max(case.tolerance, 1e-4)
    for a, b in zip(mine, their):
        assert a.shape == b.shape and np.mean(~np.isclose(a, b, rtol=tolerance, atol=tolerance)) < 1e-5, case.function


def _kernels(library: str, name: str, case: Case, program: Callable) -> Row:
    arguments = case.arguments(np.random.default_rng(1))
    there = [on_device(library, a) if isinstance(a, np.ndarray) else a for a in arguments]
    here = [up.to_device(a) if isinstance(a, np.ndarray) else a for a in arguments]
    marker = up.to_device(np.zeros(1))  # copied out behind all work so far
    loop = up.gpu(force=True)(case.function)
    loop(*here)
    their = [on_host(library, result) for result in program(*there)]
    _same(case, [here[i].to_host() for i in case.outputs], their)
    return _row(
        "peers",
        f"{name}: {library}",
        lambda: seconds(lambda: loop(*here), lambda _: marker.to_host()),
        lambda: seconds(lambda: program(*there), lambda results: wait(library, results)),
    )


def _round_trip(library: str, name: str, case: Case, program: Callable) -> Row:
    arguments = case.arguments(np.random.default_rng(1))
    loop = up.gpu(force=True)(case.function)
    loop(*arguments)

    def there_and_back() -> list:
        there = [on_device(library, a) if isinstance(a, np.ndarray) else a for a in arguments]
        return [on_host(library, result) for result in program(*there)]

    _same(case, [arguments[i] for i in case.outputs], there_and_back())
    return _row(
        "peers",
        f"{name}, NumPy to NumPy: {library}",
        lambda: seconds(lambda: loop(*arguments), lambda _: None),
        lambda: seconds(there_and_back, lambda _: None),
    )


def peers() -> Iterator[Row]:
    for library, reason in ABSENT.items():
        yield absent("peers", library, reason)
    for library, programs in PEERS.items():
        for name, program in programs.items():
            yield _kernels(library, name, CASES[name], program)
        for name in ROUND_TRIPS:
            yield _round_trip(library, name, CASES[name], programs[name])
