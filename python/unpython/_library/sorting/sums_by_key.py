"""Values added to floats by key, for devices: h[key(i)] += value(i).

Problem:  floats are added in shares of the iterations, each to a copy of h of its own, so that the sums are the same on each device
          (cpp/transform/reductions/scatter_updates.cpp). Of a long h there is room for a few copies only, and a copy has one work item.
Choice:   the keys are put in order with the places that they had: what one share adds to one element then stands side by side, in the
          order of the iterations, and each such run has a work item. The sums are those of the copies.
"""

import numpy as np

from unpython._library.sorting.radix import order_by_keys
from unpython._loops import _adds_in_order, _apart, _in_parallel, prange


def _shares(n, size):
    """As many as scatter_updates.cpp makes copies: one where floats are added in the order of the iterations."""
    if _adds_in_order():
        return 1
    return max(1, min(2048, n // (max(1, size) * 8)))


def _takes(h, key, value):
    """Whether h and the types of keys and values are those of such sums."""
    if _in_parallel():
        return False
    if h.ndim != 1 or np.ndim(key) != 0 or np.ndim(value) != 0:
        return False
    if key.dtype == np.uint64 or key.dtype == np.bool_:
        return False
    if h.dtype == np.float64:
        return (h.dtype.type(0) + value).dtype == np.float64
    if h.dtype == np.float32:
        return (h.dtype.type(0) + value).dtype == np.float32
    return False


def add_by_key(h, n, key, value):
    """h[key(i)] += value(i) for all i below n. False where nothing is done: copies have work items enough, or a key is none of h."""
    if _takes(h, key(0), value(0)):
        shares = _shares(n, h.shape[0])
        if n >= 65536 and n < 4294967296 and shares < 512 and h.shape[0] < 16777216:
            return _add_in_runs(h, n, key, value, np.uint32((n + shares - 1) // shares))
        return False
    return False


def _add_in_runs(h, n, key, value, share):
    keys = np.empty(n, dtype=np.uint32)
    values = np.empty(n, dtype=h.dtype)
    size = h.shape[0]
    outside = 0
    for i in prange(n):
        k = int(key(i))
        k = k + size if k < 0 else k
        outside += 1 if k < 0 or k >= size else 0
        keys[i] = np.uint32(max(0, min(k, size - 1)))
        values[i] = value(i)
    if outside > 0:
        return False
    order = np.empty(n, dtype=np.uint32)
    order_by_keys(keys, order, size)
    own = np.empty(n, dtype=h.dtype)
    for p in prange(n):
        own[p] = values[min(int(order[p]), n - 1)]
    _add_runs(h, keys, order, own, share)
    return True


def _is_first(keys, order, share, p):
    """Whether a run begins: the values that one share adds to one element."""
    before = max(p - 1, 0)
    return p == 0 or keys[p] != keys[before] or order[p] // share != order[before] // share


def _end_of_run(keys, order, share, first):
    """By steps that double, and then halve."""
    n = keys.shape[0]
    key = keys[first]
    last = np.int64(order[first] // share + np.uint32(1)) * np.int64(share)
    step = 1
    while first + step < n and keys[min(first + step, n - 1)] == key and np.int64(order[min(first + step, n - 1)]) < last:
        step *= 2
    low = first + step // 2
    high = min(first + step, n)
    while high - low > 1:
        middle = (low + high) // 2
        if keys[middle] == key and np.int64(order[middle]) < last:
            low = middle
        else:
            high = middle
    return high


def _sum_of_run(values, first, end, start):
    """Eight are read at a time: one by one, each addition waits for the memory."""
    n = values.shape[0]
    total = start
    eights = (end - first) // 8
    for b in range(eights):
        for j in range(8):
            total += values[min(first + b * 8 + j, n - 1)]
    for q in range(first + eights * 8, end):
        total += values[min(q, n - 1)]
    return total


def _add_runs(h, keys, order, values, share):
    """The sum of each run, in the place of its first value, and then the runs of each element, one after the other."""
    n = keys.shape[0]
    size = h.shape[0]
    ends = np.empty(n, dtype=np.uint32)
    for p in _apart(n):
        if _is_first(keys, order, share, p):
            end = _end_of_run(keys, order, share, p)
            if _adds_in_order():
                at = min(int(keys[p]), size - 1)
                h[at] = _sum_of_run(values, p, end, h[at])
            else:
                values[p] = _sum_of_run(values, p, end, h.dtype.type(-0.0))
                ends[p] = np.uint32(end)
    if not _adds_in_order():
        _join_runs(h, keys, values, ends)


def _join_runs(h, keys, values, ends):
    n = keys.shape[0]
    for p in _apart(n):
        key = keys[p]
        if p == 0 or key != keys[max(p - 1, 0)]:
            at = min(int(key), h.shape[0] - 1)
            total = h[at]
            q = p
            while q < n and keys[min(q, n - 1)] == key:
                total += values[min(q, n - 1)]
                q = int(ends[min(q, n - 1)])
            h[at] = total
