"""What stands at a place of a vector in order and right behind it, without the order of the others, for the processor: the highest digit
of the keys says which of them may stand there, then the next digit of these."""

import numpy as np

from unpython._library.sorting.digits import back, count_nans, digit, few, is_float, key_of, length, load_keys, sort_few


def _counted(row, m, counts, shift, mask):
    for d in range(2048):
        counts[d] = np.uint32(0)
    for i in range(m):
        counts[digit(row[i], shift, mask)] += np.uint32(1)


def _key_at(rows, m, k, bits, one):
    """The key that stands at place k of the first m keys of row 0 in order."""
    counts = np.empty(2048, dtype=np.uint32)
    side = 0
    while m > few() and bits > 0:
        width = min(bits, 11)
        shift = one * (bits - width)
        mask = (one << width) - one
        _counted(rows[side], m, counts, shift, mask)
        at = 0
        while k >= int(counts[at & 2047]):
            k -= int(counts[at & 2047])
            at += 1
        kept = 0
        for i in range(m):
            x = rows[side, i]
            rows[1 - side, kept] = x
            kept += 1 if digit(x, shift, mask) == at else 0
        m = kept
        side = 1 - side
        bits -= width
    if bits > 0:
        sort_few(rows[side], rows[1 - side], m, one)
        side = 1 - side
        return rows[side, k]
    return rows[side, 0]


def _zero_at(source, k):
    """The zero at place k of all in order: zeros have the order they had."""
    left = k
    for i in range(source.shape[0]):
        left -= 1 if source[i] < 0 else 0
    for i in range(source.shape[0]):
        if source[i] == 0:
            if left == 0:
                return source[i]
            left -= 1
    return source[0]


def around(source, k):
    """Three elements of a vector: those that stand at place k and behind it when it is in order, and NaN if there is one."""
    n = source.shape[0]
    found = np.empty(3, dtype=source.dtype)
    low = key_of(source[0])
    high = low
    for i in range(n):
        low = min(low, key_of(source[i]))
        high = max(high, key_of(source[i]))
    nans = 0
    if is_float(source):
        nans = count_nans(source, low, high, np.ones(1, dtype=source.dtype)[0])
    if nans > 0:
        for i in range(n):
            if source[i] != source[i]:
                found[:] = source[i]
    else:
        one = np.ones(1, dtype=low.dtype)[0]
        rows = np.empty((2, n), dtype=low.dtype)
        load_keys(source, rows[0], low, 0)
        own = _key_at(rows, n, k, length(np.uint64(high - low)), one)
        behind = high - low
        upto = 0
        for i in range(n):
            key = key_of(source[i]) - low
            upto += 1 if key <= own else 0
            behind = min(behind, key if key > own else high - low)
        found[0] = back(own + low, found)
        found[1] = found[0] if upto > k + 1 else back(behind + low, found)
        found[2] = found[1]
        if is_float(source):
            if found[0] == 0:
                found[0] = _zero_at(source, k)
            if found[1] == 0:
                found[1] = _zero_at(source, min(k + 1, n - 1))
    return found
