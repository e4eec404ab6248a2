"""Sorting, NaN last, stable where that is asked for or can be seen: by digits of keys (digits.py), by runs that are merged (runs.py), or by
NumPy (numpy_order.py)."""

import numpy as np

from unpython._library.python_functions.lists import sort_list
from unpython._library.sorting.digits import has_keys, sort_places, sort_values
from unpython._library.sorting.merging import merge_sort, merge_sort_lines
from unpython._library.sorting.networks import are_few, sort_few
from unpython._library.sorting.numpy_order import (
    has_equal,
    is_asked,
    numpy_argpartition,
    numpy_argsort,
    numpy_ordered,
    numpy_partition,
    numpy_sorted,
    orders_quicker,
    sorts_quicker,
)
from unpython._library.sorting.radix import has_digits, radix_sort
from unpython._library.sorting.runs import exchange, sort_line
from unpython._library.sorting.sorting_order import comes_before
from unpython._library.sorting.unique_rows import unique_along
from unpython._loops import _for_device, _in_parallel, _Refusal, _time_code, prange


def _by_digits(v):
    """Shorter ones are merged sooner, and the counts of digits are narrow."""
    return has_digits(v) and 131072 <= v.shape[0] < 4294967296


def _sort_vector(source, out, stable):
    """`out`, which may be the source, becomes the source in order. `stable`: zeros of both signs keep their order. NumPy is not asked."""
    if _for_device():
        if _in_parallel():  # one thread sorts
            merge_sort(source, out, None)
        elif _by_digits(source):
            radix_sort(source, out, None)
        else:
            merge_sort(source, out, None)
    elif not stable and are_few(source.shape[0]):
        out[:] = source
        sort_few(out, True)
    else:
        _sort_own(source, out)


def _order_vector(source, order):
    """`order` becomes the places that the elements in order had."""
    if _for_device():
        if _in_parallel():
            merge_sort(source, np.empty(source.shape[0], dtype=source.dtype), order)
        elif _by_digits(source):
            radix_sort(source, None, order)
        else:
            merge_sort(source, np.empty(source.shape[0], dtype=source.dtype), order)
    else:
        _order_own(source, order)


def _sort_own(source, out):
    """By the processor, in the thread that calls it."""
    if has_keys(source):
        sort_values(source, out)
    elif source.shape[0] > 0:
        sort_line(source, out, None)


def _order_own(source, order):
    if has_keys(source):
        sort_places(source, order)
    elif source.shape[0] > 0:
        sort_line(source, None, order)


def _sort_rows(rows, stable):
    """Rows of at least one element each."""
    if _for_device():
        merge_sort_lines(rows, None)
    elif rows.shape[0] > 0 and sorts_quicker(rows[0], stable):
        for r in prange(rows.shape[0]):
            rows[r] = numpy_sorted(rows[r])
    else:
        for r in prange(rows.shape[0]):
            _sort_own(rows[r], rows[r])


def _order_rows(rows, orders):
    """`orders` become the places that the elements had; of the rows, anything."""
    if _for_device():
        merge_sort_lines(rows, orders)
    else:
        for r in prange(rows.shape[0]):
            _order_own(rows[r], orders[r])


def _check_kind(kind):
    if kind is not None and kind != "quicksort" and kind != "heapsort" and kind != "mergesort" and kind != "stable":
        raise _Refusal("kind= of a sort is 'quicksort', 'heapsort', 'mergesort' or 'stable'")


def sort_keys(a):
    """Integers in the order of dates: NaT, the least integer, is behind all."""
    return a.astype(np.int64) - 1 if _time_code(a) else a


def of_keys(keys, a):
    return (keys + 1).astype(a.dtype) if _time_code(a) else keys


def sort(a, axis=-1, kind=None, *, stable=None):
    _check_kind(kind)
    if axis is None:
        given = sort_keys(a)
    else:
        given = np.array(a) if isinstance(a, list) else sort_keys(a)
    if axis is None or given.ndim == 1:
        line = np.ravel(given) if axis is None else np.moveaxis(given, axis, 0)
        return of_keys(_sorted_vector(line, kind is not None or stable is not None), a)
    lines = given.copy()
    _sort_lines(lines, axis, kind is not None or stable is not None)
    return of_keys(lines, a)


def _sorted_vector(line, stable):
    if (stable or not are_few(line.shape[0])) and sorts_quicker(line, stable):
        return numpy_sorted(line)
    out = np.empty(line.shape[0], dtype=line.dtype)
    _sort_vector(line, out, stable)
    return out


def sort_in_place(a, axis=-1, kind=None, *, stable=None, reverse=()):
    """The method of arrays, and of lists. `reverse`: () where it is not given."""
    _check_kind(kind)
    if isinstance(a, list):
        if axis is None or axis != -1 or kind is not None or stable is not None:
            raise _Refusal("an argument that the method sort of lists does not take")
        if isinstance(reverse, tuple):
            sort_list(a, False)
        else:
            sort_list(a, reverse)
    elif isinstance(a, tuple):
        raise AttributeError("'tuple' object has no attribute 'sort'")
    elif not isinstance(reverse, tuple):
        raise TypeError("sort() got an unexpected keyword argument 'reverse'")
    else:
        a[:0] = a[:0]  # one that is read-only raises, also where it is empty
        keys = sort_keys(a)
        if a.ndim == 1:
            line = np.moveaxis(keys, axis, 0)
            if sorts_quicker(line, kind is not None or stable is not None):
                line[:] = numpy_sorted(line)
            else:
                _sort_vector(line, line, kind is not None or stable is not None)
        else:
            _sort_lines(keys, axis, kind is not None or stable is not None)
        if _time_code(a):
            a[...] = of_keys(keys, a)


def _sort_lines(a, axis, stable):
    """Each line along the axis, in place."""
    lines = np.moveaxis(a, axis, -1)
    if lines.shape[-1] <= 32:
        _sort_short_lines(lines)
    else:
        rows = lines.copy().reshape((a.size // lines.shape[-1], lines.shape[-1])).copy()
        _sort_rows(rows, stable)
        lines[...] = rows.reshape(lines.shape)


def _sort_short_lines(lines):
    if lines.ndim == 2:
        for block in prange((lines.shape[0] + 95) // 96):
            _sort_side_by_side(lines, 96 * block, min(96, lines.shape[0] - 96 * block), 96)
    if lines.ndim == 3:
        for i in prange(lines.shape[0]):
            _sort_side_by_side(lines[i], 0, lines.shape[1], lines.shape[1])
    if lines.ndim == 4:
        for i in prange(lines.shape[0]):
            for j in range(lines.shape[1]):
                _sort_side_by_side(lines[i, j], 0, lines.shape[2], lines.shape[2])
    if lines.ndim > 4:
        raise _Refusal("sort of more than 4 dimensions is not supported")


def _sort_side_by_side(lines, first, count, room):
    """`count` lines, turned so that they lie beside each other: neighbours are exchanged in all lines at a time.
    `room` for them is the same in each call, as devices need it."""
    n = lines.shape[1]
    beside = np.empty((n, room), dtype=lines.dtype)
    for j in range(n):
        for c in range(count):
            beside[j, c] = lines[first + c, j]
    for turn in range(n):
        for j in range(turn % 2, n - 1, 2):
            exchange(beside, None, j, count)
    for j in range(n):
        for c in range(count):
            lines[first + c, j] = beside[j, c]


def argsort(a, axis=-1, kind=None, *, stable=None):
    _check_kind(kind)
    if isinstance(axis, tuple):
        raise TypeError("'tuple' object cannot be interpreted as an integer")
    given = np.array(a) if isinstance(a, list) else a
    if given.ndim == 0:
        raise _Refusal("np.argsort of a number")
    if _in_parallel():
        return _stable_places(given, axis)
    elif _keeps_order(kind, stable) or not is_asked():
        return _stable_places(given, axis)
    elif axis is None or given.ndim == 1:
        keys = sort_keys(given)
        line = np.ravel(keys) if axis is None else np.moveaxis(keys, axis, 0)
        return _ordered_vector(line, kind, given)
    else:
        return numpy_argsort(sort_keys(given), axis, kind, given)


def _ordered_vector(line, kind, a):
    """Equal ones stand as NumPy puts them. `line`: the keys of `a`."""
    if kind == "heapsort" or _time_code(a):
        order = stable_order(line)
        return numpy_argsort(line, 0, kind, a) if has_equal(line, order) else order
    if orders_quicker(line):
        return numpy_ordered(line)
    order = stable_order(line)
    return numpy_ordered(line) if has_equal(line, order) else order


def _stable_places(a, axis):
    keys = sort_keys(a)
    if axis is None or a.ndim == 1:
        return stable_order(np.ravel(keys) if axis is None else np.moveaxis(keys, axis, 0))
    places = np.empty(a.shape, dtype=np.int64)
    if a.size > 0:
        lines = np.moveaxis(keys, axis, -1)
        rows = lines.copy().reshape((a.size // lines.shape[-1], lines.shape[-1])).copy()
        orders = np.zeros(rows.shape, dtype=np.int64)
        _order_rows(rows, orders)
        turned = np.moveaxis(places, axis, -1)
        turned[...] = orders.reshape(lines.shape)
    return places


def _keeps_order(kind, stable):
    if stable is not None:
        return bool(stable)
    elif kind is None:
        return False
    elif kind == "stable":
        return True
    else:
        return kind == "mergesort"


def stable_order(line):
    order = np.empty(line.shape[0], dtype=np.int64)
    _order_vector(line, order)
    return order


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True):
    if axis is None:
        return _unique_of_all(ar, return_index, return_inverse, return_counts, equal_nan)
    elif np.ndim(ar) == 1:
        if isinstance(axis, (float, np.floating)) or (axis != 0 and axis != -1):
            raise _Refusal("np.unique along an axis that the array lacks")  # only NumPy can make its AxisError
        return _unique_of_all(ar, return_index, return_inverse, return_counts, equal_nan)
    else:
        return unique_along(ar, return_index, return_inverse, return_counts, axis)


def _unique_of_all(ar, return_index, return_inverse, return_counts, equal_nan):
    if return_index or return_inverse or return_counts:
        return _unique_with(np.asarray(ar), return_index, return_inverse, return_counts, equal_nan)
    return _unique_values(ar, equal_nan)


def _unique_values(ar, equal_nan):
    ordered = np.sort(np.ravel(sort_keys(ar)))
    if not _for_device() and not _in_parallel() and has_keys(ordered):
        return of_keys(_first_ones(ordered, equal_nan), ar)
    is_new = np.empty(ordered.shape[0], dtype=np.bool_)
    for i in prange(ordered.shape[0]):
        is_new[i] = _is_first(ordered, i, equal_nan)
    values = ordered[is_new]
    if _FIRST_NAN and equal_nan and np.iscomplexobj(ar) and values.shape[0] > 0 and values[-1] != values[-1]:
        values[-1] = _first_nan(np.ravel(ar))
    return of_keys(values, ar)


#: np.unique gives the first NaN of all; before NumPy went by hashes, the first in order.
_FIRST_NAN = bool(np.unique(np.array([complex(1, np.nan), complex(0, np.nan)]))[0].real == 1)


def _first_nan(v):
    for x in v:
        if x != x:
            return x
    return v[0]


def _is_other(before, x, equal_nan):
    """Of two elements that follow each other in order; a complex number has a NaN in several places."""
    if equal_nan:
        return comes_before(before, x) and (before == before or x == x)
    return comes_before(before, x) or x != x


def _is_first(ordered, i, equal_nan):
    """Whether an element of a vector in order differs from the one before it."""
    return i == 0 or _is_other(ordered[max(i - 1, 0)], ordered[i], equal_nan)


def _first_ones(ordered, equal_nan):
    """What differs from the element before it, of 64 elements at a time: mostly all of them, or few."""
    n = ordered.shape[0]
    kept = np.empty(n, dtype=ordered.dtype)
    count = 0
    for first in range(0, n, 64):
        end = min(first + 64, n)
        new = 0
        for i in range(first, end):
            new += 1 if _is_first(ordered, i, equal_nan) else 0
        if new == 64:
            for i in range(64):
                kept[count + i] = ordered[first + i]
            count += 64
        else:
            for i in range(first, end):
                kept[count] = ordered[i]
                count += 1 if _is_first(ordered, i, equal_nan) else 0
    return kept[:count].copy()


def _unique_with(ar, return_index, return_inverse, return_counts, equal_nan):
    flat = np.ravel(sort_keys(ar))
    order = stable_order(flat)
    first = np.empty(flat.shape[0], dtype=np.int64)
    inverse = np.empty(flat.shape[0], dtype=np.int64)
    counts = np.zeros(flat.shape[0], dtype=np.int64)
    count = 0
    for i in range(flat.shape[0]):
        if count == 0 or _is_other(flat[first[count - 1]], flat[order[i]], equal_nan):
            first[count] = order[i]
            count += 1
        inverse[order[i]] = count - 1
        counts[count - 1] += 1
    places = first[:count].copy()
    numbers = np.reshape(inverse, ar.shape)
    often = counts[:count].copy()
    values = of_keys(flat[places], ar)
    if return_index and return_inverse and return_counts:
        return values, places, numbers, often
    if return_index and return_inverse:
        return values, places, numbers
    if return_index and return_counts:
        return values, places, often
    if return_inverse and return_counts:
        return values, numbers, often
    if return_index:
        return values, places
    if return_inverse:
        return values, numbers
    return values, often


def _check_kth(a, kth, axis):
    n = a.size if axis is None else a.shape[axis]
    if isinstance(kth, (bool, np.bool_)):
        raise ValueError("Booleans unacceptable as partition index")
    if np.ndim(kth) == 0:
        if a.size > 0 and (kth >= n or kth < -n):
            place = kth + n if kth < 0 else kth
            raise ValueError(f"kth(={place}) out of bounds ({n})")


def partition(a, kth, axis=-1):
    """All in order, which is more than NumPy promises, where NumPy cannot be asked."""
    _check_kth(a, kth, axis)
    if _in_parallel():
        return sort(a, axis)
    elif is_asked():
        keys = sort_keys(a)
        return of_keys(numpy_partition(np.ravel(keys) if axis is None else keys, kth, -1 if axis is None else axis, a), a)
    else:
        return sort(a, axis)


def argpartition(a, kth, axis=-1):
    _check_kth(a, kth, axis)
    if _in_parallel():
        return _stable_places(a, axis)
    elif is_asked():
        keys = sort_keys(a)
        return numpy_argpartition(np.ravel(keys) if axis is None else keys, kth, -1 if axis is None else axis, a)
    else:
        return _stable_places(a, axis)


def _check_shape(first, other):
    if first.shape != other.shape:
        raise ValueError("all keys need to be the same shape")


def lexsort(keys):
    """The last key counts most: each later one sorts anew what the earlier ones put in order."""
    if np.ndim(keys[0]) != 1:
        raise _Refusal("np.lexsort by keys of several dimensions: sort each row")
    order = stable_order(keys[0])
    if len(keys) == 1:
        return order
    _check_shape(keys[0], keys[1])
    second = order[stable_order(keys[1][order])]
    if len(keys) == 2:
        return second
    _check_shape(keys[0], keys[2])
    third = second[stable_order(keys[2][second])]
    if len(keys) == 3:
        return third
    raise _Refusal("np.lexsort by more than 3 keys: sort by one after the other")


def sort_complex(a):
    ordered = sort(a)
    if (ordered[:0] * 1j).dtype == ordered.dtype:
        return ordered
    elif ordered.dtype == np.int8 or ordered.dtype == np.uint8 or ordered.dtype == np.int16 or ordered.dtype == np.uint16:
        return ordered.astype(np.complex64)
    else:
        return ordered.astype(np.complex128)
