"""Reductions of whole arrays and along axes."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, INTS, NUMBERS, Programs, array, out

PROGRAMS = Programs(whole_arrays=True, float64=1e-12, float32=1e-4, strict_exact=False)


@PROGRAMS.add(array("nm"), dtypes=(*NUMBERS, "complex128"))
def sums(a):
    return np.sum(a), a.sum(axis=0), a.sum(1), np.sum(a, axis=-1, keepdims=True), a[::2, 1:].sum()


@PROGRAMS.add(array("nm"), dtypes=NUMBERS, skip_layouts=("empty",))
def extremes(a):
    return a.max(), np.min(a), a.max(axis=0), np.min(a, axis=1, keepdims=True), np.max(a + 1)


@PROGRAMS.add(array("nmk"), dtypes=("float64", "int32"))
def several_axes(a):
    return np.sum(a, axis=(1, 2)), np.sum(a, axis=(0, 2)), a.sum(axis=(0, 1, 2)), np.sum(a, axis=1)


@PROGRAMS.add(array("nm"), dtypes=FLOATS, skip_layouts=("empty", "one_element"))
def means(a):
    return a.mean(), np.mean(a, axis=0), np.std(a), a.var(axis=1), np.var(a, axis=0, ddof=1)


@PROGRAMS.add(array("nm"), dtypes=INTS, skip_layouts=("empty", "one_element"))
def integer_means(a):
    return a.mean(), np.mean(a, axis=0), a.prod() if a.shape[0] < 3 else a[:2, :2].prod()


@PROGRAMS.add(array("nm"), dtypes=NUMBERS)
def truth(a):
    return (
        np.any(a > 5),
        np.all(a > -100),
        (a > 2).any(axis=0),
        np.all(a != 0, axis=1),
        np.count_nonzero(a),
        (a > 0).sum(),
    )


@PROGRAMS.add(array("nm"), dtypes=NUMBERS, skip_layouts=("empty",))
def positions(a):
    return np.argmax(a), a.argmin(), np.argmax(a, axis=0), a.argmin(axis=1)


@PROGRAMS.add(array("nm"), out("nm"), dtypes=FLOATS, skip_layouts=("empty",))
def softmax(a, b):
    largest = np.max(a, axis=-1, keepdims=True)
    scaled = np.exp(a - largest)
    b[:] = scaled / np.sum(scaled, axis=-1, keepdims=True)
    b += np.mean(b, axis=0)


@PROGRAMS.add(array("nm"), out("n"), dtypes=("float64",))
def in_loops(a, b):
    for i in range(a.shape[0]):
        b[i] = a[i].sum() - np.sum(a[i, 1:] * 2)
    for i in up.prange(a.shape[0]):
        b[i] += np.sum(a[i])


test_paths = PROGRAMS.as_test()


def test_sums_are_as_accurate_as_pairwise_ones():
    @up.jit
    def run(a):
        return a.sum(), a.sum(axis=0), a.sum(axis=1)

    a = np.random.default_rng(0).random((2000, 700), dtype=np.float32)
    exact = a.astype(np.float64)
    for found, expected, numpy in zip(
        run(a), (exact.sum(), exact.sum(0), exact.sum(1)), (a.sum(), a.sum(0), a.sum(1))
    ):
        ours = np.max(np.abs(found - expected))
        assert ours <= max(np.max(np.abs(numpy - expected)), 4e-7 * np.max(expected))


def test_nothing_to_reduce():
    @up.jit
    def largest(a):
        return a.max()

    @up.jit
    def where(a):
        return np.argmin(a)

    with pytest.raises(
        ValueError, match="zero-size array to reduction operation maximum which has no identity"
    ):
        largest(np.zeros((0, 3)))
    with pytest.raises(ValueError, match="attempt to get argmin of an empty sequence"):
        where(np.zeros(0))


def test_positions_of_nan_and_equal_elements():
    @up.jit
    def run(a):
        return np.argmax(a), np.argmin(a), a.max(), a.min()

    for values in ([1.0, np.nan, 3.0, np.nan], [2.0, 3.0, 3.0, 2.0]):
        a = np.array(values)
        assert np.array_equal(run(a), run.py_func(a), equal_nan=True)


def first_of_the_extremes(a):
    return np.argmax(a), np.argmin(a)


@pytest.mark.parametrize("dtype", ["float64", "float32", "int32", "uint8", "bool"])
def test_positions_in_vectors_of_several_blocks(dtype):
    generator = np.random.default_rng(9)
    function = up.jit(first_of_the_extremes)
    for n in (1, 2, 511, 512, 513, 1024, 3000):
        cases = [
            generator.choice(np.array(values), n).astype(dtype) for values in ([0.0, -0.0, 1, 2], range(100))
        ]
        cases += [np.arange(n).astype(dtype), np.arange(n)[::-1].astype(dtype)]
        if np.dtype(dtype).kind == "f":
            cases.append(np.full(n, np.nan, dtype))
            for place in {0, n // 2, n - 1}:
                cases.append(np.arange(n).astype(dtype))
                cases[-1][place] = np.nan
        for a in cases:
            assert function(a) == (a.argmax(), a.argmin())
