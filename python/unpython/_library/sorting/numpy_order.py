"""Orders that NumPy alone knows: of equal numbers in `argsort`, and of what `partition` leaves unsorted.

Problem: both depend on the way in which NumPy sorts on this processor, and a program that ranks scores or counts shows them.
Choice:  NumPy is asked, outside of parallel loops and on the processor, and only where there are equal numbers to be put in order.
         In a parallel loop and on a device equal numbers keep the order that they had, and a partition is sorted.
"""

import numpy as np

from unpython._host import HostFunction
from unpython._library.sorting.sorting_order import comes_before
from unpython._loops import _for_device, _in_parallel, _time_code


def _of_dates(function):
    """The same of the keys of dates (sorting.py): NumPy sorts dates and integers in two ways, and leaves equal ones in two orders."""
    return lambda keys, *given: function((keys + 1).view("M8[s]"), *given)


def _heap_order(a, axis):
    return np.argsort(a, axis, kind="heapsort")


def _partition_of_dates(dates, kth, axis):
    return np.partition(dates, kth, axis).view(np.int64) - 1


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
