"""The functions of `bisect`, of lists and arrays in order."""

from unpython._loops import _Refusal


def _end(a, lo, hi):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        return len(a)
    else:
        return len(a) if hi == -1 else hi  # as CPython reads it


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    if key is not None:
        raise _Refusal("bisect with a key: make a list of the keys first")
    first, end = lo, _end(a, lo, hi)
    while first < end:
        middle = (first + end) // 2
        if a[middle] < x:
            first = middle + 1
        else:
            end = middle
    return first


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    if key is not None:
        raise _Refusal("bisect with a key: make a list of the keys first")
    first, end = lo, _end(a, lo, hi)
    while first < end:
        middle = (first + end) // 2
        if x < a[middle]:
            end = middle
        else:
            first = middle + 1
    return first


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x, lo, hi, key=key), x)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x, lo, hi, key=key), x)


def left_by(a, x, key):
    first, end = 0, len(a)
    while first < end:
        middle = (first + end) // 2
        if key(a[middle]) < x:
            first = middle + 1
        else:
            end = middle
    return first


def right_by(a, x, key):
    first, end = 0, len(a)
    while first < end:
        middle = (first + end) // 2
        if x < key(a[middle]):
            end = middle
        else:
            first = middle + 1
    return first
