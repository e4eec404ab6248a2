"""One array for two libraries: unpython owns the memory, CuPy sees it without a copy. Each library then takes an array of its own, as
in a program that is written for it; a call of ours with CuPy's arrays asks each of them where it lies, which takes a few microseconds
(`replay.py` shows how many)."""

from __future__ import annotations

from typing import Any

import cupy as cp
import unpython as up


def owned(array: Any) -> Any:
    """An array of unpython with the elements and the order in memory of CuPy's; anything else as it is."""
    if not isinstance(array, cp.ndarray):
        return array
    if array.ndim > 1 and array.flags.f_contiguous:
        return up.to_device(cp.asnumpy(array.T)).T
    return up.to_device(cp.asnumpy(array))


def seen(array: Any) -> Any:
    """CuPy's view of it."""
    return cp.asarray(array) if isinstance(array, up.DeviceArray) else array
