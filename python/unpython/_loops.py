"""Ranges and `shape` as plain Python sees them; compiled functions know them by identity."""

from __future__ import annotations

from typing import Any


def prange(*bounds: int) -> range:
    """`range` whose iterations may run in parallel. In plain Python it is `range`."""
    return range(*bounds)


def gpurange(*bounds: int) -> range:
    """`prange` that asks for the GPU. In plain Python it is `range`."""
    return range(*bounds)


def xrange(*bounds: int) -> range:
    """`range` under its old name."""
    return range(*bounds)


def shape(array: Any) -> tuple[int, ...]:
    """`array.shape`."""
    return tuple(array.shape)
