"""One call on several devices: the iterations of each nest are dealt out, the results are those of one device."""

import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support import several_calls
from support.devices import absent, require, skip_with_gpu
from unpython import prange

ROOT = Path(__file__).parents[2]
NAMES = [name for name, *_ in several_calls.programs()]


def run(module, *arguments, **environment):
    paths = [str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **environment},
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@functools.cache
def found(devices, *limit, **environment):
    """All programs in one process that has so many devices: PoCL makes them."""
    return run("support.several_calls", "opencl", *limit, POCL_DEVICES=" ".join(["pthread"] * devices), **environment)


@pytest.fixture(params=[2, 3])
def devices(request):
    require("opencl")
    first = found(request.param)["elementwise"]["last"]["device"]
    check_devices(first, request.param)
    return request.param


def check_devices(ran_on, count):
    if ran_on.count("opencl") != count:
        absent("opencl", "OpenCL is not PoCL, which shows as many devices as it is asked for")


@pytest.mark.parametrize("name", NAMES)
def test_results_are_those_of_one_device_and_of_cpython(name, devices):
    told = found(devices)[name]
    assert told["wrong"] == ""
    assert max(told["devices"]) == (devices if told["dealt"] else 1)


@pytest.mark.parametrize(
    ("devices", "limit", "environment"),
    [
        (2, (), {"UNPYTHON_TILES": "3"}),
        (3, (), {"UNPYTHON_SIDES": "turns"}),
        (2, (), {"UNPYTHON_SIDES": "both"}),
        (3, (), {"UNPYTHON_STAGE_ROWS": "1"}),
        (3, ("60000",), {}),
        (2, ("400000",), {}),
    ],
    indirect=["devices"],
    ids=["in tiles", "in turns with the host", "beside the host", "several turns at once", "little memory", "more memory"],
)
def test_results_whatever_a_device_has_to_do_for_its_part(limit, environment, devices):
    wrong = {name: told["wrong"] for name, told in found(devices, *limit, **environment).items() if told["wrong"]}
    assert not wrong


@pytest.fixture
def both_sides():
    """All programs on one device and the processor at once."""
    require("opencl")
    return functools.partial(found, 1, UNPYTHON_SIDES="both")


@pytest.mark.parametrize("environment", [{}, {"UNPYTHON_TILES": "3"}], ids=["at once", "in tiles"])
@pytest.mark.parametrize("limit", [(), ("60000",)], ids=["all memory", "little memory"])
def test_results_on_both_sides_are_those_of_one_device_and_of_cpython(both_sides, limit, environment):
    wrong = {name: told["wrong"] for name, told in both_sides(*limit, **environment).items() if told["wrong"]}
    assert not wrong


def test_the_device_gets_what_the_processor_leaves(both_sides):
    told = both_sides()["elementwise"]
    last = told["last"]
    check_devices(last["device"], 1)
    assert last["device"] == "cpu,opencl:0" and [row["device"] for row in last["devices"]] == ["cpu", "opencl:0"]
    share = last["both_sides"]["cpu_share"]
    assert 0.38 < share < 0.42
    assert last["bytes_in"] == round((1 - share) * 10_007) * 2 * 8
    assert last["bytes_out"] == round((1 - share) * 10_007) * 8
    assert "40 % of its iterations on the CPU" in told["text"] and "at once: the CPU " in told["text"]


def test_a_nest_that_cannot_be_dealt_to_both_sides_says_why(both_sides):
    assert both_sides()["scatter"]["reasons"] == ["MET_ELEMENTS"]
    assert both_sides()["stored_twice"]["reasons"] == ["OVERLAPPING_ARRAYS"]


def test_data_beyond_all_memories_runs_in_tiles(devices):
    last = found(devices, "60000")["elementwise"]["last"]
    assert last["tiled_for"] == "memory" and last["tiles"] > 1


def test_threads_do_not_disturb_each_other(devices):
    assert found(devices)["threads"]["wrong"] == ""


def test_each_device_gets_its_part_alone(devices):
    last = found(devices)["elementwise"]["last"]
    assert last["device"] == ",".join(f"opencl:{n}" for n in range(devices))
    assert [row["device"] for row in last["devices"]] == last["device"].split(",")
    assert sum(row["bytes_in"] for row in last["devices"]) == last["bytes_in"] == 2 * 8 * 10_007
    assert sum(row["bytes_out"] for row in last["devices"]) == last["bytes_out"] == 8 * 10_007
    assert all(row["bytes_in"] < 0.6 * last["bytes_in"] for row in last["devices"])


def test_between_sweeps_halos_alone_move(devices):
    last = found(devices)["sweeps"]["last"]
    rows, columns, turns = 301, 150, 4
    arrays = 8 * rows * columns
    halos = 8 * columns * 2 * (devices - 1) * (2 * turns)
    assert last["bytes_in"] < 1.1 * arrays + halos
    assert last["bytes_out"] < 2.1 * arrays + halos


@pytest.mark.parametrize("name", ["many_sweeps", "waves", "line"])
def test_several_turns_run_for_one_exchange_of_halos(name, devices):
    joined, plain = found(devices, UNPYTHON_STAGE_ROWS="1")[name], found(devices)[name]
    assert "nests run for one load" in joined["text"] and joined["reasons"] == []
    assert set(joined["devices"]) == {devices}
    launches = [sum(map(int, re.findall(r"launched (\d+) times", told["text"]))) for told in (joined, plain)]
    assert launches[0] < 0.7 * launches[1]


def test_a_nest_that_cannot_be_dealt_says_why(devices):
    told = found(devices)
    assert told["scatter"]["reasons"] == ["MET_ELEMENTS"]
    assert "on one device: MET_ELEMENTS, iterations of several devices may store to the same elements of 'a'" in (
        told["scatter"]["text"]
    )
    assert told["stored_twice"]["reasons"] == ["OVERLAPPING_ARRAYS"]
    assert f"dealt to {devices} devices" in told["product"]["text"]


def test_halos_go_from_gpu_to_gpu(tmp_path):
    library = ROOT / "build/lib/libfake_cuda.so"
    if not library.exists():
        absent("cuda", "the C++ tests are not built")
    told = run(
        "support.several_copies",
        FAKE_CUDA_DEVICES="2",
        UNPYTHON_CUDA_LIBRARY=str(library),
        UNPYTHON_NVRTC_LIBRARY=str(library),
        UNPYTHON_CACHE_DIR=str(tmp_path),
    )
    row = 8 * 98
    for turns in (1, 3):
        halos = 2 * turns - 1  # of the first nest the host has all
        assert told[str(turns)]["copies"] == 2 * halos
        assert [device["bytes_between"] for device in told[str(turns)]["devices"]] == [halos * row] * 2
    assert told["large"]["copies"] == told["3"]["copies"]
    assert told["large"]["launches"] > 1.5 * told["3"]["launches"]  # what waits for a halo runs apart
    assert told["opened"] == 2
    assert told["failed"] == [["cpu", True]] * 4  # nothing of such a call had been stored


def double(a):
    for i in prange(a.shape[0]):
        a[i] *= 2.0


def test_no_device_of_the_kind():
    skip_with_gpu()
    with pytest.raises(up.DeviceError, match=r"double\(\) cannot run on a GPU: cuda:\*: no CUDA driver"):
        up.jit(device="cuda:*", strict=True)(double)(np.ones(3))


def test_one_device_of_the_kind_runs_all():
    require("opencl")
    compiled = up.jit(device="opencl:*", strict=True)(double)
    numbers = np.ones(1000)
    compiled(numbers)
    assert numbers.tolist() == [2.0] * 1000


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"devices": ()}, "devices is a tuple of GPUs of one kind"),
        ({"devices": ("cpu", "cuda:0")}, "devices is a tuple of GPUs of one kind"),
        ({"devices": ("cuda:0", "opencl:0")}, "or all of a kind as 'cuda:*'"),
        ({"device": "cuda:*,cuda:1"}, "or all of a kind as 'cuda:*'"),
        ({"device": "cpu:*"}, "or all of a kind as 'cuda:*'"),
    ],
)
def test_refused_devices(settings, message):
    with pytest.raises(ValueError, match="^jit") as refused:
        up.jit(**settings)(double)
    assert message in str(refused.value)


def test_device_or_devices():
    with pytest.raises(TypeError, match="give device or devices, not both"):
        up.jit(device="cuda:0", devices=("cuda:0", "cuda:1"))(double)
