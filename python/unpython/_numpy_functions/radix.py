"""A stable sort of a vector by its digits for devices: the lowest 8 bits first, then the next. Each pass reads the elements
twice and writes them once. A group of work items puts its part in order by the digit in its own memory, so that it writes
what is equal side by side."""

import numpy as np
from unpython import _apart, _bits, prange

# A part has 256 items of work, each of a few elements: an odd number, so that neighbours are in different banks of memory.


def _key(pattern, is_nan, last, most, zero):
    """An integer with the order of the float that has these bytes. NaN comes last, and zeros are equal."""
    turned = pattern ^ ((pattern >> last) & most)
    return most if is_nan else zero if turned == -1 else turned


def _digit(x, is_float, bits, shift, flip, width):
    """The bits of the key from `shift` on, `width` less one as a mask; those with the sign are turned, so that it comes first."""
    if bits == 32:
        if is_float:
            key = _key(_bits(x), x != x, np.int32(31), np.int32(0x7FFFFFFF), np.int32(0))
        else:
            key = np.int32(x)
        return ((key >> np.int32(np.int64(shift))) ^ np.int32(np.int64(flip))) & np.int32(width - 1)
    if is_float:
        wide = _key(_bits(x), x != x, np.int64(63), np.int64(0x7FFFFFFFFFFFFFFF), np.int64(0))
    else:
        wide = np.int64(x)
    return np.int32((wide >> np.int64(shift)) ^ np.int64(flip)) & np.int32(width - 1)


def _count_digits(source, counts, is_float, bits, shift, flip, per):
    """counts[digit, part]: how often the digit is in the part."""
    n = source.shape[0]
    for part in _apart(counts.shape[1] - 1):
        found = np.empty(256, dtype=np.int32)
        for t in _apart(256):
            found[t] = 0
        for t in prange(256):
            for k in range(per):
                i = part * (256 * per) + k * 256 + t
                x = source[min(i, n - 1)]
                if i < n:
                    found[int(_digit(x, is_float, bits, shift, flip, 256))] += 1
        for t in _apart(256):
            counts[t, part] = found[t]


def _add_up(sums, tops, before, zero):
    """Of 256 items: sums[t] + before[t // 16] become the sum of all items in front of t."""
    for t in _apart(16):
        total = zero
        for k in range(16):
            own = sums[t * 16 + k]
            sums[t * 16 + k] = total
            total += own
        tops[t] = total
    for t in _apart(16):
        total = zero
        for k in range(16):
            total += tops[k] if k < t else zero
        before[t] = total


def _add_up_parts(counts, each):
    """counts[digit, part] become those of the parts before, of all parts in the last column. An item takes `each` parts."""
    parts = counts.shape[1] - 1
    for digit in _apart(256):
        sums = np.empty(256, dtype=np.int64)
        tops = np.empty(16, dtype=np.int64)
        before = np.empty(16, dtype=np.int64)
        for t in _apart(256):
            total = np.int64(0)
            for k in range(each):
                own = counts[digit, min(t * each + k, parts - 1)]
                total += own if t * each + k < parts else np.int64(0)
            sums[t] = total
        _add_up(sums, tops, before, np.int64(0))
        for t in _apart(256):
            total = sums[t] + before[t // 16]
            for k in range(each):
                if t * each + k < parts:
                    own = counts[digit, min(t * each + k, parts - 1)]
                    counts[digit, min(t * each + k, parts - 1)] = total
                    total += own
            if t == 255:
                counts[digit, parts] = total


def _sort_part(tile, moved, values, places, ranks, counters, sums, tops, before, with_places, is_float, bits, shift, flip, per, count):
    """The part in order by 4 bits. counters[digit * 272 + item]: how many such digits the item has, then how many elements
    come before its first one. Elements from `count` on are none, and stay last. ranks: the number among those of the item,
    and the digit in the lowest 4 bits."""
    for t in _apart(256):
        own = t + t // 16
        rest = np.int32(np.int64(count - t * per))
        for d in range(16):
            counters[d * 272 + own] = 0
        for k in range(per):
            x = tile[t * per + k]
            d = _digit(x, is_float, bits, shift, flip, 16)
            d = d if np.int32(np.int64(k)) < rest else np.int32(15)
            at = int(d & np.int32(15)) * 272 + own
            values[t, k] = x
            if with_places:
                places[t, k] = moved[t * per + k]
            ranks[t, k] = (counters[at] << np.int32(4)) | d
            counters[at] += 1
    for t in _apart(256):
        total = np.int32(0)
        for k in range(16):
            total += counters[t * 17 + k]
        sums[t] = total
    _add_up(sums, tops, before, np.int32(0))
    for t in _apart(256):
        total = sums[t] + before[t // 16]
        for k in range(16):
            own = counters[t * 17 + k]
            counters[t * 17 + k] = total
            total += own
    for t in _apart(256):
        for k in range(per):
            rank = ranks[t, k]
            place = (rank >> np.int32(4)) + counters[int(rank & np.int32(15)) * 272 + t + t // 16]
            at = int(np.minimum(np.maximum(place, np.int32(0)), np.int32(256 * per - 1)))
            tile[at] = values[t, k]
            if with_places:
                moved[at] = places[t, k]


def _move_parts(source, target, from_places, to_places, counts, is_float, bits, shift, flip, per):
    n = source.shape[0]
    for part in _apart((n + 256 * per - 1) // (256 * per)):
        first = part * (256 * per)
        count = min(256 * per, n - first)
        tile = np.empty(256 * per, dtype=source.dtype)
        moved = np.empty(256 * per if from_places is not None else 1, dtype=np.uint32)
        values = np.empty((256, per), dtype=source.dtype)
        places = np.empty((256, per), dtype=np.uint32)
        ranks = np.empty((256, per), dtype=np.int32)
        counters = np.empty(16 * 272, dtype=np.int32)
        sums = np.empty(256, dtype=np.int32)
        tops = np.empty(16, dtype=np.int32)
        before = np.empty(16, dtype=np.int32)
        starts = np.empty(256, dtype=np.int64)
        start_tops = np.empty(16, dtype=np.int64)
        starts_before = np.empty(16, dtype=np.int64)
        for t in _apart(256):
            for k in range(per):
                tile[k * 256 + t] = source[min(first + k * 256 + t, n - 1)]
                if from_places is not None:
                    moved[k * 256 + t] = from_places[min(first + k * 256 + t, n - 1)]
        has = from_places is not None
        high = flip // 16
        _sort_part(tile, moved, values, places, ranks, counters, sums, tops, before, has, is_float, bits, shift, 0, per, count)
        _sort_part(tile, moved, values, places, ranks, counters, sums, tops, before, has, is_float, bits, shift + 4, high, per, count)
        # Where the elements with a digit go, less their place in the part: what has a lower digit in other parts, and the same
        # digit in parts before.
        for t in _apart(256):
            starts[t] = counts[t, counts.shape[1] - 1] - (counts[t, part + 1] - counts[t, part])
        _add_up(starts, start_tops, starts_before, np.int64(0))
        for t in _apart(256):
            starts[t] = starts[t] + starts_before[t // 16] + counts[t, part]
        for t in _apart(256):
            for k in range(per):
                i = k * 256 + t
                x = tile[i]
                at = starts[int(_digit(x, is_float, bits, shift, flip, 256))] + np.int64(i)
                if i < count:
                    target[min(max(int(at), 0), n - 1)] = x
                    if to_places is not None:
                        to_places[min(max(int(at), 0), n - 1)] = moved[i]


def _pass(source, target, from_places, to_places, counts, each, is_float, bits, shift, flip, per):
    _count_digits(source, counts, is_float, bits, shift, flip, per)
    _add_up_parts(counts, each)
    _move_parts(source, target, from_places, to_places, counts, is_float, bits, shift, flip, per)


def _sort(line, order, is_float, bits, flip, per):
    n = line.shape[0]
    other = np.empty(n, dtype=line.dtype)
    counts = np.empty((256, (n + 256 * per - 1) // (256 * per) + 1), dtype=np.int64)
    each = (counts.shape[1] + 254) // 256
    places = None if order is None else np.arange(n).astype(np.uint32)
    others = None if order is None else np.empty(n, dtype=np.uint32)
    for turn in range(bits // 16):
        shift = turn * 16
        last = flip if turn == bits // 16 - 1 else 0
        _pass(line, other, places, others, counts, each, is_float, bits, shift, 0, per)
        _pass(other, line, others, places, counts, each, is_float, bits, shift + 8, last, per)
    if order is not None:
        order[:] = places


def has_digits(a):
    """Whether radix_sort takes elements of this type."""
    d = a.dtype
    if d == np.int32 or d == np.uint32 or d == np.int64 or d == np.uint64:
        return True
    return d == np.float32 or d == np.float64


def radix_sort(line, order):
    """A vector in place; `order`, unless it is None, becomes the places that the elements had."""
    if order is not None and line.shape[0] >= 4294967296:  # places are narrow on their way
        raise ValueError("the places of 4294967296 elements or more are not sorted on a device")
    if line.shape[0] > 0:
        if line.dtype == np.float32:
            _sort(line, order, True, 32, 128, 15 if order is None else 9)
        elif line.dtype == np.float64:
            _sort(line, order, True, 64, 128, 11 if order is None else 7)
        elif line.dtype == np.int32:
            _sort(line, order, False, 32, 128, 15 if order is None else 9)
        elif line.dtype == np.int64:
            _sort(line, order, False, 64, 128, 11 if order is None else 7)
        elif line.dtype == np.uint32:
            _sort(line, order, False, 32, 0, 15 if order is None else 9)
        else:
            _sort(line, order, False, 64, 0, 11 if order is None else 7)
