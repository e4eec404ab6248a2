"""Columns of texts of structured arrays: lists of texts (_writing/heap/structured)."""

import numpy as np

from unpython._library.containers.heap import new_list, order_of_texts
from unpython._library.python_functions.lists import merge_runs
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


def orders_beside(ints, made, start, count):
    """Of each text of a list: -1 where it comes before this one, 0 where it is equal, 1 where it comes behind."""
    out = np.zeros(ints[made + 1], dtype=np.int64)
    for k in range(ints[made + 1]):
        out[k] = order_of_texts(ints, ints[ints[made] + 2 * k], ints[ints[made] + 2 * k + 1], start, count)
    return out


def orders_of_pairs(ints, made, other):
    """The same of each text of a list and the one at its place in another list."""
    out = np.zeros(ints[made + 1], dtype=np.int64)
    for k in range(ints[made + 1]):
        out[k] = _order_at(ints, ints[made] + 2 * k, ints[other] + 2 * k)
    return out


def longest_text(ints, made):
    """How many letters the longest text of a list has, at least 1."""
    most = 1
    for k in range(ints[made + 1]):
        most = max(most, ints[ints[made] + 2 * k + 1])
    return most


def firsts_in_order(ints, made, places):
    """Which of these places has another text than the one before it."""
    out = np.ones(places.shape[0], dtype=np.bool_)
    for k in range(1, places.shape[0]):
        out[k] = _order_at(ints, ints[made] + 2 * int(places[k - 1]), ints[made] + 2 * int(places[k])) != 0
    return out


def in_order_of_texts(ints, made, places):
    """These places in the order of the texts there; equal texts stay as they are."""
    out = places.copy()
    merge_runs(out, 1, lambda one, other: _order_at(ints, ints[made] + 2 * int(one), ints[made] + 2 * int(other)) < 0)
    return out


def _order_at(ints, one, other):
    return order_of_texts(ints, ints[one], ints[one + 1], ints[other], ints[other + 1])
