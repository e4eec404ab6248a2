"""Orders that NumPy alone knows: of equal numbers in `argsort`, and of what `partition` leaves unsorted. And sorts that NumPy does more
quickly than we do on this machine.

Problem: both depend on the way in which NumPy sorts on this processor, and a program that ranks scores or counts shows them.
Choice:  NumPy is asked, outside of parallel loops and on the processor, and only where there are equal numbers to be put in order, or
         where it is quicker. In a parallel loop and on a device equal numbers keep the order that they had, and a partition is sorted.
         Sorts of vectors are NumPy's functions of C, which need no Python (cpp/bindings/numpy_sorts.cpp): in parallel loops, too.
"""

import numpy as np

from unpython import _core
from unpython._host import HostFunction
from unpython._library.sorting.digits import few, has_keys, has_short_keys, is_float
from unpython._library.sorting.sorting_order import comes_before
from unpython._loops import _for_device, _has_numpy, _in_parallel, _time_code


def _of_dates(function):
    """The same of the keys of dates (sorting.py): NumPy sorts dates and integers in two ways, and leaves equal ones in two orders."""
    return lambda keys, *given: function((keys + 1).view("M8[s]"), *given)


def _heap_order(a, axis):
    return np.argsort(a, axis, kind="heapsort")


def _partition_of_dates(dates, kth, axis):
    return np.partition(dates, kth, axis).view(np.int64) - 1


_sorted = HostFunction(_core.sorted_by_numpy, "array", name="numpy.sort", is_native=True)
_ordered = HostFunction(_core.ordered_by_numpy, "array", name="numpy.argsort", is_native=True)
_is_quicker = HostFunction(_core.numpy_is_quicker, "int64", name="numpy.sort", is_native=True)
_argsort = HostFunction(np.argsort, "array", name="numpy.argsort")
_heap_argsort = HostFunction(_heap_order, "array", name="numpy.argsort")
_partition = HostFunction(np.partition, "array", name="numpy.partition")
_argpartition = HostFunction(np.argpartition, "array", name="numpy.argpartition")
_argsort_dates = HostFunction(_of_dates(np.argsort), "array", name="numpy.argsort")
_heap_argsort_dates = HostFunction(_of_dates(_heap_order), "array", name="numpy.argsort")
_partition_dates = HostFunction(_of_dates(_partition_of_dates), "array", name="numpy.partition")
_argpartition_dates = HostFunction(_of_dates(np.argpartition), "array", name="numpy.argpartition")


def is_asked():
    """Whether NumPy can be asked for the order of elements."""
    return not _in_parallel() and not _for_device()


def sorts_quicker(line, stable):
    """Whether NumPy sorts the vector more quickly than we do. `stable`: zeros of both signs keep their order."""
    if _has_numpy() and not _for_device():
        if has_keys(line) and not (stable and is_float(line)):
            return _is_quicker(line.shape[0], False, line.dtype.type(0)) != 0
    return False


def orders_quicker(line):
    """The same of the places of its elements; or there are equal ones, for which NumPy would be asked behind us."""
    if _has_numpy() and not _for_device():
        if has_keys(line):
            return _is_quicker(line.shape[0], True, line.dtype.type(0)) != 0 or _has_equal_some(line)
    return False


def _has_equal_some(line):
    """Whether there are equal elements among a few, or so many short ones that two of them are likely equal."""
    n = line.shape[0]
    if has_short_keys(line) and n >= 8192:
        return True
    equal = 0
    if n >= 16 * few():
        some = line[:: n // few()][: few()].copy()
        for i in range(few()):
            for j in range(few()):
                equal += 1 if some[j] == some[i] else 0
    return equal > few()


def numpy_sorted(line):
    """The vector in order. Iterations that run side by side give a vector of their own: others might store to theirs meanwhile."""
    return _sorted(line.shape, line.dtype, line.copy() if _in_parallel() else line)


def numpy_ordered(line):
    """The places of its elements in order; equal ones stand as NumPy puts them."""
    return _ordered(line.shape, np.int64, line)


def has_equal(line, order):
    """Whether two neighbours in the order are equal."""
    for i in range(1, order.shape[0]):
        if not comes_before(line[order[i - 1]], line[order[i]]):
            return True
    return False


def numpy_argsort(keys, axis, kind, a):
    """`keys` are those of the array `a`: here and below."""
    if _time_code(a):
        return _heap_argsort_dates(keys.shape, np.int64, keys, axis) if kind == "heapsort" else _argsort_dates(keys.shape, np.int64, keys, axis)
    if kind == "heapsort":
        return _heap_argsort(keys.shape, np.int64, keys, axis)
    return _argsort(keys.shape, np.int64, keys, axis)


def numpy_partition(keys, kth, axis, a):
    places = kth if np.ndim(kth) == 0 else np.array(kth)
    if _time_code(a):
        return _partition_dates(keys.shape, np.int64, keys, places, axis)
    return _partition(keys.shape, keys.dtype, keys, places, axis)


def numpy_argpartition(keys, kth, axis, a):
    places = kth if np.ndim(kth) == 0 else np.array(kth)
    if _time_code(a):
        return _argpartition_dates(keys.shape, np.int64, keys, places, axis)
    return _argpartition(keys.shape, np.int64, keys, places, axis)
