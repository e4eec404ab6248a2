"""NumPy's products with vectors, reductions along axes and positions of extrema: the same bits on every path, at the borders
of leaves, of blocks and of columns side by side; and on a device they are no work of one thread."""

import re
import warnings

import numpy as np
import pytest
import unpython as up
from support import devices, nvrtc, paths
from unpython import prange


def rows_by_vector(a, x):
    return a @ x


def vector_by_columns(a, x):
    return x @ a


def turned(a, x):
    return a.T @ x, np.dot(a, a[0]), np.dot(x, x)


def sums_along(a):
    return a.sum(axis=0), a.sum(axis=1), a.mean(axis=0), a.var(axis=0)


def sums_of_three(a):
    return a.sum(axis=0), a.sum(axis=1), a.sum(axis=2), a.mean(axis=1)


def extrema_along(a):
    return a.min(axis=0), a.max(axis=1), a.argmin(axis=0), a.argmax(axis=1), a.argmin()


def position(a):
    return a.argmax(), np.argmin(a)


def two_sums_of_columns(a, w):
    s = np.zeros(a.shape[1])
    q = np.zeros(a.shape[1])
    for j in prange(a.shape[1]):
        m = 0.0
        t = 1.0
        for i in prange(a.shape[0]):
            m += a[i, j]
            t += a[i, j] * w[i]
        d = 0.5
        for i in prange(a.shape[0]):
            if a[i, j] > 0:
                d += (a[i, j] - m) * t
        s[j] = d
        q[j] = m
    return s, q


SHAPES = ((1, 1), (3, 2000), (1600, 129), (513, 127))


def matrices(shape, dtype="float64"):
    a = np.random.default_rng(7).standard_normal(shape)
    a[a > 1] = 1
    a[::5] *= -0.0
    a = (a * 50).astype(dtype)
    return a, np.asfortranarray(a)


def bits(value):
    if isinstance(value, tuple):
        return tuple(bits(v) for v in value)
    found = np.array(value)
    if found.dtype.kind == "f":
        found[np.isnan(found)] = np.nan
    return found.tobytes()


COMPILED = {}


def agree(function, *arguments, rtol=1e-12, atol=1e-9):
    """Bits of all paths; values of NumPy."""
    if function not in COMPILED:
        COMPILED[function] = up.jit(function), up.gpu(force=True)(function)
    compiled, on_device = COMPILED[function]
    with np.errstate(all="ignore"):
        expected = function(*arguments)
    found = compiled(*arguments)
    for e, f in zip(expected, found) if isinstance(expected, tuple) else [(expected, found)]:
        assert np.allclose(e, f, rtol=rtol, atol=atol, equal_nan=True)
    if sum(np.size(a) for a in arguments) < 40000:
        assert bits(paths.interpreted(compiled, "scheduled")(*arguments)) == bits(found)
    device = devices.require("opencl")
    with up.options(device=device, strict=True):
        assert bits(on_device(*arguments)) == bits(found)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("function", [rows_by_vector, vector_by_columns, turned])
def test_products_with_vectors(function, shape):
    n, m = shape
    rng = np.random.default_rng(n)
    for a in matrices(shape):
        agree(function, a, rng.standard_normal(m if function is rows_by_vector else n))


@pytest.mark.parametrize("shape", SHAPES)
def test_reductions_along_axes(shape):
    rows, columns = matrices(shape)
    agree(sums_along, rows)
    agree(extrema_along, columns)
    if shape == SHAPES[-1] or paths.RARE:  # the other order of memory, other types: each is compiled anew, for long
        agree(sums_along, columns)
        agree(extrema_along, rows)
        agree(sums_along, matrices(shape, "float32")[0], rtol=1e-3, atol=0.5)
        agree(extrema_along, matrices(shape, "int32")[0])
    agree(two_sums_of_columns, matrices(shape)[0], np.linspace(-1, 1, shape[0]), rtol=1e-9, atol=1e-3)


@pytest.mark.parametrize("shape", [(5, 6, 700), (4, 1100, 3)])
def test_reductions_of_three_dimensions(shape):
    for a in matrices(shape):
        agree(sums_of_three, a)


@pytest.mark.parametrize("n", [1, 512, 513, 70001])
@pytest.mark.parametrize("dtype", ["float64", "int32", "bool"])
def test_positions(n, dtype):
    x = (np.random.default_rng(n).standard_normal(n) * 3).astype(dtype)
    agree(position, x)
    agree(position, np.repeat(x, 2)[::-2])
    if np.dtype(dtype).kind == "f":
        x[n // 2 :: 7] = np.nan
        agree(position, x)
        agree(position, np.full(n, -np.inf, dtype))
        agree(position, np.full(n, np.nan, dtype))
        agree(position, np.zeros(n, dtype) * -np.arange(n).astype(dtype))


def test_kernels_share_the_work():
    """CUDA accepts the text, and lanes read neighbours: shuffles where rows are, none where columns are."""
    if nvrtc.library() is None:
        devices.absent("nvrtc", "no NVRTC library")
    a = np.ones((900, 800))
    cases = [(rows_by_vector, (a, a[0]), True), (vector_by_columns, (a, a[:, 0].copy()), False)]
    cases += [(lambda a: a.sum(axis=0), (a,), False), (lambda a: a.argmax(axis=1), (a,), True)]
    cases += [(position, (a[0],), True)]
    for function, arguments, lanes in cases:
        with up.options(strict=False), warnings.catch_warnings():
            warnings.simplefilter("ignore", up.UnpythonWarning)  # that no GPU is here
            text = up.gpu(force=True)(function).inspect("cuda", *arguments)
        assert ("__shfl_xor_sync" in text) == lanes
        assert len(re.findall("__global__", text)) > 1
        for kernel in nvrtc.kernels(text):
            assert nvrtc.problem(kernel) == ""
