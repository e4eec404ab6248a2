"""Products of complex matrices: the matrix unit, where a device has it, and tiles of registers give the bits of the CPU, for
sizes around the edges of tiles, numbers of many sizes, and operands in each order of memory.

    UNPYTHON_STAGE_ROWS=1 python tests/gpu/complex_products.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
BARRIER = "barrier(CLK_LOCAL_MEM_FENCE)" if DEVICE.startswith("opencl") else "__syncthreads()"


def product(a, b, c, alpha):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0 * alpha
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def scaled(a, b, c, alpha):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += alpha * a[i, k] * b[k, j]


def other_order(a, b, c, alpha):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = c[i, j]
            for k in range(a.shape[1]):
                s += b[k, j] * a[i, k]
            c[i, j] = s


# Program, type, operands in the other order of memory. PoCL compiles each for many seconds, and gets fewer.
CASES = [
    (product, np.complex64, False),
    (product, np.complex128, True),
    (scaled, np.complex128, False),
    (product, np.complex128, False),
    (other_order, np.complex128, False),
][: 3 if DEVICE.startswith("opencl") else None]
SIZE = (97, 43, 70)


def numbers(rng, shape, dtype):
    parts = [rng.standard_normal(shape) * 2.0 ** rng.integers(-12, 12, shape) for _ in range(2)]
    return (parts[0] + 1j * parts[1]).astype(dtype)


def bits_differ(program, m, depth, n, dtype, transposed):
    """Where the results of a device are others than those of the CPU."""
    rng = np.random.default_rng(m)
    a, b, c = numbers(rng, (m, depth), dtype), numbers(rng, (depth, n), dtype), numbers(rng, (m, n), dtype)
    if transposed:
        a, b = a.T.copy().T, b.T.copy().T
    expected = c.copy()
    up.jit(program)(a, b, expected, dtype(1.5 - 0.5j))
    compiled = up.gpu(program, device=DEVICE, force=True)
    compiled(a, b, c, dtype(1.5 - 0.5j))
    tiled = BARRIER in compiled.inspect(DEVICE[: DEVICE.index(":")], a, b, c, dtype(1.5 - 0.5j))
    return not np.array_equal(expected.view(np.uint8), c.view(np.uint8)), tiled


def main() -> int:
    failed = False
    for program, dtype, transposed in CASES:
        differ, tiled = bits_differ(program, *SIZE, dtype, transposed)
        print("ok " if tiled and not differ else "FAILED", program.__name__, dtype.__name__, transposed)
        failed |= differ or not tiled
    return failed


if __name__ == "__main__":
    sys.exit(main())
