"""Loops whose neighbouring work items walk rows of their own: kernels that stage them give the bits of plain Python, for
sizes around the edges of pieces and groups, and for arrays that lie in memory in other ways.

    UNPYTHON_STAGE_ROWS=1 python tests/gpu/staged_rows.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
BARRIER = "barrier(CLK_LOCAL_MEM_FENCE)" if DEVICE.startswith("opencl") else "__syncthreads()"


def row_sums(a, y):
    for i in prange(a.shape[0]):
        s = y[i]
        for k in range(a.shape[1]):
            s += a[i, k]
        y[i] = s


def matrix_vector(a, x, y):
    for i in prange(a.shape[0]):
        s = y[i]
        for k in range(a.shape[1]):
            s += a[i, k] * x[k]
        y[i] = s


def products_of_rows(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[0]):
            s = c[i, j]
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
            c[i, j] = s


def backwards(a, x, y):
    n = a.shape[1]
    for i in prange(a.shape[0]):
        s = y[i]
        for k in range(n):
            s = s - a[i, n - 1 - k] * x[k]
        y[i] = s


def guarded(a, x, y):
    for i in prange(a.shape[0]):
        if x[0] > 0:
            y[i] = y[i] + y[i]
        for k in range(a.shape[1]):
            if a[i, k] > x[k]:
                y[i] += a[i, k]


def twice(a, x, y):
    for i in prange(a.shape[0]):
        s = y[i]
        for r in range(3):
            t = s
            for k in range(a.shape[1]):
                t += a[i, k] * x[k]
            s = s - t * x[r]
        for k in range(a.shape[1]):
            s += a[i, k]
        y[i] = s


def last_axis(a, y):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            s = y[i, j]
            for k in range(a.shape[2]):
                s += a[i, j, k] * a[i, j, 0]
            y[i, j] = s


def last_axes(a, y):
    for h in prange(a.shape[0]):
        for i in prange(a.shape[1]):
            for j in prange(a.shape[2]):
                s = y[h, i, j]
                for k in range(a.shape[3]):
                    s += a[h, i, j, k]
                y[h, i, j] = s


def numbers(rng, dtype, *shape):
    whole = rng.integers(-4, 5, shape)
    kind = np.dtype(dtype).kind
    if kind in "iu":
        return whole.astype(dtype)
    if kind == "b":
        return whole > 0
    return (whole / 8 + (1j * rng.integers(-3, 4, shape) if kind == "c" else 0)).astype(dtype)


def cases():
    rng = np.random.default_rng(5)

    def real(*shape):
        return rng.standard_normal(shape)

    for rows, columns in (
        (2, 32),
        (31, 33),
        (32, 64),
        (33, 63),
        (70, 65),
        (3, 129),
        (0, 40),
        (5, 0),
        (40, 31),
    ):
        yield matrix_vector, (real(rows, columns), real(columns), real(rows)), columns >= 32
    for dtype in ("float32", "complex128", "complex64", "int8", "int64", "uint16"):
        a, x, y = (numbers(rng, dtype, *shape) for shape in ((37, 130), (130,), (37,)))
        yield matrix_vector, (a, x, y), True
    yield row_sums, (real(65, 100), np.zeros(65)), True
    whole = real(80, 300)
    yield matrix_vector, (whole[::2, 5:105], real(100), real(40)), True
    yield matrix_vector, (whole[::-1, 280:80:-1], real(200)[::-1], real(80)), True
    yield matrix_vector, (whole[:, ::3], real(200)[::2], real(80)), True
    yield matrix_vector, (np.asfortranarray(whole), real(300), real(80)), False  # coalesced as it is
    yield matrix_vector, (np.broadcast_to(whole[0], (40, 300)), real(300), real(40)), None
    yield backwards, (real(45, 75), real(75), real(45)), True
    yield guarded, (real(35, 66), real(66), real(35)), True
    yield twice, (real(33, 67), real(67), real(33)), True
    for rows, columns, inner in (
        (9, 33, 32),
        (8, 32, 33),
        (17, 40, 70),
        (1, 16, 40),
        (3, 65, 31),
        (2, 5, 64),
    ):
        a, b, c = real(rows, inner), real(columns, inner), real(rows, columns)
        yield products_of_rows, (a, b, c), inner >= 32 and columns >= 16
    for dtype in ("float32", "complex64", "int32"):
        shapes = ((10, 47), (35, 47), (10, 35))
        yield products_of_rows, tuple(numbers(rng, dtype, *shape) for shape in shapes), True
    yield last_axis, (real(5, 37, 45), real(5, 37)), True
    yield last_axes, (real(2, 3, 33, 40), real(2, 3, 33)), True


def main() -> int:
    failed = False
    for function, arguments, staged in cases():
        expected = [np.array(a) for a in arguments]
        function(*expected)
        compiled = up.gpu(device=DEVICE, force=True, fp="strict")(function)
        compiled(*arguments)
        same = all(np.array_equal(got, want) for got, want in zip(arguments, expected))
        # What was compiled is printed; a launch without iterations compiles nothing.
        ran = arguments[0].shape[0] > 0
        meets = BARRIER in compiled.inspect(DEVICE[: DEVICE.index(":")], *arguments)
        as_said = staged is None or not ran or meets == staged
        shapes = [np.shape(a) for a in arguments]
        print(
            "ok " if same and as_said else "FAILED",
            function.__name__,
            arguments[0].dtype,
            shapes,
            "" if as_said else meets,
        )
        failed |= not (same and as_said)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
