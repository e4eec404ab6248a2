"""Products whose results are triangles: kernels that tile them give the bits of single iterations, for sizes around the
edges of tiles, and store nothing else.

    UNPYTHON_STAGE_ROWS=1 python tests/gpu/triangles_of_products.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
BARRIER = "barrier(CLK_LOCAL_MEM_FENCE)" if DEVICE.startswith("opencl") else "__syncthreads()"


def lower(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[j, k]


def upper(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i, c.shape[0]):
            s = c[i, j]
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
            c[i, j] = s


def strictly_lower(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i):
            s = 0 * alpha
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
            c[i, j] = alpha * s + beta * c[i, j]


def scaled(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            c[i, j] *= beta
            for k in range(a.shape[1]):
                c[i, j] += alpha * a[i, k] * b[j, k]


def in_a_box(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[0]):
            if j <= i:
                for k in range(a.shape[1]):
                    c[i, j] += a[i, k] * b[j, k]


def trapezoid(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[0]):
            if j >= 7 and j + 20 < i:
                for k in range(a.shape[1]):
                    c[i, j] += a[i, k] * b[j, k]


def rank_2k(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[j, k]
                c[i, j] += b[i, k] * a[j, k]


def rank_2k_at_once(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[j, k] + b[i, k] * a[j, k]


def symmetric(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            s = 0 * alpha
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = s
            c[j, i] = s


def columns(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            for k in range(a.shape[0]):
                c[i, j] += a[k, i] * b[k, j]


def whole(a, b, c, alpha, beta):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[j, k]


PROGRAMS = (lower, upper, strictly_lower, scaled, in_a_box, trapezoid, rank_2k, rank_2k_at_once, symmetric, columns, whole)
SIZES = [(130, 33)]
EDGES = [(17, 16), (33, 0), (64, 40), (201, 19)]


def operands(n, depth, dtype, program):
    rng = np.random.default_rng(n)
    shape = (depth, n) if program is columns else (n, depth)
    a, b = (rng.random(shape).astype(dtype) - dtype(0.5) for _ in range(2))
    c = rng.random((n, n)).astype(dtype)
    return a, b, c, dtype(1.5), dtype(0.75)


def bits_differ(program, n, depth, dtype):
    """Where the results of a device with its own arrays, and with transfers, are others than those of the CPU."""
    given = operands(n, depth, dtype, program)
    once, moved = given[2].copy(), given[2].copy()
    up.jit(program)(*given[:2], once, *given[3:])
    compiled = up.gpu(program, device=DEVICE, force=True)
    there = [up.to_device(x.copy(), DEVICE) for x in given[:3]]
    compiled(*there, *given[3:])
    up.gpu(program, device=DEVICE, force=True)(*given[:2], moved, *given[3:])
    tiled = BARRIER in compiled.inspect(DEVICE[: DEVICE.index(":")], *there, *given[3:])
    return not np.array_equal(once, np.asarray(there[2])), not np.array_equal(once, moved), tiled


def main() -> int:
    failed = False
    for program in PROGRAMS:
        for dtype in (np.float32, np.float64):
            for n, depth in SIZES + (EDGES if program is lower else []):
                there, moved, tiled = bits_differ(program, n, depth, dtype)
                good = not there and not moved and (tiled or depth == 0)
                said = "" if good else f"there {there} moved {moved} tiled {tiled}"
                print("ok " if good else "FAILED", program.__name__, dtype.__name__, n, depth, said)
                failed |= not good
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
