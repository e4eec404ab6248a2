"""What repeated calls ask of a CUDA driver that has graphs, one of whose functions fails: run with the fake driver. Prints a JSON
object: by function that fails, launches and graphs of six calls, and whether the last steps tell of a graph."""

import ctypes
import json
import os

import numpy as np
import unpython as up
from support.driver_calls import twenty_kernels


def scaled(a, b, by):
    for i in up.prange(a.shape[0]):
        a[i] = b[i] * by
    for i in up.prange(a.shape[0]):
        b[i] = a[a.shape[0] - 1 - i] * 2.0
    for i in up.prange(a.shape[0]):
        a[i] = b[b.shape[0] - 1 - i] * 2.0
    for i in up.prange(a.shape[0]):
        b[i] = a[a.shape[0] - 1 - i] * 2.0


def main():
    library = ctypes.CDLL(os.environ["UNPYTHON_CUDA_LIBRARY"])
    count = library.fake_cuda_calls_of
    count.restype = ctypes.c_int64
    count.argtypes = [ctypes.c_char_p]
    library.fake_cuda_fail.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
    names = [b"cuLaunchKernel", b"cuGraphLaunch", b"cuGraphExecKernelNodeSetParams"]

    def counted(compiled, arguments):
        before = [count(name) for name in names]
        for each in arguments:
            compiled(*each)
        return [count(name) - was for name, was in zip(names, before, strict=True)]

    found = {}
    a, b = (up.to_device(np.ones(3000), "cuda:0") for _ in range(2))
    for failing in ("", "cuGraphCreate", "cuGraphAddKernelNode", "cuGraphInstantiateWithFlags"):
        library.fake_cuda_fail(failing.encode(), 1 if failing else 0, 999)
        compiled = up.jit(device="cuda:0", strict=True)(twenty_kernels)
        found[failing] = [*counted(compiled, [(a, b)] * 6), "one graph" in compiled.inspect("steps")]
        library.fake_cuda_fail(b"", 0, 0)
    compiled = up.jit(device="cuda:0", strict=True)(scaled)
    found["other numbers"] = counted(compiled, [(a, b, float(turn)) for turn in range(6)])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
