"""Arrays that functions return: from a device to the host, or kept there with those they are made from."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def scaled(a, k):
    r = np.zeros(a.shape)
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            r[i, j] = a[i, j] * k
    return r


def several(a, b):
    c = a + b
    d = c * 2
    return c[1:, ::-1], d.T, a[0], float(a.shape[0])


def matrix():
    return np.arange(600.0).reshape(20, 30)


def on(device, function, **options):
    return up.jit(device=device, strict=True, **options)(function)


def test_a_new_array_comes_back(device):
    f = on(device, scaled)
    a = matrix()
    r = f(a, 2.0)
    assert f.ran_on == device and type(r) is np.ndarray and np.array_equal(r, a * 2)
    assert f.last["bytes_in"] == f.last["bytes_out"] == a.nbytes  # nothing goes in for the result
    again = f(a, 3.0)
    assert np.array_equal(again, a * 3) and np.array_equal(r, a * 2)  # memory of its own
    r[0, 0] = 5.0


def test_several_results_and_parts(device):
    f = on(device, several)
    a = matrix()
    for found, expected in zip(f(a, a), several(a, a), strict=True):
        assert np.array_equal(found, expected)
        assert type(found) is type(expected)
    assert f(a, a)[2].base is a or np.shares_memory(f(a, a)[2], a)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_sizes_that_scalars_decide(device, n):
    def numbers(n, k):
        r = np.empty((n, 3), np.int32)
        for i in prange(n):
            for j in range(3):
                r[i, j] = i * k + j
        return r

    found = on(device, numbers)(n, 10)
    assert found.dtype == np.int32 and np.array_equal(found, numbers(n, 10))


@pytest.mark.parametrize("share", [0.15, 0.4, 1.1, 2.5])
def test_results_in_tiles(device, share):
    a = matrix()
    f = on(device, scaled, memory_limit=int(a.nbytes * share))
    assert np.array_equal(f(a, 2.0), a * 2)
    assert (f.last["tiles"] > 1) == (share < 2)


def test_results_stay_with_arguments_on_the_device(device):
    f = on(device, scaled)
    d = up.to_device(matrix(), device)
    r = f(d, 2.0)
    assert type(r) is type(d) and r.device == device and r.shape == (20, 30)
    assert f.last["bytes_in"] == f.last["bytes_out"] == 0
    assert np.array_equal(f(r, 3.0).to_host(), matrix() * 6)
    assert np.array_equal(f(d, 5.0).to_host(), matrix() * 5) and np.array_equal(r.to_host(), matrix() * 2)


def test_parts_on_the_device_are_views(device):
    f = on(device, several)
    d = up.to_device(matrix(), device)
    found = f(d, d)
    expected = several(matrix(), matrix())
    for have, want in zip(found[:3], expected[:3], strict=True):
        assert have.shape == want.shape and np.array_equal(have.to_host(), want)
        assert np.array_equal(np.asarray(have), want)
    assert found[3] == 20.0
    twice = on(device, scaled)
    assert np.array_equal(twice(found[0], 2.0).to_host(), expected[0] * 2)
    assert np.array_equal(twice(found[1], 2.0).to_host(), expected[1] * 2)

    def clear(v):
        for i in prange(v.shape[0]):
            v[i] = 0.0

    on(device, clear)(found[2])
    assert np.array_equal(d.to_host()[0], np.zeros(30)) and np.array_equal(d.to_host()[1:], matrix()[1:])


def test_a_repeated_call_tells_parts_from_whole_arrays(device):
    def copy(a, b):
        for i in prange(a.shape[0]):
            b[i] = a[i]

    def tail(a):
        return a[6:]

    values = np.arange(12.0)
    whole, out = up.to_device(values[:6], device), up.to_device(np.zeros(6), device)
    f = on(device, copy)
    f(whole, out)
    f(whole, out)
    with pytest.warns(up.UnpythonWarning, match="copied there and back"):
        part = up.jit(tail)(up.to_device(values, device))
    f(part, out)
    assert np.array_equal(out.to_host(), values[6:])


def test_a_part_of_an_argument_after_a_run_on_the_cpu(device):
    @up.jit
    def rest(a):
        a[0] = 7.0
        return a[1:]

    d = up.to_device(np.arange(4.0), device)
    with pytest.warns(up.UnpythonWarning, match="copied there and back"):
        r = rest(d)
    assert np.array_equal(r.to_host(), [1.0, 2.0, 3.0]) and d.to_host()[0] == 7.0


def test_results_of_calls_that_the_processor_runs_for_a_device_lie_there_too(device):
    """Loops of one iteration and of none, and functions without parallel loops, are no kernels."""

    def plus_one(a):
        r = np.zeros(a.shape[0])
        for i in prange(a.shape[0]):
            r[i] = a[i] + 1.0
        return r

    def first(a):
        r = np.zeros((2, 3))
        r[1, 0] = a[0]
        return r[::-1], a[:1], a[0], r

    def either(a, b, own):
        r = b
        if own:
            r = np.zeros(3)
            r[0] = a[0]
        return r

    for n in (0, 1):
        values = np.arange(5.0, 5.0 + n)
        found = up.gpu(device=device, strict=False)(plus_one)(up.to_device(values, device))
        assert type(found) is up.DeviceArray and found.device == device
        assert np.array_equal(found.to_host(), values + 1.0)
    a = up.to_device(np.array([4.0, 5.0]), device)
    found = up.gpu(device=device, strict=False)(first)(a)
    assert [type(part) for part in found] == [up.DeviceArray, up.DeviceArray, np.float64, up.DeviceArray]
    assert np.array_equal(found[0].to_host(), [[4.0, 0.0, 0.0], [0.0, 0.0, 0.0]]) and found[2] == 4.0
    found[3][1, 0] = 7.0  # a view of the same memory, as in NumPy
    assert found[0].to_host()[0, 0] == 7.0
    b = np.ones(2)
    assert up.gpu(device=device, strict=False)(either)(a, b, False) is b
    assert np.array_equal(up.gpu(device=device, strict=False)(either)(a, b, True).to_host(), [4.0, 0.0, 0.0])


def test_the_processor_is_sent_what_arguments_reach_alone(device):
    """Views of one array with a gap between them, of which each begins in the middle of it; what lies around is not written."""

    def shift(a, b):
        b[0] = a[2] + 1.0
        return b[:2]

    whole = np.arange(40.0)
    d = up.to_device(whole, device)
    for low, high in ((5, 17), (17, 5), (5, 6), (36, 3)):
        r = up.gpu(device=device, strict=False)(shift)(d[low : low + 4][::-1], d[high : high + 3])
        found = shift(whole[low : low + 4][::-1], whole[high : high + 3])
        assert np.array_equal(d.to_host(), whole) and np.array_equal(r.to_host(), found)


def test_an_error_returns_nothing_and_can_be_repeated(device):
    def checked(a, index):
        r = np.zeros(index.size)
        for i in prange(index.size):
            r[i] = a[index[i]]
        return r

    f = on(device, checked)
    a = np.arange(5.0)
    with pytest.raises(IndexError):
        f(a, np.array([1, 9, 2]))
    assert np.array_equal(f(a, np.array([1, 4, 2])), [1.0, 4.0, 2.0])


def test_results_on_cuda_offer_their_interfaces():
    device = require("cuda")
    cupy = pytest.importorskip("cupy")
    r = on(device, several)(up.to_device(matrix(), device), up.to_device(matrix(), device))
    assert np.array_equal(cupy.asarray(r[0]).get(), (matrix() * 2)[1:, ::-1])
    assert np.array_equal(cupy.from_dlpack(r[1]).get(), (matrix() * 4).T)
    assert np.array_equal(on(device, scaled)(cupy.asarray(matrix()), 2.0).to_host(), matrix() * 2)
