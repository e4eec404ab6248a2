"""Time loops whose nests run several at a time on a device: which calls launch them, and the text of their kernels.
tests/gpu/joined_turns.py compares the results."""

import numpy as np
import unpython as up
from support import devices, nvrtc
from unpython import prange


def sweeps(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.25 * (b[i - 1, j] + b[i + 1, j] + b[i, j - 1] + b[i, j + 1])


def counting(a, b, steps):
    for t in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = t + 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = b[i, j]


def planes(n):
    return np.zeros((n, n), np.float32), np.zeros((n, n), np.float32)


def test_the_call_decides_whether_tiles_are_worth_it():
    kernels = up.jit(sweeps).inspect("cuda", *planes(3000), 50).split("__global__")
    assert "does not launch this kernel" not in "".join(kernels)
    assert sum("a_tile" in kernel for kernel in kernels) == 2
    assert up.jit(sweeps).inspect("cuda", *planes(100), 50).count("does not launch this kernel") == 2
    assert up.jit(sweeps).inspect("cuda", *planes(3000), 2).count("does not launch this kernel") == 2
    assert "a_tile" not in up.jit(counting).inspect("cuda", *planes(3000), 50)


def test_cuda_accepts_the_kernels():
    if nvrtc.library() is None:
        devices.absent("nvrtc", "no NVRTC library")
    for kernel in nvrtc.kernels(up.jit(sweeps).inspect("cuda", *planes(3000), 50)):
        assert nvrtc.problem(kernel) == ""
