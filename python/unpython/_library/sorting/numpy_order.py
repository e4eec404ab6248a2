"""Orders that NumPy alone knows: of equal numbers in `argsort`, and of what `partition` leaves unsorted.

Problem: both depend on the way in which NumPy sorts on this processor, and a program that ranks scores or counts shows them.
Choice:  NumPy is asked, outside of parallel loops and on the processor, and only where there are equal numbers to be put in order.
         In a parallel loop and on a device equal numbers keep the order that they had, and a partition is sorted.
"""

import numpy as np

from unpython._host import HostFunction
from unpython._library.sorting.sorting_order import comes_before
from unpython._loops import _for_device, _in_parallel

_argsort = HostFunction(np.argsort, "array", name="numpy.argsort")
_heap_argsort = HostFunction(lambda a, axis: np.argsort(a, axis, kind="heapsort"), "array", name="numpy.argsort")
_partition = HostFunction(np.partition, "array", name="numpy.partition")
_argpartition = HostFunction(np.argpartition, "array", name="numpy.argpartition")


def is_asked():
    """Whether NumPy can be asked for the order of numbers. Dates are sorted as integers here, and not there."""
    return not _in_parallel() and not _for_device()


def has_equal(line, order):
    """Whether two neighbours in the order are equal."""
    for i in range(1, order.shape[0]):
        if not comes_before(line[order[i - 1]], line[order[i]]):
            return True
    return False


def numpy_argsort(a, axis, kind):
    if kind == "heapsort":
        return _heap_argsort(a.shape, np.int64, a, axis)
    return _argsort(a.shape, np.int64, a, axis)


def numpy_partition(a, kth, axis):
    return _partition(a.shape, a.dtype, a, kth if np.ndim(kth) == 0 else np.array(kth), axis)


def numpy_argpartition(a, kth, axis):
    return _argpartition(a.shape, np.int64, a, kth if np.ndim(kth) == 0 else np.array(kth), axis)
