"""Sorts that are written for devices: NumPy's order at the borders of runs and pieces, on each path."""

import numpy as np
import pytest
import unpython as up
from support import devices, nvrtc, paths

SIZES = [0, 1, 2, 16, 17, 33, 64, 257]


def sort(a):
    return np.sort(a)


def places(a):
    return np.argsort(a, kind="stable")


def distinct(a):
    return np.unique(a)


def along_axes(a):
    return np.sort(a, axis=0), np.sort(a, axis=1), np.argsort(a, axis=0, kind="stable"), a.argsort(kind="stable")


COMPILED = {f: up.gpu(f) for f in (sort, places, distinct, along_axes)}


def few_values(n, dtype):
    """Many that are equal; floats with all that compares oddly."""
    generator = np.random.default_rng(n)
    a = generator.integers(0, 2 if dtype == "bool" else max(2, n // 3), n).astype(dtype)
    if a.dtype.kind == "f":
        for step, value in ((5, -0.0), (7, np.nan), (11, np.inf), (13, -np.inf), (3, 0.0)):
            a[generator.integers(0, step) :: step] = value
    return a


def agree(function, a):
    expected = function(a)
    # What is one iteration's work runs in order, which is refused where `strict` says so.
    with up.options(device=devices.require("opencl"), strict=False, force=True):
        runs = [COMPILED[function](a)]
        runs.append(paths.interpreted(COMPILED[function], "source")(a))
        runs.append(paths.interpreted(COMPILED[function], "scheduled")(a))
    for found in runs:
        for e, f in zip(expected, found) if isinstance(expected, tuple) else [(expected, found)]:
            assert e.dtype == f.dtype
            assert e.tobytes() == f.tobytes()


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", ["bool", "int8", "int16", "int32", "uint64", "float32", "float64"])
def test_stable_places(n, dtype):
    a = few_values(n, dtype)
    agree(places, a)
    agree(places, a[::-1])
    agree(places, a[::3])


@pytest.mark.parametrize("n", [0, 1, 16, 33, 257])
@pytest.mark.parametrize("dtype", ["int32", "uint64", "float64"])
def test_values(n, dtype):
    a = few_values(n, dtype)
    a = np.abs(a)  # NumPy may exchange 0.0 and -0.0, which are equal
    agree(sort, a)
    agree(sort, a[::-1])
    agree(distinct, a)


@pytest.mark.parametrize("n", [131072, 131329, 134400])
@pytest.mark.parametrize("dtype", ["int32", "uint64", "float32", "float64", *(["int64", "uint32"] if paths.RARE else [])])
def test_parts_of_a_sort_by_digits(n, dtype):
    """Numbers that use all their bits, around the ends of what groups of work items sort; shorter ones are merged."""
    a = np.frombuffer(np.random.default_rng(n).bytes(n * np.dtype(dtype).itemsize), dtype=dtype).copy()
    if a.dtype.kind == "f":
        for step, value in ((5, -0.0), (7, np.nan), (11, np.inf), (13, -np.inf), (3, 0.0), (17, -np.nan)):
            a[::step] = value
    with up.options(device=devices.require("opencl"), strict=True, force=True):
        assert np.array_equal(COMPILED[places](a), np.argsort(a, kind="stable"))
        found = COMPILED[sort](a)
    assert np.array_equal(found, np.sort(a), equal_nan=a.dtype.kind == "f")


@pytest.mark.parametrize("n", [2047, 2049, 4096, 4097, 12289])
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "complex128"])
def test_parts_of_a_sort_by_merging(n, dtype):
    """Around the ends of what groups of work items sort."""
    a = few_values(n, dtype)
    with up.options(device=devices.require("opencl"), strict=True, force=True):
        assert COMPILED[places](a).tobytes() == np.argsort(a, kind="stable").tobytes()
        assert np.array_equal(COMPILED[sort](a), np.sort(a), equal_nan=True)


@pytest.mark.parametrize("low, high", [(-300, -5), (2**40, 2**40 + 2**20)])
def test_digits_that_are_the_same_in_all_are_left_out(low, high):
    a = np.random.default_rng(3).integers(low, high, 4194304)
    with up.options(device=devices.require("opencl"), strict=True, force=True):
        assert np.array_equal(COMPILED[sort](a), np.sort(a))


@pytest.mark.parametrize("n", [4096, 70001])
def test_long(n):
    a = np.random.default_rng(n).integers(0, n // 2, n).astype("float64")
    with up.options(device=devices.require("opencl"), strict=True, force=True):
        assert np.array_equal(COMPILED[sort](a), np.sort(a))
        assert np.array_equal(COMPILED[places](a), np.argsort(a, kind="stable"))
        assert np.array_equal(COMPILED[distinct](a), np.unique(a))


@pytest.mark.parametrize("shape", [(3, 70), (70, 3), *([(1, 1), (40, 40)] if paths.RARE else [])])
def test_axes(shape):
    a = np.abs(few_values(shape[0] * shape[1], "float64")).reshape(shape)
    rows, columns = a, np.asfortranarray(a)
    agree(along_axes, rows if shape[0] < shape[1] else columns)
    if paths.RARE:
        agree(along_axes, columns if shape[0] < shape[1] else rows)


def rows_in_parallel(a, out):
    for i in up.prange(a.shape[0]):
        out[i] = np.sort(a[i])


def test_rows_of_a_parallel_loop():
    a = np.abs(few_values(700, "float64")).reshape(7, 100)
    out = np.zeros_like(a)
    with up.options(device=devices.require("opencl"), strict=False, force=True):
        up.gpu(rows_in_parallel)(a, out)
    assert out.tobytes() == np.sort(a, axis=1).tobytes()


def test_order_on_the_processor():
    """The other sort, which is written for processors, gives the same bytes."""
    a = few_values(257, "float64")
    assert up.jit(places)(a).tobytes() == places(a).tobytes()
    assert up.jit(sort)(np.abs(a)).tobytes() == sort(np.abs(a)).tobytes()


@pytest.mark.parametrize("dtype", ["float64", "complex128", *(["int32"] if paths.RARE else [])])
def test_cuda_text(dtype):
    for function in (sort, places):
        with up.options(device="cuda", strict=False):
            kernels = nvrtc.kernels(up.gpu(function).inspect("cuda", np.arange(4096).astype(dtype)))
        passes = [kernel for kernel in kernels if "counts_memory" in kernel]
        assert len(passes) > 2 or dtype == "complex128"  # which is merged
        assert all("__shared__" in kernel for kernel in passes)
        if nvrtc.library() is None:
            devices.absent("nvrtc", "no NVRTC")
        for kernel in kernels:
            assert nvrtc.problem(kernel) == ""
