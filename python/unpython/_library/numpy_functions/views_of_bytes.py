"""`a.view(dtype)` as a new array, where the function cannot see that it is none: the bytes of each element as another type of their size.
What has no way here ends as the method `view`, which the compiler refuses."""

import numpy as np

from unpython._loops import _bits


def _bits_of(a, to):
    out = np.empty(a.shape, dtype=to)
    if a.ndim == 1:
        for i in range(a.shape[0]):
            out[i] = _bits(a[i])
        return out
    if a.ndim == 2:
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                out[i, j] = _bits(a[i, j])
        return out
    return a.view(to)


def viewed(a, dtype):
    own = a.dtype
    to = np.empty(0, dtype=dtype).dtype
    if own == to:
        return np.copy(a)
    if own == np.float64 and (to == np.int64 or to == np.uint64):
        return _bits_of(a, to)
    if own == np.float32 and (to == np.int32 or to == np.uint32):
        return _bits_of(a, to)
    if (own == np.int64 or own == np.uint64) and (to == np.int64 or to == np.uint64):
        return a.astype(to)
    if (own == np.int32 or own == np.uint32) and (to == np.int32 or to == np.uint32):
        return a.astype(to)
    if (own == np.int16 or own == np.uint16) and (to == np.int16 or to == np.uint16):
        return a.astype(to)
    if (own == np.int8 or own == np.uint8 or own == np.bool_) and (to == np.int8 or to == np.uint8):
        return a.astype(to)
    return a.view(dtype)


def bytes_of(items):
    """np.frombuffer of bytes, which are a list of numbers here."""
    return np.array(items, dtype=np.uint8)
