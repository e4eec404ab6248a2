"""A stable sort by merging for devices, where every iteration does little: short runs are sorted side by side, then merged, all
pieces of the merged runs side by side. Each piece finds by halving where it begins in both runs."""

import numpy as np
from unpython import prange
from unpython._numpy_functions.sorting_order import comes_before


# Numbers that the compiler knows where they are written: names of a module are arguments. 16 elements are sorted by one iteration. 8
# are merged by one, and 4 where places move with them: what the iterations of a GPU read and write at a time then lies side by side.
# 64 million float32: 55 ms with pieces of 32, 15 with 8; their places 196 and 25 (H200). Both divide 2 * 16, so that no piece leaves its
# two runs.


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


def _merge_all(lines, other, places, other_places, count):
    run = 16
    while run < lines.shape[-1]:
        _merge_runs(lines, other, places, other_places, run, count)
        if 2 * run < lines.shape[-1]:
            _merge_runs(other, lines, other_places, places, 2 * run, count)
        else:
            lines[:] = other
            if places is not None:
                places[:] = other_places
        run *= 4


def merge_sort(lines, orders):
    """A vector, or each row of a matrix, in place; `orders`, unless they are None, become the places that the elements had."""
    if lines.size > 0:
        _sort_runs(lines, orders)
        other = np.empty(lines.shape, dtype=lines.dtype)
        if orders is None:
            _merge_all(lines, other, None, None, 8)
        else:
            _merge_all(lines, other, orders, np.empty(lines.shape, dtype=np.int64), 4)
