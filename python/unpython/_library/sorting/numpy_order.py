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
from unpython._loops import _for_device, _has_numpy, _in_parallel

_sorted = HostFunction(_core.sorted_by_numpy, "array", name="numpy.sort", is_native=True)
_ordered = HostFunction(_core.ordered_by_numpy, "array", name="numpy.argsort", is_native=True)
_is_quicker = HostFunction(_core.numpy_is_quicker, "int64", name="numpy.sort", is_native=True)
_argsort = HostFunction(np.argsort, "array", name="numpy.argsort")
_heap_argsort = HostFunction(lambda a, axis: np.argsort(a, axis, kind="heapsort"), "array", name="numpy.argsort")
_partition = HostFunction(np.partition, "array", name="numpy.partition")
_argpartition = HostFunction(np.argpartition, "array", name="numpy.argpartition")


def is_asked():
    """Whether NumPy can be asked for the order of numbers. Dates are sorted as integers here, and not there."""
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


def numpy_argsort(a, axis, kind):
    if kind == "heapsort":
        return _heap_argsort(a.shape, np.int64, a, axis)
    return _argsort(a.shape, np.int64, a, axis)


def numpy_partition(a, kth, axis):
    return _partition(a.shape, a.dtype, a, kth if np.ndim(kth) == 0 else np.array(kth), axis)


def numpy_argpartition(a, kth, axis):
    return _argpartition(a.shape, np.int64, a, kth if np.ndim(kth) == 0 else np.array(kth), axis)
