"""One line in order, in the thread that calls it: short runs side by side, then runs merged. What follows the order that was there."""

import numpy as np

from unpython._library.sorting.sorting_order import comes_before


def _after_all(v):
    """No element of v comes after it."""
    if (v * 1j).dtype == v.dtype:
        return np.full(1, complex(np.nan, np.nan), dtype=v.dtype)[0]
    if (v * 1.0).dtype == v.dtype:
        return np.full(1, np.nan, dtype=v.dtype)[0]
    return np.max(v)


def exchange(beside, moved, j, count):
    """Row j and the one below it, in all columns at a time."""
    for c in range(count):
        low = beside[j, c]
        high = beside[j + 1, c]
        turned = comes_before(high, low)
        beside[j, c] = high if turned else low
        beside[j + 1, c] = low if turned else high
        if moved is not None:
            low_place = moved[j, c]
            high_place = moved[j + 1, c]
            moved[j, c] = high_place if turned else low_place
            moved[j + 1, c] = low_place if turned else high_place


def _sort_runs(line, places, beside, moved):
    """Each few elements in order: as many as the room has rows, in as many runs as it has columns at a time."""
    width = beside.shape[0]
    room = beside.shape[1]
    for first in range(0, line.shape[0] // width, room):
        for j in range(width):
            for c in range(room):
                beside[j, c] = line[(first + c) * width + j]
                if places is not None:
                    moved[j, c] = places[(first + c) * width + j]
        for turn in range(width):
            for j in range(turn % 2, width - 1, 2):
                exchange(beside, moved, j, room)
        for c in range(room):
            for j in range(width):
                line[(first + c) * width + j] = beside[j, c]
                if places is not None:
                    places[(first + c) * width + j] = moved[j, c]


def _merge_runs(source, target, from_places, to_places, run):
    """Neighbouring runs of one length: the lower half from the front, the upper from the back, so that neither run can
    end before the loop does."""
    for start in range(0, source.shape[0], 2 * run):
        i = start
        j = start + run
        p = start + run - 1
        q = start + 2 * run - 1
        for t in range(run):
            turned = comes_before(source[j], source[i])
            target[start + t] = source[j] if turned else source[i]
            later = comes_before(source[q], source[p])
            target[start + 2 * run - 1 - t] = source[p] if later else source[q]
            if to_places is not None:
                to_places[start + t] = from_places[j if turned else i]
                to_places[start + 2 * run - 1 - t] = from_places[p if later else q]
            i += 0 if turned else 1
            j += 1 if turned else 0
            p -= 1 if later else 0
            q -= 0 if later else 1


def _merge_all(line, other, places, other_places, width):
    room = line.shape[0]
    run = width
    while run < room:
        _merge_runs(line, other, places, other_places, run)
        if 2 * run < room:
            _merge_runs(other, line, other_places, places, 2 * run)
        else:
            line[:] = other
            if places is not None:
                places[:] = other_places
        run *= 4


def _width_of_runs(n):
    """The shortest runs that are doubled until they cover n, at most 8 or 32 elements."""
    most = 32 if n > 512 else 8
    width = n
    while width > most:
        width = (width + 1) // 2
    return width


def _room(n, width):
    room = width
    while room < n:
        room *= 2
    return room


def sort_line(v, out, order):
    """`out`, which may be v and may be None, becomes v in order; `order`, unless it is None, the places that its elements had.
    Runs are sorted side by side, and then merged."""
    n = v.shape[0]
    width = _width_of_runs(n)
    room = _room(n, width)
    columns = min(room // width, 64)
    line = np.full(room, _after_all(v), dtype=v.dtype)
    line[:n] = v
    beside = np.empty((width, columns), dtype=v.dtype)
    other = np.empty(room, dtype=v.dtype)
    if order is None:
        _sort_runs(line, None, beside, None)
        _merge_all(line, other, None, None, width)
    else:
        places = np.arange(room)
        _sort_runs(line, places, beside, np.empty((width, columns), dtype=np.int64))
        _merge_all(line, other, places, np.empty(room, dtype=np.int64), width)
        order[:] = places[:n]
    if out is not None:
        out[:] = line[:n]
