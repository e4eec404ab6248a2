"""Runs a call in tiles with each call of the OpenCL library made to fail in turn; test_tiles.py starts it.

UNPYTHON_OPENCL_LIBRARY=libopencl_faults.so python tile_faults.py
"""

import ctypes
import os
import warnings

import numpy as np
import unpython as up
from unpython import prange

CODE = -9999


def advance(a):
    for i in prange(a.shape[0]):
        a[i] = 2.0 * a[i] + 1.0


def main() -> None:
    library = ctypes.CDLL(os.environ["UNPYTHON_OPENCL_LIBRARY"])
    library.opencl_faults_set.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int]
    library.opencl_faults_calls.restype = ctypes.c_long
    before, after = np.arange(1000.0), 2.0 * np.arange(1000.0) + 1.0
    ended = {"device": 0, "cpu": 0, "error": 0}
    up.jit(device="opencl:0", memory_limit=3000, strict=True)(advance)(
        before.copy()
    )  # the queues and the kernel are there
    trial = 0
    while trial < 1000:
        trial += 1
        a = before.copy()
        function = up.jit(device="opencl:0", memory_limit=3000, strict=False)(advance)
        first = library.opencl_faults_calls()
        library.opencl_faults_set(b"", trial, CODE)
        try:
            function(a)
        except up.DeviceError as error:
            assert str(CODE) in str(error) and "some are there, some are not" in str(error), error
            assert np.all((a == before) | (a == after)), "an element is neither old nor new"
            ended["error"] += 1
        else:
            assert np.array_equal(a, after), "a wrong number"
            ended["device" if function.ran_on == "opencl:0" else "cpu"] += 1
        calls = library.opencl_faults_calls() - first
        library.opencl_faults_set(b"", 0, 0)
        if calls < trial:  # nothing failed any more
            break
    assert min(ended["cpu"], ended["error"]) > 5 and trial < 1000, ended
    a = before.copy()
    function = up.jit(device="opencl:0", memory_limit=3000, strict=True)(advance)
    function(a)
    assert np.array_equal(a, after) and function.last["tiles"] >= 3
    print("ok", ended)


if __name__ == "__main__":
    warnings.simplefilter("ignore", up.UnpythonWarning)
    main()
