"""All firings of a task with rates on one block."""

import numpy as np

from unpython._loops import _empty_like, prange


def task1(function, a, count, pop, peek):
    """One result of each firing of a task with rates, which sees `peek` items and goes on by `pop`."""
    out = np.empty(count, dtype=_empty_like([function(a[0:peek]) for i in range(0)]).dtype)
    for i in prange(count):
        out[i] = function(a[i * pop : i * pop + peek])
    return out


def task2(function, a, count, pop, peek, push):
    """The same with a tuple of `push` results of each firing, which stand one behind the other."""
    out = np.empty((count, push), dtype=_empty_like([np.array(function(a[0:peek]))[0] for i in range(0)]).dtype)
    for i in prange(count):
        out[i, :] = np.array(function(a[i * pop : i * pop + peek]))
    return out.reshape(count * push)


def task3(function, a, count, pop, peek, push):
    """The same where a firing gets one number."""
    out = np.empty((count, push), dtype=_empty_like([np.array(function(a[0]))[0] for i in range(0)]).dtype)
    for i in prange(count):
        out[i, :] = np.array(function(a[i]))
    return out.reshape(count * push)
