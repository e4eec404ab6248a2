"""np.vectorize(f)(...): f of Python's numbers, one call for each element. NumPy finds the type of the result by a call with its own numbers:
float64 and int64 compute as Python's do, others are refused when the function is compiled (no array has a method `vectorize`)."""

import numpy as np

_NOTHING = "cannot call `vectorize` on size 0 inputs unless `otypes` is set"


def _given(a):
    """The elements as Python's numbers."""
    items = np.asarray(a)
    if items.dtype != np.float64:
        if items.dtype != np.int64:
            return items.vectorize()
    if items.size == 0:
        raise ValueError(_NOTHING)
    return items


def _made(results):
    array = np.array(results)
    if array.dtype != np.float64:
        if array.dtype != np.int64:
            if array.dtype != np.bool_:
                return array.vectorize()
    return array


def _number(x):
    if hasattr(x, "dtype"):
        if x.dtype == np.float64:
            return float(x)
        if x.dtype == np.int64:
            return int(x)
        return np.asarray(x).vectorize()
    return x


def of_one(a, function):
    if np.ndim(a) == 0:
        return np.asarray(a).vectorize()
    items = _given(a)
    return _made([function(x) for x in items.ravel().tolist()]).reshape(items.shape)


def of_two(a, b, function):
    if np.ndim(a) == 0:
        if np.ndim(b) == 0:
            return np.asarray(a).vectorize()
        number = _number(a)
        others = _given(b)
        return _made([function(number, y) for y in others.ravel().tolist()]).reshape(others.shape)
    items = _given(a)
    if np.ndim(b) == 0:
        number = _number(b)
        return _made([function(x, number) for x in items.ravel().tolist()]).reshape(items.shape)
    others = _given(b)
    shape = (items + others).shape
    first, second = np.broadcast_to(items, shape), np.broadcast_to(others, shape)
    return _made([function(x, y) for x, y in zip(first.ravel().tolist(), second.ravel().tolist())]).reshape(shape)
