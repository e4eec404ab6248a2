"""Parallel loops whose iterations meet, or only seem to: the answer is that of plain Python, in order where it must be."""

import numpy as np
import pytest
from support.views import SIZES, assert_same_as_python, numbers, verdict_of
from unpython import prange


def running_counter(x, found):
    n = 0
    for i in prange(x.shape[0]):
        if x[i] > 0:
            found[n] = i
            n += 1
    return n


def running_counter_as_a_value(x, out):
    n = 5
    for i in prange(x.shape[0]):
        n += 2
        out[i] = n
    return n


def running_sum(x, out):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
        out[i] = s
    return s


def neighbour_below(x, a):
    for i in prange(1, x.shape[0]):
        a[i] = a[i - 1] + x[i]


def neighbour_above(x, a):
    for i in prange(x.shape[0] - 1):
        a[i] = a[i + 1] + x[i]


def neighbour_far_away(x, a):
    for i in prange(x.shape[0] // 2):
        a[i] = a[i + x.shape[0] // 2] + x[i]


def neighbour_in_the_middle(x, a):
    for i in prange(x.shape[0]):
        a[i] = a[x.shape[0] // 2] + x[i]


def neighbour_downwards(x, a):
    for i in prange(x.shape[0] - 2, -1, -1):
        a[i] = a[i + 1] + x[i]


def shared_element_last_value(x, a):
    for i in prange(x.shape[0]):
        a[0] = x[i]


def shared_element_conditional(x, a):
    for i in prange(x.shape[0]):
        if x[i] > 3:
            a[0] = x[i]


def shared_element_sum(x, a):
    for i in prange(x.shape[0]):
        a[0] += x[i]


def shared_element_sum_read_elsewhere(x, a):
    for i in prange(x.shape[0]):
        a[0] += x[i]
        a[i] = a[0] + 1


def shared_scratch_row(x, a):
    for i in prange(x.shape[0]):
        a[0] = x[i] + 1
        a[i] = a[0] * 2


def difference(x, a):
    e = 100.0
    for i in prange(x.shape[0]):
        e = e - x[i]
    return e


def difference_the_other_way(x, a):
    e = 100.0
    for i in prange(x.shape[0]):
        e = x[i] - e
    return e


def difference_that_is_read(x, a):
    e = 100.0
    for i in prange(x.shape[0]):
        e = e - x[i]
        a[i] = e
    return e


def reductions_on_two_branches(x, a):
    s = 1.0
    t = 2.0
    for i in prange(x.shape[0]):
        if x[i] > 0:
            s += x[i]
        elif x[i] < -3:
            s = s - 2 * x[i]
        else:
            t *= 1.0
            s += 0.5
    return s, t


def sum_and_product_of_one_variable(x, a):
    s = 1.0
    for i in prange(x.shape[0]):
        if x[i] > 0:
            s += x[i]
        else:
            s *= 0.5
    return s


def reversed_on_one_branch(x, a):
    n = x.shape[0]
    for i in prange(n):
        if x[i] > 0:
            a[i] = i
        else:
            a[n - 1 - i] = -i


def reversed_in_the_upper_half(x, a):
    n = x.shape[0]
    for i in prange(n):
        if i < n // 2:
            a[i] = x[i]
        else:
            a[n - 1 - i] = -x[i]


def reversed_read_on_one_branch(x, a):
    n = x.shape[0]
    for i in prange(n):
        if i % 2 == 0:
            a[i] = a[n - 1 - i] + 1
        else:
            a[i] = x[i]


def every_second_meets(x, a):
    for i in prange(x.shape[0] // 2):
        a[2 * i] = x[i]
        a[i] = -x[i]


def evens_and_odds(x, a):
    for i in prange(x.shape[0] // 2):
        a[2 * i] = x[i]
        a[2 * i + 1] = -x[i]


def strides_two_and_three(x, a):
    for i in prange(x.shape[0] // 3):
        a[2 * i] = a[3 * i + 1] + x[i]


def halves_of_counters(x, a):
    for i in prange(x.shape[0]):
        a[i // 2] = x[i]


def remainders_of_counters(x, a):
    for i in prange(x.shape[0]):
        a[i % 7] = x[i]


def guarded_first_element(x, a):
    for i in prange(x.shape[0]):
        if i > 0:
            a[i - 1] = a[i - 1] + x[i]
        else:
            a[x.shape[0] - 1] = 7


def guarded_neighbour(x, a):
    for i in prange(x.shape[0]):
        if i == 3:
            a[i] = a[i - 1] + x[i]
        else:
            a[i] = x[i]


def last_iteration_reads_all(x, a):
    n = x.shape[0]
    for i in prange(n):
        if i == n - 1:
            a[i] = a[0] + a[n // 2]
        else:
            a[i] = x[i] + 1


PROGRAMS = [
    f for f in list(globals().values()) if getattr(f, "__module__", "") == __name__ and f is not numbers
]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_iterations_that_meet(program, n):
    assert_same_as_python(program, lambda: (numbers(n), numbers(max(n, 7), 4)), rtol=1e-12)


def test_a_changed_distance_is_judged_anew():
    def step(a, d):
        for i in prange(100, a.shape[0] - 100):
            a[i] = a[i + d] + 1

    compiled = assert_same_as_python(step, lambda: (numbers(60013), 0))
    for d in (1, -1, 0, 100, -100, -60, 3):
        found, expected = numbers(60013), numbers(60013)
        compiled(found, d)
        step(expected, d)
        np.testing.assert_array_equal(found, expected)


def test_a_changed_scalar_in_a_guard_is_judged_anew():
    def meet(a, limit):
        for i in prange(1, a.shape[0]):
            if i > limit:
                a[i] = a[i - 1] + 1
            else:
                a[i] = 3

    compiled = assert_same_as_python(meet, lambda: (numbers(60013), 60013))
    for limit in (60012, 60011, 5, 0, 60013):
        found, expected = numbers(60013), numbers(60013)
        compiled(found, limit)
        meet(expected, limit)
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", ("int64", "int32", "float64", "uint8"))
def test_histogram(dtype):
    def histogram(x, h):
        for i in prange(x.shape[0]):
            h[x[i]] += 1

    assert_same_as_python(
        histogram,
        lambda: (np.random.default_rng(1).integers(0, 37, 60013), np.zeros(37, dtype)),
        rtol=1e-12,
    )


def test_histogram_with_a_read_bin():
    def histogram(x, h, before):
        for i in prange(x.shape[0]):
            before[i] = h[x[i]]
            h[x[i]] += 1

    assert_same_as_python(
        histogram,
        lambda: (numbers(20000, dtype="int64") % 5, np.zeros(5, np.int64), np.zeros(20000, np.int64)),
    )


def test_histogram_into_the_array_of_indices():
    def histogram(x):
        for i in prange(x.shape[0]):
            x[x[i]] += 1

    assert_same_as_python(histogram, lambda: (np.arange(20000)[::-1] // 3,))


@pytest.mark.parametrize("values", ("distinct", "one_twice", "all_equal", "negative"))
def test_scatter_by_an_index_array(values):
    def scatter(idx, x, a):
        for i in prange(idx.shape[0]):
            a[idx[i]] = x[i]

    def arguments():
        idx = np.random.default_rng(5).permutation(60013)
        if values == "one_twice":
            idx[77] = idx[60000]
        if values == "all_equal":
            idx[:] = 11
        if values == "negative":
            idx[::3] -= 60013
        return idx, numbers(60013), np.zeros(60013)

    assert_same_as_python(scatter, arguments)


def test_upper_and_lower_triangle():
    def mirror(a):
        for i in prange(a.shape[0]):
            for j in range(i):
                a[j, i] = a[i, j] + 1

    def mirror_with_the_diagonal(a):
        for i in prange(a.shape[0]):
            for j in range(i + 1):
                a[j, i] = a[i, j] + 1

    def mirror_too_far(a):
        for i in prange(a.shape[0] - 1):
            for j in range(i + 2):
                a[j, i] = a[i, j] + 1

    for program in (mirror, mirror_with_the_diagonal, mirror_too_far):
        assert_same_as_python(program, lambda: (numbers(300 * 300).reshape(300, 300),))
        assert_same_as_python(program, lambda: (numbers(300 * 300).reshape(300, 300)[::-1, ::-1],))


def test_elimination_steps():
    def eliminate(a):
        n = a.shape[0]
        for k in range(n):
            for i in prange(k + 1, n):
                a[i, k] = a[i, k] / a[k, k]
                for j in range(k + 1, n):
                    a[i, j] -= a[i, k] * a[k, j]

    def eliminate_all_rows(a):
        n = a.shape[0]
        for k in range(n):
            for i in prange(n):
                if i != k:
                    for j in range(k, n):
                        a[i, j] -= 0.25 * a[k, j]

    def eliminate_with_the_pivot_row(a):
        n = a.shape[0]
        for k in range(n):
            for i in prange(n):
                for j in range(k, n):
                    a[i, j] -= 0.25 * a[k, j]

    for program in (eliminate, eliminate_all_rows, eliminate_with_the_pivot_row):
        assert_same_as_python(
            program, lambda: (numbers(40 * 40).reshape(40, 40) + 100 * np.eye(40),), rtol=1e-9
        )


def test_loops_of_one_iteration_do_not_conflict():
    """What more iterations would make a conflict is proven for one; the code must stand for it."""

    def store(a, n):
        for i in prange(n):
            for j in prange(1, n):
                for k in prange(j, n):
                    a[2 * k + 1] = a[i % 3] - i

    for n in (1, 0, 2, 5):
        assert_same_as_python(store, lambda n=n: (numbers(20), n))


def neighbour_clamped(a):
    for i in prange(a.shape[0]):
        a[i] = a[max(i - 1, 0)] + 1


def neighbour_around_the_end(a):
    for i in prange(a.shape[0]):
        j = i + 1
        if j >= a.shape[0]:
            j = 0
        a[j] = a[i] + 1


def neighbour_of_a_pair(a):
    for i in prange(a.shape[0] // 2 * 2):
        a[i] = a[i ^ 1] + 1


def distance_in_a_loop(a):
    n = 1
    while n < a.shape[0]:
        for i in prange(a.shape[0] - n):
            a[i + n] = a[i] - a[i + n]
        n *= 2


@pytest.mark.parametrize(
    "program", (neighbour_clamped, neighbour_around_the_end, neighbour_of_a_pair, distance_in_a_loop)
)
def test_undecided_reads_of_what_the_loop_stores(program):
    for n in SIZES:
        assert_same_as_python(program, lambda n=n: (numbers(n),))


def test_distance_in_an_array():
    def step(a, distance):
        d = distance[0]
        for i in prange(a.shape[0] - d):
            a[i + d] = a[i] + 1

    for d in (1, 3, 5000):
        assert_same_as_python(step, lambda d=d: (numbers(60013), np.array([d])))


def stores_to_halves(a, idx, k):
    for i in prange(idx.shape[0]):
        a[idx[i] // 2] = i


def stores_beside(a, idx, k):
    for i in prange(idx.shape[0]):
        a[3 + idx[i] - k] = i


def stores_to_remainders(a, idx, k):
    for i in prange(idx.shape[0]):
        a[(idx[i] * 2 - 5) % 120001] = i


def stores_to_distances(a, idx, k):
    for i in prange(idx.shape[0]):
        a[abs(i - k)] = i


def stores_at_a_product(a, idx, k):
    for i in prange(idx.shape[0]):
        a[idx[i] * idx[i] % 1013] = i


@pytest.mark.parametrize("dtype", ("int64", "int32", "uint8", "uint64", "uint32", "int16"))
@pytest.mark.parametrize(
    "program",
    (stores_to_halves, stores_beside, stores_to_remainders, stores_to_distances, stores_at_a_product),
    ids=lambda f: f.__name__,
)
def test_stores_that_may_meet(program, dtype):
    """Where nothing proves that two stores never meet, the last one stays, as in Python."""
    n = min(60013, int(np.iinfo(dtype).max) - 3)
    for values in (np.arange(n), np.arange(n)[::-1] % 1000, np.random.default_rng(4).permutation(n)):
        for k in (0, 3, 7):
            assert_same_as_python(
                program, lambda values=values, k=k: (np.zeros(2 * 60013), values.astype(dtype), k)
            )


@pytest.mark.parametrize("dtype", ("int64", "int32", "uint64", "uint32"))
def test_stores_at_numbers_computed_from_indices_are_inspected(dtype):
    def stores(a, idx, k):
        for i in prange(idx.shape[0]):
            s = 0.0
            for j in range(40):
                s += i / (j + 1)
            a[idx[i] + k] = s

    def arguments(values, k):
        return np.zeros(60013 + 4), values.astype(dtype), k

    distinct = np.random.default_rng(4).permutation(60013)
    repeated = np.where(distinct == 5, 6, distinct)
    for k in (0, 4):
        compiled = assert_same_as_python(stores, lambda k=k: arguments(distinct, k))
        assert verdict_of(compiled, *arguments(distinct, k)) == "inspected"
        assert_same_as_python(stores, lambda k=k: arguments(repeated, k))
