"""np.sort and np.convolve choose their way by the lengths of lines: each of them against NumPy."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.devices import require
from unpython import prange


def last_axis(a):
    return np.sort(a)


def first_axis(a):
    return np.sort(a, axis=0)


def middle_axis(a):
    return np.sort(a, axis=1)


def unsorted(generator, shape, dtype):
    a = generator.integers(0, 40, shape).astype(dtype)
    if a.dtype.kind == "f":
        a[generator.random(shape) < 0.2] = np.nan
        a[generator.random(shape) < 0.2] = -0.0
    return a


SHAPES = {
    last_axis: [(n,) for n in (0, 1, 2, 8, 9, 16, 17, 33, 64, 65, 512, 513, 1000, 20000)]
    + [(3, 40), (100, 5), (7, 9, 32), (2, 3, 4, 5)],
    first_axis: [
        (0, 3),
        (1, 3),
        (2, 200),
        (32, 100),
        (33, 10),
        (200, 3),
        (5, 4, 97),
        (40, 3, 2),
        (3, 2, 3, 4),
    ],
    middle_axis: [(3, 1), (97, 2), (4, 5, 97), (4, 60, 3), (2, 5, 2, 3)],
}


@pytest.mark.parametrize("dtype", ["float64", "uint8", "int32"])
@pytest.mark.parametrize("program", SHAPES)
def test_sort(program, dtype):
    generator = np.random.default_rng(5)
    function = up.jit(program)
    for shape in SHAPES[program]:
        a = unsorted(generator, shape, dtype)
        assert np.array_equal(function(a), program(a), equal_nan=a.dtype.kind == "f"), shape


def places_last_axis(a):
    return np.argsort(a, kind="stable")


def places_first_axis(a):
    return np.argsort(a, axis=0, kind="stable")


def places_flat(a):
    return np.argsort(a, axis=None, kind="stable")


@pytest.mark.parametrize("dtype", ["float64", "float32", "uint8", "bool"])
@pytest.mark.parametrize("program", [places_last_axis, places_first_axis, places_flat])
def test_argsort(program, dtype):
    generator = np.random.default_rng(6)
    function = up.jit(program)
    for shape in [(n,) for n in (0, 1, 2, 8, 9, 33, 65, 513, 20000)] + [
        (0, 3),
        (3, 0),
        (40, 3),
        (3, 70),
        (4, 20, 5),
    ]:
        a = unsorted(generator, shape, dtype)
        assert np.array_equal(function(a), program(a)), shape


def test_equal_elements_keep_their_order_at_every_length():
    function = up.jit(places_last_axis)
    for n in range(1, 200):
        a = np.arange(n) * 7 % 3
        assert np.array_equal(function(a), places_last_axis(a)), n


def numpys_places(a):
    return np.argsort(a), np.argsort(-a)[::-1], a.argsort().argsort(), np.argsort(a, kind="heapsort"), np.argsort(a, stable=True), np.argsort(a.tolist())


def numpys_places_of_rows(a):
    return np.argsort(a), a.argsort(axis=0), np.argsort(a, axis=None), np.partition(a, (1, 3), axis=0), np.argpartition(a, 3, axis=1)


def numpys_parts(a):
    return np.partition(a, 4), np.argpartition(a, 4)[:4], np.argpartition(-a, 2)[:2], np.argpartition(a, -3), np.lexsort((a, a[::-1]))


@pytest.mark.parametrize("dtype", ["int64", "float32", "uint8", *(["int32", "float64"] if paths.RARE else [])])
def test_equal_elements_lie_where_numpy_has_them(dtype):
    generator = np.random.default_rng(7)
    for program, shapes in [(numpys_places, [1, 5, 16, 40, 300]), (numpys_parts, [5, 16, 300]), (numpys_places_of_rows, [(5, 4), (12, 40)])]:
        function = up.jit(program, strict=True)
        for shape in shapes:
            for a in (a := generator.integers(0, 5, shape).astype(dtype), a.T, a[::-1]):
                for found, wanted in zip(function(a), program(a), strict=True):
                    assert found.dtype == wanted.dtype and np.array_equal(found, wanted), (program.__name__, shape)


def places_in_parallel(a):
    out = np.empty((4, a.size), dtype=np.int64)
    for i in prange(4):
        out[i] = np.argsort(a + i)
        out[i, :2] += np.argpartition(a * i, 1)[:2] + np.partition(a, 1)[:2].astype(np.int64)
    return out


def test_in_parallel_loops():
    a = np.arange(30.0) * 7 % 31
    found, expected = up.jit(places_in_parallel, strict=True)(a), places_in_parallel(a)
    assert np.array_equal(found[1:, 2:], expected[1:, 2:]) and np.array_equal(found[1:, :2].sum(axis=1), expected[1:, :2].sum(axis=1))


def convolve_full(a, v):
    return np.convolve(a, v)


def convolve_same(a, v):
    return np.convolve(a, v, mode="same")


def convolve_valid(a, v):
    return np.convolve(a, v, mode="valid")


def correlate_full(a, v):
    return np.correlate(a, v, mode="full")


def correlate_same(a, v):
    return np.correlate(a, v, mode="same")


def correlate_valid(a, v):
    return np.correlate(a, v)


@pytest.mark.parametrize("dtype", ["float64", "int32", "complex64"])
@pytest.mark.parametrize(
    "program", [convolve_full, convolve_same, convolve_valid, correlate_full, correlate_same, correlate_valid]
)
def test_convolution(program, dtype):
    generator = np.random.default_rng(6)
    function = up.jit(program)
    for n, m in (
        (1, 1),
        (1, 7),
        (7, 1),
        (5, 3),
        (4, 4),
        (33, 2),
        (35, 3),
        (60, 20),
        (20, 60),
        (700, 40),
        (40, 700),
        (600, 600),
    ):
        a = generator.integers(-9, 9, n).astype(dtype)
        v = (generator.integers(-9, 9, m) * (1 + 0.5j if dtype == "complex64" else 1)).astype(dtype)
        expected = program(a, v)
        found = function(a, v)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-3 if dtype == "complex64" else 1e-9)


def test_short_lines_are_sorted_on_devices_too():
    device = require("opencl")
    generator = np.random.default_rng(7)
    for shape in ((40, 9), (200, 9), (3, 50, 4)):
        a = unsorted(generator, shape, "float64")
        with up.options(device=device, strict=True):
            function = up.jit(last_axis)
            assert np.array_equal(function(a), np.sort(a), equal_nan=True)
