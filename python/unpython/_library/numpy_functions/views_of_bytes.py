"""`a.view(dtype)` as a new array, where the function cannot see that it is none: the bytes of each element as another type of their size,
and NumPy for what has no way here. What NumPy may not be asked for ends as the method `view`, which the compiler refuses."""

import numpy as np

from unpython._host import HostFunction
from unpython._loops import _bits, _in_parallel, _Refusal


def _fill_view(out, a):
    out[...] = a.view(out.dtype)


_view = HostFunction(_fill_view, "array", name="numpy.ndarray.view", fills=True)


def _extent(a, itemsize):
    """How many elements of this size the last axis has then."""
    count = a.shape[a.ndim - 1] * a.itemsize
    if count % itemsize != 0:
        raise ValueError("When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.")
    return count // itemsize


def _by_numpy(a, to, itemsize):
    if _in_parallel():
        raise _Refusal("a view of other types in a parallel loop")
    if a.ndim == 1:
        return _view(_extent(a, itemsize), to, a)
    if a.ndim == 2:
        return _view((a.shape[0], _extent(a, itemsize)), to, a)
    if a.ndim == 3:
        return _view((a.shape[0], a.shape[1], _extent(a, itemsize)), to, a)
    return a.view(to)


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
    return _by_numpy(a, to, np.empty(0, dtype=dtype).itemsize)


def bytes_of(items):
    """np.frombuffer of bytes, which are a list of numbers here."""
    return np.array(items, dtype=np.uint8)
