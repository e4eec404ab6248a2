"""up.empty, zeros, ones, full, asarray and copyto: arrays on a device from their shape, and copies between places."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from unpython import _core
from unpython._devices import _default_gpu


def empty(shape: Any, dtype: Any = float, device: str = "") -> _core.DeviceArray:
    """An array on a device ('cuda:0'; by default the first GPU) whose elements have any values."""
    extents = tuple(shape) if isinstance(shape, (tuple, list)) else (operator.index(shape),)
    return _core.empty_on(device or _default_gpu(), tuple(map(operator.index, extents)), np.dtype(dtype))


def full(shape: Any, value: Any, dtype: Any = None, device: str = "") -> _core.DeviceArray:
    """An array on a device with the value in all elements."""
    result = empty(shape, np.asarray(value).dtype if dtype is None else dtype, device)
    result.fill(value)
    return result


def zeros(shape: Any, dtype: Any = float, device: str = "") -> _core.DeviceArray:
    """An array of zeros on a device."""
    return full(shape, np.dtype(dtype).type(0), dtype, device)


def ones(shape: Any, dtype: Any = float, device: str = "") -> _core.DeviceArray:
    """An array of ones on a device."""
    return full(shape, np.dtype(dtype).type(1), dtype, device)


def asarray(array: Any, dtype: Any = None, device: str = "") -> _core.DeviceArray:
    """The array on a device: itself, if it lies there and has the type, else a copy."""
    if isinstance(array, _core.DeviceArray):
        there = not device or array.device == device
        here = array if dtype is None else array.astype(dtype, copy=False)
        return here if there else _core.to_device(here.to_host(), device)
    return _core.to_device(np.asanyarray(array, dtype), device or _default_gpu())


def copyto(target: Any, source: Any) -> None:
    """Copies elements, between the host and a device, or on one: `target[...] = source`."""
    if isinstance(target, _core.DeviceArray):
        given = _type_of(source)
        if not np.can_cast(given, target.dtype, "same_kind"):
            raise TypeError(f"Cannot cast array data from {given!r} to {target.dtype!r} according to the rule 'same_kind'")
        target.fill(source)
    else:
        np.copyto(target, source.to_host() if isinstance(source, _core.DeviceArray) else source)


def _type_of(source: Any) -> np.dtype[Any]:
    """A number of Python has the smallest type that holds it."""
    if isinstance(source, (bool, int)):
        return np.min_scalar_type(source)
    found: np.dtype[Any] = source.dtype if hasattr(source, "dtype") else np.asarray(source).dtype
    return found
