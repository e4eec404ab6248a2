"""Settings: of the process, of a block, of a function; what is refused; devices."""

import threading

import numpy as np
import pytest
import unpython as up
from unpython import _options


@pytest.fixture(autouse=True)
def process_settings():
    before = dict(_options._process)
    yield
    _options._process.clear()
    _options._process.update(before)
    up._core.set_process_options(before)


def third(a, n):
    return a[n]


@pytest.mark.parametrize(
    "settings, error, phrase",
    [
        ({"thread": 2}, TypeError, "has no setting 'thread' (did you mean 'threads'?)"),
        ({"nopython": True}, TypeError, "has no setting 'nopython'; leave it out"),
        ({"fastmath": True}, TypeError, "has no setting 'fastmath'; write fp='fast'"),
        ({"parallel": True}, TypeError, "write `for i in unpython.prange(n)`, or auto=True"),
        ({"boundscheck": True}, TypeError, "write check_bounds=True"),
        ({"static_argnums": (0,)}, TypeError, "leave it out: numbers may decide shapes and loops"),
        ({"threads": "2"}, TypeError, "threads is a whole number or None"),
        ({"threads": True}, TypeError, "threads is a whole number"),
        ({"threads": -1}, ValueError, "threads is from 1 to 4096"),
        ({"threads": 0}, ValueError, "threads is from 1 to 4096"),
        ({"fp": "exact"}, ValueError, "fp is one of 'standard', 'strict', 'fast', not 'exact'"),
        ({"races": "maybe"}, ValueError, "races is one of 'ordered', 'error', 'trust'"),
        ({"overflow": None}, ValueError, "overflow is one of 'wrap', 'check'"),
        ({"strict": "yes"}, TypeError, "strict is True or False"),
        ({"device": "tpu"}, ValueError, "device is one of 'cpu', 'gpu', 'cuda', 'opencl', 'python'"),
        ({"device": "cuda:x"}, ValueError, "or all of a kind as 'cuda:*', not 'cuda:x'"),
        ({"auto": "yes"}, TypeError, "auto is True or False"),
        ({"tune": True}, NotImplementedError, "tune=True needs the GPU path"),
        ({"memory_limit": "1G"}, TypeError, "memory_limit is a number of bytes, or None"),
        ({"memory_limit": 0}, ValueError, "memory_limit is at least 1 byte"),
    ],
)
def test_refused(settings, error, phrase):
    for use in (up.options, up.jit, up.gpu):
        with pytest.raises(error) as caught:
            use(**settings)
        assert phrase in str(caught.value)


def test_settings_of_later_versions_accept_what_is_the_case():
    up.options(tune=False, force=False, memory_limit=None)


def test_a_block_changes_its_thread_only():
    f = up.jit(third)
    a = np.arange(3.0)
    seen = []
    with up.options(device="python"):
        assert f(a, 2) == 2.0
        assert f.ran_on == "python"
        other = threading.Thread(target=lambda: seen.append((f(a, 2), f.ran_on)))
        other.start()
        other.join()
    assert seen == [(2.0, "cpu")]
    f(a, 2)
    assert f.ran_on == "cpu"


def test_blocks_nest_and_end_with_an_exception():
    f = up.jit(third)
    a = np.arange(3.0)
    with pytest.raises(KeyError), up.options(device="python"):
        with up.options(threads=1):
            f(a, 1)
            assert f.ran_on == "python"
        raise KeyError
    f(a, 1)
    assert f.ran_on == "cpu"


def test_a_call_changes_the_process_from_now_on():
    f = up.jit(third)
    a = np.arange(3.0)
    up.options(device="python")
    f(a, 0)
    assert f.ran_on == "python"
    up.options(device="cpu")
    f(a, 0)
    assert f.ran_on == "cpu"


def test_the_function_goes_before_the_process_and_the_block_before_the_function():
    f = up.jit(device="cpu")(third)
    a = np.arange(3.0)
    up.options(device="python")
    f(a, 0)
    assert f.ran_on == "cpu"
    with up.options(device="python"):
        f(a, 0)
    assert f.ran_on == "python"


def test_blocks_that_begin_at_one_time_leave_the_process_as_it_was():
    f = up.jit(third)
    first, second, third_one = up.options(device="python"), up.options(device="cpu", threads=1), up.options(device="python")
    for block in (first, third_one, second):  # as three threads may
        with block:
            pass
    f(np.arange(3.0), 0)
    assert f.ran_on == "cpu"
    first, _ = up.options(device="cpu"), up.options(device="python")
    del _
    with first:
        pass
    f(np.arange(3.0), 0)
    assert f.ran_on == "python"  # the call between stays


def test_one_options_object_can_be_used_again():
    f = up.jit(third)
    block = up.options(device="python")
    for _ in range(2):
        with block:
            f(np.arange(3.0), 0)
            assert f.ran_on == "python"
        f(np.arange(3.0), 0)
        assert f.ran_on == "cpu"


def test_bounds_are_checked_unless_asked_otherwise():
    a = np.arange(6.0)[:3]
    with pytest.raises(IndexError):
        up.jit(third)(a, 3)
    assert up.jit(check_bounds=False)(third)(a, 3) == 3.0


def test_set_device():
    f = up.jit(third)
    up.set_device("python")
    f(np.arange(3.0), 0)
    assert f.ran_on == "python"
    up.set_device("cpu")
    f(np.arange(3.0), 0)
    assert f.ran_on == "cpu"
    with pytest.raises(up.DeviceError, match="cuda:99"):
        up.set_device("cuda:99")
    with pytest.raises(ValueError, match="not 'abacus'"):
        up.set_device("abacus")


def test_devices_lists_also_what_is_not_there():
    devices = {device.name: device for device in up.devices()}
    assert devices["cpu"].available and devices["python"].available
    gpus = [device for name, device in devices.items() if name.startswith(("cuda", "opencl"))]
    assert gpus and all(device.available or device.reason for device in gpus)
