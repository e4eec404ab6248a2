"""Sorts that NumPy's own functions of C may do: their values and, where NumPy decides them, their orders are NumPy's, in loops too."""

import numpy as np
import pytest
import unpython as up

LENGTHS = [17, 200, 700, 3000]


def numbers(n, dtype):
    generator = np.random.default_rng(n)
    wide = np.frombuffer(generator.bytes(n * np.dtype(dtype).itemsize), dtype=dtype).copy()
    if wide.dtype.kind == "f":
        wide[::7], wide[::11], wide[::5], wide[3::13] = np.nan, -0.0, 0.0, np.inf
    return [wide, generator.integers(0, 9, n).astype(dtype), np.sort(wide)[::-1], np.repeat(wide, 2)[::2]]


def all_ways(a):
    b = a.copy()
    b.sort()
    c = a.copy()
    c[::2].sort()
    return np.sort(a), b, c, np.argsort(a), np.unique(a), np.sort(a, kind="stable"), np.sort(a[::-1])


@pytest.mark.parametrize("dtype", ["int16", "uint32", "int64", "float32", "float64"])
def test_vectors(dtype):
    compiled = up.jit(strict=True)(all_ways)
    for n in LENGTHS:
        for a in numbers(n, dtype):
            for expected, found in zip(all_ways(a), compiled(a), strict=True):
                assert expected.dtype == found.dtype
                assert np.array_equal(expected, found, equal_nan=dtype.startswith("float"))


def in_loops(a, x):
    ordered = np.empty_like(a)
    for i in range(a.shape[0]):
        ordered[i] = np.sort(a[i])
    places = np.empty(a.shape, dtype=np.int64)
    for i in range(a.shape[0]):
        places[i] = np.argsort(a[i])
    least = np.empty_like(a)
    for i in up.prange(a.shape[0]):
        least[i] = np.sort(x)[i] + np.sort(a[i])
    return ordered, places, least, np.sort(a, axis=0), np.sort(a)


def test_rows_are_sorted_in_loops_that_stay_parallel():
    compiled = up.jit(strict=True)(in_loops)
    a = np.random.default_rng(1).integers(0, 300, (40, 250)).astype("float64")
    for expected, found in zip(in_loops(a, a[0]), compiled(a, a[0]), strict=True):
        assert np.array_equal(expected, found)
    assert "a call of Python inside the loop" not in str(compiled.explain())


def into_what_it_sorts(x, n):
    for i in range(n):
        x[n - 1 - i] = np.sort(x)[i] + 1
    return x


def test_a_loop_that_stores_to_what_it_sorts_keeps_its_order():
    x = np.random.default_rng(2).integers(0, 90, 100)
    assert np.array_equal(up.jit(strict=True)(into_what_it_sorts)(x.copy(), 50), into_what_it_sorts(x.copy(), 50))
