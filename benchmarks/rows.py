"""Rows in one kernel, scatters and solver steps on arrays of the device, beside XLA (rows) and CuPy (the rest).

    python benchmarks/rows.py [part of a name] ...

Each line: milliseconds of ours, of the peer, peer over ours (above 1: ours is sooner). Medians of 15 calls, each waited for.
Texts are whole-array ones, as for NumPy; a peer gets the same text.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import cupy as cp
import jax
import jax.numpy as jnp
import numpy as np
import steady  # in front of unpython
import unpython as up
from unpython import prange

from both_sides import owned, seen
from gpu_loops import array_peers  # sets JAX up
from reductions import line

SHAPES = ((8192, 4096), (65536, 64))


def texts(np: ModuleType) -> dict[str, Any]:
    """The programs over rows, for NumPy or a library with its names."""

    def softmax(a):
        e = np.exp(a - a.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    def log_softmax(a):
        b = a - a.max(axis=1, keepdims=True)
        return b - np.log(np.exp(b).sum(axis=1, keepdims=True))

    def layer_norm(a):
        centred = a - a.mean(axis=1, keepdims=True)
        return centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + np.float32(1e-5))

    def variance(a):
        return a.var(axis=1)

    return {f.__name__: f for f in (softmax, log_softmax, layer_norm, variance)}


@up.gpu(force=True)
def nearest(points, centres, found):
    for i in prange(points.shape[0]):
        best = np.float32(np.inf)
        which = 0
        for c in range(centres.shape[0]):
            d = np.float32(0)
            for k in range(points.shape[1]):
                d += (points[i, k] - centres[c, k]) ** 2
            if d < best:
                best = d
                which = c
        found[i] = which


@jax.jit
def nearest_by_xla(points, centres):
    return ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)


def rows() -> None:
    ours = {name: up.gpu(force=True)(f) for name, f in texts(np).items()}
    peers = {name: jax.jit(f) for name, f in texts(jnp).items()}
    for shape in SHAPES:
        a = owned(cp.random.standard_normal(shape).astype(np.float32))
        b = jnp.asarray(np.asarray(a))
        for name, f in ours.items():
            line(f"{name} {shape[0]} x {shape[1]}", lambda f=f, a=a: f(a), lambda name=name, b=b: peers[name](b).block_until_ready())
        centres = owned(cp.random.standard_normal((16, shape[1])).astype(np.float32))
        c, found = jnp.asarray(np.asarray(centres)), owned(cp.zeros(shape[0], np.int64))
        line(f"nearest of 16 {shape[0]} x {shape[1]}", lambda: nearest(a, centres, found), lambda: nearest_by_xla(b, c).block_until_ready())


def sums_of_cubes() -> None:
    for dtype in (np.float32, np.float64):
        a = owned(cp.random.standard_normal((256, 256, 256)).astype(dtype))
        b, z = seen(a), jnp.asarray(np.asarray(a))
        for axis in (0, 1, 2, (0, 1), (1, 2), (0, 2)):
            by_xla = jax.jit(lambda x, axis=axis: x.sum(axis=axis))
            ours = up.gpu(force=True)(SUMS[axis])
            name = f"sum 256^3 {np.dtype(dtype).name} axis {axis}"
            line(name + ", CuPy", lambda: ours(a), lambda: b.sum(axis=axis))
            line(name + ", XLA", lambda: ours(a), lambda: by_xla(z).block_until_ready())


def over_0(a):
    return a.sum(axis=0)


def over_1(a):
    return a.sum(axis=1)


def over_2(a):
    return a.sum(axis=2)


def over_01(a):
    return a.sum(axis=(0, 1))


def over_12(a):
    return a.sum(axis=(1, 2))


def over_02(a):
    return a.sum(axis=(0, 2))


SUMS = {0: over_0, 1: over_1, 2: over_2, (0, 1): over_01, (1, 2): over_12, (0, 2): over_02}


@up.gpu(force=True)
def counts(idx, h):
    for i in prange(idx.shape[0]):
        h[idx[i]] += 1


@up.gpu(force=True)
def weights_of_keys(idx, w, h):
    for i in prange(idx.shape[0]):
        h[idx[i]] += w[i]


def scatters() -> None:
    for bins in (4, 256, 65536, 1 << 20):
        drawn = cp.random.random_sample(1 << 24)
        for name, keys in (("uniform", drawn), ("skewed", drawn**8)):
            idx = owned((keys * bins).astype(np.int64))
            b, h = seen(idx), owned(cp.zeros(bins, np.int64))
            line(f"counts {bins} {name}", lambda: counts(idx, h), lambda: cp.bincount(b, minlength=bins))
            w, sums, peer = owned(cp.random.random_sample(1 << 24)), owned(cp.zeros(bins)), cp.zeros(bins)
            line(f"sums by key {bins} {name}", lambda: weights_of_keys(idx, w, sums), lambda: cp.add.at(peer, b, seen(w)))


@up.gpu(force=True)
def solver_step(x, r, p, v, s, t, first, state):
    """One step of BiCGSTAB for the five-point Laplacian with a shift: two products, five dots, six updates."""
    n = x.shape[0]
    now = 0.0
    for i in prange(n):
        for j in prange(n):
            now += first[i, j] * r[i, j]
    beta = now / state[0] * (state[1] / state[2])
    for i in prange(n):
        for j in prange(n):
            p[i, j] = r[i, j] + beta * (p[i, j] - state[2] * v[i, j])
    for i in prange(1, n - 1):
        for j in prange(1, n - 1):
            v[i, j] = 4.1 * p[i, j] - p[i - 1, j] - p[i + 1, j] - p[i, j - 1] - p[i, j + 1]
    along = 0.0
    for i in prange(n):
        for j in prange(n):
            along += first[i, j] * v[i, j]
    alpha = now / along
    for i in prange(n):
        for j in prange(n):
            s[i, j] = r[i, j] - alpha * v[i, j]
    for i in prange(1, n - 1):
        for j in prange(1, n - 1):
            t[i, j] = 4.1 * s[i, j] - s[i - 1, j] - s[i + 1, j] - s[i, j - 1] - s[i, j + 1]
    both = 0.0
    alone = 0.0
    for i in prange(n):
        for j in prange(n):
            both += t[i, j] * s[i, j]
            alone += t[i, j] * t[i, j]
    omega = both / alone
    rest = 0.0
    for i in prange(n):
        for j in prange(n):
            x[i, j] += alpha * p[i, j] + omega * s[i, j]
            r[i, j] = s[i, j] - omega * t[i, j]
            rest += r[i, j] * r[i, j]
    state[0] = now
    state[1] = alpha
    state[2] = omega
    return rest


def product_by_cupy(a: Any, out: Any) -> None:
    out[1:-1, 1:-1] = 4.1 * a[1:-1, 1:-1] - a[:-2, 1:-1] - a[2:, 1:-1] - a[1:-1, :-2] - a[1:-1, 2:]


def solver_step_by_cupy(x: Any, r: Any, p: Any, v: Any, s: Any, t: Any, first: Any, state: Any) -> float:
    now = cp.vdot(first, r)
    beta = now / state[0] * (state[1] / state[2])
    p[...] = r + beta * (p - state[2] * v)
    product_by_cupy(p, v)
    alpha = now / cp.vdot(first, v)
    s[...] = r - alpha * v
    product_by_cupy(s, t)
    omega = cp.vdot(t, s) / cp.vdot(t, t)
    x += alpha * p + omega * s
    r[...] = s - omega * t
    state[:] = cp.stack((now, alpha, omega))
    return float(cp.vdot(r, r))


def solvers() -> None:
    n = 1 << 10
    side = cp.random.standard_normal((n, n))
    for a in (side[0], side[-1], side[:, 0], side[:, -1]):
        a[...] = 0
    zero = cp.zeros((n, n))
    ours = [owned(a.copy()) for a in (zero, side, zero, zero, zero, zero, side, cp.ones(3))]
    peers = [a.copy() for a in (zero, side, zero, zero, zero, zero, side, cp.ones(3))]
    print("rest after three steps", [solver_step(*ours) for _ in range(3)], [solver_step_by_cupy(*peers) for _ in range(3)])
    line("BiCGSTAB step 2^20", lambda: solver_step(*ours), lambda: solver_step_by_cupy(*peers))


if __name__ == "__main__":
    rows()
    sums_of_cubes()
    scatters()
    solvers()
