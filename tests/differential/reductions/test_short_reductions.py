"""Reductions inside loops that run in order: short ones run in place, long ones on all threads, with the same results.
And those whose subscripts come from index arrays: checked before anything is added."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, Programs, array, out
from unpython import prange

PROGRAMS = Programs()

LENGTHS = (0, 1, 2, 31, 32, 33, 64, 511, 512, 513, 1024, 1500, 2048, 2049, 2560, 2561, 8192, 8193, 40_000)


@PROGRAMS.add(array("n"), out("m"), dtypes=FLOATS)
def sums_of_prefixes(x, r):
    for k in range(r.shape[0]):
        s = 0.5
        for i in prange(min(x.shape[0], 700 * k)):
            s += x[i]
        r[k] = s


@PROGRAMS.add(array("n"), out("m"), dtypes=FLOATS)
def extremes_of_prefixes(x, r):
    for k in range(r.shape[0] - 1):
        best = x[0]
        least = x[0]
        place = 0
        for i in prange(min(x.shape[0], 700 * k)):
            best = max(best, x[i])
            if x[i] < least:
                least = x[i]
                place = i
        r[k] = best - least + place


@PROGRAMS.add(array("n"), out("m"), dtypes=FLOATS)
def counts_beside_loops(x, r):
    for k in range(r.shape[0]):
        count = 0
        for i in prange(x.shape[0]):
            count += 1 if x[i] > k else 2
            for _ in prange(k % 3):
                continue
        r[k] = count


@PROGRAMS.add(
    array("nm"),
    array("m"),
    array("nm", "int64", values=lambda r, s: r.integers(-s[1], s[1], s)),
    out("n"),
    dtypes=FLOATS,
)
def gathered_products(values, x, columns, y):
    for i in range(y.shape[0]):
        y[i] = values[i, :] @ x[columns[i, :]]


@PROGRAMS.add(array("n"), array("n", "int32", values=lambda r, s: r.integers(0, s[0], s)), dtypes=FLOATS)
def gathered_sum_on_a_branch(x, places):
    s = x[0]
    for i in prange(x.shape[0]):
        if x[i] > 0:
            j = places[i] - 1
            s += x[j] * x[i]
    return s


@PROGRAMS.add(
    array("n"),
    array("n", "int64", values=lambda r, s: r.integers(-s[0], s[0], s)),
    array("n", "int64", values=lambda r, s: r.integers(-s[0], s[0], s)),
    dtypes=FLOATS,
)
def gathered_twice(x, first, second):
    s = x[0]
    for i in prange(x.shape[0]):
        s += x[first[second[i]]]
    return s


test_paths = PROGRAMS.as_test()


@up.jit
def sum_alone(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return s


@up.jit
def sums_in_a_loop(x, lengths, r):
    for k in range(lengths.shape[0]):
        s = 0.0
        for i in prange(lengths[k]):
            s += x[i]
        r[k] = s


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_sum_in_a_loop_has_the_bits_of_the_same_sum_alone(dtype):
    x = np.random.default_rng(3).normal(size=max(LENGTHS)).astype(dtype)
    expected = [sum_alone(x[:n]) for n in LENGTHS]
    for threads in (1, 2, 3):
        r = np.zeros(len(LENGTHS), dtype)
        with up.options(threads=threads):
            sums_in_a_loop(x, np.array(LENGTHS), r)
        assert [v.tobytes() for v in r] == [np.asarray(v, dtype).tobytes() for v in expected]  # of none: the 0.0 of the text


def gathered(x, columns, r, length):
    for k in range(r.shape[0]):
        s = 0.0
        for i in prange(length):
            s += x[columns[k, i]]
        r[k] = s


@pytest.mark.parametrize("length", [1, 20, 33, 600, 9000])
@pytest.mark.parametrize("row", [0, 2])
def test_the_first_subscript_outside_raises(length, row):
    generator = np.random.default_rng(length)
    x = generator.random(50)
    for place in {0, length // 2, length - 1}:
        columns = generator.integers(-50, 50, (4, length))
        columns[row, place:] = 50 + np.arange(length - place)
        columns[row, place] = -51
        r, ours = np.full(4, -1.0), np.full(4, -1.0)
        with pytest.raises(IndexError, match="index -51 is out of bounds for axis 0 with size 50"):
            gathered(x, columns, r, length)
        with pytest.raises(IndexError, match="index -51 is out of bounds for axis 0 with size 50"):
            up.jit(gathered)(x, columns, ours, length)
        np.testing.assert_allclose(ours[:row], r[:row], rtol=1e-12)
        assert (ours[row:] == -1.0).all()


def checked_after_a_guard(x, columns):
    s = 0.0
    for i in prange(columns.shape[0]):
        if columns[i] < x.shape[0]:
            s += x[columns[i]]
    return s


def test_a_guarded_subscript_outside_is_not_read():
    x = np.arange(10.0)
    columns = np.arange(1000)
    assert up.jit(checked_after_a_guard)(x, columns) == checked_after_a_guard(x, columns)
    columns[700] = -11
    with pytest.raises(IndexError, match="index -11 is out of bounds"):
        up.jit(checked_after_a_guard)(x, columns)
