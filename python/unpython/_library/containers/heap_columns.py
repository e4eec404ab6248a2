"""Columns of texts of structured arrays: lists of texts (_writing/heap/structured)."""

import numpy as np

from unpython._library.containers.heap import new_list, order_of_texts, same_texts
from unpython._loops import _Refusal


def texts_at(ints, floats, made, places):
    """The texts of a list at these places."""
    count = ints[made + 1]
    out = new_list(ints, floats, places.shape[0], 2)
    for k in range(places.shape[0]):
        at = int(places[k])
        if at < 0:
            at += count
        if at < 0 or at >= count:
            raise _Refusal("an index out of bounds")
        ints[ints[out] + 2 * k] = ints[ints[made] + 2 * at]
        ints[ints[out] + 2 * k + 1] = ints[ints[made] + 2 * at + 1]
    return out


def texts_that_are(ints, made, start, count):
    """Which texts of a list are this one."""
    out = np.zeros(ints[made + 1], dtype=np.bool_)
    for k in range(ints[made + 1]):
        out[k] = same_texts(ints, ints[ints[made] + 2 * k], ints[ints[made] + 2 * k + 1], start, count)
    return out


def in_order_of_texts(ints, made, places):
    """These places in the order of the texts there; equal texts stay as they are."""
    one = places.copy()
    other = places.copy()
    size = 1
    while size < one.shape[0]:
        for low in range(0, one.shape[0], 2 * size):
            i = low
            middle = min(low + size, one.shape[0])
            j = middle
            high = min(low + 2 * size, one.shape[0])
            for k in range(low, high):
                takes = i < middle
                if i < middle and j < high:
                    a = ints[made] + 2 * int(one[i])
                    b = ints[made] + 2 * int(one[j])
                    takes = order_of_texts(ints, ints[a], ints[a + 1], ints[b], ints[b + 1]) <= 0
                if takes:
                    other[k] = one[i]
                    i += 1
                else:
                    other[k] = one[j]
                    j += 1
        kept = one
        one = other
        other = kept
        size *= 2
    return one
