"""What a call on all CUDA devices asks of the driver for the halos of a stencil: run with the fake driver, whose kernels do
nothing. Prints a JSON object."""

import ctypes
import json
import os
import warnings

import numpy as np
import unpython as up
from support.several_calls import sweeps

LARGE = (5000, 2000)  # a half of both arrays is more than halos are worth waiting for


def after_failure(library, name, shape=(300, 100)):
    """Where a call ends whose second use of a function of the driver fails, and whether its results are right."""
    compiled = up.jit(device="cuda:*", strict=False)(sweeps)
    a, b = np.random.default_rng(1).random((2, *shape))
    expected, other = a.copy(), b.copy()
    for _ in range(2):  # as `sweeps`, which takes a minute of plain Python for large arrays
        for source, target in ((expected, other), (other, expected)):
            target[1:-1, 1:-1] = 0.25 * (source[:-2, 1:-1] + source[2:, 1:-1] + source[1:-1, :-2] + source[1:-1, 2:])
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
    for name, shape, turns in (("1", (300, 100), 1), ("3", (300, 100), 3), ("large", LARGE, 3)):
        copies, launches = count(b"cuMemcpyPeerAsync"), count(b"cuLaunchKernel")
        compiled(np.ones(shape), np.ones(shape), turns)
        copies, launches = count(b"cuMemcpyPeerAsync") - copies, count(b"cuLaunchKernel") - launches
        found[name] = {"copies": copies, "launches": launches, "devices": compiled.last["devices"]}
    found["opened"] = count(b"cuCtxEnablePeerAccess")
    found["failed"] = [after_failure(library, name) for name in (b"cuMemcpyPeerAsync", b"cuLaunchKernel")]
    found["failed"] += [after_failure(library, name, LARGE) for name in (b"cuMemcpyPeerAsync", b"cuStreamWaitEvent")]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
