"""How many values fall where: histograms and searches in sorted arrays."""

import numpy as np

from unpython._library.numpy_functions.elementwise import _is_complex
from unpython._library.sorting.sorting_order import comes_before, pair_comes_before
from unpython._loops import _Refusal, _time_code, prange, xrange


def _flat(a):
    if np.ndim(a) == 1:
        return np.asarray(a)
    return np.ravel(np.asarray(a))


def _bins_of(values, low, high, edges):
    """Which of the equal bins between low and high each value is in, as NumPy decides it; -1 for none."""
    bins = edges.shape[0] - 1
    places = np.empty(values.shape[0], dtype=np.int64)
    for i in prange(values.shape[0]):
        x = values[i]
        at = np.int64(-1)
        if x >= low and x <= high:
            at = np.minimum(np.int64((x - low) / (high - low) * bins), bins - 1)
            at -= x < edges[at]
            at += x >= edges[at + 1] and at != bins - 1
        places[i] = at
    return places


def _bin_between(x, edges):
    """Which of the bins between any edges a value is in; -1 for none."""
    bins = edges.shape[0] - 1
    if bins < 1 or comes_before(x, edges[0]) or comes_before(edges[bins], x):
        return -1
    at = place_of(edges, x, True) - 1
    return min(at, bins - 1)


def _range_of(values):
    """The smallest and the largest value; 0 and 1 where there is none."""
    if values.shape[0] == 0:
        return np.float64(0.0), np.float64(1.0)
    low = values[0]
    high = values[0]
    for i in prange(values.shape[0]):
        low = np.minimum(low, values[i])
        high = np.maximum(high, values[i])
    return np.float64(low), np.float64(high)


def histogram(a, bins=10, range=None, density=None, weights=None):
    values = _flat(a)
    if np.ndim(bins) == 1:
        edges = np.asarray(bins)
        if not _rises(edges):
            raise ValueError("`bins` must increase monotonically, when an array")
        given = _weights_of(values, weights)
        counts = np.zeros(max(edges.shape[0] - 1, 0), dtype=given.dtype)
        for i in xrange(values.shape[0]):
            at = _bin_between(values[i], edges)
            if at >= 0:
                counts[at] += given[i if weights is not None else 0]
    else:
        if bins < 1:
            raise ValueError("`bins` must be positive, when an integer")
        if range is None:
            low, high = _range_of(values)
            if not (np.isfinite(low) and np.isfinite(high)):
                raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
        else:
            low = np.float64(range[0])
            high = np.float64(range[1])
            if low > high:
                raise ValueError("max must be larger than min in range parameter.")
            if not (np.isfinite(low) and np.isfinite(high)):
                raise ValueError(f"supplied range of [{range[0]}, {range[1]}] is not finite")
        if low == high:
            low -= 0.5
            high += 0.5
        edges = np.linspace(low, high, bins + 1).astype((values * 1.0).dtype)
        if range is None and values.shape[0] > 0:  # NumPy computes them in the type of the values
            ends = np.array([low, high]).astype(edges.dtype)
            edges = np.linspace(ends[0], ends[1], bins + 1)
        given = _weights_of(values, weights)
        counts = np.zeros(bins, dtype=given.dtype)
        places = _bins_of(values, low, high, edges)
        for i in xrange(values.shape[0]):
            if places[i] >= 0:
                counts[places[i]] += given[i if weights is not None else 0]
    if density is None:
        return counts, edges
    if density:
        widths = edges[1:] - edges[:-1]
        densities = counts / widths / np.sum(counts)
        return densities, edges
    return counts, edges


def _weights_of(values, weights):
    """One for each value, or a single 1."""
    if weights is None:
        return np.ones(1, dtype=np.int64)
    given = _flat(weights)
    if given.shape[0] != values.shape[0]:
        raise ValueError("weights should have the same shape as a.")
    return given


def _rises(a):
    for i in xrange(1, a.shape[0]):
        if a[i] < a[i - 1]:
            return False
        if a[i - 1] != a[i - 1]:
            raise _Refusal("an edge that is nan before the last one")
    return True


def bincount(x, weights=None, minlength=0):
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    if weights is None:
        return _counts(np.asarray(x), None, minlength)
    return _counts(np.asarray(x), np.asarray(weights), minlength)


def _counts(x, weights, minlength):
    size = minlength
    for i in range(x.shape[0]):
        if x[i] < 0:
            raise ValueError("'list' argument must have no negative elements")
        size = max(size, int(x[i]) + 1)
    if weights is None:
        counts = np.zeros(size, dtype=np.int64)
        for i in range(x.shape[0]):
            counts[x[i]] += 1
        return counts
    if x.shape[0] == 0:
        raise _Refusal("np.bincount of nothing with weights: its counts are integers")
    if weights.shape[0] != x.shape[0]:
        raise ValueError("The weights and list don't have the same length.")
    sums = np.zeros(size, dtype=np.float64)
    for i in range(x.shape[0]):
        sums[x[i]] += weights[i]
    return sums


def place_of(a, v, right):
    """The first place where v could be inserted; the last one if `right`."""
    low = 0
    high = a.shape[0]
    while low < high:
        middle = (low + high) // 2
        if not _precedes(v, a[middle]) if right else _precedes(a[middle], v):
            low = middle + 1
        else:
            high = middle
    return low


def _precedes(x, y):
    if _time_code(x):
        return x < y or (x == x and y != y)
    if _is_complex(x) or _is_complex(y):
        return pair_comes_before(np.real(x), np.imag(x), np.real(y), np.imag(y))
    return comes_before(x, y)


def searchsorted(a, v, side="left", sorter=None):
    if sorter is not None:
        return _searched(np.asarray(a)[np.asarray(sorter)], v, side)
    return _searched(a, v, side)


def _searched(a, v, side):
    if side != "left" and side != "right":
        raise _Refusal("side= of np.searchsorted is 'left' or 'right'")
    ordered = np.asarray(a)
    if np.ndim(v) == 0:
        return np.int64(place_of(ordered, v, side == "right"))
    values = np.asarray(v)
    flat = np.ravel(values)
    places = np.empty(flat.shape[0], dtype=np.int64)
    for i in range(flat.shape[0]):
        places[i] = place_of(ordered, flat[i], side == "right")
    return np.reshape(places, values.shape)


def _bin_of(x, bins, rising, right):
    if rising:
        return place_of(bins, x, not right)
    return bins.shape[0] - place_of(bins[::-1], x, not right)


def _are_rising(bins):
    """The first two that differ decide, as in NumPy: with NaN there is no way but down."""
    n = bins.shape[0]
    i = 1
    while i < n and bins[i] == bins[0]:
        i += 1
    rising = i >= n or bins[0] < bins[i]
    for k in range(i + 1, n):
        if bins[k - 1] > bins[k] if rising else bins[k - 1] < bins[k]:
            raise ValueError("bins must be monotonically increasing or decreasing")
    return rising


def digitize(x, bins, right=False):
    values = np.asarray(x)
    if _is_complex(values):
        raise TypeError("x may not be complex")
    edges = np.asarray(bins)
    if _is_complex(edges):
        raise _Refusal("np.digitize between complex numbers")
    if np.ndim(edges) != 1:
        raise _Refusal("the bins of np.digitize are one line")
    rising = _are_rising(edges)
    if np.ndim(x) == 0:
        return np.int64(_bin_of(x, edges, rising, right))
    flat = np.ravel(values)
    places = np.empty(flat.shape[0], dtype=np.int64)
    for i in range(flat.shape[0]):
        places[i] = _bin_of(flat[i], edges, rising, right)
    return np.reshape(places, values.shape)


def histogram_bin_edges(a, bins=10, range=None):
    return histogram(a, bins, range)[1]
