"""Ranges, `shape` and what functions of our own need besides, as plain Python sees them; compiled functions know them by
identity."""

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


def _adds_in_order() -> bool:
    """Whether the order in which floats are added counts, as it does in plain Python and with fp='strict'."""
    return True


def _empty_like(items: Any) -> Any:
    """`np.empty_like`, but an empty list has the type that its items would have, where functions are compiled."""
    import numpy

    return numpy.empty_like(items)
