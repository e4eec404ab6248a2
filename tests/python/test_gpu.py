"""Functions on a device: where they run, what they say, what they move, and what makes the CPU run them."""

import os
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import _options, prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def scale(a, b, factor):
    for i in prange(a.shape[0]):
        b[i] = a[i] * factor


def test_a_loop_runs_on_the_device(device):
    f = up.jit(device=device, strict=True)(scale)
    a, b = np.arange(1000.0), np.zeros(1000)
    f(a, b, 3.0)
    assert f.ran_on == device
    assert np.array_equal(b, a * 3)


def test_the_report_names_kernels_and_bytes(device):
    f = up.jit(device=device)(scale)
    a, b = np.arange(300.0), np.zeros(300)
    f(a, b, 3.0)
    report = f.explain().as_dict()
    assert report["device"] == device and report["fallbacks"] == []
    (kernel,) = report["nests"][0]["kernels"]
    assert kernel["name"].startswith("up_scale_line") and kernel["launches"] == 1
    assert kernel["grid"][0] * kernel["block"][0] >= 300
    assert f.last["bytes_in"] == 2400  # b is stored whole, so its old values stay at home
    assert f.last["bytes_out"] == 2400
    assert "kernel up_scale" in str(f.explain())


def test_the_report_says_where_arrays_live(device):
    f = up.jit(device=device)(scale)
    f(np.arange(300.0), np.zeros(300), 3.0)
    assert f.explain().as_dict()["nests"][0]["kernels"][0]["arrays"] == [
        {"array": "a", "place": "device memory", "bytes": 0, "why": "read"},
        {"array": "b", "place": "device memory", "bytes": 0, "why": "stored"},
    ]
    assert "    a in device memory, read; b in device memory, stored" in str(f.explain()).splitlines()


SHARED = """
import numpy as np
import unpython as up
from unpython import prange

@up.jit(device={device!r})
def near(x, y, out):
    for i in prange(out.shape[0]):
        s = 0.0
        for j in range(x.shape[0]):
            s += 1.0 / (1.0 + abs(y[i] - x[j]))
        out[i] = s

near(np.arange(512.0), np.zeros(1 << 18), np.zeros(1 << 18))  # enough for groups of many threads on any device
print(near.explain())
"""


def test_the_report_tells_of_arrays_that_a_group_shares(device, tmp_path):
    """UNPYTHON_STAGE_ROWS: groups share on processors, too."""
    (tmp_path / "near.py").write_text(SHARED.format(device=device))
    settings = os.environ | {"UNPYTHON_STAGE_ROWS": "1"}
    done = subprocess.run([sys.executable, "near.py"], cwd=tmp_path, env=settings, capture_output=True, text=True, timeout=120, check=True)
    (line,) = (line for line in done.stdout.splitlines() if "in device memory" in line)
    assert re.search(r"in local memory \(\d+ bytes\), the threads of a group share it", line), done.stdout


@pytest.mark.parametrize("stage, word", [("cuda", "__global__"), ("opencl", "__kernel")])
def test_kernels_of_both_languages_can_be_read_without_such_a_device(stage, word):
    f = up.jit(scale)
    text = f.inspect(stage, np.ones(3), np.ones(3), 2.0)
    assert f"extern \"C\" {word}" in text or f"{word} void up_scale" in text
    assert "b[(u32)" in text and "// line" in text


def test_a_loop_that_no_device_takes_shows_the_reason():
    @up.jit
    def growing(a):
        for i in prange(a.shape[0]):
            t = np.ones(i + 1)
            a[i] = t[i // 2]

    assert "no kernel: LOCAL_ARRAY" in growing.inspect("cuda", np.ones(3))


def test_inspect_shows_the_schedule_of_the_device(device):
    f = up.jit(device=device)(scale)
    f(np.ones(3), np.ones(3), 2.0)
    assert "grid(" in f.inspect("scheduled")
    assert "prange(" in f.inspect("ir")
    assert "reads" in f.inspect("accesses") and "launch" in f.inspect("steps")
    with pytest.raises(ValueError, match="no stage 'asm' of a function on a device; there are 'ir', 'accesses'"):
        f.inspect("asm")


def heat(u, v, steps, alpha):
    n, m = u.shape
    for _ in range(steps):
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                v[i, j] = u[i, j] + alpha * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j])
        for j in range(m):
            v[0, j] = v[1, j]
            v[n - 1, j] = v[n - 2, j]
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                u[i, j] = v[i, j]


def test_data_stays_on_the_device_through_a_time_loop(device):
    u = np.random.default_rng(1).random((20, 30))
    want_u, want_v = u.copy(), np.zeros_like(u)
    heat(want_u, want_v, 5, 0.1)
    moved = []
    for steps in (1, 5):
        f = up.jit(device=device, fp="strict", strict=True)(heat)
        got_u, got_v = u.copy(), np.zeros_like(u)
        f(got_u, got_v, steps, 0.1)
        moved.append((f.last["bytes_in"], f.last["bytes_out"]))
    assert np.array_equal(got_u, want_u) and np.array_equal(got_v, want_v)
    assert moved[0] == moved[1]


def gather(a, index, out):
    for i in prange(index.shape[0]):
        out[i] = a[index[i]]


def test_the_lowest_failing_iteration_raises(device):
    index = np.arange(5000)
    index[4000], index[321] = -9000, 7777
    f = up.jit(device=device, strict=True)(gather)
    with pytest.raises(IndexError, match=r"index 7777 is out of bounds for axis 0 with size 5000\n.*array 'a'"):
        f(np.ones(5000), index, np.ones(5000))


def test_sums_have_the_bits_of_the_cpu(device):
    def total(a):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i] * a[i]
        return s

    a = np.random.default_rng(2).random(70001)
    assert up.jit(device=device, strict=True)(total)(a) == up.jit(total)(a)


def test_without_parallel_loops_the_cpu_runs_it(device):
    def first(a):
        return a[0]

    f = up.jit(device=device, strict=False)(first)
    with pytest.warns(up.UnpythonWarning, match="has no parallel loop"):
        assert f(np.ones(3)) == 1.0
    assert f.ran_on == "cpu"
    (fallback,) = f.explain().as_dict()["fallbacks"]
    assert (fallback["device"], fallback["code"]) == (device, "NO_PARALLEL_LOOP")
    with pytest.raises(up.DeviceError, match="has no parallel loop"):
        up.jit(device=device, strict=True)(first)(np.ones(3))


def test_a_loop_with_a_conflict_stays_on_the_cpu(device):
    def shift(a):
        for i in prange(1, a.shape[0]):
            a[i] = a[i - 1] + 1

    f = up.jit(device=device, strict=False)(shift)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        a = np.zeros(10)
        f(a)
    assert np.array_equal(a, np.arange(10.0))
    assert any("runs on the CPU: " in str(w.message) for w in caught)
    assert f.explain().as_dict()["fallbacks"][0]["code"] == "RUNS_IN_ORDER"
    assert f.explain().as_dict()["fallbacks"][0]["line"] > 0


def test_a_device_that_is_not_there_is_a_reason():
    f = up.jit(device="opencl:77", strict=False)(scale)
    a, b = np.arange(4.0), np.zeros(4)
    with pytest.warns(up.UnpythonWarning, match="opencl:77: there"):
        f(a, b, 2.0)
    assert f.ran_on == "cpu" and np.array_equal(b, a * 2)


def test_set_device_moves_functions(device):
    f = up.jit(scale)
    a, b = np.arange(4.0), np.zeros(4)
    before = dict(_options._process)
    up.set_device(device)
    try:
        f(a, b, 2.0)
        assert f.ran_on == device
    finally:
        _options._process.clear()
        _options._process.update(before)
        up._core.set_process_options(before)
    f(a, b, 2.0)
    assert f.ran_on == "cpu"


def test_overlapping_arguments_share_memory(device):
    def copy_twice(a, b, c):
        for i in prange(a.shape[0]):
            b[i] = a[i]
        for i in prange(a.shape[0]):
            c[i] = b[i] + 1.0

    whole, want = np.arange(30.0), np.arange(30.0)
    copy_twice(want[:10], want[10:20], want[5:15:1])
    f = up.jit(device=device, strict=False, races="trust")(copy_twice)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        f(whole[:10], whole[10:20], whole[5:15:1])
    assert f.ran_on == device
    assert np.array_equal(whole, want)
