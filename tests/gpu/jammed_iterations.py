"""Loops whose iterations share what they load: kernels that run several iterations in one work item give the bits of the
CPU, for sizes around the edges of tiles, conditions, loops inside, and arrays that lie in memory in other ways.

    UNPYTHON_STAGE_ROWS=1 python tests/gpu/jammed_iterations.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
# An item runs several iterations where there are enough of them for the device.
SCALE = 1 if "Portable Computing Language" in next(d.description for d in up.devices() if d.name == DEVICE) else 40  # PoCL has few work items


def five_points(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def seven_points(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            for k in prange(1, a.shape[2] - 1):
                b[i, j, k] = 0.4 * a[i, j, k] + 0.1 * (
                    a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k] + a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1]
                )


def cube(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            s = 0.0
            for p in range(-1, 2):
                for q in range(-1, 2):
                    s += a[i + p, j + q] * (p + 2 * q)
            b[i, j] = s


def convolution(a, w, b):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for p in range(w.shape[0]):
                for q in range(w.shape[1]):
                    s += a[i + p, j + q] * w[p, q]
            b[i, j] = s


def taps(signal, w, b):
    for i in prange(b.shape[0]):
        s = 0.0
        for k in range(w.shape[0]):
            s += w[k] * signal[i + k]
        b[i] = s


def pairs(x, y, b):
    for i in prange(x.shape[0]):
        s = 0.0
        for j in range(y.shape[0]):
            d = x[i] - y[j]
            if d > 0.5:
                s += d
            else:
                s -= d * y[j]
        b[i] = s


def conditions(a, w, b):
    for i in prange(1, b.shape[0]):
        for j in prange(b.shape[1]):
            t = a[i, j] - a[i - 1, j]
            if w[j] > 0.5:
                t = t + a[i, j] * w[j]
            if t > 0:
                b[i, j] = t
            elif i % 3 == 0:
                b[i, j] = -a[i - 1, j]


def shared_numbers(a, w, b):
    for i in prange(1, b.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            last = w[0]
            for k in range(w.shape[0]):
                scale = w[k] + last
                last = w[k] * 0.5
                for r in range(k % 3):
                    scale += r * last
                s += scale * (a[i, j] + a[i - 1, j])
            b[i, j] = s + last


def backwards(a, b):
    n = a.shape[0]
    for i in prange(2, n):
        for j in prange(a.shape[1]):
            b[i, j] = a[n - 1 - i, j] + a[n - i, j] + a[n + 1 - i, j]


def in_place(a, b, s):
    for i in prange(1, a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = b[i, j] - s * (a[i, j] - a[i - 1, j])


def two_results(a, b, c):
    for i in prange(a.shape[0] - 1):
        for j in prange(a.shape[1]):
            t = a[i, j] + a[i + 1, j]
            b[i, j] = t
            c[i, j] = t * a[i, j] + b[i, j]


def turns_of_the_call(a, b, n):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(int(n)):
                s = s * 0.5 + a[i, j] + a[i + 1, j]
            b[i, j] = s


def normal_numbers(a):
    rng = up.random(5)
    for i in prange(a.shape[0]):
        a[i] = rng.normal() + rng.normal(2.0, 3.0) * rng.random()


def normal_numbers_of_rows(a):
    rng = up.random(6)
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            a[i, j] = rng.normal()


def check_repeated_calls():
    """Calls on device arrays are repeated by their steps: other turns are other code."""
    a, b = np.random.default_rng(3).random((121, 130)), np.zeros((120, 130))
    ours, plain = up.gpu(device=DEVICE, force=True)(turns_of_the_call), up.jit(turns_of_the_call)
    there, result = up.to_device(a, DEVICE), up.to_device(b, DEVICE)
    for n in (3, 3, 3, 5, 5, 20, 3, 3.0, 3.0, 5.5, 5.0, 2.5):
        ours(there, result, n)
        plain(a, b, n)
        np.testing.assert_array_equal(result.to_host(), b, err_msg=f"{n}")


def cases():
    rng = np.random.default_rng(7)

    def real(*shape, kind=np.float64):
        if np.dtype(kind).kind in "iu":
            return rng.integers(-9, 10, shape).astype(kind)
        return rng.standard_normal(shape).astype(kind)

    for rows, columns in ((130, 131), (67, 258), (66, 257), (400, 30), (9, 1100), (3, 5000), (3, 40)):
        for kind in (np.float64, np.float32):
            yield five_points, (real(rows * SCALE, columns, kind=kind), np.zeros((rows * SCALE, columns), kind))
    for kind in (np.int64, np.int16, np.complex128):
        rows = 120 * SCALE
        yield five_points, (real(rows, 140).astype(kind), np.zeros((rows, 140), np.complex128))
        yield backwards, (real(rows, 140).astype(kind), np.zeros((rows, 140), kind))
    yield seven_points, (real(12 * SCALE, 33, 70), np.zeros((12 * SCALE, 33, 70)))
    yield seven_points, (real(5 * SCALE, 60, 131), np.zeros((5 * SCALE, 60, 131)))
    rows = 100 * SCALE
    yield cube, (real(rows, 143), np.zeros((rows, 143)))
    for p, q in ((1, 1), (3, 3), (5, 2), (17, 3), (2, 17), (0, 3), (11, 13)):
        yield convolution, (real(rows - 1 + p, 130 + q), real(p, q), np.zeros((rows - 1, 130)))
    for n, k in ((9000, 5), (20000, 40), (8193, 1), (8200, 0)):
        yield taps, (real(n * SCALE + k), real(k), np.zeros(n * SCALE))
    yield pairs, (real(9001 * SCALE), real(77), np.zeros(9001 * SCALE))
    yield conditions, (real(rows, 130), real(130), np.zeros((rows, 130)))
    yield shared_numbers, (real(rows, 129), real(7), np.zeros((rows, 129)))
    yield shared_numbers, (real(rows, 129), real(40), np.zeros((rows, 129)))
    yield in_place, (real(rows, 129), real(rows, 129), 0.25)
    yield two_results, (real(rows, 129), real(rows, 129), real(rows, 129))
    for n in (5000, 8192, 20001):
        yield normal_numbers, (np.zeros(n * SCALE),)
    for rows, columns in ((3, 5000), (70, 130), (20, 512)):
        yield normal_numbers_of_rows, (np.zeros((rows * SCALE, columns)),)
    rows = 300 * (1 + SCALE // 8)
    whole = real(rows, 400)
    yield five_points, (whole[::2, 5:205], np.zeros((rows // 2, 200)))
    yield five_points, (whole[::-1, 300:100:-1], np.zeros((rows, 200)))
    yield five_points, (np.asfortranarray(whole), np.zeros((rows, 400)))
    yield five_points, (whole[:, ::3], np.zeros((400, rows)).T[:, :134])
    yield convolution, (whole, np.broadcast_to(real(1, 3), (3, 3)), np.zeros((rows - 2, 398)))


def main():
    jammed = 0
    for function, arguments in cases():
        mine = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        theirs = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        ours = up.gpu(device=DEVICE, force=True)(function)
        ours(*mine)
        up.jit(function)(*theirs)
        shapes = [a.shape for a in arguments if isinstance(a, np.ndarray)]
        for a, b in zip(mine, theirs):
            np.testing.assert_array_equal(a, b, err_msg=f"{function.__name__} {shapes}")
        assert ours.last["device"] == DEVICE, shapes
        jammed += "value_2 = " in ours.inspect("cuda" if DEVICE.startswith("cuda") else "opencl", *mine)
    assert jammed > 20, jammed
    check_repeated_calls()
    print(f"{jammed} kernels ran several iterations in one work item")


main()
