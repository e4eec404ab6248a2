"""The same computations as whole-array programs of JAX (jitted) and CuPy, as their users write them.

`PEERS[library][loop]` takes the arguments of the loop of that name, on the device, and gives its outputs in order. A library
that is not installed has no entry in `PEERS`, and `ABSENT[library]` says why. Loops that a library has no natural form
for are missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable

PEERS: dict[str, dict[str, Callable]] = {}
ABSENT: dict[str, str] = {}

try:
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the device is shared with the others
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    if jax.default_backend() == "cpu":
        ABSENT["jax"] = "it sees no GPU"
except ImportError as missing:
    ABSENT["jax"] = str(missing)

try:
    import cupy
    import cupyx.scipy.special
except ImportError as missing:
    ABSENT["cupy"] = str(missing)


def _jax_programs() -> dict[str, Callable]:
    exact = jax.lax.Precision.HIGHEST  # else float32 products are rounded to TF32

    def matrix_product(a, b, c):
        return (jnp.matmul(a, b, precision=exact),)

    def distances(p, d):
        return (jnp.sqrt(jnp.sum((p[:, None, :] - p[None, :, :]) ** 2, axis=2)),)

    def coulomb(atoms, spacing, v):
        y = (jnp.arange(v.shape[0], dtype=v.dtype) * spacing)[:, None, None]
        x = (jnp.arange(v.shape[1], dtype=v.dtype) * spacing)[None, :, None]
        squares = (x - atoms[:, 0]) ** 2 + (y - atoms[:, 1]) ** 2 + atoms[:, 2] ** 2
        return (jnp.sum(atoms[:, 3] / jnp.sqrt(squares), axis=2),)

    def black_scholes(price, strike, years, call, put, rate, volatility):
        root = jnp.sqrt(years)
        d1 = (jnp.log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * root)
        d2 = d1 - volatility * root
        n1 = 0.5 + 0.5 * jax.scipy.special.erf(d1 * 0.7071067811865476)
        n2 = 0.5 + 0.5 * jax.scipy.special.erf(d2 * 0.7071067811865476)
        discounted = strike * jnp.exp(-rate * years)
        return price * n1 - discounted * n2, discounted * (1.0 - n2) - price * (1.0 - n1)

    def mandelbrot(count, left, low, step, most):
        cr = left + jnp.arange(count.shape[1]) * step
        ci = (low + jnp.arange(count.shape[0]) * step)[:, None]

        def inside(state):
            zr, zi, n, done = state
            return jnp.any((zr * zr + zi * zi < 4.0) & (n < most)) & (done < most)

        def advance(state):
            zr, zi, n, done = state
            goes_on = (zr * zr + zi * zi < 4.0) & (n < most)
            next_zr = jnp.where(goes_on, zr * zr - zi * zi + cr, zr)
            next_zi = jnp.where(goes_on, 2.0 * zr * zi + ci, zi)
            return next_zr, next_zi, n + goes_on, done + 1

        zero = jnp.zeros(count.shape)
        return (jax.lax.while_loop(inside, advance, (zero, zero, jnp.zeros(count.shape, count.dtype), 0))[2],)

    def stencil(a, b):
        inner = 0.2 * (a[1:-1, 1:-1] + a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
        return (b.at[1:-1, 1:-1].set(inner),)

    def rank_k(a, c):
        return (c + jnp.matmul(a, a.T, precision=exact),)

    def fir(signal, taps, filtered):
        return (jnp.convolve(signal, taps[::-1], mode="valid", precision=exact),)

    def matrix_vector(a, x, y):
        return (a @ x,)

    programs = (matrix_product, distances, coulomb, black_scholes, mandelbrot, stencil, rank_k, fir, matrix_vector)
    return {program.__name__: jax.jit(program) for program in programs}


def _cupy_programs() -> dict[str, Callable]:
    def matrix_product(a, b, c):
        return (cupy.matmul(a, b, out=c),)

    def distances(p, d):
        return (cupy.sqrt(cupy.sum((p[:, None, :] - p[None, :, :]) ** 2, axis=2)),)

    def black_scholes(price, strike, years, call, put, rate, volatility):
        root = cupy.sqrt(years)
        d1 = (cupy.log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * root)
        d2 = d1 - volatility * root
        n1 = 0.5 + 0.5 * cupyx.scipy.special.erf(d1 * 0.7071067811865476)
        n2 = 0.5 + 0.5 * cupyx.scipy.special.erf(d2 * 0.7071067811865476)
        discounted = strike * cupy.exp(-rate * years)
        return price * n1 - discounted * n2, discounted * (1.0 - n2) - price * (1.0 - n1)

    def stencil(a, b):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
        return (b,)

    def rank_k(a, c):
        return (c + a @ a.T,)

    def fir(signal, taps, filtered):
        return (cupy.convolve(signal, taps[::-1], mode="valid"),)

    def matrix_vector(a, x, y):
        return (cupy.matmul(a, x, out=y),)

    programs = (matrix_product, distances, black_scholes, stencil, rank_k, fir, matrix_vector)
    return {program.__name__: program for program in programs}


if "jax" not in ABSENT:
    PEERS["jax"] = _jax_programs()
if "cupy" not in ABSENT:
    PEERS["cupy"] = _cupy_programs()


def on_device(library: str, array: object) -> object:
    return jax.device_put(array) if library == "jax" else cupy.asarray(array)


def on_host(library: str, array: object) -> object:
    """A NumPy array; waits for the device."""
    import numpy as np

    return np.asarray(array) if library == "jax" else cupy.asnumpy(array)


def wait(library: str, results: tuple) -> None:
    if library == "jax":
        jax.block_until_ready(results)
    else:
        cupy.cuda.runtime.deviceSynchronize()
