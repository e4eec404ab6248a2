"""A stable sort of a vector by its digits for devices: the lowest 8 bits first, then the next. Each pass reads the elements
twice and writes them once. A group of work items puts its part in order by the digit in its own memory, so that it writes
what is equal side by side."""

import numpy as np

from unpython._loops import _apart, _bits, prange

# A part has 256 items of work, each of a few elements: an odd number, so that neighbours are in different banks of memory, and as many
# as the memory of a group holds: what has one digit is then written side by side.


def _turned(pattern, last, most):
    """An integer with the order of the float that has these bytes; of a zero with a sign, one less than of the other."""
    return pattern ^ ((pattern >> last) & most)


def _digit(x, is_float, bits, shift, flip, width):
    """The bits of the key from `shift` on, `width` less one as a mask; those with the sign are turned, so that it comes first.
    NaN comes last, and zeros are equal."""
    if bits == 32:
        key = _turned(_bits(x), np.int32(31), np.int32(0x7FFFFFFF)) if is_float else np.int32(x)
        digit = (key >> np.int32(np.int64(shift) & 31)) ^ np.int32(np.int64(flip))
    else:
        key = _turned(_bits(x), np.int64(63), np.int64(0x7FFFFFFFFFFFFFFF)) if is_float else np.int64(x)
        digit = np.int32((key >> (np.int64(shift) & 63)) ^ np.int64(flip))
    if is_float:
        digit = np.int32(np.int64(flip)) if key == -1 else digit
        digit = np.int32(-1) if x != x else digit
    return digit & np.int32(width - 1)


def _count_digits(source, counts, is_float, bits, shift, flip, per):
    """counts[digit, part]: how often the digit is in the part."""
    n = source.shape[0]
    for part in _apart(counts.shape[1] - 1):
        first = part * (256 * per)
        found = np.empty(256, dtype=np.int32)
        for t in _apart(256):
            found[t] = 0
        for t in prange(256):
            if first + 256 * per <= n:
                for k in range(per):
                    found[int(_digit(source[first + t + k * 256], is_float, bits, shift, flip, 256))] += 1
            else:
                for k in range(per):
                    if first + t + k * 256 < n:
                        found[int(_digit(source[first + t + k * 256], is_float, bits, shift, flip, 256))] += 1
        for t in _apart(256):
            counts[t, part] = np.uint32(found[t])


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


def _add_up_parts(counts, totals):
    """counts[digit, part] become those of the parts before, of all parts in the last column and in `totals`. A group of work items
    takes the parts of a digit in pieces of 4096."""
    parts = counts.shape[1] - 1
    for digit in _apart(256):
        tile = np.empty(4352, dtype=np.uint32)
        sums = np.empty(256, dtype=np.uint32)
        tops = np.empty(16, dtype=np.uint32)
        before = np.empty(16, dtype=np.uint32)
        done = np.empty(1, dtype=np.uint32)
        for t in _apart(1):
            done[t] = np.uint32(0)
        for piece in range((parts + 4095) // 4096):
            for t in _apart(256):
                for k in range(16):
                    i = piece * 4096 + t + k * 256
                    own = counts[digit, min(i, parts - 1)]
                    tile[t + t // 16 + k * 272] = own if i < parts else np.uint32(0)
            for t in _apart(256):
                total = np.uint32(0)
                for k in range(16):
                    total += tile[t * 17 + k]
                sums[t] = total
            _add_up(sums, tops, before, np.uint32(0))
            for t in _apart(256):
                total = done[0] + sums[t] + before[t // 16]
                for k in range(16):
                    own = tile[t * 17 + k]
                    tile[t * 17 + k] = total
                    total += own
            for t in _apart(1):
                done[t] = done[t] + before[15] + tops[15]
            for t in _apart(256):
                for k in range(16):
                    i = piece * 4096 + t + k * 256
                    if i < parts:
                        counts[digit, min(i, parts - 1)] = tile[t + t // 16 + k * 272]
        for t in _apart(1):
            counts[digit, parts] = done[t]
            totals[digit] = done[t]


def _sort_part(tile, moved, values, places, ranks, counters, sums, tops, before, with_places, is_float, bits, shift, flip, per):
    """The part in order by 4 bits. Counter number digit * 256 + item, with a gap behind each 32, so that neighbours with one digit use
    different banks of memory: how many such digits the item has, then how many elements come before its first one. ranks: the number among those of
    the item, and the digit in the lowest 4 bits."""
    for t in _apart(256):
        own = t + t // 32
        for d in range(16):
            counters[d * 264 + own] = np.uint32(0)
        for k in range(per):
            x = tile[t * per + k]
            d = _digit(x, is_float, bits, shift, flip, 16)
            at = int(d & np.int32(15)) * 264 + own
            values[t, k] = x
            if with_places:
                places[t, k] = moved[t * per + k]
            count = counters[at]
            ranks[t, k] = (count << np.uint32(4)) | np.uint32(d)
            counters[at] = count + np.uint32(1)
    for t in _apart(256):
        total = np.uint32(0)
        for k in range(16):
            total += counters[t * 16 + t // 2 + k]
        sums[t] = total
    _add_up(sums, tops, before, np.uint32(0))
    for t in _apart(256):
        total = sums[t] + before[t // 16]
        for k in range(16):
            own = counters[t * 16 + t // 2 + k]
            counters[t * 16 + t // 2 + k] = total
            total += own
    for t in _apart(256):
        for k in range(per):
            rank = ranks[t, k]
            place = (rank >> np.uint32(4)) + counters[int(rank & np.uint32(15)) * 264 + t + t // 32]
            at = int(np.minimum(place, np.uint32(256 * per - 1)))
            tile[at] = values[t, k]
            if with_places:
                moved[at] = places[t, k]


def _load_part(source, tile, first, filler, per):
    """Behind the end of the source stands what comes last."""
    n = source.shape[0]
    for t in _apart(256):
        if first + 256 * per <= n:
            for k in range(per):
                tile[t + k * 256] = source[first + t + k * 256]
        else:
            for k in range(per):
                tile[t + k * 256] = source[min(first + t + k * 256, n - 1)] if first + t + k * 256 < n else filler


def _move_parts(source, target, from_places, to_places, counts, totals, filler, is_float, bits, shift, flip, per):
    n = source.shape[0]
    has = to_places is not None
    for part in _apart((n + 256 * per - 1) // (256 * per)):
        first = part * (256 * per)
        tile = np.empty(256 * per, dtype=source.dtype)
        moved = np.empty(256 * per if to_places is not None else 1, dtype=np.uint32)
        values = np.empty((256, per), dtype=source.dtype)
        places = np.empty((256, per), dtype=np.uint32)
        ranks = np.empty((256, per), dtype=np.uint32)
        counters = np.empty(16 * 264, dtype=np.uint32)
        sums = np.empty(256, dtype=np.uint32)
        tops = np.empty(16, dtype=np.uint32)
        before = np.empty(16, dtype=np.uint32)
        _load_part(source, tile, first, filler, per)
        if from_places is not None:
            _load_part(from_places, moved, first, np.uint32(0), per)
        elif has:
            for t in _apart(256):
                for k in range(per):
                    moved[t + k * 256] = np.uint32(np.int64(first + t + k * 256))
        high = flip // 16
        _sort_part(tile, moved, values, places, ranks, counters, sums, tops, before, has, is_float, bits, shift, 0, per)
        _sort_part(tile, moved, values, places, ranks, counters, sums, tops, before, has, is_float, bits, shift + 4, high, per)
        # Where the elements with a digit go, less their place in the part: what has a lower digit in other parts, and the same
        # digit in parts before.
        for t in _apart(256):
            sums[t] = totals[t] - (counts[t, part + 1] - counts[t, part])
        _add_up(sums, tops, before, np.uint32(0))
        for t in _apart(256):
            sums[t] = sums[t] + before[t // 16] + counts[t, part]
        for t in _apart(256):
            left = np.int32(np.int64(min(256 * per, n - first) - t))
            for k in range(per):
                x = tile[t + k * 256]
                start = sums[int(_digit(x, is_float, bits, shift, flip, 256))]
                at = int(np.minimum(start + np.uint32(np.int64(t + k * 256)), np.uint32(n - 1)))
                if np.int32(np.int64(k * 256)) < left:
                    if target is not None:
                        target[at] = x
                    if to_places is not None:
                        to_places[at] = moved[t + k * 256]


def _pass(source, target, from_places, to_places, counts, totals, filler, is_float, bits, shift, flip, per):
    _count_digits(source, counts, is_float, bits, shift, flip, per)
    _add_up_parts(counts, totals)
    _move_parts(source, target, from_places, to_places, counts, totals, filler, is_float, bits, shift, flip, per)


def _differing_passes(source):
    """Of wide integers: how many digits are not the same in all, at least two."""
    low = source[0]
    high = low
    for i in prange(source.shape[0]):
        low = min(low, source[i])
        high = max(high, source[i])
    differ = np.int64(low ^ high)
    passes = 2 + _is_open(differ, 16) + _is_open(differ, 24) + _is_open(differ, 32)
    return passes + _is_open(differ, 40) + _is_open(differ, 48) + _is_open(differ, 56)


def _is_open(differ, shift):
    return 1 if (differ >> np.int64(shift)) != 0 else 0


def _sort(source, out, order, filler, is_float, bits, flip, per):
    """Of many wide integers, the data tells how many passes there are; a device that is told in advance starts them sooner."""
    if not is_float and bits == 64 and source.shape[0] >= 4194304:
        passes = _differing_passes(source)
        _sort_by_digits(source, out, order, filler, is_float, bits, flip if passes == 8 else 0, per, passes)
    else:
        _sort_by_digits(source, out, order, filler, is_float, bits, flip, per, bits // 8)


def _sort_by_digits(source, out, order, filler, is_float, bits, sign, per, passes):
    """The first pass reads the source, the last one stores the result; those between take turns with two rows."""
    n = source.shape[0]
    rows = np.empty((2, n), dtype=source.dtype)
    counts = np.empty((256, (n + 256 * per - 1) // (256 * per) + 1), dtype=np.uint32)
    totals = np.empty(256, dtype=np.uint32)
    places = None if order is None else np.empty((2, n), dtype=np.uint32)
    first = None if order is None else places[0]
    _pass(source, rows[0], None, first, counts, totals, filler, is_float, bits, 0, 0, per)
    for turn in range(passes - 2):
        here = turn % 2
        own = None if order is None else places[here]
        other = None if order is None else places[1 - here]
        _pass(rows[here], rows[1 - here], own, other, counts, totals, filler, is_float, bits, turn * 8 + 8, 0, per)
    here = passes % 2
    own = None if order is None else places[here]
    _pass(rows[here], out, own, order, counts, totals, filler, is_float, bits, passes * 8 - 8, sign, per)


def has_digits(a):
    """Whether radix_sort takes elements of this type."""
    d = a.dtype
    if d == np.int32 or d == np.uint32 or d == np.int64 or d == np.uint64:
        return True
    return d == np.float32 or d == np.float64


def _filler(d):
    """What comes last."""
    if d == np.float32:
        return np.float32(np.nan)
    elif d == np.float64:
        return np.nan
    elif d == np.int32:
        return np.int32(0x7FFFFFFF)
    elif d == np.int64:
        return np.int64(0x7FFFFFFFFFFFFFFF)
    elif d == np.uint32:
        return np.uint32(0xFFFFFFFF)
    else:
        return np.uint64(0xFFFFFFFFFFFFFFFF)


def radix_sort(line, out, order):
    """`out` becomes a vector of less than 2 ** 32 elements in order, or `order`, unless it is None, their places alone. `out` may
    be the vector."""
    if line.shape[0] > 0:
        d = line.dtype
        is_float = d == np.float32 or d == np.float64
        bits = 32 if d == np.float32 or d == np.int32 or d == np.uint32 else 64
        flip = 0 if d == np.uint32 or d == np.uint64 else 128
        if bits == 32:
            _sort(line, out, order, _filler(d), is_float, 32, flip, 15 if order is None else 13)
        else:
            _sort(line, out, order, _filler(d), is_float, 64, flip, 13 if order is None else 9)


def order_by_keys(keys, order, size):
    """uint32 keys below `size`, at most 2 ** 24, come in order; `order` becomes the places that they had, also uint32."""
    passes = 2 if size <= 65536 else 3
    _sort_by_digits(keys, keys, order, np.uint32(0xFFFFFFFF), False, 32, 0, 13, passes)


def order_by_high_digits(keys, out, order, size):
    """The same by the keys without their last 8 bits. `out`: the keys in this order."""
    n = keys.shape[0]
    counts = np.empty((256, (n + 256 * 13 - 1) // (256 * 13) + 1), dtype=np.uint32)
    totals = np.empty(256, dtype=np.uint32)
    last = np.uint32(0xFFFFFFFF)
    if size <= 65536:
        _pass(keys, out, None, order, counts, totals, last, False, 32, 8, 0, 13)
    else:
        middle = np.empty(n, dtype=np.uint32)
        places = np.empty(n, dtype=np.uint32)
        _pass(keys, middle, None, places, counts, totals, last, False, 32, 8, 0, 13)
        _pass(middle, out, places, order, counts, totals, last, False, 32, 16, 0, 13)


def sort_tile(keys, moved, per):
    """256 * per uint32 keys in the memory of a group come in order by their last 8 bits."""
    own_moved = np.empty((256, per), dtype=moved.dtype)
    own = np.empty((256, per), dtype=np.uint32)
    ranks = np.empty((256, per), dtype=np.uint32)
    counters = np.empty(16 * 264, dtype=np.uint32)
    sums = np.empty(256, dtype=np.uint32)
    tops = np.empty(16, dtype=np.uint32)
    before = np.empty(16, dtype=np.uint32)
    _sort_part(keys, moved, own, own_moved, ranks, counters, sums, tops, before, True, False, 32, 0, 0, per)
    _sort_part(keys, moved, own, own_moved, ranks, counters, sums, tops, before, True, False, 32, 4, 0, per)
