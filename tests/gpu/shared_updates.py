"""Updates of few elements by many iterations: kernels whose groups count in local memory give the numbers of NumPy.

    UNPYTHON_STAGE_ROWS=1 python tests/gpu/shared_updates.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
MANY = 16 * 64 * 256  # iterations from which on groups share updates


def count(k, v, h):
    for i in prange(k.shape[0]):
        h[k[i]] += 1


def add(k, v, h):
    for i in prange(k.shape[0]):
        h[k[i]] += v[i]


def subtract(k, v, h):
    for i in prange(k.shape[0]):
        h[-1 - k[i]] -= 3


def guarded(k, v, h):
    for i in prange(k.shape[0]):
        t = k[i]
        if v[i] > 2:
            h[t] += 2
        elif t > 0:
            h[t - 1] += -7


def twice(k, v, h):
    for i in prange(1, k.shape[0] - 2):
        h[k[i]] += 1
        h[k[i + 2]] += v[i - 1]


def stored(k, v, h):
    for i in prange(k.shape[0]):
        v[i] = k[i] * 2
        h[k[i] % h.shape[0]] += 1


def changed(k, v, h):
    for i in prange(k.shape[0]):
        v[i] = v[i] + 1
        h[(v[i] - 1) % h.shape[0]] += 1


def expected(program, k, v, h):
    h = h.copy()
    with np.errstate(over="ignore"):
        if program in (count, stored, changed):
            np.add.at(h, k, h.dtype.type(1))
        elif program is add:
            np.add.at(h, k, v.astype(h.dtype))
        elif program is subtract:
            np.subtract.at(h, -1 - k, h.dtype.type(3))
        elif program is guarded:
            np.add.at(h, k[v > 2], h.dtype.type(2))
            np.subtract.at(h, k[(v <= 2) & (k > 0)] - 1, h.dtype.type(7))
        else:
            np.add.at(h, k[1:-2], h.dtype.type(1))
            np.add.at(h, k[3:], v[: k.size - 3].astype(h.dtype))
    return h


def cases():
    rng = np.random.default_rng(7)
    sizes = ((1, MANY), (3, MANY + 1), (256, MANY + 777), (257, 3 * MANY - 5), (4096, MANY), (4097, MANY), (5, 1000))
    for bins, size in sizes:
        k = rng.integers(0, bins, size)
        for program in (count, add, subtract, guarded, twice):
            iterations = size - 3 if program is twice else size
            way = None if iterations < MANY else "bins" if bins <= 4096 else "samples"
            yield program, k, rng.integers(-5, 6, size), rng.integers(-9, 9, bins), way
    for bins, size in ((4097, MANY + 5), (70001, MANY + 777), (70001, 20 * MANY)):
        k = (rng.random(size) ** 8 * bins).astype(np.int64)
        for program in (count, add, subtract, guarded, twice):
            yield program, k, rng.integers(-5, 6, size), rng.integers(-9, 9, bins), "samples"
    yield count, np.full(MANY, 5000), k, np.zeros(6000, np.uint32), "samples"
    yield count, k.astype(np.int32), k, np.zeros(140002, np.int64)[::2], "samples"
    yield stored, k, rng.integers(0, 9, k.size), np.zeros(70001, np.int64), "samples"
    yield changed, k, k.copy(), np.zeros(70001, np.int64), None
    k = np.minimum(rng.geometric(0.3, MANY), 40) - 1
    for dtype in ("int32", "uint32", "int64", "uint64"):
        v = rng.integers(0, np.iinfo(dtype).max, MANY, dtype)
        yield add, k, v, rng.integers(0, 9, 40).astype(dtype), "bins"
        yield count, k.astype("int32"), v, np.full(40, np.iinfo(dtype).max, dtype), "bins"
    yield count, k, k, rng.integers(0, 9, 40).astype("int16"), None
    yield count, k[::-1], k, rng.integers(0, 9, 80)[::2], "bins"
    yield count, k, k, rng.integers(0, 9, 40)[::-1], "bins"


def check(program, k, v, h, way):
    """`way`: the name of memory that groups have for it."""
    function = up.gpu(force=True, device=DEVICE)(program)
    found = h.copy() if h.flags.c_contiguous else np.repeat(h, 2)[::2] if h.strides[0] > 0 else h[::-1].copy()[::-1]
    expected_h = expected(program, k, v, h)
    expected_v = k * 2 if program is stored else v + 1 if program is changed else v.copy()
    function(k, v, found)
    name = f"{program.__name__}({k.dtype}[{k.size}], {h.dtype}[{h.size}])"
    assert np.array_equal(found, expected_h) and np.array_equal(v, expected_v), name
    text = function.inspect("opencl" if DEVICE.startswith("opencl") else "cuda")
    assert [own for own in ("bins", "samples") if own in text] == ([way] if way else []), f"{name}: {text}"


def check_raising():
    k = np.arange(MANY) % 10
    k[12345] = 10
    h = np.zeros(10, np.int64)
    try:
        up.gpu(force=True, device=DEVICE)(count)(k, k, h)
    except IndexError as error:
        assert "index 10 is out of bounds" in str(error), error
    else:
        raise AssertionError("no IndexError")


def main():
    for case in cases():
        check(*case)
    check_raising()


if __name__ == "__main__":
    main()
