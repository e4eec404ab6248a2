"""Random numbers: nanoseconds for each, by up.random in a parallel loop and by np.random.Generator, on CUDA also by cuRAND.

    python benchmarks/random_numbers.py [--numbers 4000000] [--device cuda]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import steady  # in front of unpython
import unpython as up
from unpython import prange

from measure import median_speedup, pairs


def uniform(rng, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            out[i, j] = rng.random()


def normal(rng, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            out[i, j] = rng.normal()


def exponential(rng, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            out[i, j] = rng.exponential()


def integers(rng, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            out[i, j] = rng.integers(0, 100)


def poisson(rng, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            out[i, j] = rng.poisson(20.0)


def normals_by_row(rng, out):
    """Many draws of one iteration: four numbers of each block are used."""
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = rng.normal()


def seconds(run: Callable[[], Any], calls: int = 5, finish: Callable[[], Any] = up.synchronize) -> float:
    begin = time.perf_counter()
    for _ in range(calls):
        run()
    finish()
    return (time.perf_counter() - begin) / calls


def nanoseconds(run: Callable[[], Any], numbers: int) -> float:
    run()
    return statistics.median(seconds(run, 1) for _ in range(7)) / numbers * 1e9


def curand_of(device: str, shape: tuple[int, ...]) -> dict[str, Callable[[], Any]]:
    """The same by cuRAND's Philox through CuPy, in float64, by the name of the function, and what waits for it; nothing without CuPy."""
    if not device.startswith("cuda"):
        return {}
    try:
        import cupy
    except ImportError:
        return {}
    generator = cupy.random.Generator(cupy.random.Philox4x3210(1))
    out = cupy.empty(shape)
    return {
        "uniform": lambda: generator.random(shape, out=out),
        "normal": lambda: generator.standard_normal(shape, out=out),
        "exponential": lambda: generator.standard_exponential(shape, out=out),
        "finish": cupy.cuda.Device().synchronize,
    }


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--numbers", type=int, default=4_000_000)
    arguments.add_argument("--device", default="cpu")
    given = arguments.parse_args()
    rows = 1000
    out = np.zeros((rows, given.numbers // rows))
    rng = up.random(1)
    peers: dict[Any, Callable[[np.random.Generator], Any]] = {
        uniform: lambda g: g.random(out.shape),
        normal: lambda g: g.standard_normal(out.shape),
        normals_by_row: lambda g: g.standard_normal(out.shape),
        exponential: lambda g: g.standard_exponential(out.shape),
        integers: lambda g: g.integers(0, 100, out.shape),
        poisson: lambda g: g.poisson(20.0, out.shape),
    }
    target = out if given.device == "cpu" else up.to_device(out, given.device)
    curand = curand_of(given.device, out.shape)
    print(f"{'':16}{'unpython':>10}{'Philox':>10}{'PCG64':>10}{'cuRAND':>10}{'of it':>8}   ns per number")
    for function, peer in peers.items():
        compiled = up.jit(function) if given.device == "cpu" else up.gpu(function, device=given.device, force=True)
        own = nanoseconds(lambda: compiled(rng, target), out.size)
        others = [np.random.Generator(np.random.Philox(1)), np.random.default_rng(1)]
        times = [nanoseconds(lambda: peer(g), out.size) for g in others]
        row = f"{function.__name__:16}{own:10.3f}{times[0]:10.2f}{times[1]:10.2f}"
        draw = curand.get(function.__name__)
        if draw is not None:
            draw()
            finish = curand["finish"]
            taken = pairs(lambda: seconds(lambda: compiled(rng, target)), lambda: seconds(draw, finish=finish), 15)  # noqa: B023
            row += f"{statistics.median(b for _, b in taken) / out.size * 1e9:10.3f}{median_speedup(taken):8.2f}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
