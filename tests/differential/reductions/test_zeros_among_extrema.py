"""The sign of the least and the largest element where zeros of both signs tie: the first or the last of them, as the spelling
says, on the CPU and wherever threads of a device share the work."""

import functools

import numpy as np
import pytest
import unpython as up
from support import devices
from unpython import prange


def np_min(a):
    return np.min(a)


def np_max(a):
    return np.max(a)


def first_least(a):
    best = a[0]
    for i in prange(len(a)):
        if a[i] < best:
            best = a[i]
    return best


def last_least(a):
    best = a[0]
    for i in prange(len(a)):
        if a[i] <= best:
            best = a[i]
    return best


def chosen_largest(a):
    best = a[0]
    for i in prange(len(a)):
        best = a[i] if a[i] > best else best
    return best


def last_chosen_largest(a):
    best = a[0]
    for i in prange(len(a)):
        best = a[i] if best <= a[i] else best
    return best


def builtin_min(a):
    best = a[0]
    for i in prange(len(a)):
        best = min(best, a[i])
    return best


def builtin_max(a):
    best = a[0]
    for i in prange(len(a)):
        best = max(a[i], best)
    return best


def numpy_second(a):
    best = a[0]
    for i in prange(len(a)):
        best = np.minimum(a[i], best)
    return best


def numpy_first(a):
    best = a[0]
    for i in prange(len(a)):
        best = np.maximum(best, a[i])
    return best


LEAST = (np_min, first_least, last_least, builtin_min, numpy_second)
LARGEST = (np_max, chosen_largest, last_chosen_largest, builtin_max, numpy_first)


def wanted(function, a):
    """NumPy's vectors may choose another zero than NumPy's numbers: the numbers count."""
    if function in (np_min, np_max):
        return functools.reduce(np.minimum if function is np_min else np.maximum, a)
    return function(a)


def zeros(n, others, seed):
    draw = np.random.default_rng(seed)
    a = np.where(draw.random(n) < 0.5, -0.0, 0.0)
    return np.where(draw.random(n) < 0.3, others, a) if others else a


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("function", LEAST + LARGEST, ids=lambda f: f.__name__)
def test_sign_of_the_zero_that_wins(function, dtype):
    runs = {path: up.jit(device=path, strict=True)(function) for path in ("cpu", devices.require("opencl"))}
    for n in (1, 2, 3, 31, 33, 513, 5000):
        for others in (0.0, 1.0 if function in LEAST else -1.0, np.nan):
            a = zeros(n, others, n).astype(dtype)
            expected = wanted(function, a)
            for path, run in runs.items():
                found = run(a)
                assert np.isnan(found) and np.isnan(expected) or found.tobytes() == expected.tobytes(), (path, n, others)
