"""Arrays that several devices hold together: what calls leave on each stays there, and everybody sees the newest values."""

import functools

import numpy as np
import pytest
import unpython as up
from support.devices import absent, require
from support.several_calls import programs
from test_several_devices import run

NAMES = [name for name, *_ in programs() if name not in ("stored_twice", "read_only")]


@functools.cache
def found(devices, *limit, **environment):
    """All of it in one process that has so many devices: PoCL makes them."""
    return run("support.dealt_arrays", "opencl", *limit, POCL_DEVICES=" ".join(["pthread"] * devices), **environment)


@pytest.fixture(params=[2, 3])
def devices(request):
    require("opencl")
    if len(found(request.param)["operators"]["device"][0].split(",")) != request.param:
        absent("opencl", "OpenCL is not PoCL, which shows as many devices as it is asked for")
    return request.param


@pytest.mark.parametrize("hold", ["to_device", "resident"])
@pytest.mark.parametrize("name", NAMES)
def test_calls_one_after_the_other_are_those_of_one_device(name, hold, devices):
    assert found(devices)[f"{hold} {name}"]["wrong"] == ""


@pytest.mark.parametrize(
    ("devices", "limit", "environment"),
    [
        (3, (), {"UNPYTHON_TILES": "3"}),
        (2, (), {"UNPYTHON_SIDES": "turns"}),
        (3, (), {"UNPYTHON_SIDES": "both"}),
        (2, ("60000",), {}),
    ],
    indirect=["devices"],
    ids=["in tiles", "in turns with the host", "beside the host", "little memory"],
)
def test_results_whatever_a_device_has_to_do_for_its_part(limit, environment, devices):
    told = found(devices, *limit, **environment).items()
    assert not {name: one["wrong"] for name, one in told if isinstance(one, dict) and one.get("wrong")}


def test_what_is_dealt_alike_stays_where_it_is(devices):
    told = found(devices)
    for hold in ("to_device", "resident"):
        assert told[f"{hold} elementwise"]["bytes_in"][1:] == [0, 0]
        assert told[f"{hold} product"]["bytes_in"][1:] == [0, 0]


def test_between_calls_halos_alone_move(devices):
    columns = 150
    first, *others = found(devices)["turns"]
    arrays = 8 * 301 * columns
    assert first[0] < 1.1 * arrays
    halos = 8 * (columns - 2) * 2 * (devices - 1) * 2
    assert others == [[halos, halos]] * 3


def test_results_lie_with_the_arguments(devices):
    names = ",".join(f"opencl:{n}" for n in range(devices))
    assert found(devices)["to_device chain"]["result"] == names
    assert found(devices)["operators"]["device"] == [names] * 3


def test_what_python_sees(devices):
    told = found(devices)
    assert told["operators"]["wrong"] == [] and "device='opencl:0,opencl:1" in told["operators"]["text"]
    assert told["elsewhere"]["wrong"] == []
    assert told["mixtures"] == []
    assert told["threads"] == []


def test_calls_elsewhere_say_so(devices):
    assert found(devices)["elsewhere"]["told"] == [f"sweeps() runs on {where}" for where in ("opencl", "the CPU")]


def test_a_write_on_the_host_is_found(devices):
    assert found(devices)["written"].startswith("array 0 of resident() was written on the host")


def test_devices_that_are_not_there():
    with pytest.raises(up.DeviceError, match=r"to_device\(\): .* cannot be used"):
        up.to_device(np.ones(3), "opencl:0,opencl:97")
    with pytest.raises(up.DeviceError, match="cannot be used"):
        up.zeros(3, device="opencl:97,opencl:98")
