"""Random numbers: nanoseconds for each, by up.random in a parallel loop and by np.random.Generator.

    python benchmarks/random_numbers.py [--numbers 4000000] [--device cuda]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import unpython as up
from unpython import prange


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


def nanoseconds(run: Callable[[], Any], numbers: int) -> float:
    run()
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - begin)
    return best / numbers * 1e9


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
    print(f"{'':16}{'unpython':>10}{'Philox':>10}{'PCG64':>10}   ns per number")
    for function, peer in peers.items():
        compiled = up.jit(function) if given.device == "cpu" else up.gpu(function, device=given.device, force=True)
        own = nanoseconds(lambda: compiled(rng, target), out.size)
        others = [np.random.Generator(np.random.Philox(1)), np.random.default_rng(1)]
        times = [nanoseconds(lambda: peer(g), out.size) for g in others]
        print(f"{function.__name__:16}{own:10.2f}{times[0]:10.2f}{times[1]:10.2f}")


if __name__ == "__main__":
    main()
