"""The functions of `heapq`, which compare in the order in which CPython's do, so that equal items lie in the same places.

A heap of numbers is a list, a heap of tuples is a tuple of lists, one for each place of the tuples: see keys.py.
"""

from unpython._library.containers.keys import (
    append_key,
    count_of_keys,
    cut_keys,
    key_at,
    store_key,
)
from unpython._library.python_functions.lists import sort_list
from unpython._loops import _Refusal


def is_same(one, other):
    if one != one and other != other:
        raise _Refusal("whether two nan are the same depends on which objects they are")
    return one == other


def _is_pair_before(a, b, c, d):
    """(a, b) < (c, d)"""
    return b < d if is_same(a, c) else a < c


def _is_before(one, other):
    if not isinstance(one, tuple):
        return one < other
    elif len(one) == 2:
        return _is_pair_before(one[0], one[1], other[0], other[1])
    elif not is_same(one[0], other[0]):
        return one[0] < other[0]
    elif len(one) == 3:
        return _is_pair_before(one[1], one[2], other[1], other[2])
    elif not is_same(one[1], other[1]):
        return one[1] < other[1]
    elif len(one) == 4:
        return _is_pair_before(one[2], one[3], other[2], other[3])
    elif not is_same(one[2], other[2]):
        return one[2] < other[2]
    elif len(one) == 5:
        return _is_pair_before(one[3], one[4], other[3], other[4])
    elif not is_same(one[3], other[3]):
        return one[3] < other[3]
    else:
        return _is_pair_before(one[4], one[5], other[4], other[5])


def _rise(heap, first, place, before):
    """Puts the item at `place` where it belongs on the way up to `first`."""
    item = key_at(heap, place)
    at = place
    while at > first:
        above = (at - 1) >> 1
        if not before(item, key_at(heap, above)):
            break
        store_key(heap, at, key_at(heap, above))
        at = above
    store_key(heap, at, item)


def _sink(heap, place, before):
    """Moves the lesser items up as far as the leaves, and then the item of `place` from there."""
    n = count_of_keys(heap)
    item = key_at(heap, place)
    at = place
    while 2 * at + 1 < n:
        below = 2 * at + 1
        if below + 1 < n and not before(key_at(heap, below), key_at(heap, below + 1)):
            below += 1
        store_key(heap, at, key_at(heap, below))
        at = below
    store_key(heap, at, item)
    _rise(heap, place, at, before)


# `before(one, other)`: whether one item comes before another one. Texts are numbers here, of which the order says nothing.


def heapify_by(x, before):
    n = count_of_keys(x)
    cut_keys(x, n)  # which arrays do not have
    for back in range(n // 2):
        _sink(x, n // 2 - 1 - back, before)


def push_by(heap, item, before):
    append_key(heap, item)
    _rise(heap, 0, count_of_keys(heap) - 1, before)


def pop_by(heap, before):
    n = count_of_keys(heap)
    if n == 0:
        raise IndexError("index out of range")
    least = key_at(heap, 0)
    last = key_at(heap, n - 1)
    cut_keys(heap, n - 1)
    if n > 1:
        store_key(heap, 0, last)
        _sink(heap, 0, before)
    return least


def replace_by(heap, item, before):
    n = count_of_keys(heap)
    if n == 0:
        raise IndexError("index out of range")
    cut_keys(heap, n)
    least = key_at(heap, 0)
    store_key(heap, 0, item)
    _sink(heap, 0, before)
    return least


def push_and_pop_by(heap, item, before):
    n = count_of_keys(heap)
    cut_keys(heap, n)
    if n == 0:
        return item
    least = key_at(heap, 0)
    if not before(least, item):
        return item
    store_key(heap, 0, item)
    _sink(heap, 0, before)
    return least


def heapify(x, /):
    heapify_by(x, _is_before)


def heappush(heap, item, /):
    push_by(heap, item, _is_before)


def heappop(heap, /):
    return pop_by(heap, _is_before)


def heapreplace(heap, item, /):
    return replace_by(heap, item, _is_before)


def heappushpop(heap, item, /):
    return push_and_pop_by(heap, item, _is_before)


def nsmallest(n, iterable, key=None):
    if key is not None:
        raise _Refusal("nsmallest with a key: use sorted, which takes one")
    items = list(iterable)
    sort_list(items, False)
    del items[max(n, 0) :]
    return items


def nlargest(n, iterable, key=None):
    if key is not None:
        raise _Refusal("nlargest with a key: use sorted, which takes one")
    items = list(iterable)
    sort_list(items, True)
    del items[max(n, 0) :]
    return items


def least(rows, key):
    """min(rows, key=key) of a list of tuples."""
    n = count_of_keys(rows)
    if n == 0:
        min(rows[0])  # its error
    best = 0
    best_key = key(key_at(rows, 0))
    for k in range(1, n):
        item_key = key(key_at(rows, k))
        if item_key < best_key:
            best = k
            best_key = item_key
    return key_at(rows, best)


def largest(rows, key):
    """max(rows, key=key) of a list of tuples."""
    n = count_of_keys(rows)
    if n == 0:
        max(rows[0])  # its error
    best = 0
    best_key = key(key_at(rows, 0))
    for k in range(1, n):
        item_key = key(key_at(rows, k))
        if item_key > best_key:
            best = k
            best_key = item_key
    return key_at(rows, best)
