"""Sums, rows, columns, extrema, histograms, sorts, running sums and masks on arrays of the device, beside CuPy.

    python benchmarks/reductions.py [part of a name] ...

Each line: milliseconds of ours, of the peer, peer over ours (above 1: ours is sooner). Medians of 15 calls on device
arrays, each waited for, on the same memory (both_sides.py). Results are what the program gets: a sum is a number on the host.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any, Callable

import cupy as cp
import numpy as np
import steady  # in front of unpython
import unpython as up
from unpython import prange

from both_sides import owned, seen

REPEATS = 15


@up.gpu(force=True)
def total(a):
    return a.sum()


@up.gpu(force=True)
def largest(a):
    return a.max()


@up.gpu(force=True)
def place_of_largest(a):
    best = a[0]
    place = 0
    for i in prange(a.shape[0]):
        if a[i] > best:
            best = a[i]
            place = i
    return place


@up.gpu(force=True)
def dot(a, b):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i] * b[i]
    return s


@up.gpu(force=True)
def over_rows(a, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in prange(a.shape[1]):
            s += a[i, j]
        y[i] = s


@up.gpu(force=True)
def over_columns(a, y):
    for j in prange(a.shape[1]):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i, j]
        y[j] = s


@up.gpu(force=True)
def times_vector(a, x, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in prange(a.shape[1]):
            s += a[i, j] * x[j]
        y[i] = s


@up.gpu(force=True, fp="fast")
def times_vector_fast(a, x, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j] * x[j]
        y[i] = s


@up.gpu(force=True)
def transposed_times_vector(a, x, y):
    for j in prange(a.shape[1]):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i, j] * x[i]
        y[j] = s


@up.gpu(force=True)
def softmax(a, y):
    for i in prange(a.shape[0]):
        m = a[i, 0]
        for j in prange(a.shape[1]):
            m = max(m, a[i, j])
        s = 0.0
        for j in prange(a.shape[1]):
            s += np.exp(a[i, j] - m)
        for j in prange(a.shape[1]):
            y[i, j] = np.exp(a[i, j] - m) / s


@up.gpu(force=True)
def histogram(idx, h):
    for i in prange(idx.shape[0]):
        h[idx[i]] += 1


@up.gpu(force=True)
def ordered(a):
    return np.sort(a)


@up.gpu(force=True)
def places_in_order(a):
    return np.argsort(a, kind="stable")


@up.gpu(force=True)
def distinct(a):
    return np.unique(a)


@up.gpu(force=True)
def selected(m, a):
    return a[m]


@up.gpu(force=True)
def sum_of_selected(m, a):
    return a[m].sum()


@up.gpu(force=True)
def compressed(m, a):
    return np.compress(m, a)


@up.gpu(force=True)
def places_that_hold(m):
    return np.nonzero(m)[0]


@up.gpu(force=True)
def running_sums(a):
    return np.cumsum(a)


@up.gpu(force=True)
def running_sums_of_columns(a):
    return np.cumsum(a, axis=0)


@up.gpu(force=True)
def running_sums_of_rows(a):
    return np.cumsum(a, axis=1)


def softmax_peer(a: Any) -> Any:
    e = cp.exp(a - a.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def milliseconds(call: Callable[[], Any]) -> float:
    for _ in range(3):
        call()
    cp.cuda.Device().synchronize()
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        call()
        cp.cuda.Device().synchronize()
        times.append(time.perf_counter() - begin)
    return 1e3 * statistics.median(times)


def line(name: str, ours: Callable[[], Any], peer: Callable[[], Any]) -> None:
    if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
        return
    own = milliseconds(ours)
    other = milliseconds(peer)
    print(f"{name:48} {own:10.4f} {other:10.4f} {other / own:8.3f}", flush=True)


def vectors() -> None:
    for dtype in (np.float32, np.float64):
        for power in (10, 14, 17, 20, 24, 28):
            x = owned(cp.random.standard_normal(1 << power).astype(dtype))
            z = seen(x)
            name = f"{np.dtype(dtype).name} 2^{power}"
            line(f"sum {name}", lambda x=x: total(x), lambda z=z: float(z.sum()))
            line(f"max {name}", lambda x=x: largest(x), lambda z=z: float(z.max()))
            line(f"argmax {name}", lambda x=x: place_of_largest(x), lambda z=z: int(z.argmax()))
            line(f"dot {name}", lambda x=x: dot(x, x), lambda z=z: float(z.dot(z)))


def matrices() -> None:
    for shape in ((4, 1 << 20), (1 << 20, 4), (32, 131072), (131072, 32), (1024, 4096), (4096, 4096), (8192, 8192)):
        a = owned(cp.random.standard_normal(shape))
        x, y = owned(cp.ones(shape[1])), owned(cp.zeros(shape[0]))
        b, z = seen(a), seen(x)
        name = f"{shape[0]} x {shape[1]}"
        line(f"sum axis 1 {name}", lambda: over_rows(a, y), lambda: b.sum(axis=1))
        line(f"sum axis 0 {name}", lambda: over_columns(a, x), lambda: b.sum(axis=0))
        line(f"A x {name}", lambda: times_vector(a, x, y), lambda: b @ z)
        line(f"A x fast {name}", lambda: times_vector_fast(a, x, y), lambda: b @ z)
        x, y = owned(cp.ones(shape[0])), owned(cp.zeros(shape[1]))
        z = seen(x)
        line(f"A^T x {name}", lambda: transposed_times_vector(a, x, y), lambda: b.T @ z)


def rows() -> None:
    for shape in ((8192, 4096), (65536, 64)):
        a = owned(cp.random.standard_normal(shape).astype(np.float32))
        b, y = seen(a), owned(cp.zeros(shape, np.float32))
        line(f"softmax {shape[0]} x {shape[1]}", lambda: softmax(a, y), lambda: softmax_peer(b))


def histograms() -> None:
    for bins in (4, 256, 65536, 1 << 20):
        idx = owned(cp.random.randint(0, bins, 1 << 24))
        keys, h = seen(idx), owned(cp.zeros(bins, np.int64))
        line(f"histogram {bins}", lambda: histogram(idx, h), lambda: cp.bincount(keys, minlength=bins))


def sorts() -> None:
    for dtype in (np.int32, np.int64, np.float32, np.float64):
        for power in (12, 16, 20, 24, 26):
            x = owned((cp.random.random_sample(1 << power) * (2**31 - 1)).astype(dtype))
            z = seen(x)
            name = f"{np.dtype(dtype).name} 2^{power}"
            line(f"sort {name}", lambda x=x: ordered(x), lambda z=z: cp.sort(z))
            line(f"argsort {name}", lambda x=x: places_in_order(x), lambda z=z: cp.argsort(z))
            line(f"unique {name}", lambda x=x: distinct(x), lambda z=z: cp.unique(z))


def scans() -> None:
    for dtype in (np.int64, np.float32, np.float64):
        for power in (20, 24, 28):
            x = owned((cp.random.random_sample(1 << power) * 9).astype(dtype))
            z = seen(x)
            line(f"cumsum {np.dtype(dtype).name} 2^{power}", lambda x=x: running_sums(x), lambda z=z: cp.cumsum(z))
    a = owned(cp.random.standard_normal((8192, 8192)))
    b = seen(a)
    line("cumsum axis 0", lambda: running_sums_of_columns(a), lambda: cp.cumsum(b, axis=0))
    line("cumsum axis 1", lambda: running_sums_of_rows(a), lambda: cp.cumsum(b, axis=1))


def masks() -> None:
    for power in (20, 26):
        m = owned(cp.random.random_sample(1 << power) < 0.5)
        a = owned(cp.random.random_sample(1 << power).astype(np.float32))
        held, b = seen(m), seen(a)
        line(f"a[mask] 2^{power}", lambda m=m, a=a: selected(m, a), lambda held=held, b=b: b[held])
        line(f"a[mask].sum() 2^{power}", lambda m=m, a=a: sum_of_selected(m, a), lambda held=held, b=b: float(b[held].sum()))
        line(f"compress 2^{power}", lambda m=m, a=a: compressed(m, a), lambda held=held, b=b: cp.compress(held, b))
        line(f"nonzero 2^{power}", lambda m=m: places_that_hold(m), lambda held=held: cp.nonzero(held)[0])


if __name__ == "__main__":
    vectors()
    matrices()
    rows()
    histograms()
    sorts()
    scans()
    masks()
