"""Programs with known footprints: what moves for a call against the bytes that the program touches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import unpython as up
from unpython import prange


@up.jit
def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@up.jit
def slab(a, first, last):
    for i in prange(first, last):
        for j in prange(1, a.shape[1] - 1):
            for k in range(2, a.shape[2]):
                a[i, j, k] = 0.0


@up.jit
def copy(a, b):
    for i in prange(a.shape[0]):
        a[i] = b[i]


@up.jit
def shift_residue(x):
    for i in prange(x.shape[0] // 4):
        x[4 * i] = x[4 * i + 2]


@up.jit
def figure7_read(x, y):
    for i in prange(y.shape[0]):
        y[i] = x[4 * i] + x[4 * i + 5] + x[4 * i + 15]


@up.jit
def figure7_written(x):
    for i in prange(5):
        x[4 * i] = x[4 * i + 5] + x[4 * i + 15]


@up.jit
def stencil5(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) + a[i, j]


@up.jit
def stencil27(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            for k in prange(1, a.shape[2] - 1):
                b[i, j, k] = (
                    a[i - 1, j - 1, k - 1] + a[i - 1, j - 1, k] + a[i - 1, j - 1, k + 1]
                    + a[i - 1, j, k - 1] + a[i - 1, j, k] + a[i - 1, j, k + 1]
                    + a[i - 1, j + 1, k - 1] + a[i - 1, j + 1, k] + a[i - 1, j + 1, k + 1]
                    + a[i, j - 1, k - 1] + a[i, j - 1, k] + a[i, j - 1, k + 1]
                    + a[i, j, k - 1] + a[i, j, k] + a[i, j, k + 1]
                    + a[i, j + 1, k - 1] + a[i, j + 1, k] + a[i, j + 1, k + 1]
                    + a[i + 1, j - 1, k - 1] + a[i + 1, j - 1, k] + a[i + 1, j - 1, k + 1]
                    + a[i + 1, j, k - 1] + a[i + 1, j, k] + a[i + 1, j, k + 1]
                    + a[i + 1, j + 1, k - 1] + a[i + 1, j + 1, k] + a[i + 1, j + 1, k + 1]
                )  # fmt: skip


@up.jit
def convolution(a, w, b, row, column):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for p in range(w.shape[0]):
                for q in range(w.shape[1]):
                    s += w[p, q] * a[row + i + p, column + j + q]
            b[i, j] = s


@up.jit
def square_part(a, c):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[0]):
                s += a[i, k] * a[k, j]
            c[i, j] = s


@up.jit
def elimination_step(a, k):
    for i in prange(k + 1, a.shape[0]):
        for j in prange(k + 1, a.shape[1]):
            a[i, j] -= a[i, k] * a[k, j]


@up.jit
def triangular_update(a):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            a[i, j] += 1.0


@dataclass
class Case:
    """One call; `touched` counts the elements that it reads or writes, each once."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    touched: int
    most: float

    def groups(self) -> dict[str, Any]:
        """The nest of the call in the report: nothing runs."""
        (nest,) = self.function.explain(*self.arguments).as_dict()["nests"]
        return nest

    def ratio(self) -> float:
        return sum(group["bytes"] for group in self.groups()["groups"]) / (8 * self.touched)


def dense(*shape: int) -> np.ndarray:
    return np.empty(shape)


def rows_apart(*shape: int) -> np.ndarray:
    """Rows with room between them, as the columns of a wider array are."""
    return np.empty((*shape[:-1], shape[-1] + 128))[..., : shape[-1]]


def product_case(name: str, a: np.ndarray, b: np.ndarray, c: np.ndarray, touched: int | None = None) -> Case:
    return Case(name, product, (a, b, c), touched or a.size + b.size + c.size, 1.0)


def exact_cases() -> Iterator[Case]:
    n = 1000
    a, b, c = dense(n, n), dense(n, n), dense(n, n)
    yield product_case("matrix product", a, b, c)
    yield product_case("blocks of it", a[100:228, 200:712], b[300:812, 64:192], c[500:628, 700:828])
    yield product_case("every second column", a[:, ::2], b[::2, ::2], c[:, ::2])
    yield product_case("reversed", a[::-1, ::-1], b[::-1], c[:, ::-1])
    row = np.broadcast_to(dense(n), (n, n))
    yield product_case("broadcast", row, b, c, n + b.size + c.size)
    yield Case("3-D slab", slab, (dense(64, 64, 64), 10, 20), 10 * 62 * 62, 1.0)
    x = dense(10000)
    yield Case("two interleaved views", copy, (x[::2], x[1::2]), 10000, 1.0)
    yield Case("residues {0, 2} of stride 4", shift_residue, (x,), 5000, 1.0)


def close_cases() -> Iterator[Case]:
    n = 4096
    interior = (n - 2) * (n - 2)
    yield Case("5-point stencil", stencil5, (dense(n, n), dense(n, n)), n * n - 4 + interior, 1.02)
    yield stencil5_apart()
    yield stencil27_apart()
    tile = dense(10000, 10000), dense(5, 5), dense(128, 128), 5000, 5000
    yield Case("2-D convolution tile", convolution, tile, 132 * 132 + 25 + 128 * 128, 1.02)
    k = 2048
    yield Case("elimination step", elimination_step, (dense(n, n), k), (n - k) * (n - k) - 1, 1.02)


def loose_cases() -> Iterator[Case]:
    yield Case("figure 7 written", figure7_written, (dense(40),), 15, 1.6)
    yield Case("figure 7 read only", figure7_read, (dense(36), dense(5)), 20, 1.5)
    # Rows and columns have one box around them, which is all of the array.
    yield Case("tall A A", square_part, (dense(1000, 1000), dense(10, 10)), 20 * 1000 - 100 + 100, 51.0)
    yield Case("triangular update", triangular_update, (dense(n := 1000, n),), n * (n + 1) // 2, 1.0)


def stencil5_apart() -> Case:
    n = 4096
    touched = n * n - 4 + (n - 2) * (n - 2)
    return Case("5-point stencil of rows apart", stencil5, (rows_apart(n, n), rows_apart(n, n)), touched, 1.02)


def stencil27_apart() -> Case:
    n = 256
    arrays = rows_apart(n, n, n), rows_apart(n, n, n)
    return Case("27-point stencil of rows apart", stencil27, arrays, n**3 + (n - 2) ** 3, 1.02)
