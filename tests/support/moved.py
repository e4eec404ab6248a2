"""Programs with the bytes that have to cross for them, counted by running them on arrays that take notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from unpython import prange


class Noted:
    """An array whose element accesses are noted by address: `needed` was read before it was stored."""

    def __init__(self, array: np.ndarray, needed: set[int], stored: set[int]) -> None:
        self.array, self.needed, self.stored = array, needed, stored
        self.shape, self.dtype = array.shape, array.dtype

    def bytes_of(self, index: Any) -> range:
        at = index if isinstance(index, tuple) else (index,)
        at = [int(i) + (n if i < 0 else 0) for i, n in zip(at, self.shape)]
        first = self.array.ctypes.data + sum(i * s for i, s in zip(at, self.array.strides))
        return range(first, first + self.array.itemsize)

    def __getitem__(self, index: Any) -> Any:
        self.needed.update(byte for byte in self.bytes_of(index) if byte not in self.stored)
        return self.array[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self.stored.update(self.bytes_of(index))
        self.array[index] = value


@dataclass
class Pattern:
    """One call. `packed`: what crosses is what has to, byte for byte; else the reason why it may be more."""

    function: Callable[..., Any]
    make: Callable[[], tuple[Any, ...]]
    packed: bool = True
    why: str = ""
    name: str = ""
    returned: int = 0  # bytes of a result

    def must_cross(self) -> tuple[int, int]:
        """Bytes that iterations read before they store them, and bytes that they store."""
        needed: set[int] = set()
        stored: set[int] = set()
        noted = [Noted(a, needed, stored) if isinstance(a, np.ndarray) else a for a in self.make()]
        self.function(*noted)
        return len(needed), len(stored)


def strided_read(x, y):
    for i in prange(y.shape[0]):
        y[i] = x[4 * i]


def strided_by(x, y, first, step):
    for i in prange(y.shape[0]):
        y[i] = x[first + step * i]


def strided_store(x, y):
    for i in prange(x.shape[0]):
        y[4 * i + 1] = x[i]


def column_read(a, y, c):
    for i in prange(a.shape[0]):
        y[i] = 2.0 * a[i, c]


def column_stored(a, y, c):
    for i in prange(a.shape[0]):
        a[i, c] = y[i]


def column_updated(a, c):
    for i in prange(a.shape[0]):
        a[i, c] += 1.0


def diagonal_read(a, y):
    for i in prange(a.shape[0]):
        y[i] = a[i, i]


def diagonal_stored(a, y):
    for i in prange(a.shape[0]):
        a[i, i] = y[i]


def antidiagonal(a, y):
    for i in prange(a.shape[0]):
        y[i] = a[i, a.shape[0] - 1 - i]


def band(a, x, y, w):
    for i in prange(w, a.shape[0] - w):
        s = 0.0
        for k in range(2 * w + 1):
            s += a[i, i + k - w] * x[i + k - w]
        y[i] = s


def triangle_read(a, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(i + 1):
            s += a[i, j]
        y[i] = s


def triangle_updated(a):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            a[i, j] += 1.0


def triangle_stored(a):
    for i in prange(a.shape[0]):
        for j in prange(i + 1, a.shape[1]):
            a[i, j] = 3.0


def triangle_by_a_condition(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            if j > i:
                b[i, j] = a[i, j] * 2.0


def both_sides_of_a_diagonal(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            if i <= j:
                b[i, j] = a[i, j] * 2.0
            else:
                b[i, j] = 1.0


def conditions_in_conditions(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            if j >= 20:
                if not j < 30:
                    b[i, j] = a[i, j] * 2.0


def triangle_by_columns(a):
    for j in prange(a.shape[1]):
        for i in prange(j, a.shape[0]):
            a[i, j] += 1.0


def trapezoid_updated(a, first, w):
    for i in prange(first, a.shape[0]):
        for j in prange(i - first, 3 * i + w):
            a[i, j] += 1.0


def below_pivot(a, k):
    for i in prange(k + 1, a.shape[0]):
        for j in prange(k + 1, i + 1):
            a[i, j] -= a[i, k] * a[j, k]


def triangles_in_turn(a, b):
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            b[i, j] = a[i, j]
    for i in prange(a.shape[0]):
        for j in prange(i + 1):
            b[i, j] += 2.0 * a[i, j]


def triangles_of_planes(a):
    for p in prange(a.shape[0]):
        for i in prange(a.shape[1]):
            for j in prange(i + 1):
                a[p, i, j] += 1.0


def window_copied(a, b, i0, j0, n, m):
    for i in prange(n):
        for j in prange(m):
            b[i0 + i, j0 + j] = a[i0 + i, j0 + j]


def stencil(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def stencil_window(a, b, i0, j0, n, m):
    for i in prange(i0, i0 + n):
        for j in prange(j0, j0 + m):
            b[i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]


def far_regions(x, y, far):
    for i in prange(y.shape[0]):
        y[i] = x[i] + x[far + i]


def far_regions_stored(x, y, far):
    for i in prange(x.shape[0]):
        y[i] = x[i]
        y[far + i] = -x[i]


def interleaved(x):
    for i in prange(x.shape[0] // 4):
        x[4 * i] = x[4 * i + 2]


def pairs(x, y):
    for i in prange(y.shape[0]):
        y[i] = x[2 * i] * x[2 * i + 1]


def residues(x, y):
    for i in prange(y.shape[0]):
        y[i] = x[5 * i] + x[5 * i + 1]


def five_strided(x, y):
    for i in prange(y.shape[0]):
        y[i] = x[8 * i] + x[8 * i + 8] + x[8 * i + 16] + x[8 * i + 24] + x[8 * i + 32]


def figure7(x, y):
    for i in prange(y.shape[0]):
        y[i] = x[4 * i] + x[4 * i + 5] + x[4 * i + 15]


def rows_stored(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[2 * i, j] = a[i, j]


def columns_stored(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, 3 * j + 1] = a[i, j]


def written_then_read(a, b, c):
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1.0
    for i in prange(a.shape[0]):
        c[i] = b[i] * 2.0


def read_twice(a, b, c):
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1.0
    for i in prange(a.shape[0]):
        c[i] = a[i] * 2.0


def stored_by_fewer(a, b, c):
    for i in prange(a.shape[0] - 5):
        b[i] = a[i] + 1.0
    for i in prange(a.shape[0]):
        c[i] = b[i] * 2.0 + a[i]


def stored_by_more(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j] + 1.0
    for i in prange(a.shape[0] - 1):
        for j in prange(a.shape[1] - 3):
            b[i, j] += a[i + 1, j + 3]


def halves_in_turn(a, b, half):
    for i in prange(half):
        b[i] = a[i] + 1.0
    for i in prange(half):
        b[half + i] = a[half + i] * 2.0


def strided_twice(x, y, z):
    for i in prange(y.shape[0]):
        y[i] = x[4 * i]
    for i in prange(z.shape[0]):
        z[i] = 2.0 * x[4 * i]


def column_in_turn(a, y, c):
    for i in prange(a.shape[0]):
        y[i] = 2.0 * a[i, c]
    for i in prange(a.shape[0]):
        a[i, c] = y[i] + 1.0


def windows_in_turn(a, b, n, m):
    for i in prange(n):
        for j in prange(m):
            b[i, j] = a[10 + i, 20 + j]
    for i in prange(n):
        for j in prange(m):
            b[i, j] += a[10 + i, 20 + m + j]


def some_twice(a, b, c, n):
    for i in prange(n):
        b[i] = a[i]
    for i in prange(a.shape[0]):
        c[i] = a[i]


def stored_around(a, b, w):
    for i in prange(w, a.shape[0] - w):
        b[i] = a[i]
    for i in prange(w):
        b[i] = 0.0


def gather(x, idx, y):
    for i in prange(y.shape[0]):
        y[i] = x[idx[i]]


def masked(x, y):
    for i in prange(x.shape[0]):
        if x[i] > 0.5:
            y[i] = x[i]


def reversed_read(x, y):
    for i in prange(y.shape[0]):
        y[i] = x[x.shape[0] - 1 - i]


def copied(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j]


def line_copied(a, b):
    for i in prange(a.shape[0]):
        b[i] = a[i]


def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def rank_one(a, u, v):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            a[i, j] += u[i] * v[j]


def slab(a, first, last):
    for i in prange(first, last):
        for j in prange(1, a.shape[1] - 1):
            for k in range(2, a.shape[2]):
                a[i, j, k] = 0.0


def convolution(a, w, b, row, column):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for p in range(w.shape[0]):
                for q in range(w.shape[1]):
                    s += w[p, q] * a[row + i + p, column + j + q]
            b[i, j] = s


def elimination(a, k):
    for i in prange(k + 1, a.shape[0]):
        for j in prange(k + 1, a.shape[1]):
            a[i, j] -= a[i, k] * a[k, j]


def filled_then_added(a, c):
    for i in prange(a.shape[0]):
        c[i] = 0.0
        for k in range(a.shape[1]):
            c[i] += a[i, k]


def doubled(x, y):
    for i in prange(x.shape[0]):
        y[2 * i] = x[i]
        y[2 * i + 1] = x[i]


def coarse(a, b):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            b[i, j] = a[3 * i, 2 * j]


def transposed(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[j, i] = a[i, j]


def column_sum(a, c):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i, c]
    return s


def nothing(x, y, n):
    for i in prange(n):
        y[i] = x[i]


def row_parts(a, b, first):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            b[i, j] = a[first + i, 2 * j]


def _dense(*shape: int) -> np.ndarray:
    return np.random.default_rng(5).random(shape)


def _rows(n: int, m: int) -> np.ndarray:
    return _dense(n, m + 40)[:, 20 : 20 + m]


def _patterns() -> Iterator[Pattern]:
    d, p = _dense, Pattern
    beside = "elements that are only read lie between the rows that come out"
    yield p(strided_read, lambda: (d(4000), d(1000)))
    yield p(strided_by, lambda: (d(4000), d(700), 3, 5), name="every fifth from 3")
    yield p(strided_by, lambda: (d(4000), d(1000), 3999, -3), name="every third, backwards")
    yield p(strided_store, lambda: (d(1000), d(4000)))
    yield p(column_read, lambda: (d(300, 40), d(300), 7))
    yield p(column_stored, lambda: (d(300, 40), d(300), 7))
    yield p(column_updated, lambda: (d(300, 40), 39))
    yield p(column_read, lambda: (np.asfortranarray(d(300, 40)), d(300), 7), name="column of a Fortran array")
    yield p(diagonal_read, lambda: (d(200, 200), d(200)))
    yield p(diagonal_stored, lambda: (d(200, 200), d(200)))
    yield p(antidiagonal, lambda: (d(200, 200), d(200)))
    yield p(band, lambda: (d(200, 200), d(200), d(200), 3))
    yield p(triangle_read, lambda: (d(200, 200), d(200)))
    yield p(triangle_updated, lambda: (d(200, 200),))
    yield p(triangle_stored, lambda: (d(200, 200),))
    yield p(triangle_by_a_condition, lambda: (d(200, 200), d(200, 200)))
    yield p(both_sides_of_a_diagonal, lambda: (d(200, 200), d(200, 200)))
    yield p(conditions_in_conditions, lambda: (d(200, 100), d(200, 100)))
    yield p(triangle_updated, lambda: (np.asfortranarray(d(200, 200)),), name="triangle of a Fortran array")
    yield p(triangle_by_columns, lambda: (d(200, 200),))
    yield p(trapezoid_updated, lambda: (d(60, 200), 20, 10))
    yield p(below_pivot, lambda: (d(100, 100), 30), False, beside)
    yield p(triangles_in_turn, lambda: (d(100, 100), d(100, 100)))
    yield p(triangles_of_planes, lambda: (d(5, 60, 60),))
    yield p(window_copied, lambda: (d(100, 120), d(100, 120), 20, 30, 40, 50))
    yield p(stencil, lambda: (d(100, 120), d(100, 120)))
    yield p(stencil_window, lambda: (d(100, 120), d(100, 120), 20, 30, 40, 50))
    yield p(far_regions, lambda: (d(60000), d(1000), 50000))
    yield p(far_regions_stored, lambda: (d(1000), d(60000), 50000))
    yield p(interleaved, lambda: (d(4000),))
    yield p(pairs, lambda: (d(2000), d(1000)))
    yield p(residues, lambda: (d(5000), d(1000)))
    yield p(five_strided, lambda: (d(8100), d(1000)))
    yield p(figure7, lambda: (d(4100), d(1000)))
    yield p(rows_stored, lambda: (d(50, 80), d(100, 80)))
    yield p(columns_stored, lambda: (d(50, 40), d(50, 120)))
    yield p(written_then_read, lambda: (d(3000), d(3000), d(3000)))
    yield p(read_twice, lambda: (d(3000), d(3000), d(3000)))
    yield p(stored_by_fewer, lambda: (d(3000), d(3000), d(3000)))
    yield p(stored_by_more, lambda: (d(60, 80), d(60, 80)))
    yield p(halves_in_turn, lambda: (d(3000), d(3000), 1500))
    yield p(strided_twice, lambda: (d(4000), d(1000), d(900)))
    yield p(column_in_turn, lambda: (d(300, 40), d(300), 7))
    yield p(windows_in_turn, lambda: (d(100, 120), d(100, 120), 30, 20))
    yield p(some_twice, lambda: (d(3000), d(3000), d(3000), 1000))
    yield p(stored_around, lambda: (d(3000), d(3000), 10))
    yield p(gather, lambda: (d(500), np.arange(100) * 3, d(100)), False, "the data chooses")
    yield p(masked, lambda: (d(500), d(500)), False, "the data chooses")
    yield p(reversed_read, lambda: (d(1000), d(1000)))
    yield p(copied, lambda: (d(60, 80)[:, ::2], d(60, 40)), name="every second column")
    yield p(copied, lambda: (d(60, 80)[::-1, ::-1], d(60, 80)[::-1]), name="views backwards")
    yield p(copied, lambda: (np.broadcast_to(d(80), (60, 80)), d(60, 80)), name="broadcast row")
    yield p(copied, lambda: (_rows(60, 80), _rows(60, 80)), name="rows apart")
    yield p(copied, lambda: (d(60, 80).astype(np.complex128).real, d(60, 80)), name="real parts")
    yield p(product, lambda: (d(30, 40), d(40, 20), d(30, 20)))
    yield p(product, lambda: (d(60, 60)[5:35, 6:46], d(60, 60)[3:43, 4:24], d(60, 60)[1:31, 2:22]), name="blocks")
    yield p(rank_one, lambda: (d(60, 70), d(60), d(70)))
    yield p(slab, lambda: (d(20, 30, 40), 5, 9))
    yield p(convolution, lambda: (d(200, 200), d(5, 5), d(32, 32), 100, 90))
    yield p(elimination, lambda: (d(60, 60), 20), False, beside)
    yield p(filled_then_added, lambda: (d(60, 50), d(60)))
    yield p(doubled, lambda: (d(1000), d(2000)))
    yield p(coarse, lambda: (d(90, 120), d(30, 60)))
    yield p(transposed, lambda: (d(60, 70), d(70, 60)))
    yield p(column_sum, lambda: (d(300, 40), 7), returned=8)
    yield p(nothing, lambda: (d(30), d(30), 0))
    yield p(row_parts, lambda: (d(90, 120), d(30, 60), 11))
    x = d(1000)
    yield p(line_copied, lambda: (x[::2], x[1::2]), name="interleaved views")
    a = d(60, 80)
    yield p(copied, lambda: (a[:, :40], a[:, 40:]), name="halves of rows")


def patterns() -> list[Pattern]:
    found = list(_patterns())
    for pattern in found:
        pattern.name = pattern.name or pattern.function.__name__.replace("_", " ")
    return found
