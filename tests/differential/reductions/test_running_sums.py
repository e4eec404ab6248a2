"""Running sums and products: NumPy's values at the borders of blocks, the same bits on every path."""

import numpy as np
import pytest
import unpython as up
from support import devices, paths
from unpython import prange


def sums(a):
    return np.cumsum(a)


def products(a):
    return np.cumprod(a)


def along_axes(a):
    return np.cumsum(a, axis=0), a.cumsum(-1), np.cumprod(a, axis=1)


COMPILED = {f: up.jit(f) for f in (sums, products, along_axes)}


def agree(function, a):
    expected = function(a)
    runs = [COMPILED[function](a)]
    if a.size < 3000:
        runs.append(paths.interpreted(COMPILED[function], "scheduled")(a))
    if a.size > 1:  # one element is nothing for a device
        with up.options(device=devices.require("opencl"), strict=True, force=True):
            runs.append(COMPILED[function](a))
    for found in runs:
        for e, f in zip(expected, found) if isinstance(expected, tuple) else [(expected, found)]:
            assert e.dtype == f.dtype
            assert e.tobytes() == f.tobytes()


@pytest.mark.parametrize("n", [1, 255, 256, 257, 513, 65536, 65537, 70001])
@pytest.mark.parametrize("dtype", ["int64", "uint8"])
def test_integers(n, dtype):
    a = np.random.default_rng(n).integers(0, 7, n).astype(dtype)
    for function in (sums, products):
        agree(function, a)
        agree(function, a[::-1])


@pytest.mark.parametrize("n", [1, 300])
def test_floats_keep_their_order(n):
    agree(sums, np.random.default_rng(n).standard_normal(n))


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (500, 3), (40, 40)])
@pytest.mark.parametrize("dtype", ["float64", "int32"])
def test_axes(shape, dtype):
    a = (np.random.default_rng(5).standard_normal(shape) * 9).astype(dtype)
    agree(along_axes, a)
    agree(along_axes, np.asfortranarray(a))


def sums_by_rows(a):
    return up.scan(lambda x, y: x + y, a, axis=1)


@pytest.mark.parametrize("n", [513, 4096, 4097, 70001])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
def test_floats_have_one_order_on_all_paths(n, dtype):
    """Lines that end within a block, a run or a group, also beside other lines."""
    rng = np.random.default_rng(n)
    a = rng.standard_normal(n).astype(dtype)
    b = np.asfortranarray(rng.standard_normal((3, n)).astype(dtype))
    for function, given in ((sums, a), (sums, a[::-1]), (sums_by_rows, b), (sums_by_rows, b.copy("C"))):
        compiled = up.jit(function)
        found = compiled(given)
        with up.options(device=devices.require("opencl"), strict=True, force=True):
            assert compiled(given).tobytes() == found.tobytes()
        if given.size < 3000:
            assert paths.interpreted(compiled, "scheduled")(given).tobytes() == found.tobytes()
        np.testing.assert_allclose(found, np.cumsum(given, axis=-1), rtol=1e-3, atol=1e-3)


def sums_below(a, most):
    def add(x, y):
        if x + y > most:
            raise ValueError("too much")
        return x + y

    return up.scan(add, a)


@pytest.mark.parametrize("n", [1025, 4098])
def test_no_item_behind_the_end_counts(n):
    compiled = up.jit(sums_below)
    with up.options(device=devices.require("opencl"), strict=True, force=True):
        np.testing.assert_array_equal(compiled(np.ones(n), float(n)), np.arange(1.0, n + 1))
        with pytest.raises(ValueError, match="too much"):
            compiled(np.ones(n), n - 1.0)


def names_of_parameters(a_at, a, a_memory, a_n0):
    for i in up.prange(a.shape[0]):
        a[i] = a_at[i] + a_memory[i] * a_n0


def test_names_are_told_apart_from_those_of_parameters():
    x, y, a = np.arange(9.0), np.ones(9), np.zeros(9)
    with up.options(device=devices.require("opencl"), strict=True, force=True):
        up.jit(names_of_parameters)(x, a, y, 2.0)
    np.testing.assert_array_equal(a, x + 2)


@up.jit
def ends_of_scans(a):
    ends = np.empty(a.shape[0])
    for k in prange(a.shape[0]):
        ends[k] = up.scan(lambda x, y: x + y, a[k])[-1]
    return ends


@pytest.mark.parametrize("shape", [(1, 513), (1, 65536), (1, 65537), (3, 140000)])
def test_one_thread_scans_with_the_bits_of_several(shape):
    a = np.random.default_rng(7).standard_normal(shape)
    runs = []
    for threads in (1, 2):
        with up.options(threads=threads):
            runs.append((up.scan(lambda x, y: x + y, a, axis=1), up.scan(np.maximum, a), ends_of_scans(a)))
    for one, several in zip(*runs):
        assert one.tobytes() == several.tobytes()
    assert runs[0][2].tobytes() == runs[0][0][:, -1].copy().tobytes()
