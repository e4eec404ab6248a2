"""Our loops on arrays of the device beside the best there is: cuBLAS for products, kernels tuned by hand for the rest.

    python benchmarks/ceilings.py [part of a name] ...

Each line: milliseconds of ours, of the peer, peer over ours (above 1: ours is sooner), and the bar. Medians of 11 calls,
each waited for, ours and the peer's by turns, on the same memory (both_sides.py). A kernel by hand is the fastest of its versions (gpu_loops/tuned.py).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import cupy as cp
import numpy as np
import steady  # in front of unpython
import unpython as up
from cupy.cublas import syrk
from unpython import prange

from both_sides import owned, seen
from gpu_loops.reuse import LOOPS, sweeps
from gpu_loops.tuned import TUNED

TURNS = 11


def wanted(name: str) -> bool:
    return not sys.argv[1:] or any(part in name for part in sys.argv[1:])


def seconds(call: Callable[[], Any]) -> float:
    cp.cuda.Device().synchronize()  # the two libraries have streams of their own
    start = time.perf_counter()
    call()
    cp.cuda.Device().synchronize()
    return time.perf_counter() - start


def line(name: str, ours: Callable[[], Any], peer: Callable[[], Any], bar: float) -> None:
    for call in (ours, peer):
        seconds(call)
        seconds(call)
    taken = [(seconds(ours), seconds(peer)) for _ in range(TURNS)]
    mine, other = (1e3 * statistics.median(side) for side in zip(*taken))
    met = "yes" if other / mine >= bar else "NO"
    print(f"{name:44} {mine:10.4f} {other:10.4f} {other / mine:8.3f} {bar:6.2f} {met}", flush=True)


def fastest(versions: Any) -> Callable[[], Any]:
    def short(launch: Callable[[], Any]) -> float:
        try:
            seconds(launch)
        except cp.cuda.driver.CUDADriverError:  # more registers than a group may have
            return float("inf")
        return min(seconds(launch) for _ in range(3))

    return min(versions, key=short)


def compared(name: str, loop: str, arguments: tuple, outputs: tuple[int, ...], bar: float, tolerance: float, **options: Any) -> None:
    if not wanted(name):
        return
    ours = up.gpu(force=True, **options)(LOOPS[loop])
    own = tuple(owned(argument) for argument in arguments)
    arguments = tuple(seen(argument) for argument in own)
    version = fastest(TUNED[loop + (" fast" if options.get("fp") == "fast" else "")](*arguments))
    first = [arguments[i].copy() for i in outputs]

    def results(call: Callable[[], Any]) -> list:
        for i, start in zip(outputs, first):
            arguments[i][...] = start
        seconds(call)
        return [arguments[i].copy() for i in outputs]

    try:
        mine, theirs = results(lambda: ours(*own)), results(version)
        for a, b in zip(mine, theirs):
            assert cp.mean(~cp.isclose(a, b, rtol=tolerance, atol=tolerance)) < 1e-5, name
        line(name, lambda: ours(*own), version, bar)
    except Exception as failed:  # one failure does not hide the other figures
        print(f"{name:44} {type(failed).__name__}: {str(failed)[:200]}", flush=True)


def numbers(shape: Any, dtype: Any) -> Any:
    return cp.random.random(shape).astype(dtype) + dtype(0.1)


def reuse() -> None:
    for kind in (np.float32, np.float64):
        loose = 1e-4 if kind is np.float32 else 1e-11
        name = np.dtype(kind).name
        x, y, z = (numbers(65536, kind) for _ in range(3))
        compared(f"sum of distances 65536 {name}", "sum_of_distances", (x, y, z, cp.zeros_like(x)), (3,), 1.0, loose)
        compared(f"sum of distances 65536 {name} fast", "sum_of_distances", (x, y, z, cp.zeros_like(x)), (3,), 1.0, 1e-3, fp="fast")
        signal, taps = numbers(4_000_255, kind), numbers(256, kind)
        compared(f"FIR 256 taps {name}", "fir", (signal, taps, cp.zeros(4_000_000, kind)), (2,), 0.95, loose)
        for k in (3, 5, 9, 15):
            a = numbers((4096 + k - 1, 4096 + k - 1), kind)
            compared(f"convolution {k}x{k} {name}", "convolution", (a, numbers((k, k), kind), cp.zeros((4096, 4096), kind)), (2,), 0.95, loose)
        for loop in ("stencil5", "stencil9"):
            compared(f"{loop} 8192^2 {name}", loop, (numbers((8192, 8192), kind), cp.zeros((8192, 8192), kind)), (1,), 0.98, loose)
        for loop in ("stencil7", "stencil27"):
            compared(f"{loop} 512^3 {name}", loop, (numbers((512, 512, 512), kind), cp.zeros((512, 512, 512), kind)), (1,), 0.98, loose)
        compared(f"FDTD 4096^2 {name}", "fdtd", tuple(numbers((4096, 4096), kind) for _ in range(3)), (0, 1, 2), 0.98, loose)
    for shape, count in (((512, 512), 4000), ((1024, 1024), 2000)):
        case = f"Coulomb {shape[0]}^2 x {count}"
        arguments = (numbers((count, 4), np.float32), np.float32(0.01), cp.zeros(shape, np.float32))
        compared(case, "coulomb", arguments, (2,), 1.0, 1e-4)
        compared(f"{case} fast", "coulomb", arguments, (2,), 0.95, 1e-3, fp="fast")
    compared("Mandelbrot 4096^2", "mandelbrot", (cp.zeros((4096, 4096), np.int32), -2.0, -1.25, 2.5 / 4096, 200), (0,), 0.98, 0)
    # math.erf is float64 in any loop, so a float32 kernel would not compute the same.
    options = tuple(numbers((4096, 4096), np.float64) for _ in range(3)) + tuple(cp.zeros((4096, 4096)) for _ in range(2))
    compared("Black-Scholes 4096^2 float64", "black_scholes", (*options, 0.02, 0.3), (3, 4), 0.98, 1e-10)
    for kind in (np.float32, np.float64):
        name = f"100 steps 5-point 8192^2 {np.dtype(kind).name}"
        if wanted(name):
            own = owned(numbers((8192, 8192), kind)), owned(cp.zeros((8192, 8192), kind))
            a, b = (seen(array) for array in own)
            there, back = fastest(TUNED["stencil5"](a, b)), fastest(TUNED["stencil5"](b, a))
            ours = up.gpu(force=True)(sweeps)
            line(name, lambda: ours(*own, 50), lambda: [(there(), back()) for _ in range(50)], 1.3)


def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = c.dtype.type(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def operator(a, b, c):
    c[:] = a @ b


def batch(a, b, c):
    for n in prange(a.shape[0]):
        for i in prange(a.shape[1]):
            for j in prange(b.shape[2]):
                s = c.dtype.type(0)
                for k in range(a.shape[2]):
                    s += a[n, i, k] * b[n, k, j]
                c[n, i, j] = s


def one_product(name: str, loop: Callable, a: Any, b: Any, kind: Any, bar: float) -> None:
    if not wanted(name):
        return
    own = owned(a), owned(b), owned(cp.zeros((*a.shape[:-1], b.shape[-1]), kind))
    a, b, c = (seen(array) for array in own)
    d = cp.zeros_like(c)
    ours = up.gpu(force=True)(loop)
    try:
        seconds(lambda: ours(*own))
        cp.matmul(a, b, out=d)
        assert cp.allclose(c, d, rtol=1e-3 if c.real.dtype == np.float32 else 1e-10), name
        line(name, lambda: ours(*own), lambda: cp.matmul(a, b, out=d), bar)
    except Exception as failed:
        print(f"{name:44} {type(failed).__name__}: {str(failed)[:200]}", flush=True)


def products() -> None:
    for kind in (np.float32, np.float64):
        name = np.dtype(kind).name
        single = kind is np.float32
        for n in (1000, 1024, 2048, 4096, 8192):
            a, b = numbers((n, n), kind), numbers((n, n), kind)
            bar = (0.98 if n < 2048 else 0.97) if single else (1.02 if n < 2048 else 0.98)
            one_product(f"product {n} {name}", product, a, b, kind, bar)
            if n in (1024, 4096):
                one_product(f"product {n} {name}, a @ b", operator, a, b, kind, bar)
        odd = 0.9 if single else 0.98
        for m, k, n in ((1001, 1001, 1001), (4095, 4095, 4095), (4097, 4097, 4097), (4097, 513, 2049), (4097, 2049, 513)):
            one_product(f"product {m} x {k} x {n} {name}", product, numbers((m, k), kind), numbers((k, n), kind), kind, odd)
        a, b = numbers((4096, 4096), kind), numbers((4096, 4096), kind)
        one_product(f"product a^T b 4096 {name}", product, a.T, b, kind, 0.9)
        one_product(f"product a b^T 4096 {name}", product, a, b.T, kind, 0.9)
        one_product(f"product a^T b^T 4096 {name}", product, a.T, b.T, kind, 0.9)
        a, b = numbers((64, 256, 256), kind), numbers((64, 256, 256), kind)
        one_product(f"batch 64 x 256^3 {name}", batch, a, b, kind, 0.97 if single else 1.05)
    for n, bar in ((1024, 0.93), (4096, 0.98)):
        a, b = (numbers((n, n), np.float64) + 1j * numbers((n, n), np.float64) for _ in range(2))
        one_product(f"product {n} complex128", product, a, b, np.complex128, bar)
    a, b = (cp.random.randint(0, 9, (2048, 2048)) for _ in range(2))
    one_product("product 2048 int64", product, a, b, np.int64, 1.0)


def rank_k(a, c):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            s = c.dtype.type(0)
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = s


def rank_2k(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            s = c.dtype.type(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k] + b[i, k] * a[j, k]
            c[i, j] = s


def rank_2k_twice(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            s = c.dtype.type(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
                s += b[i, k] * a[j, k]
            c[i, j] = s


def halves() -> None:
    """Lower halves of symmetric products, against cuBLAS's syrk and, of rank 2k, against two products."""
    for kind, wide, narrow in ((np.float32, 1.15, 1.05), (np.float64, 1.02, 1.0)):
        for n, bar in ((4096, wide), (1024, narrow)):
            name = f"{n} {np.dtype(kind).name}"
            loose = 1e-3 if kind is np.float32 else 1e-10
            own = tuple(owned(numbers((n, n), kind)) for _ in range(2))
            a, b = (seen(array) for array in own)
            result = owned(cp.zeros((n, n), kind))
            c, d = seen(result), cp.zeros((n, n), kind, order="F")
            if wanted(f"rank-k {name}"):
                ours = up.gpu(force=True)(rank_k)
                seconds(lambda: ours(own[0], result))
                assert cp.allclose(cp.tril(c), cp.tril(a @ a.T), rtol=loose), name
                # Rows of ours are columns to cuBLAS, which then reads the matrix as ours does, along k.
                line(f"rank-k {name}", lambda: ours(own[0], result), lambda: syrk("T", a.T, out=d, lower=True), bar)
                assert cp.allclose(cp.tril(d), cp.tril(a @ a.T), rtol=loose), name
            # A sum of two products has three roundings, so that neither fma nor the matrix unit has it whole: three instructions for
            # each pair of the half, where the peer has four fma, so that at the peer's rate 4/3 is the most in float32. In float64 the
            # peer's are those of the matrix unit, twice as fast: 2/3, or 1 on that unit with half of its steps zeros.
            for form, loop, options in (("", rank_2k, {}), (" fast", rank_2k, {"fp": "fast"}), (", two sums", rank_2k_twice, {})):
                if wanted(f"rank-2k {name}{form}"):
                    twice = up.gpu(force=True, **options)(loop)
                    seconds(lambda: twice(*own, result))
                    assert cp.allclose(cp.tril(c), cp.tril(a @ b.T + b @ a.T), rtol=loose), name
                    line(f"rank-2k {name}{form}", lambda: twice(*own, result), lambda: a @ b.T + b @ a.T, 1.5)


def from_numpy() -> None:
    """Products of NumPy arrays into a NumPy array, copies counted."""
    for kind in (np.float32, np.float64):
        name = f"product 4096 {np.dtype(kind).name}, NumPy to NumPy"
        if not wanted(name):
            continue
        a, b = (np.random.default_rng(seed).random((4096, 4096)).astype(kind) for seed in (1, 2))
        c = np.zeros_like(a)
        ours = up.gpu(force=True)(product)
        line(name, lambda: ours(a, b, c), lambda: cp.asnumpy(cp.asarray(a) @ cp.asarray(b)), 1.5)


if __name__ == "__main__":
    products()
    halves()
    from_numpy()
    reuse()
