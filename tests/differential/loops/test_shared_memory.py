"""Parallel loops over arrays that share memory: overlapping arguments, views of one array, arrays that earlier loops made."""

import warnings

import numpy as np
import pytest
import unpython as up
from support.views import assert_same_as_python, numbers
from unpython import prange


@pytest.mark.parametrize("distance", (-3, -1, 0, 1, 2, 5000))
def test_overlapping_slices_as_two_arguments(distance):
    def shift(a, b):
        for i in prange(a.shape[0]):
            b[i] = a[i] + 1

    def arguments():
        data = numbers(60013)
        low, high = max(0, -distance), max(0, distance)
        length = 60013 - max(low, high)
        return data[low : low + length], data[high : high + length]

    assert_same_as_python(shift, arguments)


def test_overlap_is_judged_at_each_call():
    """What was proven for separate arrays is not believed of overlapping ones, nor the other way round."""

    def shift(a, b):
        for i in prange(a.shape[0]):
            b[i] = a[i] + 1

    def separate():
        return numbers(60013), np.zeros(60013)

    def overlapping():
        data = numbers(60014)
        return data[:-1], data[1:]

    compiled = assert_same_as_python(shift, separate)
    for make in (overlapping, separate, overlapping):
        found, expected = make(), make()
        compiled(*found)
        shift(*expected)
        np.testing.assert_array_equal(found[1], expected[1])


def test_negative_index_into_a_view_with_data_in_front():
    """Element -1 of the view is its last one, not what lies in front of it."""

    def behind(v, out, k):
        for i in prange(v.shape[0]):
            out[i] = v[i - k]

    for k in (0, 1, 3, 50):
        assert_same_as_python(behind, lambda k=k: (np.arange(100.0)[40:90], np.zeros(50), k))
    assert_same_as_python(behind, lambda: (np.arange(100.0)[40:90], np.zeros(50), 51))  # IndexError


def test_negative_index_stored_in_a_view_with_data_in_front():
    def store(v, k):
        for i in prange(v.shape[0]):
            v[i - k] = i

    for k in (1, 2, 49, 50):
        assert_same_as_python(store, lambda k=k: (np.arange(100.0)[40:90], k))


def test_rows_of_a_view_that_share_elements():
    """Windows over one array: rows of a two-dimensional view overlap."""

    def smooth(w):
        for i in prange(w.shape[0]):
            for j in range(w.shape[1]):
                w[i, j] = w[i, j] * 0.5 + i

    def arguments():
        data = numbers(5000)
        return (np.lib.stride_tricks.as_strided(data, (4990, 10), (8, 8)),)

    assert_same_as_python(smooth, arguments, rtol=1e-12)


def test_stores_through_a_zero_stride():
    def store(a, x):
        for i in prange(a.shape[0]):
            a[i] = x[i]

    def arguments():
        return np.lib.stride_tricks.as_strided(np.zeros(3), (60013,), (0,)), numbers(60013)

    assert_same_as_python(store, arguments)


@pytest.mark.parametrize("narrow", ("float32", "uint8", "int16", "complex64"))
def test_views_of_other_widths(narrow):
    """One memory as numbers of two widths: bytes meet where elements have different numbers."""

    def mix(wide, small):
        for i in prange(wide.shape[0]):
            small[i] = 1
            wide[i] = i

    def arguments():
        data = numbers(20000)
        return data, data.view(narrow)

    assert_same_as_python(mix, arguments)


def test_real_and_imaginary_parts_are_apart():
    def swap(re, im):
        for i in prange(re.shape[0]):
            re[i] = im[i] + 1
            im[i] = i

    def arguments():
        z = numbers(60013) * (1 + 2j)
        return z.real, z.imag

    assert_same_as_python(swap, arguments)


def test_the_whole_beside_its_imaginary_part():
    def use(z, im):
        for i in prange(1, im.shape[0]):
            z[i] = z[i] + im[i - 1]

    def arguments():
        z = numbers(60013) * (1 + 2j)
        return z, z.imag

    assert_same_as_python(use, arguments)


def test_a_transposed_view_as_a_second_argument():
    def add(a, b):
        for i in prange(a.shape[0]):
            for j in range(a.shape[1]):
                a[i, j] += b[i, j]

    def arguments():
        data = numbers(200 * 200).reshape(200, 200)
        return data, data.T

    assert_same_as_python(add, arguments)


def made_in_a_loop_before(x, n):
    t = x + 1
    for r in range(3):
        t = x + r
    for i in prange(n):
        t[i] = t[i // 2] + 1
    return t


def made_in_a_nest_before(x, n):
    t = np.zeros((2, 2))
    for r in range(2):
        for q in range(2):
            t = np.outer(x, x) + q
    for i in prange(n):
        for j in range(n):
            t[j, i] = t[j // 2, i // 2] - i
    return t


def made_in_a_parallel_loop_before(x, n):
    t = x * 1
    for r in prange(n):
        u = x[:4] * r
        x[r] = u.sum()
    for r in range(2):
        t = x + r
    for i in prange(1, n):
        t[i] += t[i - 1]
    return t


@pytest.mark.parametrize(
    "program", [made_in_a_loop_before, made_in_a_nest_before, made_in_a_parallel_loop_before], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_arrays_that_earlier_loops_made_are_one_memory(program, threads):
    """A loop's number in one nest said that a later nest's iterations had arrays of their own."""
    x, n = np.arange(40.0), 40
    expected = program(x.copy(), n)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        found = up.jit(threads=threads, strict=False)(program)(x.copy(), n)
    np.testing.assert_array_equal(found, expected)
