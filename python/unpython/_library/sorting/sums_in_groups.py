"""Sums by key of keys that are spread evenly: a group of work items adds what one share of the iterations has for 256 elements.

Problem:  sums_by_key.py puts all places in order by the whole key and writes each run of equal keys down before it adds.
Choice:   the places are put in order by the key less its last 8 bits alone. What one share has for 256 elements then stands side by
          side, in the order of the iterations: a group puts it in order by the last 8 bits in its own memory, and each item adds what is
          one element's. Where few keys have most of the iterations, a group would have too much to do: sums_by_key.py goes on then.
"""

import numpy as np

from unpython._library.sorting.radix import order_by_high_digits, sort_tile
from unpython._loops import _adds_in_order, _apart, prange


def add_in_groups(h, keys, outside, value, factor, is_product, shares):
    """h[keys[i]] += value(i), or value(i) * factor(i) for a product. False where nothing is done: keys are not spread evenly, or there
    are some `outside` of h. The device is asked for both at once: each question makes it wait."""
    n = keys.shape[0]
    high = np.empty(n, dtype=np.uint32)
    order = np.empty(n, dtype=np.uint32)
    order_by_high_digits(keys, high, order, h.shape[0])
    buckets = (h.shape[0] + 255) // 256
    begins = np.empty(buckets * shares + 1, dtype=np.uint32)
    _find_begins(high, order, begins, shares, (n + shares - 1) // shares)
    longest = 0
    for g in prange(buckets * shares):
        longest = max(longest, int(begins[g + 1]) - int(begins[g]))
    per = 9  # elements of a work item; the memory of a group holds them with their values or places
    done = outside == 0 and longest <= 8 * 256 * per
    if done:
        copies = np.empty((shares, buckets * 256), dtype=h.dtype)
        _add_groups(h, high, order, value, factor, is_product, begins, copies, per)
        _join_copies(h, copies)
    return done


def _find_begins(high, order, begins, shares, share):
    """Where the places of each share begin in each bucket of 256 keys, by bisection; behind all, their number."""
    n = high.shape[0]
    for g in prange(begins.shape[0]):
        bucket = np.uint32(g // shares)
        part = g % shares
        low = 0
        end = n
        for _ in range(27):
            if low < end:
                middle = (low + end) // 2
                found = high[below(middle, n)] >> np.uint32(8)
                place = order[below(middle, n)]  # read at once: whether it is needed would be known later
                if found < bucket or (found == bucket and int(place) // share < part):
                    low = middle + 1
                else:
                    end = middle
        begins[g] = np.uint32(np.int64(low))


def below(place, n):
    """A place below n as a subscript that needs no check."""
    return int(np.minimum(np.uint32(np.int64(place)), np.uint32(n - 1)))


def _add_groups(h, high, order, value, factor, is_product, begins, copies, per):
    """copies[share, key] becomes the sum of the share; where floats are added in the order of the iterations, it begins with the
    element. Values are put in order with the keys; of products, whose factors have no room beside them, the places."""
    n = high.shape[0]
    shares = copies.shape[0]
    buckets = copies.shape[1] // 256
    for g in _apart(buckets * shares):
        part = g // buckets  # one share after the other: what groups read at a time lies side by side
        first_key = g % buckets * 256
        begin = int(begins[g % buckets * shares + part])
        end = int(begins[g % buckets * shares + part + 1])
        tile = np.empty(256 * per, dtype=np.uint32)
        moved = np.empty(256 * per, dtype=np.uint32 if is_product else h.dtype)
        first = np.empty(256, dtype=np.int16)
        behind = np.empty(256, dtype=np.int16)
        done = np.empty(256, dtype=h.dtype)
        for t in _apart(256):
            done[t] = h[min(first_key + t, h.shape[0] - 1)] if _adds_in_order() else h.dtype.type(-0.0)
        for piece in range((end - begin + 256 * per - 1) // (256 * per)):
            start = begin + piece * (256 * per)
            count = min(end - start, 256 * per)
            for t in _apart(256):
                first[t] = np.int16(0)
                behind[t] = np.int16(0)
                for k in range(per):
                    at = min(start + t + k * 256, n - 1)
                    tile[t + k * 256] = high[at] if t + k * 256 < count else np.uint32(255)
                    moved[t + k * 256] = order[at] if is_product else value(below(order[at], n))
            sort_tile(tile, moved, per)
            for t in _apart(256):
                for k in range(per):
                    at = t + k * 256
                    if at < count:
                        digit = int(tile[at] & np.uint32(255))
                        if at == 0 or int(tile[max(at - 1, 0)] & np.uint32(255)) != digit:
                            first[digit] = np.int16(at)
                        if at == count - 1 or int(tile[min(at + 1, 256 * per - 1)] & np.uint32(255)) != digit:
                            behind[digit] = np.int16(at + 1)
            for t in _apart(256):
                done[t] = _sum_of(done[t], value, factor, is_product, n, moved, int(first[t]), int(behind[t]), per)
        for t in _apart(256):
            copies[part, first_key + t] = done[t]


def _sum_of(total, value, factor, is_product, n, moved, first, behind, per):
    """Eight are read at a time: one by one, each addition waits for the memory."""
    for b in range((behind - first + 7) // 8):
        for j in range(8):
            at = first + b * 8 + j
            own = moved[below(at, 256 * per)]
            more = total + value(below(own, n)) * factor(below(own, n)) if is_product else total + own
            total = more if at < behind else total
    return total


def _join_copies(h, copies):
    """A share without iterations for an element has -0.0, which changes nothing."""
    for k in prange(h.shape[0]):
        if _adds_in_order():
            h[k] = copies[0, k]
        else:
            total = h[k]
            for s in range(copies.shape[0]):
                total += copies[s, k]
            h[k] = total
