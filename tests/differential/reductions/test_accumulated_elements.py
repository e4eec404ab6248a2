"""What parallel loops accumulate into elements: sums, and the best of what is seen; beside reads of the same bytes too."""


import numpy as np
import pytest
import unpython as up
from support.views import SIZES, assert_same_as_python, numbers, verdict_of
from unpython import prange


def sums_into_the_remainder(x, a):
    for i in prange(x.shape[0]):
        a[i % 3] += x[i]


def sums_into_the_product(x, a, d):
    for i in prange(x.shape[0]):
        a[i * d % 7] -= x[i]


def test_updates_of_elements_that_the_counter_chooses():
    for n in SIZES:
        assert_same_as_python(sums_into_the_remainder, lambda n=n: (numbers(n), np.zeros(7)), rtol=1e-12)
        for d in (0, 1, 2, 7):
            assert_same_as_python(
                sums_into_the_product, lambda n=n, d=d: (numbers(n), np.zeros(7), d), rtol=1e-12
            )


def test_sums_into_elements_that_no_iteration_reaches():
    """A place that is out of bounds where nothing is added to it is neither read nor stored."""

    def conditional(x, h, k):
        for i in prange(x.shape[0]):
            if x[i] > 100:
                h[k] += x[i]

    def guarded(x, h, k):
        for i in prange(x.shape[0]):
            if k >= 0 and k < h.shape[0]:
                h[k] += x[i]

    def rows(x, h, k):
        for j in range(4):
            for i in prange(x.shape[0]):
                if j > 1:
                    h[j - 2] += x[i]

    for program in (conditional, guarded, rows):
        for k in (2, -3, 10**9, -(10**9), 2**62):
            for check_bounds in (True, False):
                assert_same_as_python(
                    program,
                    lambda k=k: (numbers(60013), np.zeros(7), k),
                    rtol=1e-12,
                    check_bounds=check_bounds,
                )


def test_a_loop_that_runs_in_order_says_why():
    def beside_stores(key, x, sums, y):
        for i in prange(x.shape[0]):
            y[i] = x[i]
            sums[key[i]] += x[i]

    def in_an_inner_loop(key, x, sums):
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                sums[key[i], j] += x[i, j]

    def whole_rows(key, x, sums):
        for i in prange(x.shape[0]):
            sums[key[i]] += x[i]

    def report(f, *arguments):
        return str(up.jit(f).explain(np.arange(100) % 7, *arguments))

    adds = "in order, because iterations add floats to common elements of 'sums'"
    assert f"{adds} beside other stores" in report(beside_stores, np.ones(100), np.zeros(7), np.zeros(100))
    assert f"{adds} in an inner loop" in report(in_an_inner_loop, np.ones((100, 2)), np.zeros((7, 2)))
    assert "parallel over i" in report(whole_rows, np.ones((100, 2)), np.zeros((7, 2)))


def test_updates_of_elements_that_share_memory():
    """Elements with different subscripts may be one: windows of an array, a zero stride."""
    window = np.lib.stride_tricks.as_strided

    def windows(w):
        for i in prange(w.shape[0]):
            for j in range(w.shape[1]):
                w[i, j] += i

    def columns(w):
        for j in prange(w.shape[1]):
            for i in range(1, w.shape[0]):
                w[i, j] += w[i - 1, j]

    def rows(w):
        for i in range(1, w.shape[0]):
            for j in range(w.shape[1]):
                w[i, j] += w[i - 1, j]

    def two_of_one(w):
        for i in prange(60013):
            w[0, 0] += i
            w[0, 1] *= 0.5

    for program in (windows, columns, rows):
        for shape in ((60, 70), (6000, 3), (3, 6000)):
            assert_same_as_python(program, lambda s=shape: (window(np.ones(9000), s, (8, 8)),))
            assert_same_as_python(program, lambda s=shape: (window(np.ones(9000), s, (8, 0)),))
    assert_same_as_python(two_of_one, lambda: (window(np.ones(3), (1, 2), (8, 0)),), rtol=1e-12)


def test_sums_beside_a_read_of_the_same_bytes():
    """What is accumulated stands in memory only after the loop: also one iteration must not read it by another name."""

    def sum_and_read(a, b, y, n):
        for i in prange(n):
            a[0] += 1.0
            y[i] = b[0]

    def sum_and_store(a, b, y, n):
        for i in prange(n):
            a[0] += 1.0
            b[0] = 7.0
            y[i] = i

    def sums_in_two_arrays(a, b, y, n):
        for i in prange(n):
            a[0] += 1.0
            b[0] += 2.0
            y[i] = i

    def sum_in_one_iteration(a, b, y, n):
        for i in prange(n):
            if i == 3:
                a[0] += 1.0
                y[i] = b[0]

    for program in (sum_and_read, sum_and_store, sums_in_two_arrays, sum_in_one_iteration):
        for n in (1, 0, 2, 4, 60013):
            for shift in (0, 1):

                def arguments(n=n, shift=shift):
                    data = numbers(4)
                    return data, data[shift:], np.zeros(max(n, 1)), n

                assert_same_as_python(program, arguments, rtol=1e-12)


def test_sums_in_one_iteration_beside_a_read_in_all():
    def guarded(a, b, y, k):
        for i in prange(y.shape[0]):
            if i == k:
                a[0] += 1.0
            y[i] = b[0]

    for n in (1, 7, 60013):
        for k in (0, n // 2, n - 1, n):

            def arguments(n=n, k=k):
                data = numbers(4)
                return data, data, np.zeros(n), k

            assert_same_as_python(guarded, arguments)


def test_two_sums_through_a_zero_stride_in_one_iteration():
    def two(a, n):
        for i in prange(n):
            a[0] += 1.0
            a[1] += 2.0

    for n in (1, 0, 2, 60013):
        assert_same_as_python(
            two, lambda n=n: (np.lib.stride_tricks.as_strided(np.zeros(1), (2,), (0,)), n)
        )


def test_sums_between_interleaved_views_are_a_reduction():
    def histogram(h, w, idx):
        for i in prange(idx.shape[0]):
            h[idx[i]] += w[i]

    def arguments():
        data = numbers(2 * 20000)
        return data[::2], data[1::2], np.random.default_rng(1).integers(0, 20000, 20000)

    compiled = assert_same_as_python(histogram, arguments, rtol=1e-12)
    assert verdict_of(compiled, *arguments()) == "reduction"


def least(o, x):
    for i in prange(x.shape[0]):
        o[1] = min(o[1], x[i])


def least_the_other_way(o, x):
    for i in prange(x.shape[0]):
        o[1] = min(x[i], o[1])


def greatest(o, x):
    for i in prange(x.shape[0]):
        o[-1] = max(o[-1], x[i] + x[0])


def greatest_the_other_way(o, x):
    for i in prange(x.shape[0]):
        o[0] = max(x[i], o[0])


def least_of_numpy(o, x):
    for i in prange(x.shape[0]):
        o[1] = np.minimum(o[1], x[i])


def greatest_of_numpy(o, x):
    for i in prange(x.shape[0]):
        o[1] = np.maximum(x[i], o[1])


def least_by_a_branch(o, x):
    for i in prange(x.shape[0]):
        if x[i] < o[1]:
            o[1] = x[i]


def least_and_greatest(o, x):
    for i in prange(x.shape[0]):
        o[0] = min(o[0], x[i])
        o[1] = max(o[1], x[i])


EXTREMA = (
    least,
    least_the_other_way,
    greatest,
    greatest_the_other_way,
    least_of_numpy,
    greatest_of_numpy,
    least_by_a_branch,
    least_and_greatest,
)


@pytest.mark.parametrize("program", EXTREMA, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dtype", ("float64", "float32", "int64", "uint8"))
def test_the_best_element_is_a_reduction(program, dtype):
    for n in SIZES:
        x = numbers(n, dtype="int64").astype(dtype)
        compiled = assert_same_as_python(program, lambda x=x: (np.full(2, 3, dtype), x.copy()))
        if n > 1:
            assert verdict_of(compiled, np.full(2, 3, dtype), x) == "reduction"


@pytest.mark.parametrize("program", EXTREMA, ids=lambda f: f.__name__)
def test_the_best_element_among_nans_and_zeros(program):
    """What a NaN does depends on where it stands and on the spelling; of equal values, -0.0 and 0.0, one stays."""
    random = np.random.default_rng(6)
    for n in (5, 1300, 60013):
        for choice in ((0.0, -0.0), (np.nan, 1.0, -0.0, 0.0), (np.nan,), (np.inf, -np.inf, np.nan)):
            for start in (0.0, -0.0, np.nan, 5.0):
                x = random.choice(choice, n)

                def arguments(x=x, start=start):
                    return np.full(2, start), x

                compiled, (found, _), (expected, _) = up.jit(threads=3)(program), arguments(), arguments()
                compiled(found, x)
                with np.errstate(all="ignore"):
                    program(expected, x)
                np.testing.assert_array_equal(found, expected)
                np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


def greatest_of_each(h, idx, w):
    for i in prange(idx.shape[0]):
        h[idx[i]] = max(h[idx[i]], w[i])


def least_of_each(h, idx, w):
    for i in prange(idx.shape[0]):
        if w[i] > 2:
            h[idx[i]] = min(w[i], h[idx[i]])


def least_of_each_by_numpy(h, idx, w):
    for i in prange(idx.shape[0]):
        h[idx[i]] = np.minimum(h[idx[i]], w[i])


def greatest_of_each_that_is_read(h, idx, w):
    for i in prange(idx.shape[0]):
        h[idx[i]] = max(h[idx[i]], w[i])
        w[i] = h[idx[0]]


def greatest_and_least_of_each(h, idx, w):
    for i in prange(idx.shape[0]):
        h[idx[i]] = max(h[idx[i]], w[i])
        h[idx[-1 - i]] = min(h[idx[-1 - i]], w[i])


@pytest.mark.parametrize("dtype", ("int64", "int32", "uint8", "float64"))
@pytest.mark.parametrize(
    "program",
    (
        greatest_of_each,
        least_of_each,
        least_of_each_by_numpy,
        greatest_of_each_that_is_read,
        greatest_and_least_of_each,
    ),
    ids=lambda f: f.__name__,
)
def test_the_best_of_each_chosen_element(program, dtype):
    for n in SIZES:
        for bins in (1, 37, 5000):

            def arguments(n=n, bins=bins):
                idx = np.random.default_rng(7).integers(-bins, bins, n)
                return np.full(bins, 3, dtype), idx, numbers(n, dtype="int64").astype(dtype)

            compiled = assert_same_as_python(program, arguments)
            one_kind = program in (greatest_of_each, least_of_each, least_of_each_by_numpy)
            if n > 1 and one_kind and dtype != "float64":
                assert verdict_of(compiled, *arguments()) == "reduction"
