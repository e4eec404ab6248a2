"""What explain() says of each nest of a call on a device."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def two_nests(a, b, c):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2
    s = b[0]
    for i in prange(a.shape[0]):
        c[i] = b[i] + a[a.shape[0] - 1 - i] + s


def test_bytes_of_each_nest(device):
    f = up.jit(device=device, strict=True)(two_nests)
    a, b, c = np.arange(1000.0), np.zeros(1000), np.zeros(1000)
    f(a, b, c)
    nests = f.explain().as_dict()["nests"]
    assert len(nests) == 2
    assert [n["bytes_in"] for n in nests] == [8000, 0]
    assert [n["bytes_out"] for n in nests] == [8008, 8000]  # b[0] is asked for between the two
    assert sum(n["bytes_out"] for n in nests) == f.last["bytes_out"]
    assert sum(n["bytes_in"] for n in nests) == f.last["bytes_in"]
    for nest in nests:
        assert nest["fallback"] is None and nest["device"] == device
        assert nest["groups"] and nest["no_groups"] is None
        assert sum(k["bytes_in"] for k in nest["kernels"]) == nest["bytes_in"]
        assert sum(k["bytes_out"] for k in nest["kernels"]) == nest["bytes_out"]


def test_bytes_of_nests_in_a_host_loop(device):
    def steps(u, v, count):
        for t in range(count):
            for i in prange(1, u.shape[0] - 1):
                v[i] = u[i - 1] + u[i + 1]
            for i in prange(1, u.shape[0] - 1):
                u[i] = v[i] * 0.5

    f = up.jit(device=device, strict=True)(steps)
    u, v = np.arange(500.0) ** 2, np.zeros(500)
    f(u, v, 7)
    report = f.explain().as_dict()
    assert sum(n["bytes_in"] for n in report["nests"]) == report["bytes_in"] == f.last["bytes_in"]
    assert sum(n["bytes_out"] for n in report["nests"]) == report["bytes_out"] == f.last["bytes_out"]


def first_then_all(a, b, c):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[0]):
            s += b[(i * j) % a.shape[0]]
        c[i] = s


def test_a_nest_that_the_host_finishes_says_why(device):
    a = np.arange(1000.0)
    f = up.jit(device=device, strict=True, memory_limit=3000)(first_then_all)
    b, c, want_b, want_c = (np.zeros(1000) for _ in range(4))
    f(a, b, c)
    first_then_all(a, want_b, want_c)
    assert np.array_equal(b, want_b) and np.allclose(c, want_c, rtol=1e-12)
    first, second = f.explain().as_dict()["nests"]
    assert first["fallback"] is None and first["device"] == device
    assert second["fallback"]["code"] == "OUT_OF_DEVICE_MEMORY" and second["device"] == "cpu"
    assert "finished by the CPU: OUT_OF_DEVICE_MEMORY" in repr(f.explain())


def test_nests_of_a_call_on_the_cpu_move_nothing():
    f = up.jit(two_nests)
    f(np.arange(10.0), np.zeros(10), np.zeros(10))
    for nest in f.explain().as_dict()["nests"]:
        assert nest["device"] == "cpu" and nest["fallback"] is None
        assert nest["bytes_in"] == nest["bytes_out"] == 0
