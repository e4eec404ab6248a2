"""A stable sort of a vector by its digits for the processor. Elements become unsigned keys that have their order; each pass puts the keys
in order by one digit, the lowest first, and counts the next digit on the way.

Problem:  merging takes one step for each doubling of the length, and NumPy's vectorised sorts are quicker.
Choice:   the least key is taken from all, so that only the bits in which keys differ are digits. Digits have at most 11 bits: their
          counts stay in the processor's nearest memory. Places are the lower bits of the keys whose places they are, so that both move
          as one number; of keys that leave no room for them, first the lower bits are put in order and then the upper ones.
          Of long keys the upper half is put in order by passes, and then what few neighbours are not are exchanged: if they are many,
          passes by all bits follow.
Rejected: places in an array of their own (twice the writes to scattered memory), 8 bits (4 passes for 32 bits instead of 3).
"""

import numpy as np

from unpython._loops import _bits


def few():
    """Up to so many are put in order one by one."""
    return 128


def has_short_keys(a):
    """Whether 32 bits hold an element."""
    d = a.dtype
    if d == np.int32 or d == np.uint32 or d == np.int16 or d == np.uint16:
        return True
    if d == np.int8 or d == np.uint8 or d == np.bool_:
        return True
    return d == np.float32


def has_keys(a):
    """Whether elements of this type can be sorted here."""
    d = a.dtype
    if has_short_keys(a) or d == np.int64 or d == np.uint64:
        return True
    return d == np.float64


def is_float(a):
    if a.dtype == np.float32:
        return True
    return a.dtype == np.float64


def _turned(pattern, last, most):
    """An integer with the order of the float that has these bytes, and the other way round."""
    return pattern ^ ((pattern >> last) & most)


def key_of(x):
    """An unsigned integer with the order of x: -0.0 is just before 0.0, and NaN is anywhere."""
    if x.dtype == np.float64:
        return np.uint64(_turned(_bits(x), np.int64(63), np.int64(0x7FFFFFFFFFFFFFFF))) ^ np.uint64(0x8000000000000000)
    elif x.dtype == np.float32:
        return np.uint32(_turned(_bits(x), np.int32(31), np.int32(0x7FFFFFFF))) ^ np.uint32(0x80000000)
    elif x.dtype == np.int64:
        return np.uint64(x) ^ np.uint64(0x8000000000000000)
    elif x.dtype == np.uint64 or x.dtype == np.uint32:
        return x
    elif x.dtype == np.uint16 or x.dtype == np.uint8 or x.dtype == np.bool_:
        return np.uint32(x)
    else:
        return np.uint32(np.int32(x)) ^ np.uint32(0x80000000)


def back(key, out):
    """The element of the type of `out` that has the key."""
    if out.dtype == np.float64:
        return _bits(_turned(np.int64(key ^ np.uint64(0x8000000000000000)), np.int64(63), np.int64(0x7FFFFFFFFFFFFFFF)))
    elif out.dtype == np.float32:
        return _bits(_turned(np.int32(key ^ np.uint32(0x80000000)), np.int32(31), np.int32(0x7FFFFFFF)))
    elif out.dtype == np.int64:
        return np.int64(key ^ np.uint64(0x8000000000000000))
    elif out.dtype == np.int32 or out.dtype == np.int16 or out.dtype == np.int8:
        return np.int32(key ^ np.uint32(0x80000000)).astype(out.dtype)
    else:
        return key.astype(out.dtype)


def _place_key(x):
    """A key by which equal elements are equal, and NaN is last."""
    key = np.uint64(key_of(x))
    if x.dtype == np.float64:
        key = np.uint64(0x8000000000000000) if x == 0 else key
        return np.uint64(0xFFFFFFFFFFFFFFFF) if x != x else key
    elif x.dtype == np.float32:
        key = np.uint64(0x80000000) if x == 0 else key
        return np.uint64(0xFFFFFFFF) if x != x else key
    else:
        return key


def length(spread):
    """In bits."""
    bits = 0
    while bits < 64 and (spread >> np.uint64(bits)) != 0:
        bits += 1
    return bits


def sort_few(source, target, n, one):
    """Each key goes to as many places from the start as keys are less, which are comparisons that run side by side. Where more than one
    is equal, all but the first of their places stay empty, and become what stands before them."""
    for i in range(n):
        target[i] = one - one
    for i in range(n):
        x = source[i]
        less = one - one
        for j in range(n):
            less += one if source[j] < x else one - one
        target[min(int(less), n - 1)] = x
    for i in range(1, n):
        target[i] = max(target[i], target[i - 1])


def digit(key, shift, mask):
    return int((key >> shift) & mask) & 2047


def _in_order(rows, n, first, bits, one):
    """Puts the first n keys of row 0 in order by `bits` bits from `first` on, and says in which row they are then. `one` has their type."""
    side = 0
    few = n < 1024
    most = 32 if few else 33
    skipped = bits - most if bits > most + 11 else 0  # a pass or two less would not be worth it
    is_open = bits > 0
    while is_open:
        side = _pass_all(rows, side, n, first + skipped, bits - skipped, 8 if few else 11, one)
        is_open = skipped > 0 and not _settle(rows[side], n)
        skipped = 0
    return side


def _settle(row, n):
    """Ends the order of keys that are in order by their upper bits. False: too many are not, and may be in any order."""
    left = n
    for i in range(1, n):
        x = row[i]
        j = i
        while j > 0 and left > 0 and row[j - 1] > x:
            row[j] = row[j - 1]
            j -= 1
            left -= 1
        row[j] = x
    return left > 0


def _pass_all(rows, start, n, first, bits, most, one):
    passes = (bits + most - 1) // most
    width = (bits + passes - 1) // passes
    mask = (one << width) - one
    counts = np.empty((2, 2048), dtype=np.int64)
    for d in range(1 << width):
        counts[0, d] = 0
    for i in range(n):
        counts[0, digit(rows[start, i], one * first, mask)] += 1
    for turn in range(passes):
        own = turn & 1
        here = (start + turn) & 1
        _move(rows[here], rows[1 - here], counts[own], counts[1 - own], n, one * (first + turn * width), width, mask)
    return (start + passes) & 1


def _move(source, target, counts, following, n, shift, width, mask):
    """A pass: `counts` of the digits become where the next key with the digit goes."""
    total = 0
    for d in range(1 << width):
        own = counts[d]
        counts[d] = total
        following[d] = 0
        total += own
    for i in range(n):
        x = source[i]
        d = digit(x, shift, mask)
        at = counts[d]
        counts[d] = at + 1
        target[min(max(at, 0), n - 1)] = x
        following[digit(x, shift + width, mask)] += 1


def load_keys(source, row, low, nans):
    """Keys less the least one; behind them those of NaN, in the order they had."""
    n = source.shape[0]
    if nans > 0:
        at = 0
        last = n - nans
        for i in range(n):
            key = key_of(source[i]) - low
            if source[i] == source[i]:
                row[at] = key
                at += 1
            else:
                row[last] = key
                last += 1
    else:
        for i in range(n):
            row[i] = key_of(source[i]) - low


def _behind(row, n, key):
    """How many keys are less than this one."""
    first = 0
    last = n
    while first < last:
        middle = (first + last) // 2
        if row[middle] < key:
            first = middle + 1
        else:
            last = middle
    return first


def _put_zeros(source, row, n, zero, low):
    """Zeros of both signs in the order they had; `zero` is the key of 0.0, and the one of -0.0 is one less."""
    first = _behind(row, n, zero)
    if 0 < first < n and row[first] == zero and row[first - 1] == zero - zero.dtype.type(1):
        at = _behind(row, n, row[first - 1])
        for i in range(source.shape[0]):
            if source[i] == 0:
                row[min(at, n - 1)] = key_of(source[i]) - low
                at += 1


def count_nans(source, low, high, one):
    """Numbers of which NaN has keys beyond those of the infinities."""
    nans = 0
    if low < key_of(-np.inf * one) or high > key_of(np.inf * one):
        for i in range(source.shape[0]):
            nans += 1 if source[i] != source[i] else 0
    return nans


def sort_values(source, out):
    """`out`, which may be the source, becomes the source in order."""
    n = source.shape[0]
    if n > 0:
        low = key_of(source[0])
        high = low
        descents = 0
        for i in range(n):
            key = key_of(source[i])
            low = min(low, key)
            high = max(high, key)
            descents += 1 if key_of(source[max(i - 1, 0)]) > key else 0
        nans = 0
        if is_float(source):
            nans = count_nans(source, low, high, np.ones(1, dtype=source.dtype)[0])
        rows = np.empty((2, n), dtype=low.dtype)
        load_keys(source, rows[0], low, nans)
        if nans > 0:
            rows[1, n - nans:] = rows[0, n - nans:]
        bits = length(np.uint64(high - low)) if descents > 0 else 0
        one = np.ones(1, dtype=low.dtype)[0]
        side = 1
        if bits > 0 and n <= few():
            sort_few(rows[0], rows[1], n - nans, one)
        else:
            side = _in_order(rows, n - nans, 0, bits, one)
        if is_float(source):
            _put_zeros(source, rows[side], n - nans, key_of(np.zeros(1, dtype=source.dtype)[0]) - low, low)
        for i in range(n):
            out[i] = back(rows[side, i] + low, out)


def _few_places(source, order, n):
    """An element comes behind those that are less and the equal ones before it."""
    keys = np.empty(n, dtype=np.uint64)
    for i in range(n):
        keys[i] = _place_key(source[i])
    for i in range(n):
        key = keys[i]
        at = np.uint64(0)
        for j in range(n):
            at += np.uint64(1) if keys[j] < key else np.uint64(0)
        for j in range(i):
            at += np.uint64(1) if keys[j] == key else np.uint64(0)
        order[min(int(at), n - 1)] = i


def _many_places(source, order, n):
    low = _place_key(source[0])
    high = low
    descents = 0
    for i in range(n):
        key = _place_key(source[i])
        low = min(low, key)
        high = max(high, key)
        descents += 1 if _place_key(source[max(i - 1, 0)]) > key else 0
    bits = length(high - low) if descents > 0 else 0
    room = length(np.uint64(n))
    mask = (np.uint64(1) << room) - np.uint64(1)
    rows = np.empty((2, n), dtype=np.uint64)
    for i in range(n):
        rows[0, i] = np.uint64(i)
    side = 0
    done = 0
    while done < bits:  # the bits behind the first `64 - room` are as many as a place has: too few for _settle(), which compares places
        for i in range(n):
            place = rows[side, i] & mask
            rows[0, i] = ((_place_key(source[min(int(place), n - 1)]) - low) >> done << room) | place
        side = _in_order(rows, n, room, min(bits - done, 64 - room), np.uint64(1))
        done += 64 - room
    for i in range(n):
        order[i] = np.int64(rows[side, i] & mask)


def sort_places(source, order):
    """`order` becomes the places of the elements of a vector, of the first in order first."""
    n = source.shape[0]
    if n <= few():
        _few_places(source, order, n)
    else:
        _many_places(source, order, n)
