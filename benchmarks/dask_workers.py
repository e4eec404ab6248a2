"""Calls that are dealt to Dask workers of one thread each, against one call on as many threads.

    python benchmarks/dask_workers.py [--workers 2] [--size 2048] [--sweeps 100] [--only stencil] [--scale]

Both run in turn; the ratio is that of the fastest runs, and needs a machine with a core for each worker. Arrays are on the
workers before the clock starts, and results stay there. `--scale` prints how the graph of a stencil grows with pieces.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import dask.array as da
import numpy as np
import unpython as up
from distributed import Client, LocalCluster, wait
from unpython import prange


@up.jit
def stencil(t, out):
    for i in prange(1, t.shape[0] - 1):
        for j in prange(1, t.shape[1] - 1):
            out[i, j] = 0.25 * (t[i - 1, j] + t[i + 1, j] + t[i, j - 1] + t[i, j + 1])


@up.jit
def histogram(x, counts):
    for i in prange(x.shape[0]):
        counts[int(x[i] * counts.shape[0])] += 1


@up.jit
def product(a, b):
    return a @ b


@up.jit
def waves(x, out):
    """Compute dominates: some hundred operations for each element."""
    for i in prange(x.shape[0]):
        s = 0.0
        for k in range(100):
            s += np.sin(k * x[i])
        out[i] = s


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def done(*collections) -> None:
    wait([c.persist() for c in collections])


class Stencil:
    def __init__(self, size: int, sweeps: int, workers: int) -> None:
        self.sweeps = sweeps
        self.t = np.random.default_rng(1).random((size, size))
        self.dealt = da.from_array(self.t, chunks=(-(-size // workers), size)).persist()
        wait(self.dealt)

    def plain(self) -> None:
        t, out = self.t.copy(), self.t.copy()
        for _ in range(self.sweeps):
            stencil(t, out)
            t, out = out, t

    def by_workers(self) -> None:
        t = out = self.dealt
        for _ in range(self.sweeps):
            t, out = up.dask.call(stencil, t, out).stored["out"], t
        done(t)


class Histogram:
    def __init__(self, size: int, sweeps: int, workers: int) -> None:
        self.x = np.random.default_rng(2).random(4 * size * size)
        self.dealt = da.from_array(self.x, chunks=-(-self.x.size // workers)).persist()
        wait(self.dealt)

    def plain(self) -> None:
        histogram(self.x, np.zeros(1000, np.int64))

    def by_workers(self) -> None:
        up.dask.compute(histogram, self.dealt, np.zeros(1000, np.int64))


class Product:
    def __init__(self, size: int, sweeps: int, workers: int) -> None:
        self.a, self.b = np.random.default_rng(3).random((2, size, size))
        self.dealt = da.from_array(self.a, chunks=(-(-size // workers), size)).persist()
        self.whole = da.from_array(self.b, chunks=-1).persist()
        wait([self.dealt, self.whole])

    def plain(self) -> None:
        product(self.a, self.b)

    def by_workers(self) -> None:
        done(up.dask.call(product, self.dealt, self.whole).result)


class Waves:
    def __init__(self, size: int, sweeps: int, workers: int) -> None:
        self.x = np.random.default_rng(4).random(size * size)
        self.dealt = da.from_array(self.x, chunks=-(-self.x.size // workers)).persist()
        wait(self.dealt)

    def plain(self) -> None:
        waves(self.x, np.empty_like(self.x))

    def by_workers(self) -> None:
        done(up.dask.call(waves, self.dealt, da.empty_like(self.dealt)).stored["out"])


PROGRAMS = {"stencil": Stencil, "histogram": Histogram, "product": Product, "waves": Waves}


def grow() -> None:
    """What 1000 workers would ask for: the graph, and the bytes that each piece is sent."""
    print(f"{'pieces':>7} {'tasks':>7} {'s to make':>10} {'tasks each':>10} {'bytes sent / read once':>23}")
    for pieces in (1, 4, 16, 64, 256, 1024):
        x = da.zeros((pieces * 128, 4096), chunks=(128, 4096))
        start = time.perf_counter()
        called = up.dask.call(stencil, x, x)
        made = time.perf_counter() - start
        tasks = sum(len(layer) for name, layer in called.stored["out"].dask.layers.items() if name.startswith("unpython"))
        sent = sum(task.bytes for task in called.sent)
        print(f"{pieces:7} {tasks:7} {made:10.3f} {tasks / pieces:10.1f} {sent / x.nbytes:23.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--sweeps", type=int, default=100)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", choices=PROGRAMS)
    parser.add_argument("--scale", action="store_true")
    arguments = parser.parse_args()
    if arguments.scale:
        grow()
        return
    settings = {"n_workers": arguments.workers, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**settings) as cluster, Client(cluster), up.options(threads=arguments.workers):
        for name, program in PROGRAMS.items():
            if arguments.only not in (None, name):
                continue
            made = program(arguments.size, arguments.sweeps, arguments.workers)
            made.plain()
            made.by_workers()
            plain, dealt = float("inf"), float("inf")
            for _ in range(arguments.turns):
                plain = min(plain, seconds(made.plain))
                dealt = min(dealt, seconds(made.by_workers))
            print(f"{name:10} threads {plain:8.3f} s   workers {dealt:8.3f} s   ratio {dealt / plain:6.2f}")


if __name__ == "__main__":
    main()
