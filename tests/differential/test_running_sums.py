"""Running sums and products: NumPy's values at the borders of blocks, the same bits on every path."""

import numpy as np
import pytest
import unpython as up
from support import devices, paths


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
