"""Runs calls on OpenCL with each call of its library made to fail in turn: right, or one exception, and the next call is right.
test_faults.py starts it.

UNPYTHON_STAGE_ROWS=1 UNPYTHON_OPENCL_LIBRARY=libopencl_faults.so python device_faults.py
"""

import ctypes
import os
import sys
import warnings

import numpy as np
import unpython as up
from unpython import prange

CODE = -9999
DEVICE = "opencl:0"


def several_kernels(a):
    b = np.zeros(a.shape[0])
    s = 0.0
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2
    for i in prange(a.shape[0]):
        s += b[i]
    if s > 3:
        for i in prange(a.shape[0]):
            a[i] = b[i] + s
    return b, s


def time_loop(a):
    b = a.copy()
    for _ in range(6):
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.25 * (a[i - 1] + a[i + 1])
        for i in prange(1, a.shape[0] - 1):
            a[i] = b[i] - 0.5 * b[i - 1]
    return a[3]


def counted(a):
    h = np.zeros(7, np.int64)
    for i in prange(a.shape[0]):
        h[int(a[i]) % 7] += 1
    return h


def on_host_arrays(function, a):
    return function(a), a


def on_device_arrays(function, a):
    """The third call is a replay of the second one's launches."""
    held = up.to_device(a, DEVICE)
    results = [function(held) for _ in range(3)]
    return [on_host(r) for r in results], held.to_host()


def on_host(value):
    if isinstance(value, tuple):
        return tuple(map(on_host, value))
    return value.to_host() if isinstance(value, up.DeviceArray) else value


def plain(way, function, a):
    if way is on_host_arrays:
        return function(a), a
    return [on_host(function(a)) for _ in range(3)], a


def text(found):
    return repr(found)


SCENARIOS = [(way, program) for program in (several_kernels, time_loop, counted) for way in (on_host_arrays, on_device_arrays)]


def outcome(way, function, a):
    try:
        return text(way(function, a.copy()))
    except (MemoryError, up.DeviceError):
        return "error"


def main() -> int:
    library = ctypes.CDLL(os.environ["UNPYTHON_OPENCL_LIBRARY"])
    library.opencl_faults_set.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int]
    library.opencl_faults_calls.restype = ctypes.c_long
    a = (np.arange(200.0) * 7) % 32
    count = 0
    for way, program in SCENARIOS:
        right = text(plain(way, program, a.copy()))
        up.jit(device=DEVICE, strict=True)(program)(a.copy())  # the queues and the kernels are there
        trial, ended = 0, {"right": 0, "error": 0}
        while trial < 2000:
            trial += 1
            function = up.jit(device=DEVICE, strict=False)(program)
            first = library.opencl_faults_calls()
            library.opencl_faults_set(b"", trial, CODE)
            found = outcome(way, function, a)
            calls = library.opencl_faults_calls() - first
            library.opencl_faults_set(b"", 0, 0)
            again = outcome(way, function, a)
            if found not in (right, "error") or again != right:
                print(f"{program.__name__}, {way.__name__}, call {trial}: {found}, then {again}; right is {right}")
                return 1
            ended["error" if found == "error" else "right"] += 1
            count += 1
            if calls < trial:
                break
        print(program.__name__, way.__name__, ended)
    print(f"{count} scenarios")
    return 0


if __name__ == "__main__":
    warnings.simplefilter("ignore", up.UnpythonWarning)
    sys.exit(main())
