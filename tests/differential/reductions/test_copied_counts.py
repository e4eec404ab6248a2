"""Integer counts of many iterations in few elements: threads have copies of their own, and what comes out is CPython's, also where an
iteration raises."""

import numpy as np
import pytest
import unpython as up
from support import paths
from unpython import prange


def count(keys, counts):
    for i in prange(keys.shape[0]):
        counts[keys[i]] += 1


def weigh(keys, weights, sums, seen):
    for i in prange(keys.shape[0]):
        sums[keys[i], keys[i] % 2] += weights[i]
        seen[keys[i]] += 1


def count_some(keys, weights, sums, seen):
    for i in prange(keys.shape[0]):
        if weights[i] > 0:
            seen[keys[i]] += 1
        sums[keys[i] % 3, 1] -= weights[i]


def judged(function, *arguments, device=None):
    """The function's arguments and exception by plain Python and by threads, or on a device."""
    runs = []
    for run in (function, up.jit(threads=4)(function) if device is None else up.jit(device=device, strict=False)(function)):
        given = tuple(a.copy() for a in arguments)
        try:
            run(*given)
            raised = ""
        except IndexError as error:
            raised = type(error).__name__
        runs.append((given, raised))
    (expected, raised), (found, raised_there) = runs
    assert raised == raised_there, device
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_array_equal(one, other)
    return raised


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "int64", "uint64"])
@pytest.mark.parametrize("iterations", [0, 7, 127, 128, 5000])
def test_counts(dtype, iterations):
    keys = np.random.default_rng(1).integers(0, 4, iterations)
    assert judged(count, keys, np.arange(4).astype(dtype)) == ""


def test_sums_of_two_arrays_of_different_rank():
    random = np.random.default_rng(2)
    keys, weights = random.integers(-6, 6, 5000), random.integers(-9, 9, 5000)
    assert judged(weigh, keys, weights, np.ones((6, 2), np.int64), np.zeros(6, np.int32)) == ""


@pytest.mark.parametrize("place", [0, 1, 2500, 4999])
def test_updates_before_an_exception_are_seen(place):
    keys = np.random.default_rng(3).integers(0, 4, 5000)
    keys[place] = 4
    for device in (None, *paths.DEVICES):
        assert judged(count, keys[: place + 1], np.zeros(4, np.int64), device=device) == "IndexError"


@pytest.mark.parametrize("function", [weigh, count_some])
def test_the_failing_iteration_ends_at_its_check(function):
    """What it has updated before stays, what is behind is not done; iterations that leave the check out go on."""
    random = np.random.default_rng(4)
    keys, weights = random.integers(0, 4, 1000), random.integers(-9, 9, 1000)
    keys[-1] = 4
    weights[-1] = 5
    for device in (None, *paths.DEVICES):
        given = (keys, weights, np.zeros((5, 2), np.int64), np.zeros(4, np.int32))
        assert judged(function, *given, device=device) == "IndexError"


def best_of(m, q):
    for i in range(40):
        for j in prange(1, 40):
            m[41 - i, j - i] = max(m[41 - i, j - i], q[i, j])


def sums_of(m, q):
    for i in range(40):
        for j in prange(1, 40):
            m[41 - i, j - i] += q[i, j]


@pytest.mark.parametrize("device", [None, *paths.DEVICES])
@pytest.mark.parametrize("function, dtype", [(best_of, np.int64), (best_of, np.float64), (sums_of, np.int16), (sums_of, np.float64)])
def test_copies_of_an_array_whose_rows_overlap_are_joined_in_order(function, dtype, device):
    """Two rows that end in one place of memory were joined by two threads, and what one of them had found was lost."""
    compiled = up.jit(threads=4)(function) if device is None else up.jit(device=device, strict=False)(function)
    rows = np.lib.stride_tricks.as_strided
    random = np.random.default_rng(5)
    for _ in range(40 if device is None else 3):
        memory, given = random.integers(-100, 100, 90).astype(dtype), random.integers(-50, 150, (40, 40)).astype(dtype)
        expected = memory.copy()
        function(rows(expected, (42, 48), 2 * memory.strides), given)
        compiled(rows(memory, (42, 48), 2 * memory.strides), given)
        np.testing.assert_array_equal(memory, expected)


@pytest.mark.parametrize("dtype", ["int8", "uint16"])
@pytest.mark.parametrize("begin", [1, 2, 3])
def test_narrow_elements_that_begin_in_a_word(dtype, begin):
    """Devices update the word of four bytes that an element lies in."""
    keys = np.random.default_rng(6).integers(0, 50, 400)
    expected = np.arange(60).astype(dtype)
    count(keys, expected[begin:])
    for device in paths.DEVICES:
        found = np.arange(60).astype(dtype)
        up.jit(count, device=device, force=True)(keys, found[begin:])
        assert found.tolist() == expected.tolist()
