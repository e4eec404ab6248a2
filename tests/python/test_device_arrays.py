"""Arrays that stay on a device between calls, and those of other libraries."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def scale(a, b, factor):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j] * factor


def total(a):
    s = 0.0
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j]
    return s


def matrix():
    return np.arange(600.0).reshape(20, 30)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float32", "complex128"])
@pytest.mark.parametrize("shape", [(), (0,), (7,), (3, 4, 5)])
def test_there_and_back(device, dtype, shape):
    a = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    d = up.to_device(a, device)
    assert (d.shape, d.dtype, d.ndim, d.size, d.nbytes, d.device) == (a.shape, a.dtype, a.ndim, a.size, a.nbytes, device)
    back = d.to_host()
    assert back.dtype == a.dtype and back.shape == a.shape and np.array_equal(back, a)
    assert np.array_equal(np.asarray(d, dtype="complex128"), a.astype("complex128"))


def test_elements_go_to_an_array_that_is_there(device):
    d = up.to_device(matrix(), device)
    out = np.zeros((20, 30))
    assert d.to_host(out=out) is out and np.array_equal(out, matrix())
    part = np.zeros((40, 30))
    d[::2].to_host(part[5:15])
    assert np.array_equal(part[5:15], matrix()[::2]) and not part[:5].any() and not part[15:].any()
    fixed = np.zeros((20, 30))
    fixed.flags.writeable = False
    for wrong in (np.zeros((30, 20)), np.zeros((20, 30), "float32"), np.zeros((30, 20)).T, fixed, np.zeros((20, 30), ">f8")):
        with pytest.raises(ValueError, match="of the shape and type"):
            d.to_host(out=wrong)
    with pytest.raises(TypeError, match="takes a NumPy array"):
        d.to_host(out=[0.0])


def test_any_layout_is_packed(device):
    a = matrix()[::-2, ::3].T
    assert np.array_equal(up.to_device(a, device).to_host(), a)


def test_results_stay_on_the_device(device):
    f = up.jit(device=device, strict=True)(scale)
    a, b, c = up.to_device(matrix(), device), up.to_device(np.zeros((20, 30)), device), np.zeros((20, 30))
    f(a, b, 2.0)
    assert f.last["bytes_in"] == f.last["bytes_out"] == 0
    f(b, b, 2.0)
    f(b, c, 1.0)
    assert f.last["bytes_out"] == c.nbytes
    assert np.array_equal(c, matrix() * 4) and np.array_equal(b.to_host(), c)
    assert up.jit(device=device, strict=True)(total)(b) == c.sum()


def test_many_calls_keep_their_order(device):
    f = up.jit(device=device, strict=True)(scale)
    a, b = up.to_device(np.ones((20, 30)), device), up.to_device(np.ones((20, 30)), device)
    for _ in range(50):
        f(a, b, 2.0)
        f(b, a, 0.5)
        f(a, up.to_device(np.ones((20, 30)), device), 3.0)  # freed while the device may still work
    assert np.array_equal(b.to_host(), np.full((20, 30), 2.0))


def test_the_cpu_works_on_copies_and_says_so(device):
    f = up.jit(scale)
    a, b = up.to_device(matrix(), device), up.to_device(np.zeros((20, 30)), device)
    with pytest.warns(up.UnpythonWarning, match="arrays on a device are copied"):
        f(a, b, 3.0)
    assert f.ran_on == "cpu" and np.array_equal(b.to_host(), matrix() * 3)
    f(b, b, 2.0)
    assert np.array_equal(b.to_host(), matrix() * 6)


def test_declared_types_are_checked(device):
    f = up.type("ndarray[float32, 2]", "ndarray[float32, 2]", "double", None)(up.jit(device=device)(scale))
    a = up.to_device(matrix(), device)
    with pytest.raises(TypeError, match=r"is declared ndarray\[float32, 2\], got an array of float64 with 2"):
        f(a, a, 1.0)


def test_what_is_refused(device):
    with pytest.raises(TypeError, match="arrays of bool, integers"):
        up.to_device(np.array(["a"]), device)
    with pytest.raises(TypeError, match="to_device.. takes arrays of bool, .* complex128, not of float128"):
        up.to_device(np.zeros(3, np.longdouble))
    with pytest.raises(up.DeviceError, match="abacus:3 cannot be used"):
        up.to_device(np.ones(3), "abacus:3")
    with pytest.raises(ValueError, match="without a copy"):
        up.to_device(np.ones(3), device).__array__(copy=False)
    if device.startswith("opencl"):
        assert not hasattr(up.to_device(np.ones(3), device), "__cuda_array_interface__")


def test_an_array_that_only_new_made_is_refused(device):
    kind = type(up.to_device(np.zeros(3), device))
    with pytest.raises(TypeError, match="to_device"):
        up.gpu(force=True, device=device)(scale)(kind.__new__(kind), np.zeros(3), 2.0)


def test_arrays_of_another_library():
    device = require("cuda")
    cupy = pytest.importorskip("cupy")
    f = up.jit(device=device, strict=True)(scale)
    a = cupy.arange(600.0).reshape(20, 30)
    b = cupy.zeros((30, 20)).T
    f(a[::-1], b, 2.0)
    assert np.array_equal(b.get(), matrix()[::-1] * 2)
    with cupy.cuda.Stream(non_blocking=True) as stream:
        c = a * 3.0
        f(c, b, 1.0)
    stream.synchronize()
    assert np.array_equal(b.get(), matrix() * 3)
    ours = up.to_device(matrix(), device)
    assert np.array_equal(cupy.asarray(ours).get(), matrix())
    cupy.asarray(ours)[:] = 1.0
    cupy.cuda.runtime.deviceSynchronize()
    f(ours, b, 5.0)
    assert np.array_equal(b.get(), np.full((20, 30), 5.0))


@pytest.mark.parametrize("stream_of_its_own", [False, True])
def test_what_the_owner_does_next_comes_behind_the_call(stream_of_its_own):
    device = require("cuda")
    cupy = pytest.importorskip("cupy")
    f = up.jit(device=device, strict=True)(scale)
    kept = [up.to_device(np.zeros((2000, 2000)), device) for _ in range(4)]
    with cupy.cuda.Stream(non_blocking=True) if stream_of_its_own else cupy.cuda.Stream.null:
        a = cupy.zeros((2000, 2000))
        for r in range(20):
            a += 1.0
            f(a, kept[r % 4], 2.0)  # later calls are repeated by their steps
            a += 1.0
            assert np.array_equal(kept[r % 4].to_host(), np.full((2000, 2000), 4.0 * r + 2.0))
            f(kept[r % 4], a, 0.5)
            assert float(a.sum()) == (2.0 * r + 1.0) * a.size
            a += 1.0


class Claims:
    """An object that says it is a CUDA array."""

    def __init__(self, **interface):
        self.__cuda_array_interface__ = interface


def test_foreign_arrays_that_cannot_be_used():
    f = up.jit(scale)
    b = np.zeros((2, 2))
    for typestr, phrase in (("<f16", "has dtype float128"), (">f8", "which is not supported")):
        with pytest.raises(TypeError, match=phrase):
            f(Claims(shape=(2, 2), typestr=typestr, data=(4096, False), version=3), b, 1.0)
    with pytest.raises(TypeError, match="it has a mask"):
        f(Claims(shape=(2, 2), typestr="<f8", data=(4096, False), mask=b, version=3), b, 1.0)
    with pytest.raises(up.DeviceError):
        f(Claims(shape=(2, 2), typestr="<f8", data=(4096, False), version=3), b, 1.0)


@pytest.mark.parametrize(
    ("claimed", "phrase"),
    [
        ({"shape": (1,) * 9}, "it has 9 dimensions"),
        ({"shape": (2, -1)}, "a negative extent"),
        ({"shape": (2, 2), "strides": (8,)}, "1 strides for 2 dimensions"),
        ({"shape": (2**62, 4), "strides": (32, 8)}, "further than memory does"),
        ({"shape": (2, 2), "strides": (-(2**63), 8)}, "further than memory does"),
        ({"shape": (3, 2), "strides": (-4096, 8)}, "further than memory does"),
        ({"shape": (3, 2), "strides": (16, 8), "data": (2**64 - 40, False)}, "further than memory does"),
    ],
)
def test_foreign_arrays_that_contradict_themselves(claimed, phrase):
    f = up.jit(scale)
    with pytest.raises(TypeError, match=phrase):
        f(Claims(**{"typestr": "<f8", "data": (4096, False), "version": 3} | claimed), np.zeros((2, 2)), 1.0)
