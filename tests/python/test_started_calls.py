"""f.start() and up.synchronize(): calls beside the program keep the order of those with common arrays."""

import asyncio
import subprocess
import sys
import threading

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@up.jit
def grown(a, k):
    for i in prange(a.shape[0]):
        a[i] = a[i] * 2.0 + k
    return a


def expected(count, size=1000):
    a = np.zeros(size)
    for k in range(count):
        a = a * 2.0 + k
    return a


def test_calls_on_one_array_keep_their_order():
    a, b = np.zeros(1000), np.zeros(1000)
    futures = [grown.start(array, k) for k in range(20) for array in (a, b, a[:500][::-1][::-1])[:2]]
    assert [f.result() is array for f, array in zip(futures, [a, b] * 20)] == [True] * 40
    np.testing.assert_array_equal(a, expected(20))
    np.testing.assert_array_equal(b, expected(20))


def test_a_plain_call_comes_after_those_that_were_started():
    a = np.zeros(1000)
    for k in range(20):
        grown.start(a, k)
    grown(a, 20)
    np.testing.assert_array_equal(a, expected(21))
    halves = np.zeros(1000)
    for k in range(20):
        grown.start(halves[:500], k)
        grown.start(halves[500:], k)
    grown(halves, k=20)
    np.testing.assert_array_equal(halves, expected(21))


def test_device_arrays():
    device = require("opencl")
    on_device = up.jit(device=device, strict=True)(grown.py_func)
    a = up.to_device(np.zeros(1000), device)
    for k in range(0, 20, 2):
        on_device.start(a, k)
        on_device(a, k + 1)
    np.testing.assert_array_equal(a.to_host(), expected(20))
    for k in range(3):
        on_device.start(a, 1.0)
    up.synchronize()
    result = on_device.start(a, 1.0)
    assert np.asarray(a)[0] == expected(20)[0] * 16 + 15
    assert result.result() is a


def test_exceptions_and_results():
    def fails(a, k):
        if k > 0:
            raise ValueError("k is positive")
        return k * 2

    f = up.jit(fails)
    with pytest.raises(ValueError, match="k is positive"):
        f.start(np.zeros(3), 1).result()
    assert f.start(np.zeros(3), k=-4).result() == -8
    assert f.start(np.zeros(3), 0).exception() is None
    with pytest.raises(TypeError):
        f.start().result()


def test_futures_are_awaited():
    a = np.zeros(1000)

    async def both():
        return await asyncio.gather(grown.start(a, 0), grown.start(a, 1))

    first, second = asyncio.run(both())
    assert first is second is a
    np.testing.assert_array_equal(a, expected(2))


def test_options_of_the_block_hold():
    f = up.jit(lambda a: a + 1.0)
    with up.options(device="python"):
        future = f.start(np.zeros(3))
    future.result()
    assert f.ran_on == "python"


def test_started_calls_of_several_threads():
    arrays = [np.zeros(1000) for _ in range(6)]

    def work(a):
        for k in range(30):
            (grown.start if k % 3 else grown)(a, k)
        up.synchronize()

    threads = [threading.Thread(target=work, args=(a,)) for a in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for a in arrays:
        np.testing.assert_array_equal(a, expected(30))


def test_there_is_nothing_to_wait_for():
    up.synchronize()


LONG = """
import os, signal, sys, threading
import numpy as np
import unpython as up
from unpython import prange

@up.jit
def spin(a, n):
    for i in prange(a.shape[0]):
        s = a[i]
        for _ in range(n):
            s = s * 0.5 + 1.0
        a[i] = s
    return a

spin(np.zeros(100), 1)
long = np.zeros(10**7), 10**6  # an hour
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever began the tests may have it ignored
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {waits}
except KeyboardInterrupt:
    print("interrupted")
"""


def test_a_run_that_goes_on_ends_with_the_program(tmp_path):
    program = LONG[: LONG.index("threading.Timer")] + "run = ([long] >> up.task(spin)).start()\nthreading.Event().wait(0.2)"
    (tmp_path / "left.py").write_text(program)
    done = subprocess.run([sys.executable, tmp_path / "left.py"], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "waits", ["spin.start(*long).result()", "([long] >> up.task(spin)).run()", "([long] >> up.task(spin)).start().result()"]
)
def test_ctrl_c_ends_the_call(waits, tmp_path):
    (tmp_path / "long.py").write_text(LONG.format(waits=waits))
    command = [sys.executable, tmp_path / "long.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout) == (0, "interrupted\n"), done.stderr
