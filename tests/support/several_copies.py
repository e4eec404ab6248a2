"""What a call on all CUDA devices asks of the driver for the halos of a stencil: run with the fake driver, whose kernels do
nothing. Prints a JSON object."""

import ctypes
import json
import os
import warnings

import numpy as np
import unpython as up
from support.several_calls import sweeps


def after_failure(library, name):
    """Where a call ends whose second use of a function of the driver fails, and whether its results are right."""
    compiled = up.jit(device="cuda:*", strict=False)(sweeps)
    a, b = np.random.default_rng(1).random((2, 300, 100))
    expected, other = a.copy(), b.copy()
    sweeps(expected, other, 2)
    library.fake_cuda_fail.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
    library.fake_cuda_fail(name, 2, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled(a, b, 2)
    library.fake_cuda_fail(b"", 0, 0)
    return [compiled.ran_on, bool(np.array_equal(a, expected) and np.array_equal(b, other))]


def main():
    library = ctypes.CDLL(os.environ["UNPYTHON_CUDA_LIBRARY"])
    count = library.fake_cuda_calls_of
    count.restype = ctypes.c_int64
    count.argtypes = [ctypes.c_char_p]
    compiled = up.jit(device="cuda:*", strict=True)(sweeps)
    found = {}
    for turns in (1, 3):
        before = count(b"cuMemcpyPeerAsync")
        compiled(np.ones((300, 100)), np.ones((300, 100)), turns)
        found[turns] = {"copies": count(b"cuMemcpyPeerAsync") - before, "devices": compiled.last["devices"]}
    found["opened"] = count(b"cuCtxEnablePeerAccess")
    found["failed"] = [after_failure(library, name) for name in (b"cuMemcpyPeerAsync", b"cuLaunchKernel")]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
