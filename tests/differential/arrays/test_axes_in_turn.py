"""Loops over axes, arrays that lose one dimension after the other, and names that have other dimensions behind a test."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of


def divergence(f, dx):
    g = np.zeros_like(f)
    for ax in range(f.ndim):
        g += (np.roll(f, -1, axis=ax) - np.roll(f, 1, ax)) / (2 * dx)
    return g


def by_extent(f):
    total = 0
    for ax, n in enumerate(f.shape):
        total += f.sum(axis=ax, keepdims=True).max() / n
    return total


def sorted_along(f):
    for ax in range(len(f.shape)):
        f = np.sort(f, axis=ax)
    return f


def squeezed(f):
    for ax in (0, -1):
        f = f.mean(axis=ax, keepdims=True)
    return f


def in_comprehensions(f):
    tops = tuple(f.max(axis=k) for k in range(f.ndim))
    return tops, [f.sum(axis=k).size for k in (0, 1)], sum(np.roll(f, s, axis=k) for k in range(f.ndim) for s in (1, -1))


def rest_of_axes(f):
    axes = tuple(range(1, f.ndim))
    return f.mean(axis=axes), f.sum(axis=tuple(range(f.ndim - 1)))


def first_of(f, k):
    for ax in range(f.ndim):
        print("axis", ax)
        if f.shape[ax] == k:
            return f.sum(axis=ax).sum()
    return -1.0


def collapsed(x):
    n = 0
    while x.ndim > 1:
        x = x.sum(axis=-1)
        n += 1
    x = x - x.mean()
    return x.tolist(), n


def to_a_number(x):
    out = x
    depth = 0
    while np.ndim(out) > 0:
        out = out.mean(axis=0) if depth % 2 == 0 else out.max(axis=0)
        depth += 1
    return out, depth


def by_dimensions(x):
    if x.ndim >= 2:
        return x.sum(axis=1)
    return x.sum(axis=0)


def below(x):
    if not x.ndim <= 1:
        x = x.sum(axis=0)
        if x.ndim > 1:
            x = x.sum(axis=0)
    return x * 2


def flat_or_not(a, flat):
    if flat:
        a = a.ravel()
    b = a + 1
    return b.shape, b.max()


def of_three_kinds(a, k):
    if k > 3:
        a = a.mean(axis=0)
    elif k > 1:
        a = a.reshape(-1)
    return a * 2


A1, A2, A3, A4 = np.arange(4.0), np.arange(12.0).reshape(3, 4), np.arange(24.0).reshape(2, 3, 4) ** 2, np.arange(16.0).reshape(2, 2, 2, 2)
CASES = [
    *((f, a) for f in (by_extent, sorted_along, squeezed, rest_of_axes, collapsed, to_a_number, by_dimensions, below) for a in (A1, A2, A3)),
    *((f, a) for f in (sorted_along, to_a_number, collapsed) for a in (A4, A2[:0], A2[:, :0])),
    (divergence, A1, 0.5), (divergence, A3, 2), (in_comprehensions, A2), (in_comprehensions, A3), (first_of, A3, 3), (first_of, A2, 9), (to_a_number, 2.5),
    *((flat_or_not, A2, flat) for flat in (True, False)), *((of_three_kinds, A2, k) for k in (0, 2, 4)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case):
    check_machine_code(case)


class Grid:
    def __init__(self, ndim):
        self.ndim = ndim


def halved(n):
    grid = Grid(n)
    turns = 0
    while grid.ndim > 1:
        grid.ndim -= 2
        turns += 1
    return turns, -1 if grid.ndim < 1 else grid.ndim


@pytest.mark.parametrize("n", [4, 5, -3, 0])
def test_fields_of_this_name(n):
    assert up.jit(strict=True)(halved)(n) == halved(n)
