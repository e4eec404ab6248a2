"""A stable sort by merging for devices. Each group of work items sorts a part of a vector in its own memory: every item a short run,
which the items then merge together. Parts, and the runs of rows, are merged by launches, all pieces of the merged runs side by side.
Each piece finds by halving where it begins in both runs."""

import numpy as np

from unpython._library.sorting.sorting_order import comes_before
from unpython._loops import _apart, _in_parallel, prange

# Numbers that the compiler knows where they are written: names of a module are arguments. 16 elements of a row are sorted by one
# iteration. 8 are merged by one, and 4 where places move with them: what the iterations of a GPU read and write at a time then lies side
# by side. 64 million float32: 55 ms with pieces of 32, 15 with 8; their places 196 and 25 (H200). Both divide 2 * 16, so that no piece
# leaves its two runs.


def _place(i, count, per):
    """Of element i, or of one that is there."""
    near = min(max(min(i, count - 1), 0), 256 * per - 1)
    return near + near // per


def _load_tile(source, tile, first, count, per):
    """Each run has room for one element more, so that items find theirs in different banks of memory."""
    for t in _apart(256):
        for k in range(per):
            tile[t + t // per + k * (256 + 256 // per)] = source[first + min(t + k * 256, count - 1)]


def _sort_own_runs(tile, moved, values, kept, with_places, count, per):
    """The elements of each item in order."""
    for t in _apart(256):
        if t * per < count:
            for k in range(per):
                values[t, k] = tile[t * (per + 1) + k]
                if with_places:
                    kept[t, k] = np.int16(np.int64(t * per + k))
            for turn in range(per // 2):
                for pair in range(per // 2):
                    _exchange_own(values, kept, t, 2 * pair, with_places, count - t * per)
                for pair in range(per // 2 - 1):
                    _exchange_own(values, kept, t, 2 * pair + 1, with_places, count - t * per)
    _store_tile(tile, moved, values, kept, with_places, count, per)


def _exchange_own(values, kept, t, j, with_places, count):
    low = values[t, j]
    high = values[t, j + 1]
    turned = (j + 1 < count) & comes_before(high, low)
    values[t, j] = high if turned else low
    values[t, j + 1] = low if turned else high
    if with_places:
        low_place = kept[t, j]
        high_place = kept[t, j + 1]
        kept[t, j] = high_place if turned else low_place
        kept[t, j + 1] = low_place if turned else high_place


def _store_tile(tile, moved, values, kept, with_places, count, per):
    for t in _apart(256):
        if t * per < count:
            for k in range(per):
                tile[t * (per + 1) + k] = values[t, k]
                if with_places:
                    moved[t * (per + 1) + k] = kept[t, k]


def _merge_in_tile(tile, moved, values, kept, with_places, run, count, per):
    """Neighbouring runs of one length: each item has a piece of the result. Behind `count`, anything."""
    for t in _apart(256):
        first = t * per
        if first < count:
            start = first & (-2 * run)
            middle = min(count, start + run)
            end = min(count, start + 2 * run)
            low = max(0, first - start - (end - middle))
            high = min(first, middle) - start
            for _ in range(12):
                half = (low + high) // 2
                upper = _place(middle + first - start - 1 - half, count, per)
                lower = _place(start + half, count, per)
                earlier = comes_before(tile[upper], tile[lower])
                is_open = low < high
                high = half if is_open & earlier else high
                low = low if earlier | (not is_open) else half + 1
            i = start + low
            j = middle + first - start - low
            x = tile[_place(i, count, per)]
            y = tile[_place(j, count, per)]
            for k in range(per):
                turned = (i >= middle) | ((j < end) & comes_before(y, x))
                values[t, k] = y if turned else x
                if with_places:
                    kept[t, k] = moved[_place(j if turned else i, count, per)]
                i += 0 if turned else 1
                j += 1 if turned else 0
                following = tile[_place(j if turned else i, count, per)]
                x = x if turned else following
                y = following if turned else y
    _store_tile(tile, moved, values, kept, with_places, count, per)


def _sort_parts(source, out, places, per):
    """`out`, which may be the source, becomes parts of 256 * `per` elements in order; `places`, unless it is None, where they were."""
    n = source.shape[0]
    has = places is not None
    for part in _apart((n + 256 * per - 1) // (256 * per)):
        first = part * (256 * per)
        count = min(256 * per, n - first)
        tile = np.empty(256 * (per + 1), dtype=source.dtype)
        moved = np.empty(256 * (per + 1) if places is not None else 1, dtype=np.int16)
        values = np.empty((256, per), dtype=source.dtype)
        kept = np.empty((256, per), dtype=np.int16)
        _load_tile(source, tile, first, count, per)
        _sort_own_runs(tile, moved, values, kept, has, count, per)
        levels = 0
        for level in range(8):
            levels += 1 if (per << level) < count else 0
        for level in range(levels):
            _merge_in_tile(tile, moved, values, kept, has, per << level, count, per)
        for t in _apart(256):
            for k in range(per):
                if t + k * 256 < count:
                    at = t + t // per + k * (256 + 256 // per)
                    out[first + t + k * 256] = tile[at]
                    if places is not None:
                        places[first + t + k * 256] = first + np.int64(moved[at])


def _sort_runs(lines, places):
    """Each 16 elements of a line in order. `places` get where the elements were."""
    n = lines.shape[-1]
    if lines.ndim == 1:
        for b in prange((n + 15) // 16):
            _sort_run(lines, places, b * 16, min(16, n - b * 16))
    else:
        for r in prange(lines.shape[0]):
            for b in prange((n + 15) // 16):
                if places is None:
                    _sort_run(lines[r], None, b * 16, min(16, n - b * 16))
                else:
                    _sort_run(lines[r], places[r], b * 16, min(16, n - b * 16))


def _sort_run(line, places, first, count):
    """By turns of exchanges between neighbours, as many whatever the count, so that all stay in registers."""
    values = np.empty(16, dtype=line.dtype)
    moved = np.empty(16, dtype=np.int32)
    for j in range(16):
        values[j] = line[first + min(j, count - 1)]
        moved[j] = j
    for turn in range(8):
        for pair in range(8):
            _exchange(values, moved, 2 * pair, count)
        for pair in range(7):
            _exchange(values, moved, 2 * pair + 1, count)
    for j in range(count):
        line[first + j] = values[j]
        if places is not None:
            places[first + j] = first + moved[j]


def _exchange(values, moved, j, count):
    low = values[j]
    high = values[j + 1]
    low_place = moved[j]
    high_place = moved[j + 1]
    turned = (j + 1 < count) & comes_before(high, low)
    values[j] = high if turned else low
    values[j + 1] = low if turned else high
    moved[j] = high_place if turned else low_place
    moved[j + 1] = low_place if turned else high_place


def _from_lower(line, start, middle, end, count):
    """How many of the first `count` elements of two merged runs come from the lower one."""
    low = max(0, count - (end - middle))
    high = min(count, middle - start)
    while low < high:
        half = (low + high) // 2
        if comes_before(line[middle + count - 1 - half], line[start + half]):
            high = half
        else:
            low = half + 1
    return low


def _merge_piece(source, target, from_places, to_places, run, first, count):
    """`count` elements of two merged runs, from place `first` on."""
    n = source.shape[0]
    start = first // (2 * run) * (2 * run)
    middle = min(n, start + run)
    end = min(n, start + 2 * run)
    lower = _from_lower(source, start, middle, end, first - start)
    i = start + lower
    j = middle + first - start - lower
    x = source[min(i, n - 1)]
    y = source[min(j, n - 1)]
    for t in range(first, min(n, first + count)):
        turned = (i >= middle) | ((j < end) & comes_before(y, x))
        target[t] = y if turned else x
        if to_places is not None:
            to_places[t] = from_places[j if turned else i]
        i += 0 if turned else 1
        j += 1 if turned else 0
        following = source[min(j if turned else i, n - 1)]
        x = x if turned else following
        y = following if turned else y


def _merge_runs(source, target, from_places, to_places, run, count):
    """Neighbouring runs of one length, in pieces of `count` of the result that are found side by side."""
    pieces = (source.shape[-1] + count - 1) // count
    if source.ndim == 1:
        for b in prange(pieces):
            _merge_piece(source, target, from_places, to_places, run, b * count, count)
    else:
        for r in prange(source.shape[0]):
            for b in prange(pieces):
                if from_places is None:
                    _merge_piece(source[r], target[r], None, None, run, b * count, count)
                else:
                    _merge_piece(source[r], target[r], from_places[r], to_places[r], run, b * count, count)


def _merge_all(lines, other, places, other_places, run, count):
    while run < lines.shape[-1]:
        _merge_runs(lines, other, places, other_places, run, count)
        if 2 * run < lines.shape[-1]:
            _merge_runs(other, lines, other_places, places, 2 * run, count)
        else:
            lines[:] = other
            if places is not None:
                places[:] = other_places
        run *= 4


def _merge_all_runs(lines, orders, run):
    if lines.shape[-1] > run:
        other = np.empty(lines.shape, dtype=lines.dtype)
        if orders is None:
            _merge_all(lines, other, None, None, run, 8)
        else:
            _merge_all(lines, other, orders, np.empty(lines.shape, dtype=np.int64), run, 4)


def merge_sort_lines(lines, orders):
    """A vector, or each row of a matrix, in place; `orders`, unless they are None, become the places that the elements had."""
    if lines.size > 0:
        _sort_runs(lines, orders)
        _merge_all_runs(lines, orders, 16)


def merge_sort(source, out, order):
    """`out`, which may be the source, becomes the vector in order; `order`, unless it is None, the places that the elements had."""
    if _in_parallel():
        out[:] = source
        merge_sort_lines(out, order)
    elif source.shape[0] > 0:
        per = 8 if (source * 1j).dtype == source.dtype else 16
        _sort_parts(source, out, order, per)
        _merge_all_runs(out, order, 256 * per)
