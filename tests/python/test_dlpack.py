"""Arrays on devices that go from library to library by DLPack."""

import ctypes

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


def scale(a, b, factor):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j] * factor


def matrix():
    return np.arange(600.0).reshape(20, 30)


class OnlyDlpack:
    """An array of CuPy that offers DLPack and nothing else, and notes the streams that it is asked for."""

    def __init__(self, array, versioned):
        self.array = array
        self.versioned = versioned
        self.streams = []

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **asked):
        self.streams.append(asked["stream"])
        if not self.versioned and "max_version" in asked:
            raise TypeError("unexpected keyword argument 'max_version'")
        return self.array.__dlpack__(**asked)


@pytest.mark.parametrize("versioned", [False, True])
def test_arrays_of_another_library_are_used_in_place(versioned):
    device = require("cuda")
    cupy = pytest.importorskip("cupy")
    a, b = cupy.asarray(matrix()), cupy.zeros((30, 20)).T
    given = OnlyDlpack(a[::-1], versioned), OnlyDlpack(b, versioned)
    f = up.jit(device=device, strict=True)(scale)
    for factor in (2.0, 3.0):
        f(*given, factor)
        assert np.array_equal(b.get(), matrix()[::-1] * factor)
    assert f.last["bytes_in"] == f.last["bytes_out"] == 0
    assert all(stream > 2 for each in given for stream in each.streams)
    with cupy.cuda.Stream(non_blocking=True):
        c = a * 5.0
        f(OnlyDlpack(c, versioned), given[1], 1.0)
    assert np.array_equal(b.get(), matrix() * 5)


def test_the_cpu_works_on_copies():
    require("cuda")
    cupy = pytest.importorskip("cupy")
    a, b = cupy.asarray(matrix()), cupy.zeros((20, 30))
    f = up.jit(scale)
    with pytest.warns(up.UnpythonWarning, match="arrays on a device are copied"):
        f(OnlyDlpack(a, True), OnlyDlpack(b, True), 2.0)
    assert np.array_equal(b.get(), matrix() * 2)


@pytest.mark.parametrize("version", [None, (0, 8), (1, 0), (1, 1)])
def test_ours_go_to_other_libraries(version):
    device = require("cuda")
    cupy = pytest.importorskip("cupy")
    ours = up.to_device(matrix(), device)
    assert ours.__dlpack_device__() == (2, 0)
    name = b"dltensor_versioned" if version and version >= (1, 0) else b"dltensor"
    is_valid = ctypes.pythonapi.PyCapsule_IsValid
    is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]
    assert is_valid(ours.__dlpack__(max_version=version), name)
    theirs = cupy.from_dlpack(ours)
    del ours  # the memory stays while somebody uses it
    assert np.array_equal(theirs.get(), matrix())


def test_what_cannot_be_shared_is_refused():
    device = require("opencl")
    ours = up.to_device(matrix(), device)
    assert ours.__dlpack_device__()[0] == 4
    with pytest.raises(BufferError, match="not on a CUDA device"):
        ours.__dlpack__()


class Host:
    """An array in host memory that is no array of NumPy."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **asked):
        return self.array.__dlpack__(**asked)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_host_memory_is_refused_with_advice():
    f = up.jit(scale)
    with pytest.raises(TypeError, match=r"argument 'a' .* lies in host memory: give numpy.from_dlpack\(\)"):
        f(Host(matrix()), np.zeros((20, 30)), 2.0)
    b = np.zeros((20, 30))
    f(np.from_dlpack(Host(matrix())), b, 2.0)
    assert np.array_equal(b, matrix() * 2)


class Elsewhere(Host):
    def __dlpack_device__(self):
        return (10, 0)


def test_other_devices_are_refused():
    with pytest.raises(TypeError, match="not one of CUDA"):
        up.jit(scale)(Elsewhere(matrix()), np.zeros((20, 30)), 2.0)
