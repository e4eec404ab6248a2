"""Kernels that run on the host in place of the device: the same results, exceptions and order, whoever holds the arrays."""

from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support.devices import absent, require
from support.scripts import script
from unpython import prange

ROOT = Path(__file__).parents[2]


@pytest.fixture
def device():
    return require("opencl")


def first_above(a, b, x):
    n = a.shape[0]
    for i in prange(n):
        b[i] = a[i] * 2.0
    for i in range(n):
        if b[i] > x:
            return i, b[i]
    return -1, 0.0


def checked_first(a, b, x):
    for i in range(a.shape[0]):
        if a[i] > x:
            raise ValueError("element {} is {}".format(i, int(a[i])))
        if a[i] == x:
            return i
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1.0
    return -1


def nested(a, x):
    k = 0
    for i in prange(a.shape[0]):
        a[i, 0] += 1.0
    while k < 3:
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                if a[i, j] > x + k:
                    return k, i, j
        k += 1
    return -1, -1, -1


def recurrence(a, b, c):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2.0
    for i in range(1, a.shape[0]):
        b[i] = b[i - 1] * 0.5 + b[i]
    for i in prange(a.shape[0]):
        c[i] = b[i] + 1.0


def overlapping(a, b, c):  # a and b share memory
    for i in range(1, a.shape[0]):
        a[i] = a[i - 1] + b[i]
    for i in prange(a.shape[0]):
        c[i] = a[i] + b[i]


def moved_and_raised(a, b, index):
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1.0
    for i in range(index.shape[0]):
        b[index[i]] += 1.0
    for i in prange(a.shape[0]):
        a[i] = b[i]


def outcome(f, *arguments):
    """What a call gives or raises, and what it leaves in its arrays."""
    try:
        result = f(*arguments)
    except (ValueError, IndexError) as error:
        result = (type(error).__name__, str(error))
    return result, [x.tolist() for x in arguments if isinstance(x, np.ndarray)]


def calls():
    line = np.arange(40.0)
    whole = np.arange(50.0)
    flat = np.linspace(0, 1, 35).reshape(7, 5)
    for x in (11.0, 500.0):
        yield first_above, lambda x=x: (line.copy(), np.zeros(40), x)
    for x in (7.0, 7.5, 500.0, -1.0):
        yield checked_first, lambda x=x: (line.copy(), np.zeros(40), x)
    for x in (0.5, 1.5, 9.0, -4.0):
        yield nested, lambda x=x: (flat.copy(), x)
    yield recurrence, lambda: (line.copy(), np.zeros(40), np.zeros(40))
    for index in ([3, 3, 7], [3, 99, 7], []):
        yield moved_and_raised, lambda index=index: (line.copy(), np.zeros(40), np.array(index, dtype=np.int64))

    def shared():
        memory = whole.copy()
        return memory[:40], memory[5:45], np.zeros(40)

    yield overlapping, shared


def check_all(device):
    """Each program by Python, and on the device with host arrays and with arrays on it."""
    compared = 0
    for program, arguments in calls():
        f = up.jit(device=device, strict=True)(program)
        expected, left = outcome(program, *arguments())
        for _ in range(3):
            got, now = outcome(f, *arguments())
            assert got == expected, (program.__name__, got, expected)
            assert now == left or isinstance(got[0], str), (program.__name__, now, left)
        if program is overlapping:
            continue
        there = [up.to_device(x, device) if isinstance(x, np.ndarray) else x for x in arguments()]
        got, _ = outcome(f, *there)
        assert got == expected, (program.__name__, "on the device", got, expected)
        now = [x.to_host().tolist() for x in there if isinstance(x, up.DeviceArray)]
        assert now == left or isinstance(got[0], str), (program.__name__, now, left)
        compared += 1
    return compared


@pytest.mark.parametrize("sides", ["", "host", "turns", "both"])
def test_results_and_exceptions_are_those_of_python_on_either_side(device, sides):
    done = script(
        f"""
        import test_sides
        print(test_sides.check_all("{device}"))
        """,
        UNPYTHON_SIDES=sides,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == 14


def test_a_loop_with_a_return_in_it_is_not_stepped_through(device):
    f = up.jit(device=device, strict=True)(first_above)
    line = first_above.__code__.co_firstlineno + 4
    a = np.arange(1000.0)
    for there in (a, up.to_device(a, device)):
        b = np.zeros(1000) if there is a else up.to_device(np.zeros(1000), device)
        assert f(there, b, 1e9) == (-1, 0.0)
        text = f.inspect("steps")
        assert f"up_first_above_line{line} over [0, 1): loads b stores" in text
        assert not any(word in text for word in ("for ", "while ")) and text.count("copy out") < 10


def test_a_search_of_what_the_host_has_brings_nothing_to_the_device(device):
    f = up.jit(device=device, strict=True)(checked_first)
    a = np.arange(1000.0)
    assert f(a, np.zeros(1000), 7.0) == 7
    assert "host runs up_checked_first" in f.inspect("steps") and f.last["bytes_in"] == 0
    nest = f.explain().as_dict()["nests"][0]
    assert nest["device"] == "cpu" and nest["fallback"]["code"] == "ONE_WORK_ITEM"


def test_ctrl_c_stops_code_of_the_host(device):
    done = script(
        f"""
        import time
        import numpy as np
        import unpython as up
        from support.interrupts import interrupt_soon
        import test_sides

        @up.jit(device="{device}")
        def wait(a, turns):
            k = 0
            while k < turns:
                if a[k % 2] > 1.0:
                    return k
                k += 1
            for i in up.prange(a.shape[0]):
                a[i] += 1.0
            return -1

        a = np.zeros(10)
        assert wait(a, 5) == -1
        a[:] = 0.0
        sent = interrupt_soon()
        try:
            wait(a, 10**15)
        except KeyboardInterrupt:
            print("stopped", time.monotonic() - sent[0] < 2.0)
        print(wait(a, 5), a[0])
        """
    )
    assert done.stdout == "stopped True\n-1 1.0\n", done.stdout + done.stderr


def test_a_long_loop_in_order_is_not_left_to_one_work_item_of_a_gpu(tmp_path):
    fake = ROOT / "build/lib/libfake_cuda.so"
    if not fake.exists():
        absent("cuda", "the C++ tests are not built")
    done = script(
        """
        import numpy as np
        import unpython as up
        import test_sides

        f = up.jit(device="cuda:0", strict=True)(test_sides.recurrence)
        for size in (20, 1_000_000):
            f(*(np.zeros(size) for _ in range(3)))
            lines = [x for x in f.inspect("steps").splitlines() if "updates b" in x]
            print(*(x.split(" up_")[0] for x in lines))
        """,
        UNPYTHON_CUDA_LIBRARY=str(fake),
        UNPYTHON_NVRTC_LIBRARY=str(fake),
        UNPYTHON_CACHE_DIR=str(tmp_path),
    )
    assert done.stdout == "launch\nhost runs\n", done.stdout + done.stderr


def test_whatever_call_of_the_driver_fails_no_number_is_wrong_on_both_sides(device):
    library = ROOT / "build/lib/libopencl_faults.so"
    if not library.exists():
        absent("opencl", "the C++ tests are not built")
    done = script(
        """
        import ctypes, os, warnings
        import numpy as np
        import unpython as up

        warnings.simplefilter("ignore")
        library = ctypes.CDLL(os.environ["UNPYTHON_OPENCL_LIBRARY"])
        library.opencl_faults_set.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int]
        library.opencl_faults_calls.restype = ctypes.c_long

        def in_place(a, b):
            for i in up.prange(a.shape[0]):
                a[i] = 2.0 * a[i] + 1.0

        def apart(a, b):
            for i in up.prange(a.shape[0]):
                b[i] = 2.0 * a[i] + 1.0

        before = np.arange(1000.0)
        after = 2.0 * before + 1.0
        for program in (in_place, apart):
            up.jit(device="opencl:0", strict=True)(program)(before.copy(), np.zeros(1000))
            ended = {"cpu,opencl:0": 0, "cpu": 0, "error": 0}
            for trial in range(1, 1000):
                f = up.jit(device="opencl:0", strict=False)(program)
                a, b = before.copy(), np.zeros(1000)
                result, old = (a, before) if program is in_place else (b, np.zeros(1000))
                first = library.opencl_faults_calls()
                library.opencl_faults_set(b"", trial, -9999)
                try:
                    f(a, b)
                except up.DeviceError as error:
                    assert "some are there, some are not" in str(error), error
                    assert np.all((result == old) | (result == after))
                    ended["error"] += 1
                else:
                    assert np.array_equal(result, after), trial
                    ended[f.ran_on] += 1
                calls = library.opencl_faults_calls() - first
                library.opencl_faults_set(b"", 0, 0)
                if calls < trial:
                    break
            print(program.__name__, *(way for way, count in ended.items() if count > 0))
        """,
        UNPYTHON_OPENCL_LIBRARY=str(library),
        UNPYTHON_SIDES="both",
        UNPYTHON_LOG="off",
        UNPYTHON_STRICT="0",
    )
    # What is stored to what nobody loads may be stored once more, by the processor alone.
    assert done.stdout == "in_place cpu,opencl:0 error\napart cpu,opencl:0 cpu error\n", done.stdout + done.stderr
