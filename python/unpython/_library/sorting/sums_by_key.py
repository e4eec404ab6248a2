"""Values added to floats by key, for devices: h[key(i)] += value(i).

Problem:  floats are added in shares of the iterations, each to a copy of h of its own, so that the sums are the same on each device
          (cpp/transform/reductions/scatter_updates.cpp). Of a long h there is room for a few copies only, and a copy has one work item.
Choice:   the keys are put in order with the places that they had: what one share adds to one element then stands side by side, in the
          order of the iterations, and each such run has a work item. The sums are those of the copies.
"""

import numpy as np

from unpython._library.sorting.radix import order_by_keys
from unpython._library.sorting.sums_in_groups import add_in_groups, below
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


def _pays(h, n):
    """Whether there are many iterations, whose keys and values have room in memory beside each other, and fewer copies than keep a device
    busy."""
    return n >= 65536 and n < 67108864 and h.shape[0] < 16777216 and _shares(n, h.shape[0]) < 512


def add_by_key(h, n, key, value):
    """h[key(i)] += value(i) for all i below n. False where nothing is done: copies have work items enough, or a key is none of h."""
    done = False
    if _pays(h, n):
        if _takes(h, key(0), value(0)):
            done = _add_by_key(h, n, key, value, value, False)
    return done


def add_products_by_key(h, n, key, value, factor):
    """h[key(i)] += value(i) * factor(i): a product and a sum are rounded once, as in the loop. A product of another type than that of h is
    rounded, or wraps, by itself."""
    done = False
    if _pays(h, n):
        if _takes(h, key(0), value(0) * factor(0)):
            if (value(0) * factor(0)).dtype == h.dtype:
                done = _add_by_key(h, n, key, value, factor, True)
            else:
                done = _add_by_key(h, n, key, lambda i: value(i) * factor(i), value, False)
    return done


def _add_by_key(h, n, key, value, factor, is_product):
    keys = np.empty(n, dtype=np.uint32)
    size = h.shape[0]
    outside = 0
    for i in prange(n):
        k = int(key(i))
        k = k + size if k < 0 else k
        outside += 1 if k < 0 or k >= size else 0
        keys[i] = np.uint32(max(0, min(k, size - 1)))
    shares = _shares(n, size)
    done = add_in_groups(h, keys, outside, value, factor, is_product, shares)
    if not done and outside == 0:
        _add_in_runs(h, keys, value, factor, is_product, shares)
    return outside == 0


def _add_in_runs(h, keys, value, factor, is_product, shares):
    """Runs of equal keys, which may be long."""
    n = keys.shape[0]
    order = np.empty(n, dtype=np.uint32)
    order_by_keys(keys, order, h.shape[0])
    share = np.uint32((n + shares - 1) // shares)
    values = np.empty(n, dtype=h.dtype)
    factors = np.empty(n, dtype=h.dtype) if is_product else None
    is_first = np.empty(n, dtype=np.bool_)
    for p in prange(n):
        before = max(p - 1, 0)
        is_first[p] = p == 0 or keys[p] != keys[before] or order[p] // share != order[before] // share
        values[p] = value(below(order[p], n))
        if is_product:
            factors[p] = factor(below(order[p], n))
    _add_runs(h, keys, values, factors, np.nonzero(is_first)[0])


def _add_runs(h, keys, values, factors, firsts):
    """The sum of each run, which go to their elements one after the other. Rows have room for n runs: what numbers of a call tell of
    their extents spares checks, with which no group of work items shares memory."""
    n = keys.shape[0]
    runs = firsts.shape[0]
    begins = np.empty(n, dtype=np.uint32)
    targets = np.empty(n, dtype=np.uint32)
    sums = np.empty(n, dtype=h.dtype)
    for r in _apart(firsts.shape[0]):
        begins[below(r, n)] = np.uint32(firsts[r])
        targets[below(r, n)] = keys[below(firsts[r], n)]
    ends = np.empty(n, dtype=np.uint32)
    is_long = np.empty(firsts.shape[0], dtype=np.bool_)
    for r in _apart(is_long.shape[0]):
        begin = np.int64(begins[below(r, n)])
        end = np.int64(begins[below(r + 1, n)]) if r + 1 < runs else np.int64(n)
        ends[below(r, n)] = np.uint32(end)
        is_long[r] = end - begin >= 1024
        if end - begin < 1024:
            sums[below(r, n)] = _sum_of_short(values, factors, begin, end, _start(h, targets[below(r, n)]))
    many = np.nonzero(is_long)[0]
    long = np.empty(n, dtype=np.uint32)
    for k in _apart(many.shape[0]):
        long[below(k, n)] = np.uint32(many[k])
    for k in _apart(many.shape[0]):
        _sum_long(h, values, factors, begins, ends, targets, sums, np.int64(long[below(k, n)]))
    _join_runs(h, sums, targets, runs)


def _start(h, target):
    """What a sum begins with: where floats are added in the order of the iterations, the element."""
    return h[below(target, h.shape[0])] if _adds_in_order() else h.dtype.type(-0.0)


def _plus(total, values, factors, at):
    return total + values[at] if factors is None else total + values[at] * factors[at]


def _sum_of_short(values, factors, begin, end, start):
    """Eight are read at a time: one by one, each addition waits for the memory."""
    n = values.shape[0]
    total = start
    eights = (end - begin) // 8
    for b in range(eights):
        for j in range(8):
            total = _plus(total, values, factors, below(begin + b * 8 + j, n))
    for q in range(begin + eights * 8, end):
        total = _plus(total, values, factors, below(q, n))
    return total


def _sum_long(h, values, factors, begins, ends, targets, sums, run):
    """A group of work items reads, and one of them adds."""
    n = values.shape[0]
    begin = np.int64(begins[below(run, n)])
    end = np.int64(ends[below(run, n)])
    tile = np.empty(2048, dtype=values.dtype)
    tile_of_factors = None if factors is None else np.empty(2048, dtype=values.dtype)
    done = np.empty(1, dtype=values.dtype)
    for t in _apart(1):
        done[t] = _start(h, targets[below(run, n)])
    for piece in range((end - begin + 2047) // 2048):
        first = begin + piece * 2048
        for t in _apart(256):
            for k in range(8):
                tile[t + k * 256] = values[below(first + t + k * 256, n)]
                if factors is not None:
                    tile_of_factors[t + k * 256] = factors[below(first + t + k * 256, n)]
        for t in _apart(1):
            total = done[t]
            if first + 2048 <= end:
                for k in range(2048):
                    total = _plus(total, tile, tile_of_factors, k)
            else:
                for k in range(end - first):
                    total = _plus(total, tile, tile_of_factors, k & 2047)
            done[t] = total
    for t in _apart(1):
        sums[below(run, n)] = done[t]


def _join_runs(h, sums, targets, runs):
    n = sums.shape[0]
    for r in _apart(runs):
        target = targets[below(r, n)]
        if r == 0 or target != targets[below(r - 1, n)]:
            at = below(target, h.shape[0])
            if _adds_in_order():
                h[at] = sums[below(r, n)]
            else:
                total = h[at]
                next = r
                while next < runs and targets[below(next, n)] == target:
                    total += sums[below(next, n)]
                    next += 1
                h[at] = total
