"""Loops that slide a window, and loops whose iterations all read the same elements: kernels whose items share them give the bits
of the CPU, for loops shorter and longer than what a group copies at a time, results around the edges of tiles, and arrays that lie
in memory in other ways.

    UNPYTHON_STAGE_ROWS=1 python tests/gpu/sliding_windows.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
# Items keep windows where there are enough iterations for the device.
SCALE = 1 if "Portable Computing Language" in next(d.description for d in up.devices() if d.name == DEVICE) else 40  # PoCL has few work items


def taps(signal, w, b):
    for i in prange(b.shape[0]):
        s = b.dtype.type(0)
        for k in range(w.shape[0]):
            s += w[k] * signal[i + k]
        b[i] = s


def into_elements(signal, w, b):
    for i in prange(b.shape[0]):
        for k in range(w.shape[0]):
            b[i] += w[k] * signal[i + k]


def backwards(signal, w, b):
    for i in prange(b.shape[0]):
        s = b.dtype.type(0)
        for k in range(w.shape[0]):
            s += w[k] * signal[signal.shape[0] - 1 - 2 * (i + k)]
        b[i] = s


def differences(signal, w, b):
    for i in prange(b.shape[0]):
        s = b.dtype.type(0)
        for k in range(w.shape[0]):
            d = signal[i + k] - w[k]
            e = signal[i + k + 1] - w[w.shape[0] - 1 - k]
            s = s * 0.5 + d * e + k
        b[i] = s + i


def first_terms(signal, w, b, n):
    for i in prange(b.shape[0]):
        s = b.dtype.type(0)
        for k in range(n):
            s += w[k] * signal[i + k]
        b[i] = s


def convolution(a, w, b):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            s = b.dtype.type(0)
            for p in range(w.shape[0]):
                row = b.dtype.type(0)
                for q in range(w.shape[1]):
                    row += a[i + p, j + q] * w[p, q]
                s += row
            b[i, j] = s


def rows(a, w, b):
    for i in prange(b.shape[0]):
        for j in prange(b.shape[1]):
            s = b.dtype.type(0)
            for q in range(w.shape[0]):
                s += a[i, j + q] * w[q]
            b[i, j] = s


def distances(x, y, out):
    for i in prange(out.shape[0]):
        s = out.dtype.type(0)
        for j in range(y.shape[0]):
            d = x[i] - y[j]
            s += np.sqrt(d * d + out.dtype.type(1))
        out[i] = s


def of_itself(x, y, out):
    for i in prange(out.shape[0]):
        s = out.dtype.type(0)
        last = out.dtype.type(0)
        for j in range(y.shape[0]):
            d = x[i] - x[j] * y[y.shape[0] - 1 - j]
            s = s * out.dtype.type(0.5) + d * j
            last = d
        out[i] = s + last


def roots_in_turn(x, y, out):
    """Some operands of roots and quotients are zeros, or so small or large that their short forms would be wrong."""
    for i in prange(out.shape[0]):
        s = out.dtype.type(0)
        last = out.dtype.type(1)
        for j in range(y.shape[0]):
            root = np.sqrt(x[i] * y[j])
            s = s * out.dtype.type(0.5) + last / (root + y[j])
            last = y[j] / root
        out[i] = s + last


def potential(x, atoms, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            s = out.dtype.type(0)
            for k in range(atoms.shape[0]):
                dx = x[j] * i - atoms[k, 0]
                dy = x[i] - atoms[k, 1]
                s += atoms[k, 2] / (dx * dx + dy * dy + out.dtype.type(1))
            out[i, j] = s


def nearest(x, y, out):
    for i in prange(out.shape[0]):
        best = out.dtype.type(1e30)
        for j in range(y.shape[0]):
            best = min(best, abs(x[i] - y[j]))
        out[i] = best


def polynomials(x, table, out):
    for i in prange(out.shape[0]):
        for r in range(table.shape[0]):
            p = out.dtype.type(0)
            for k in range(table.shape[1]):
                p = p * x[i] + table[r, k]
            out[i] += p


def other_loop_too(x, y, out, turns, z):
    """The second loop does not run where there are no turns; z then has no elements."""
    for i in prange(out.shape[0]):
        s = out.dtype.type(0)
        for j in range(y.shape[0]):
            s += x[i] * y[j]
        for k in range(turns):
            s += z[i] * k
        out[i] = s


def cases():
    rng = np.random.default_rng(7)

    def real(*shape, kind=np.float64):
        if np.dtype(kind).kind in "iu":
            return rng.integers(-9, 10, shape).astype(kind)
        return rng.standard_normal(shape).astype(kind)

    def empty(*shape, kind=np.float64):
        return np.zeros(shape, kind)

    for n, k in ((9000, 16), (8193, 17), (9216, 255), (9217, 256), (8300, 263), (8200, 600), (9001, 5), (8200, 0), (7, 40), (3, 16)):
        for kind in (np.float64, np.float32):
            yield taps, (real(n * SCALE + k, kind=kind), real(k, kind=kind), empty(n * SCALE, kind=kind))
    for kind in (np.int64, np.int32, np.int16, np.uint8):
        yield taps, (real(8250 * SCALE + 33, kind=kind), real(33, kind=kind), empty(8250 * SCALE, kind=np.int64))
    n, k = 8250 * SCALE, 37
    yield taps, (real(n + k) + 1j * real(n + k), real(k), empty(n, kind=np.complex128))
    yield taps, (real(3 * (n + k))[::3], real(2 * k)[::-2], empty(2 * n)[::2])
    yield into_elements, (real(n + k), real(k), real(n))
    yield backwards, (real(2 * (n + k)), real(k), empty(n))
    yield differences, (real(n + k + 1), real(k), empty(n))
    for turns in (0, 3, 16, 37):
        yield first_terms, (real(n + k), real(k), empty(n), turns)
    high, wide = 30 * SCALE + 1, 300
    for p, q in ((1, 16), (3, 3), (5, 19), (16, 17), (0, 20), (20, 0)):
        yield convolution, (real(high + p, wide + q), real(p, q), empty(high, wide))
        yield convolution, (np.asfortranarray(real(high + p, wide + q)), real(p, q), empty(high, wide))
    yield rows, (real(high, 2 * (wide + k))[:, ::2], real(k), empty(high, wide))
    yield rows, (real(high, wide + k, kind=np.float32), real(k, kind=np.float32), empty(high, wide, kind=np.float32))
    for kind in (np.float64, np.float32):
        for n, k in ((9000, 64), (8193, 71), (4500, 256), (4609, 257), (9001, 600), (700, 300), (9001, 5), (3, 100), (8200, 0)):
            yield distances, (real(n * SCALE, kind=kind), real(k, kind=kind), empty(n * SCALE, kind=kind))
        small = np.abs(real(300, kind=kind)) + kind(0.1)
        small[[40, 41, 130, 260]] = 0, 1e-38, 3e-39, 1e38
        yield roots_in_turn, (np.abs(real(9001 * SCALE, kind=kind)) + kind(0.1), small, empty(9001 * SCALE, kind=kind))
        yield nearest, (real(n * SCALE, kind=kind), real(99, kind=kind), empty(n * SCALE, kind=kind))
        side = 96 * int(SCALE**0.5) + 1
        yield potential, (real(side, kind=kind), real(130, 3, kind=kind), empty(side, side, kind=kind))
        yield potential, (real(side, kind=kind), np.asfortranarray(real(77, 3, kind=kind)), empty(side, side, kind=kind)[:, ::-1])
    yield of_itself, (real(9001 * SCALE), real(77), empty(9001 * SCALE))
    yield of_itself, (real(2 * 9001 * SCALE)[::2], real(3 * 300)[::-3], empty(9001 * SCALE))
    for turns, length in ((0, 0), (5, 9001 * SCALE)):
        yield other_loop_too, (real(9001 * SCALE), real(99), empty(9001 * SCALE), turns, real(length))
    yield polynomials, (real(9001 * SCALE), real(3, 70) / 100, real(9001 * SCALE))


def main():
    slid = walked = 0
    for function, arguments in cases():
        mine, theirs = list(arguments), list(arguments)  # copies would lie in memory in the usual way
        theirs[2] = arguments[2].copy()
        ours = up.gpu(device=DEVICE, force=True)(function)
        ours(*mine)
        up.jit(function)(*theirs)
        shapes = [(a.shape, a.dtype.name) for a in arguments if isinstance(a, np.ndarray)]
        for a, b in zip(mine, theirs):
            np.testing.assert_array_equal(a, b, err_msg=f"{function.__name__} {shapes}")
        assert ours.last["device"] == DEVICE, shapes
        text = ours.inspect("cuda" if DEVICE.startswith("cuda") else "opencl", *mine)
        slid += "_window[" in text
        walked += "_steps[" in text and "_window[" not in text
    assert slid > 20 and walked > 15, (slid, walked)
    print(f"{slid} kernels kept windows in registers, {walked} walked together")


main()
