"""Reductions that a device shares among its threads have the bits that the CPU gives, at every border of leaves and whatever
the strides; and lanes as threads give them, too."""

import os
import subprocess
import sys

import numpy as np
import pytest
import unpython as up
from support import devices, nvrtc, paths
from unpython import prange

SIZES = (1, 31, 32, 33, 511, 512, 513, 1024, 8193)
SHAPES = ((0, 3), (3, 0), (1, 1), (4, 3000), (3000, 4), (33, 513), (300, 97), (3, 4200), (8, 4096))


@up.gpu(force=True)
def total(a):
    return a.sum()


@up.gpu(force=True)
def largest(a):
    return a.max()


@up.gpu(force=True)
def first_largest(a):
    best = a[0]
    place = 0
    for i in prange(a.shape[0]):
        if a[i] > best:
            best = a[i]
            place = i
    return best, place


@up.gpu(force=True)
def last_smallest(a):
    best = a[0]
    place = 0
    for i in prange(a.shape[0]):
        if a[i] <= best:
            best = a[i]
            place = i
    return best, place


@up.gpu(force=True)
def several(a):
    s = 0.0
    p = 1.0
    n = 0
    some = False
    for i in prange(a.shape[0]):
        s += a[i]
        p *= 1.0 + a[i] * 1e-6
        if a[i] > 0.5:
            n += 1
            some = True
    return s, p, n, some


@up.gpu(force=True)
def of_rows(a, x, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in prange(a.shape[1]):
            s += a[i, j] * x[j]
        y[i] = s


@up.gpu(force=True)
def of_columns(a, x, y):
    for j in prange(a.shape[1]):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i, j] * x[i]
        y[j] = s


@up.gpu(force=True)
def normalised(a, y):
    for i in prange(a.shape[0]):
        m = a[i, 0]
        for j in prange(a.shape[1]):
            m = max(m, a[i, j])
        s = 0.0
        for j in prange(a.shape[1]):
            s += (a[i, j] - m) * (a[i, j] - m)
        for j in prange(a.shape[1]):
            y[i, j] = (a[i, j] - m) / (1.0 + s)


@up.gpu(force=True)
def of_rows_by_loops(a, y):
    """Loops and branches in front of what is added, and in it."""
    for i in prange(a.shape[0]):
        scale = 1.0
        if i % 2 == 1:
            for _ in range(3):
                scale *= 0.5
        s = 0.0
        for j in prange(a.shape[1]):
            x = a[i, j] * scale
            for _ in range(5):
                x = x * x * 0.25 - 0.5
                if x > 1e6:
                    break
            s += max(x - 0.1, 0.0)
        y[i] = s * scale


@up.gpu(force=True)
def of_drawn_numbers(a, random, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in prange(a.shape[1]):
            s += max(a[i, j] + random.normal(), 0.0)
        y[i] = s


@up.gpu(force=True, fp="fast")
def rows_in_any_order(a, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j]
        y[i] = s


@up.gpu(force=True)
def histogram(idx, h, x):
    for i in prange(idx.shape[0]):
        h[idx[i]] += x[i]


def bits(value):
    """The bytes of a value; all NaN count as one, for a device may have a NaN of its own."""
    if isinstance(value, tuple):
        return tuple(bits(v) for v in value)
    array = np.array(value)
    if array.dtype.kind in "fc":
        array[np.isnan(array)] = np.nan
    return array.tobytes()


def on(device, function, *arguments):
    own = [a.copy() if a.flags.c_contiguous else a for a in arguments]
    with up.options(device=device, strict=True):
        return bits(function(*own)), [bits(a) for a in own]


def same_bits(function, *arguments):
    assert on(devices.require("opencl"), function, *arguments) == on("cpu", function, *arguments)


def vector(n, dtype, kind):
    x = np.random.default_rng(n).standard_normal(n).round(2)
    x[::7] = -0.0
    x[1::11] = 0.0
    if kind == "zeros":
        x = -np.abs(x)
    if kind == "nan":
        x[n // 2] = np.nan
    return (x * 100).astype(dtype) if np.dtype(dtype).kind == "i" else x.astype(dtype)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype, kind", [("float64", "plain"), ("float32", "nan"), ("float64", "zeros"), ("int32", "plain")])
def test_vectors(n, dtype, kind):
    x = vector(n, dtype, kind)
    for function in (total, largest, first_largest, last_smallest):
        same_bits(function, x)
        same_bits(function, x[::-2])
    same_bits(several, x.astype("float64"))


@pytest.mark.parametrize("leaves", [2048, 2049])
def test_trees_of_one_round_and_of_several(leaves):
    x = vector(512 * leaves - 3, "float64", "plain")
    for function in (total, first_largest):
        same_bits(function, x)


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_and_columns(shape):
    a = np.random.default_rng(3).standard_normal(shape)
    for of in (a, a.T.copy().T, np.repeat(a, 2, axis=1)[:, ::2]):
        same_bits(total, of)
        same_bits(of_rows, of, np.linspace(1, 2, shape[1]), np.zeros(shape[0]))
        same_bits(of_columns, of, np.linspace(1, 2, shape[0]), np.zeros(shape[1]))
    if shape[1]:
        same_bits(normalised, a, np.zeros(shape))
    same_bits(of_rows_by_loops, a, np.zeros(shape[0]))
    same_bits(of_drawn_numbers, a, up.random(5), np.zeros(shape[0]))


def test_fast_rows_use_the_device():
    a = np.random.default_rng(4).standard_normal((5, 3000))
    y = np.zeros(5)
    with up.options(device=devices.require("opencl"), strict=True):
        rows_in_any_order(a, y)
    assert np.allclose(y, a.sum(axis=1), rtol=1e-12)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "uint32"])
def test_histograms(dtype):
    idx = np.random.default_rng(5).integers(0, 4, 5000)
    same_bits(histogram, idx, np.zeros(4, dtype), np.arange(5000).astype(dtype))


def test_lanes_as_threads():
    """What runs on GPUs only, on a processor, in a process of its own."""
    devices.require("opencl")
    if os.environ.get("UNPYTHON_STAGE_ROWS") == "1":
        pytest.skip("this is that process")
    shapes = "4-3000 or shape3 or shape4 or shape5" if paths.RARE else "shape3 or shape5"
    chosen = f"test_vectors and 513 or test_rows_and_columns and ({shapes})"
    all_cases = {name: value for name, value in os.environ.items() if name not in ("UNPYTHON_TEST_CASES", "UNPYTHON_TEST_PART")}  # `chosen` is few of them
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", __file__, "-k", chosen],
        env=all_cases | {"UNPYTHON_STAGE_ROWS": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_cuda_accepts_the_kernels():
    if nvrtc.library() is None:
        devices.absent("nvrtc", "no NVRTC library")
    a = np.ones((700, 600))
    calls = [(total, (a[0],)), (first_largest, (a[0],)), (of_rows, (a, a[0], a[:, 0].copy()))]
    calls += [(of_columns, (a, a[:, 0].copy(), a[0])), (normalised, (a, a.copy()))]
    calls += [(of_rows_by_loops, (a, a[:, 0].copy())), (of_drawn_numbers, (a, up.random(5), a[:, 0].copy()))]
    calls += [(histogram, (np.zeros(9, np.int64), np.zeros(4, np.int64), np.ones(9, np.int64)))]
    with up.options(strict=False):
        for function, arguments in calls:
            text = function.inspect("cuda", *arguments)
            for kernel in nvrtc.kernels(text):
                assert nvrtc.problem(kernel) == ""
            assert function is histogram or "__shfl_xor_sync" in text or function is of_columns
