"""up.map and what is a map: functions of the items of arrays, and what up.vectorize stores; up.filter and up.sort_by."""

import numpy as np

from unpython._loops import _empty_like, _Refusal, prange


def map1(function, a):
    if np.ndim(a) == 0:
        return function(a)
    shape = np.shape(a)
    return _filled(lambda place: function(_item(a, place, shape)), shape)


def map2(function, a, b):
    shape = np.logical_or(a, b).shape
    return _filled(lambda place: function(_item(a, place, shape), _item(b, place, shape)), shape)


def map3(function, a, b, c):
    shape = np.logical_or(np.logical_or(a, b), c).shape
    return _filled(lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape)), shape)


def map4(function, a, b, c, d):
    shape = np.logical_or(np.logical_or(a, b), np.logical_or(c, d)).shape
    return _filled(
        lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape), _item(d, place, shape)), shape
    )


def filter(function, a):
    if np.ndim(a) != 1:
        raise _Refusal("up.filter of other than one dimension: a[up.map(function, a)]")
    return a[map1(lambda x: bool(function(x)), a)]


def sort_by(function, a):
    if np.ndim(a) != 1:
        raise _Refusal("up.sort_by of other than one dimension: reshape the array, or loop over its rows")
    return a[np.argsort(map1(function, a), kind="stable")]


def _item(a, place, shape):
    """Of `a` as an array of that shape. A number stays what it is: Python's has no type of its own beside items of arrays."""
    return a if np.ndim(a) == 0 else np.broadcast_to(a, shape)[place]


def _filled(item, shape):
    """The array of item(place) for each place."""
    if len(shape) == 0:
        return item(())
    if len(shape) == 1:
        return filled1(item, shape)
    if len(shape) == 2:
        return filled2(item, shape)
    if len(shape) == 3:
        return filled3(item, shape)
    raise _Refusal("arrays of more than three dimensions: reshape them to three")


def filled1(item, shape):
    out = np.empty(shape, dtype=_empty_like([item((i,)) for i in range(0)]).dtype)
    for i in prange(shape[0]):
        out[i] = item((i,))
    return out


def filled2(item, shape):
    out = np.empty(shape, dtype=_empty_like([item((i, i)) for i in range(0)]).dtype)
    for i in prange(shape[0]):
        for j in prange(shape[1]):
            out[i, j] = item((i, j))
    return out


def filled3(item, shape):
    out = np.empty(shape, dtype=_empty_like([item((i, i, i)) for i in range(0)]).dtype)
    for i in prange(shape[0]):
        for j in prange(shape[1]):
            for k in prange(shape[2]):
                out[i, j, k] = item((i, j, k))
    return out


def store1(function, out, where, a):
    shape = _fitting(out, a)
    _store(lambda place: function(_item(a, place, shape)), out, where)


def store2(function, out, where, a, b):
    shape = _fitting(out, a)
    _fitting(out, b)
    _store(lambda place: function(_item(a, place, shape), _item(b, place, shape)), out, where)


def store3(function, out, where, a, b, c):
    shape = _fitting(out, a)
    _fitting(out, b)
    _fitting(out, c)
    _store(lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape)), out, where)


def store4(function, out, where, a, b, c, d):
    shape = _fitting(out, a)
    _fitting(out, b)
    _fitting(out, c)
    _fitting(out, d)
    _store(
        lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape), _item(d, place, shape)), out, where
    )


def _fitting(out, a):
    """The shape of `out`, which `a` has to fit before anything is stored."""
    return out.shape if np.ndim(a) == 0 else np.broadcast_to(a, out.shape).shape


def _store(item, out, where):
    """item(place) for each place where `where` is true; None: everywhere."""
    if out.ndim == 1:
        for i in prange(out.shape[0]):
            if where is None or where[i]:
                out[i] = item((i,))
    elif out.ndim == 2:
        for i in prange(out.shape[0]):
            for j in prange(out.shape[1]):
                if where is None or where[i, j]:
                    out[i, j] = item((i, j))
    else:
        for i in prange(out.shape[0]):
            for j in prange(out.shape[1]):
                for k in prange(out.shape[2]):
                    if where is None or where[i, j, k]:
                        out[i, j, k] = item((i, j, k))


def each1(function, like, a):
    """One result, of the shape of `like`, for each of the first places of the arrays, whose items are numbers or arrays."""
    out = np.empty((a.shape[0],) + like.shape, dtype=_empty_like([_number_of(function(a[k]), like) for k in range(0)]).dtype)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k]), like)
    return out


def each2(function, like, a, b):
    kind = _empty_like([_number_of(function(a[k], b[k]), like) for k in range(0)]).dtype
    out = np.empty((a.shape[0],) + like.shape, dtype=kind)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k], b[k]), like)
    return out


def each3(function, like, a, b, c):
    kind = _empty_like([_number_of(function(a[k], b[k], c[k]), like) for k in range(0)]).dtype
    out = np.empty((a.shape[0],) + like.shape, dtype=kind)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k], b[k], c[k]), like)
    return out


def each4(function, like, a, b, c, d):
    kind = _empty_like([_number_of(function(a[k], b[k], c[k], d[k]), like) for k in range(0)]).dtype
    out = np.empty((a.shape[0],) + like.shape, dtype=kind)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k], b[k], c[k], d[k]), like)
    return out


def _number_of(made, like):
    return made if like.ndim == 0 else np.ravel(made)[0]


def _of_core(made, like):
    if like.ndim == 0:
        return made
    if made.shape != like.shape:
        raise ValueError("the function gave an array of another shape than its signature asks for")
    return made
