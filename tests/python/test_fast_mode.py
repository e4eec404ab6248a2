"""fp='fast' on devices: quicker quotients, roots and sums, within a few units, and the same for zeros and infinities."""

import numpy as np
import pytest
import unpython as up
from support import nvrtc
from support.devices import absent, require
from unpython import prange


def potential(places, points, v):
    for i in prange(v.shape[0]):
        s = v.dtype.type(0)
        for k in range(points.shape[0]):
            d = places[i] - points[k, 0]
            s += points[k, 1] / np.sqrt(d * d + points[k, 2])
        v[i] = s


def weights(a, b, c):
    for i in prange(a.shape[0]):
        c[i, 0] = a[i] / b[i]
        c[i, 1] = np.sqrt(b[i])
        c[i, 2] = a[i] / np.sqrt(b[i])


def arguments(rows, count, dtype):
    random = np.random.default_rng(rows)
    return random.random(rows, dtype), (random.random((count, 3)) + 0.5).astype(dtype), np.zeros(rows, dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("rows, count", [(3, 700), (5000, 40), (5000, 130), (40000, 100), (140000, 97)])  # lanes, and a thread for each row
def test_sums_of_quotients(rows, count, dtype):
    places, points, v = arguments(rows, count, dtype)
    up.gpu(device=require("opencl"), force=True, strict=True, fp="fast")(potential)(places, points, v)
    wide = points.astype(np.float64)
    wanted = (wide[:, 1] / np.sqrt((places[:, None] - wide[:, 0]) ** 2 + wide[:, 2])).sum(axis=1)
    assert np.allclose(v, wanted, rtol=2e-5 if dtype is np.float32 else 1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_zeros_and_infinities_are_those_of_numpy(dtype):
    values = np.array([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan, 3e38], dtype)
    a, b = (grid.ravel().copy() for grid in np.meshgrid(values, values))
    c = np.zeros((a.size, 3), dtype)
    up.gpu(device=require("opencl"), force=True, strict=True, fp="fast")(weights)(a, b, c)
    with np.errstate(all="ignore"):
        wanted = np.stack((a / b, np.sqrt(b), a / np.sqrt(b)), axis=1)
    np.testing.assert_allclose(c, wanted, rtol=1e-6)
    assert np.array_equal(np.signbit(c[~np.isnan(c)]), np.signbit(wanted[~np.isnan(c)]))


def test_cuda_has_its_quick_functions_in_fast_mode_alone():
    given = arguments(40000, 100, np.float32)
    quick = up.jit(fp="fast")(potential).inspect("cuda", *given)
    exact = up.jit(potential).inspect("cuda", *given)
    assert "fmaf(points[" in quick and ", quick_rsqrtf(" in quick and "quick" not in exact
    if nvrtc.library() is None:
        absent("nvrtc", "no NVRTC")
    for kernel in nvrtc.kernels(quick):
        assert nvrtc.problem(kernel) == ""


def rank_2k(a, b, c):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            s = c.dtype.type(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k] + b[i, k] * a[j, k]
            c[i, j] = s


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_products_are_added_one_by_one(dtype):
    random = np.random.default_rng(5)
    a, b = random.random((67, 33), dtype), random.random((67, 33), dtype)
    here, there, wanted = (np.zeros((67, 67), dtype) for _ in range(3))
    up.jit(fp="fast")(rank_2k)(a, b, here)
    up.gpu(device=require("opencl"), force=True, strict=True, fp="fast")(rank_2k)(a, b, there)
    for k in range(a.shape[1]):  # each product is added with one rounding, which longer numbers show
        for left, right in ((b, a), (a, b)):
            wanted[:] = (wanted + np.outer(left[:, k].astype(np.longdouble), right[:, k])).astype(dtype)
    assert np.array_equal(here, there)
    if dtype is np.float32:  # longdouble holds the product of two
        assert np.array_equal(here, np.tril(wanted))
    assert np.allclose(here, np.tril(wanted))


def test_many_rows_that_read_the_same_elements_have_a_thread_each():
    many = up.gpu(fp="fast", device=require("opencl"))(potential)
    assert "v.shape[0] < 32768" in many.inspect("scheduled", *arguments(40000, 100, np.float32))
    assert "v.shape[0] < 65536" in many.inspect("scheduled", *arguments(40000, 100, np.float64))


def test_rows_of_their_own_elements_share_lanes_however_many():
    @up.gpu(fp="fast", device=require("opencl"))
    def rows(a, v):
        for i in prange(a.shape[0]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k]
            v[i] = s

    assert "65536" not in rows.inspect("scheduled", np.zeros((40000, 100)), np.zeros(40000))
