"""Averages with weights."""

import numpy as np


def _check_weights(total):
    if np.any(total == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")


def average(a, axis=None, weights=None, *, keepdims=False):
    if weights is None:
        mean = np.mean(a, axis=axis, keepdims=keepdims)
        if axis is not None and mean.size == 0:
            raise ZeroDivisionError("division by zero")
        return mean
    return _weighted(a, axis, np.asarray(weights), keepdims)


def average_and_weights(a, axis=None, weights=None, keepdims=False):
    """With returned=True."""
    array = np.asarray(a)
    mean = average(array, axis=axis, weights=weights, keepdims=keepdims)
    if weights is None:
        if np.ndim(mean) == 0:
            return mean, np.full(1, array.size, dtype=np.empty_like(mean).dtype)[0]
        return mean, np.full(mean.shape, array.size / mean.size, dtype=mean.dtype)
    of_all = np.asarray(weights)
    together = (np.zeros(1, dtype=array.dtype) * 1.0 * np.zeros(1, dtype=of_all.dtype)).dtype
    if axis is not None and np.ndim(of_all) == np.ndim(array):
        return mean, np.sum(of_all, axis=axis, dtype=together, keepdims=keepdims)
    total = np.sum(of_all, dtype=together)
    if np.ndim(mean) == 0:
        return mean, total
    return mean, np.full(mean.shape, total, dtype=together)


def _weighted(a, axis, weights, keepdims):
    together = (np.zeros(1, dtype=a.dtype) * 1.0 * np.zeros(1, dtype=weights.dtype)).dtype
    if axis is None:
        if weights.shape != a.shape:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        total = np.sum(weights, dtype=together)
        _check_weights(total)
        return np.sum(a * 1.0 * weights, keepdims=keepdims) / total
    if not (a.shape == weights.shape if weights.ndim == a.ndim else weights.shape == (a.shape[axis],)):
        raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
    if weights.ndim == a.ndim:
        totals = np.sum(weights, axis=axis, dtype=together, keepdims=keepdims)
        _check_weights(totals)
        return np.sum(a * 1.0 * weights, axis=axis, keepdims=keepdims) / totals
    total = np.sum(weights, dtype=together)
    _check_weights(total)
    along = np.sum(np.moveaxis(a, axis, -1) * 1.0 * weights, axis=-1) / total
    if keepdims:
        return np.expand_dims(along, axis)
    return along
