"""More than 2**31 elements, and extents near 2**62 through zero strides. Memory is mapped as it is touched, so a large
array of zeros costs what is written to it."""

import mmap

import numpy as np
import pytest
import unpython as up
from support.views import assert_same_as_python
from unpython import prange

_BEYOND_32_BITS = 2**31 + 2**20


def mapped(elements, dtype):
    """Zeros that cost no memory until they are written; skips where the system does not map so much."""
    size = elements * np.dtype(dtype).itemsize
    try:
        memory = mmap.mmap(
            -1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
        )
    except (OSError, ValueError, OverflowError) as error:
        pytest.skip(f"cannot map {size >> 20} MiB: {error}")
    return np.frombuffer(memory, dtype, elements)


def compiled(function):
    return up.jit(function, threads=2)


def test_stores_beyond_32_bits():
    def mark(a, step):
        for i in prange(a.shape[0] // step):
            a[i * step] = i % 100 + 1
        a[a.shape[0] - 1] = 7
        a[-2] = 8

    a = mapped(_BEYOND_32_BITS + 5, np.int8)
    step = 2**20
    compiled(mark)(a, step)
    expected = np.arange(a.shape[0] // step) % 100 + 1
    np.testing.assert_array_equal(a[: expected.size * step : step], expected)
    assert (a[-1], a[-2], a[1], a[step - 1]) == (7, 8, 0, 0)


def test_rows_beyond_32_bits():
    """Few rows, far apart: only byte offsets are large."""

    def fill(a):
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                a[i, j] = i * 10 + j

    a = mapped(9 * 2**26, np.float64).reshape(9, 2**26)[:, : 2**25 : 2**22]
    compiled(fill)(a)
    np.testing.assert_array_equal(a, np.add.outer(np.arange(9) * 10, np.arange(8)))


def test_reversed_view_beyond_32_bits():
    def fill(a, out):
        for i in prange(out.shape[0]):
            a[i * 1000] = i
            out[i] = a[i * 1000] + a[-1 - i * 1000]

    a = mapped(_BEYOND_32_BITS, np.uint8)[::-1]
    out = np.zeros(200)
    compiled(fill)(a, out)
    np.testing.assert_array_equal(out, np.arange(200.0))
    np.testing.assert_array_equal(a[:200000:1000], np.arange(200))


def test_one_index_too_far():
    def last(a, i):
        return a[i]

    a = mapped(_BEYOND_32_BITS, np.int8)
    a[-1] = 3
    f = compiled(last)
    assert f(a, a.shape[0] - 1) == 3
    assert f(a, -a.shape[0]) == 0
    for index in (a.shape[0], -a.shape[0] - 1, 2**32, 2**32 + 1, -(2**32), 2**62, -(2**62), 2**63 - 1):
        with pytest.raises(IndexError):
            f(a, index)


def test_more_iterations_than_32_bits_count():
    def total(x):
        s = 0
        for i in prange(x.shape[0]):
            s += x[i]
        return s

    x = np.broadcast_to(np.int64(3), (_BEYOND_32_BITS,))
    assert compiled(total)(x) == 3 * _BEYOND_32_BITS


@pytest.mark.parametrize("exponent", (31, 32, 61, 62))
def test_huge_extents_through_zero_strides(exponent):
    def visit(x, out, step):
        n = x.shape[0]
        for i in prange(out.shape[0]):
            out[i] = x[i * step] + x[n - 1 - i] + x[-n + i]
        return n

    step = 2 ** (exponent - 3)
    assert_same_as_python(
        visit, lambda: (np.broadcast_to(np.int8(5), (2**exponent,)), np.zeros(8, np.int64), step)
    )
    assert_same_as_python(  # one step too far: IndexError
        visit, lambda: (np.broadcast_to(np.int8(5), (2**exponent,)), np.zeros(9, np.int64), step)
    )


def test_loops_with_extents_near_2_62_that_end_early():
    def first(x, limit):
        for i in range(x.shape[0]):
            if x[i] + i > limit:
                return i
        return -1

    def few(x, out):
        n = x.shape[0]
        for i in range(n - 1, 0, -(n // 4)):
            out[0] += x[i]
        for i in prange(n - 3, n):
            out[i - n + 4] = x[i] * 2
        return n

    assert_same_as_python(first, lambda: (np.broadcast_to(np.int8(5), (2**62,)), 1000))
    assert_same_as_python(few, lambda: (np.broadcast_to(np.int8(5), (2**62,)), np.zeros(9, np.int64)))


def test_two_huge_dimensions():
    def visit(x, out):
        for i in prange(4):
            for j in range(3):
                out[i] += x[i * (x.shape[0] // 4), x.shape[1] - 1 - j]

    assert_same_as_python(visit, lambda: (np.broadcast_to(np.int8(5), (2**31, 2**31)), np.zeros(4, np.int64)))


def test_empty_dimensions_beside_huge_ones():
    def visit(x, out):
        for i in prange(x.shape[0]):
            for j in prange(x.shape[1]):
                out[0] = x[i, j]
        return x.shape[0] - x.shape[1]

    assert_same_as_python(visit, lambda: (np.zeros((0, 2**60), np.int8), np.zeros(1, np.int64)))
