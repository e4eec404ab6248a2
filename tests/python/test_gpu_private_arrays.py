"""What becomes of arrays that iterations make for themselves when the loop runs on a device."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def small(a, z):
    for i in prange(a.shape[0]):
        t = np.zeros(3)
        for j in range(a.shape[1]):
            t[j % 3] += a[i, j]
        z[i] = t[0] * t[1] + t[2]


def prefix(a, z):
    for i in prange(a.shape[0]):
        t = np.empty(a.shape[1])
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j]
            t[j] = s
        for j in range(a.shape[1]):
            z[i, j] = t[a.shape[1] - 1 - j]


def matrix():
    return np.arange(2000.0).reshape(100, 20)


def expected(function, *shape):
    z = np.zeros(shape)
    function(matrix(), z)
    return z


def test_few_elements_belong_to_the_work_item(device):
    f = up.jit(device=device, strict=True)(small)
    z = np.zeros(100)
    f(matrix(), z)
    assert np.array_equal(z, expected(small, 100))
    text = f.inspect("opencl" if device.startswith("opencl") else "cuda")
    assert "f64 t[3];" in text and "t_memory" not in text


def test_rows_of_one_array(device):
    f = up.jit(device=device, strict=True)(prefix)
    z = np.zeros((100, 20))
    f(matrix(), z)
    assert np.array_equal(z, expected(prefix, 100, 20))
    assert f.last["bytes_in"] == matrix().nbytes and f.last["bytes_out"] == z.nbytes


def test_a_loop_runs_in_parts_where_rows_for_all_have_no_room(device):
    f = up.jit(device=device, strict=True, memory_limit=3 * matrix().nbytes)(prefix)
    z = np.zeros((100, 20))
    f(matrix(), z)
    assert np.array_equal(z, expected(prefix, 100, 20))
    launches = sum(k["launches"] for n in f.explain().as_dict()["nests"] for k in n["kernels"])
    assert launches > 1


def test_the_error_names_the_dimension_of_the_program(device):
    def wrong(a, z):
        for i in prange(a.shape[0]):
            t = np.zeros(a.shape[1])
            t[a.shape[1] + i] = 1.0
            z[i] = t[0]

    with pytest.raises(IndexError, match="index 20 is out of bounds for axis 0 with size 20"):
        up.jit(device=device, strict=True)(wrong)(matrix(), np.zeros(100))


def test_sizes_that_differ_are_a_reason(device):
    def growing(a, z):
        for i in prange(a.shape[0]):
            t = np.ones(i + 1)
            z[i] = t[i] + a[i]

    f = up.jit(device=device, strict=True)(growing)
    with pytest.raises(
        up.DeviceError, match="array 't.*' is made inside the parallel loop, with a size"
    ):
        f(np.ones(5), np.ones(5))
