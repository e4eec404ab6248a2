"""Iterations with arrays of their own that inner parallel loops share: groups of work items, their arrays in local memory."""

import numpy as np
import pytest
import unpython as up
from support import devices, nvrtc, paths
from unpython import prange


def turned_blocks(a, out):
    for b in prange(a.shape[0] // 512):
        block = np.empty(512, dtype=a.dtype)
        for i in prange(512):
            block[i] = a[b * 512 + i] * 2
        for i in prange(512):
            out[b * 512 + i] = block[511 - i]


def histograms(a, out):
    for b in prange(a.shape[0] // 512):
        counts = np.zeros(128, dtype=np.int32)
        for i in prange(512):
            counts[a[b * 512 + i] & 127] += 1
        for i in prange(128):
            out[b, i] = counts[i]


def steps_in_order(a, out):
    for b in prange(a.shape[0] // 256):
        now = np.empty(256, dtype=a.dtype)
        own = np.empty((256, 3), dtype=a.dtype)
        for i in prange(256):
            now[i] = a[b * 256 + i]
        for step in range(4):
            for i in prange(256):
                for k in range(3):
                    own[i, k] = now[(i + k * step) % 256]
            for i in prange(256):
                now[i] = own[i, 0] + 3 * own[i, 1] - own[i, 2]
        for i in prange(256):
            out[b * 256 + i] = now[i]


def blocks_in_place(a, out):
    """Each element is read before another one of its block is stored."""
    for b in prange(a.shape[0] // 512):
        block = np.empty(512, dtype=a.dtype)
        kept = np.empty((256, 2), dtype=a.dtype)
        for i in prange(512):
            block[i] = a[b * 512 + i]
        for i in prange(256):
            for k in range(2):
                kept[i, k] = block[2 * i + k]
        for i in prange(256):
            for k in range(2):
                block[k * 256 + i] = kept[i, k] + i
        for i in prange(512):
            out[b * 512 + i] = block[i]


def read_between(a, out):
    """What stands between the inner loops reads one row of an array whose rows otherwise belong to one item each."""
    for b in prange(a.shape[0] // 256):
        block = np.empty(256, dtype=a.dtype)
        own = np.empty((256, 3), dtype=a.dtype)
        for i in prange(256):
            own[i, 1] = a[b * 256 + i]
            block[i] = a[b * 256 + i] * 2
        found = own[3, 1] - own[200, 1] + block[5]
        for i in prange(256):
            out[b * 256 + i] = block[255 - i] + own[i, 1] * found


def stored_and_read(a, out):
    """All items read what one of them has stored in an argument."""
    for b in prange(a.shape[0] // 256):
        block = np.empty(256, dtype=a.dtype)
        for i in prange(256):
            block[i] = a[b * 256 + i]
            out[b * 256 + i] = a[b * 256 + i] + 1
        found = out[b * 256 + 255]
        for i in prange(256):
            out[b * 256 + i] = block[255 - i] * found


def stored_between(a, out):
    """Stores between the inner loops, and a loop of one iteration, are the work of one item; the others see what it stored."""
    for b in prange(a.shape[0] // 512):
        block = np.empty(512, dtype=a.dtype)
        done = np.empty(2, dtype=a.dtype)
        for i in prange(1):
            done[i] = a[b * 512]
        done[1] = 7
        for half in range(2):
            for i in prange(256):
                block[i] = a[b * 512 + half * 256 + i]
            before = done[0]
            done[0] = done[0] * 3 + block[255] - done[1]
            for i in prange(256):
                out[b * 512 + half * 256 + i] = block[255 - i] * done[0] + before
            done[1] = block[half]
            block[3] = done[1]
            out[b * 512] = out[b * 512] + block[3]


PROGRAMS = {
    "stored between": (stored_between, lambda n: np.empty(n, dtype=np.int64)),
    "turned": (turned_blocks, lambda n: np.empty(n, dtype=np.int64)),
    "histograms": (histograms, lambda n: np.empty((n // 512, 128), dtype=np.int32)),
    "in order": (steps_in_order, lambda n: np.empty(n, dtype=np.int64)),
    "in place": (blocks_in_place, lambda n: np.empty(n, dtype=np.int64)),
    "read between": (read_between, lambda n: np.empty(n, dtype=np.int64)),
    "stored and read": (stored_and_read, lambda n: np.empty(n, dtype=np.int64)),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("blocks", [0, 1, 5])
def test_same_results(name, blocks):
    function, room = PROGRAMS[name]
    a = np.random.default_rng(blocks).integers(-1000, 1000, 512 * blocks)
    expected = room(a.size)
    function(a, expected)
    compiled = up.gpu(function)
    with up.options(device=devices.require("opencl"), strict=False, force=True):
        for run in (compiled, paths.interpreted(compiled, "source"), paths.interpreted(compiled, "scheduled")):
            found = room(a.size)
            run(a, found)
            assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", PROGRAMS)
def test_cuda_text(name):
    function, room = PROGRAMS[name]
    a = np.arange(512 * 8)
    with up.options(device="cuda", strict=False):
        kernels = nvrtc.kernels(up.gpu(function).inspect("cuda", a, room(a.size)))
    assert len(kernels) == 1
    assert "__shared__" in kernels[0]
    if nvrtc.library() is None:
        devices.absent("nvrtc", "no NVRTC")
    assert nvrtc.problem(kernels[0]) == ""
