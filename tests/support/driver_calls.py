"""Prints what the driver of a device is asked for by a call that was made before, as JSON: test_driver_calls.py starts it
with the library of a driver that counts. UNPYTHON_OPENCL_LIBRARY or UNPYTHON_CUDA_LIBRARY: that library."""

import ctypes
import json
import os
import sys

import numpy as np
import unpython as up
from unpython import prange

N = 3000

NAMES = {
    "opencl": {
        "launches": ["clEnqueueNDRangeKernel"],
        "copies": ["clEnqueueWriteBuffer", "clEnqueueReadBuffer", "clEnqueueCopyBuffer"],
        "fills": ["clEnqueueFillBuffer"],
        "waits": ["clFinish", "clWaitForEvents"],
    },
    "cuda": {
        "launches": ["cuLaunchKernel", "cuGraphLaunch"],
        "copies": ["cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync", "cuMemcpyDtoDAsync"],
        "fills": ["cuMemsetD8Async"],
        "waits": ["cuStreamSynchronize", "cuEventSynchronize"],
    },
}


def scale(a, b):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2.0


def gather(a, b, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]


def gather_thrice(a, b, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    for i in prange(a.shape[0]):
        b[i] = b[i] + a[index[i]]
    for i in prange(a.shape[0]):
        a[i] = b[i] * 0.5


def total(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    return s


def three_totals(a, b):
    return a.sum(), b.max(), (a * b).sum()


def twenty_kernels(a, b):
    for _ in range(10):
        for i in prange(1, a.shape[0] - 1):
            b[i] = a[i - 1] + a[i + 1]
        for i in prange(a.shape[0]):
            a[i] = b[i] * 0.5


def until_small(a, b, least):
    e = least + 1.0
    n = 0
    while e > least:
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.5 * (a[i - 1] + a[i + 1])
        e = 0.0
        for i in prange(1, a.shape[0] - 1):
            e = max(e, abs(b[i] - a[i]))
        for i in prange(1, a.shape[0] - 1):
            a[i] = b[i]
        n += 1
        if n == 5:
            break
    return n


def calls():
    numbers = np.arange(float(N))
    index = np.arange(N)[::-1].copy()
    yield scale, (numbers, numbers)
    yield gather, (numbers, numbers, index)
    yield gather_thrice, (numbers, numbers, index)
    yield total, (numbers,)
    yield three_totals, (numbers, numbers)
    yield twenty_kernels, (numbers, numbers)
    yield until_small, (numbers**2 % 17, numbers, -1.0)


def counter(kind):
    if kind == "cuda":
        count = ctypes.CDLL(os.environ["UNPYTHON_CUDA_LIBRARY"]).fake_cuda_calls_of
        count.restype = ctypes.c_int64
    else:
        count = ctypes.CDLL(os.environ["UNPYTHON_OPENCL_LIBRARY"]).opencl_faults_calls_of
        count.restype = ctypes.c_long
    count.argtypes = [ctypes.c_char_p]
    return lambda: {what: sum(count(name.encode()) for name in names) for what, names in NAMES[kind].items()}


def main(kind: str) -> None:
    device = f"{kind}:0"
    counted = counter(kind)
    found = {}
    for function, arguments in calls():
        compiled = up.jit(device=device, strict=True)(function)
        there = [up.to_device(a, device) if isinstance(a, np.ndarray) else a for a in arguments]
        for _ in range(3):
            compiled(*there)
        before = counted()
        compiled(*there)
        found[function.__name__] = {what: number - before[what] for what, number in counted().items()}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
