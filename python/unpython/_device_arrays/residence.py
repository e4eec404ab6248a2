"""`with up.resident(a, b):` NumPy arrays stay on a device between calls from plain Python.

Problem: each call with a NumPy array moves the array to the device and back, also where only the next call looks at it.
Choice:  within the block calls are given a copy on the device in place of the array, or of a part of it. NumPy may read the array,
         whose elements are those of the block's begin, or of the last sync(); NumPy may not write to it. A write by a view from
         before the block is found by a fingerprint of the bytes, and is an error. A call that Python runs, wholly or in steps, has
         the arrays on the host: it sees what calls have stored, and may store itself.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

import numpy as np

from unpython import _core
from unpython._devices import _default_gpu

_TYPES = frozenset("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split())


class resident:
    """Keeps contiguous NumPy arrays on a device ('cuda:0'; by default the first GPU), or on several ('cuda:*'), for the block. sync()
    gives the host their elements within the block; the end of the block does so, too."""

    def __init__(self, *arrays: Any, device: str = "") -> None:
        for array in arrays:
            if type(array) is not np.ndarray:
                raise TypeError(f"resident() takes NumPy arrays, not {type(array).__name__}")
            if not array.dtype.isnative:
                raise TypeError("resident() takes arrays in the byte order of this machine; use a.astype(a.dtype.newbyteorder('='))")
            if array.dtype.name not in _TYPES:
                raise TypeError(f"resident() takes arrays of bool, integers, floats and complex numbers, not of {array.dtype}")
            if not (array.flags.c_contiguous or array.flags.f_contiguous):
                raise ValueError("resident() takes contiguous arrays: give it the whole array, and calls the part")
        self._arrays = [array for array in arrays if array.nbytes > 0]
        self._device = device
        self._were_writeable: list[bool] = []

    def __enter__(self) -> resident:  # noqa: PYI034 (Self is not in Python 3.10)
        if self._were_writeable:
            raise RuntimeError("the block of resident() has begun already")
        device = self._device or _default_gpu()
        try:
            for array in self._arrays:
                writeable = array.flags.writeable
                _core.keep_resident(array, device, writeable)
                self._were_writeable.append(writeable)
                array.flags.writeable = False
        except BaseException:
            self._leave()
            raise
        return self

    def sync(self) -> None:
        """Gives the host the elements as they are now."""
        if len(self._were_writeable) < len(self._arrays):
            raise RuntimeError("sync() of resident() is for the inside of its block: before and after, the arrays are on the host")
        written = [n for n, array in enumerate(self._arrays) if not _core.bring_resident(array)]
        if written:
            raise RuntimeError(
                f"array {written[0]} of resident() was written on the host, through another view of it, while it was on the"
                " device; what calls stored in it is lost"
            )

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self.sync()
        finally:
            self._leave()

    def __del__(self) -> None:
        if getattr(self, "_were_writeable", None):
            self._leave()  # a block that has begun in a generator need not end

    def _leave(self) -> None:
        for array, writeable in zip(self._arrays, self._were_writeable):
            _core.drop_resident(array)
            array.flags.writeable = writeable
        self._were_writeable = []
