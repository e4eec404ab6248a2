"""Quantiles of what is a number: np.nanmedian, nanquantile and nanpercentile."""

import numpy as np

from unpython._library.numpy_functions.parts import elements_of_shape
from unpython._library.numpy_functions.statistics import _with_axis, median, quantile
from unpython._loops import _Refusal


def nanmedian(a, axis=None, *, keepdims=False):
    if axis is None:
        if keepdims:
            raise _Refusal("np.nanmedian of all elements with keepdims=")
        return _known_median(np.ravel(a))
    if a.ndim == 1:
        return _with_axis(_known_median(np.moveaxis(a, axis, 0)), axis, keepdims)
    lines = np.moveaxis(a, axis, -1)
    rows = lines.reshape((elements_of_shape(lines.shape[:-1]), lines.shape[-1]))
    out = np.empty(rows.shape[0], dtype=(rows[:0] * 1.0).dtype)
    for i in range(rows.shape[0]):
        out[i] = _known_median(rows[i])
    return _with_axis(out.reshape(lines.shape[:-1]), axis, keepdims)


def _known_median(flat):
    return median(flat[~np.isnan(flat)])


def nanquantile(a, q, axis=None, *, keepdims=False):
    if axis is None:
        if keepdims:
            raise _Refusal("np.nanquantile of all elements with keepdims=")
        return _known_quantile(a, q)
    if np.ndim(q) != 0:
        raise _Refusal("several quantiles along an axis: ask for one of them")
    if a.ndim == 1:
        return _with_axis(_known_quantile(np.moveaxis(a, axis, 0), q), axis, keepdims)
    lines = np.moveaxis(a, axis, -1)
    rows = lines.reshape((elements_of_shape(lines.shape[:-1]), lines.shape[-1]))
    out = np.empty(rows.shape[0], dtype=(rows[:0] * 1.0).dtype)
    for i in range(rows.shape[0]):
        out[i] = _known_quantile(rows[i], q)
    return _with_axis(out.reshape(lines.shape[:-1]), axis, keepdims)


def _known_quantile(a, q):
    flat = np.ravel(a)
    if flat.shape[0] == 0 and np.ndim(q) > 0:
        raise _Refusal("several quantiles of no elements, which are one nan: ask for one of them")
    known = flat[~np.isnan(flat)]
    some = known.shape[0] > 0
    return quantile(known if some else np.zeros(1, dtype=flat.dtype), q) * (1.0 if some else np.nan)


def nanpercentile(a, q, axis=None, *, keepdims=False):
    if np.ndim(q) == 0:
        return nanquantile(a, q / 100.0, axis, keepdims=keepdims)
    return nanquantile(a, np.array(q) / 100.0, axis, keepdims=keepdims)
