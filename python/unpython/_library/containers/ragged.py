"""Lists of lists of different lengths, in four lists: where the items of each list begin, how many there are, how many have room there,
and the items. A list that has no room left moves to the end, where it gets twice as much."""

import numpy as np

from unpython._library.python_functions.heaps import is_same
from unpython._library.python_functions.lists import merge_runs
from unpython._loops import _Refusal


def _place(counts, index):
    n = len(counts)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("list index out of range")
    return at


def _place_to_store(counts, index):
    n = len(counts)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("list assignment index out of range")
    return at


def add_list(starts, counts, rooms, items, added):
    starts.append(len(items))
    counts.append(len(added))
    rooms.append(len(added))
    items.extend(added)


def add_empty_list(starts, counts, rooms, items):
    starts.append(len(items))
    counts.append(0)
    rooms.append(0)


def _move(starts, counts, rooms, items, at, filler):
    start, count = starts[at], counts[at]
    starts[at] = len(items)
    rooms[at] = 2 * count + 2
    for i in range(count):
        items.append(items[start + i])
    for _ in range(count + 2):
        items.append(filler)


def append_to(starts, counts, rooms, items, index, item):
    at = _place(counts, index)
    if counts[at] == rooms[at]:
        _move(starts, counts, rooms, items, at, item)
    items[starts[at] + counts[at]] = item
    counts[at] += 1


def extend_with(starts, counts, rooms, items, index, added):
    at = _place(counts, index)
    for item in added:
        append_to(starts, counts, rooms, items, at, item)


def list_at(starts, counts, items, index):
    at = _place(counts, index)
    return items[starts[at] : starts[at] + counts[at]]


def start_and_count(starts, counts, index):
    at = _place(counts, index)
    return starts[at], counts[at]


def count_at(counts, index):
    return counts[_place(counts, index)]


def item_at(starts, counts, items, index, place):
    at = _place(counts, index)
    n = counts[at]
    i = place + n if place < 0 else place
    if i < 0 or i >= n:
        raise IndexError("list index out of range")
    return items[starts[at] + i]


def store_item(starts, counts, items, index, place, item):
    at = _place(counts, index)
    n = counts[at]
    i = place + n if place < 0 else place
    if i < 0 or i >= n:
        raise IndexError("list assignment index out of range")
    items[starts[at] + i] = item


def store_list(starts, counts, rooms, items, index, added):
    at = _place_to_store(counts, index)
    starts[at] = len(items)
    counts[at] = len(added)
    rooms[at] = len(added)
    items.extend(added)


def exchange_lists(starts, counts, rooms, index, other):
    """x[index], x[other] = x[other], x[index]"""
    there = _place(counts, other)
    here = _place(counts, index)
    starts[here], starts[there] = starts[there], starts[here]
    counts[here], counts[there] = counts[there], counts[here]
    rooms[here], rooms[there] = rooms[there], rooms[here]


def reverse_order(starts, counts, rooms):
    starts.reverse()
    counts.reverse()
    rooms.reverse()


def insert_list(starts, counts, rooms, items, index, added):
    starts.insert(index, len(items))
    counts.insert(index, len(added))
    rooms.insert(index, len(added))
    items.extend(added)


def remove_list(starts, counts, rooms, at):
    del starts[at]
    del counts[at]
    del rooms[at]


def place_to_pop(counts, index):
    n = len(counts)
    if n == 0:
        raise IndexError("pop from empty list")
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("pop index out of range")
    return at


def place_to_delete(counts, index):
    return _place_to_store(counts, index)


def note_exchange(places, index, other):
    places[index], places[other] = places[other], places[index]


def note_order(places, order):
    new_places = [places[number] for number in order]
    for i in range(len(order)):
        places[i] = new_places[i]


def note_reverse(places):
    places.reverse()


def note_added(places):
    places.append(-1)


def note_inserted(places, index):
    places.insert(index, -1)


def note_new(places, index):
    places[index] = -1


def note_removed(places, at):
    del places[at]


def pop_item(starts, counts, items, index):
    at = _place(counts, index)
    if counts[at] == 0:
        raise IndexError("pop from empty list")
    counts[at] -= 1
    return items[starts[at] + counts[at]]


def reverse_list(starts, counts, items, index):
    at = _place(counts, index)
    low, high = starts[at], starts[at] + counts[at] - 1
    while low < high:
        items[low], items[high] = items[high], items[low]
        low += 1
        high -= 1


def sort_list_at(starts, counts, items, index):
    at = _place(counts, index)
    ordered = sorted(items[starts[at] : starts[at] + counts[at]])
    for i in range(counts[at]):
        items[starts[at] + i] = ordered[i]


def pop_list(starts, counts, rooms, items):
    if len(counts) == 0:
        raise IndexError("pop from empty list")
    last = list_at(starts, counts, items, -1)
    n = len(counts) - 1
    del starts[n:]
    del counts[n:]
    del rooms[n:]
    return last


def pop_list_at(starts, counts, rooms, items, index):
    at = place_to_pop(counts, index)
    taken = list_at(starts, counts, items, at)
    remove_list(starts, counts, rooms, at)
    return taken


def all_items(starts, counts, items):
    """The items of all lists, one behind the other."""
    found = items[:0]
    for at in range(len(counts)):
        for i in range(counts[at]):
            found.append(items[starts[at] + i])
    return found


def has_list(starts, counts, items, wanted):
    """wanted in x"""
    for at in range(len(counts)):
        if counts[at] == len(wanted):
            n = 0
            while n < counts[at] and is_same(items[starts[at] + n], wanted[n]):
                n += 1
            if n == counts[at]:
                return True
    return False


def as_matrix(starts, counts, items):
    """np.array(...) of lists of one length."""
    n = len(counts)
    if n == 0 or counts[0] == 0:
        raise _Refusal("the shape and the type of an array of no items are known to Python")
    for count in counts:
        if count != counts[0]:
            raise _Refusal("what is said of lists of different lengths is known to Python")
    return np.array(all_items(starts, counts, items)).reshape(n, counts[0])


def counts_of(counts):
    return counts[:]


def numbers_of(counts):
    return [number for number in range(len(counts))]


def are_of_length(counts, index, length):
    """What `a, b = x[index]` asks: True, or CPython's error."""
    count = counts[_place(counts, index)]
    if count > length:
        raise ValueError(f"too many values to unpack (expected {length})")
    if count < length:
        raise ValueError(f"not enough values to unpack (expected {length}, got {count})")
    return True


def _is_before(starts, counts, items, one, other):
    """x[one] < x[other]"""
    for i in range(min(counts[one], counts[other])):
        a, b = items[starts[one] + i], items[starts[other] + i]
        if a != a or b != b:
            raise _Refusal("the order of lists with nan depends on how Python sorts them")
        if a != b:
            return a < b
    return counts[one] < counts[other]


def in_order(starts, counts, items, backwards):
    """The numbers of the lists in the order of the lists: merges of runs, so that equal ones stay as they are."""
    found = [number for number in range(len(counts))]
    if backwards:
        merge_runs(found, 1, lambda one, other: _is_before(starts, counts, items, other, one))
    else:
        merge_runs(found, 1, lambda one, other: _is_before(starts, counts, items, one, other))
    return found


def in_order_of_lengths(starts, counts, items, longest_first, backwards):
    """The same, where lists of other lengths come first or last."""
    sign = -1 if longest_first else 1
    found = [number for number in range(len(counts))]
    if backwards:
        merge_runs(found, 1, lambda one, other: _is_before_by_length(starts, counts, items, sign, other, one))
    else:
        merge_runs(found, 1, lambda one, other: _is_before_by_length(starts, counts, items, sign, one, other))
    return found


def _is_before_by_length(starts, counts, items, sign, one, other):
    """(len(x[one]), x[one]) < (len(x[other]), x[other])"""
    if counts[one] != counts[other]:
        return sign * counts[one] < sign * counts[other]
    return _is_before(starts, counts, items, one, other)


def put_in_order(starts, counts, rooms, order):
    """`order`: the numbers of the lists."""
    new_starts = [starts[number] for number in order]
    new_counts = [counts[number] for number in order]
    new_rooms = [rooms[number] for number in order]
    for i in range(len(order)):
        starts[i], counts[i], rooms[i] = new_starts[i], new_counts[i], new_rooms[i]


def starts_of(counts):
    start = 0
    found = [0][1:]
    for count in counts:
        found.append(start)
        start += int(count)
    return found
