"""Reductions over parallel loops in every form that is recognised, from any start value, on any branch."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, INTS, NUMBERS, Programs, array, out
from unpython import prange

PROGRAMS = Programs()


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def sum_of_elements(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return s


@PROGRAMS.add(array("n"), dtypes=INTS)
def sum_of_integers(x):
    s = 0
    for i in prange(x.shape[0]):
        s += x[i]
    return s


@PROGRAMS.add(array("n"), array("n"), dtypes=FLOATS)
def dot(x, y):
    s = 10.0
    for i in prange(x.shape[0]):
        s = s + x[i] * y[i]
    return s


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def subtraction_from_an_element(x):
    s = x[0]
    for i in prange(x.shape[0]):
        s = s - x[i]
    return s


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def reversed_addition(x):
    s = 1.5
    for i in prange(x.shape[0]):
        s = x[i] + s
    return s


@PROGRAMS.add(array("n", values=lambda r, shape: 1 + r.integers(-3, 4, shape) / 65536), dtypes=FLOATS)
def product(x):
    p = 1.0
    for i in prange(x.shape[0]):
        p *= x[i]
    return p


@PROGRAMS.add(array("n"), dtypes=("int64", "int32", "uint8"))
def product_wraps(x):
    p = x[0] * 0 + 1
    for i in prange(x.shape[0]):
        p *= x[i] * 2 + 1
    return p


@PROGRAMS.add(array("n"), dtypes=INTS)
def bit_reductions(x):
    a = x[0] | 7
    b = x[0] & 1
    c = x[0]
    for i in prange(x.shape[0]):
        a &= x[i] | 3
        b |= x[i]
        c ^= x[i]
    return a, b, c


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def logical_reductions(x):
    every = True
    some = False
    for i in prange(x.shape[0]):
        every = every and x[i] < 100
        some = some or x[i] == 3
    return every, some


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def flags_of_two_conditions(x):
    every = True
    some = False
    for i in prange(x.shape[0]):
        every = every and (True and x[i] > x[0] - 1)
        some = some or (False or x[i] < x[0])
    return every, some


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def builtin_extremes(x):
    low = x[0]
    high = x[0]
    for i in prange(x.shape[0]):
        low = min(low, x[i])
        high = max(x[i], high)
    return low, high


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def extremes_by_if(x):
    low = x[0]
    high = x[0]
    for i in prange(x.shape[0]):
        low = min(low, x[i])
        high = max(high, x[i])
    return low, high


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def extremes_by_expression(x):
    low = x[0]
    for i in prange(x.shape[0]):
        low = min(low, x[i])
    return low


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def numpy_extremes(x):
    high = x[0]
    for i in prange(x.shape[0]):
        high = np.maximum(high, x[i])
    return high


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def position_of_smallest(x):
    best = x[0]
    at = 0
    for i in prange(x.shape[0]):
        if x[i] < best:
            best = x[i]
            at = i
    return best, at


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def position_of_last_largest(x):
    best = x[0]
    at = 0
    for i in prange(x.shape[0]):
        if x[i] >= best:
            best = x[i]
            at = i
    return best, at


@PROGRAMS.add(array("n"), array("n"), options={"strict": False})
def smallest_with_position_of_one_kind_only(x, y):
    low = x[0]
    at = -1
    for i in prange(x.shape[0]):
        if x[i] < low:
            low = x[i]
            at = i
        low = min(low, y[i])
    return low, at


@PROGRAMS.add(array("n"), array("n"))
def smallest_of_two_with_position(x, y):
    low = x[0]
    at = -1
    for i in prange(x.shape[0]):
        if x[i] < low:
            low = x[i]
            at = i
        if y[i] < low:
            low = y[i]
            at = -i
    return low, at


@PROGRAMS.add(array("n"), array("n"), options={"strict": False})
def position_moves_without_the_smallest(x, y):
    low = x[0]
    at = -1
    for i in prange(x.shape[0]):
        if x[i] < low:
            at = i
            if y[i] > 0:
                low = x[i]
    return low, at


@PROGRAMS.add(out("nm"), array("m"), out("n"), dtypes=("float64", "int64"))
def rows_that_change_the_element_they_began_with(a, u, y):
    for i in prange(a.shape[0]):
        s = a[i, 0]
        for j in prange(a.shape[1]):
            s -= a[i, j] * u[j]
            a[i, j] += 1
        y[i] = s


@PROGRAMS.add(out("nm"), array("nm"), out("n"), dtypes=("float64", "int64"))
def rows_that_change_what_stands_between_their_sums(a, b, y):
    for i in prange(a.shape[0]):
        s = 0
        for j in prange(a.shape[1]):
            s += a[i, j]
        first = y[i] + s
        t = 0
        for j in prange(a.shape[1]):
            t += b[i, j]
            a[i, j] = first
        y[i] = first + t + a[i, 0]


@PROGRAMS.add(array("n"), out("p"), dtypes=("float64", "int64"))
def updates_of_elements_that_the_counter_chooses(x, h):
    for i in prange(x.shape[0]):
        h[i % 3] += x[i]


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def flag(x):
    found = 0
    for i in prange(x.shape[0]):
        if x[i] > 5:
            found = 1
    return found


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def count_on_a_branch(x):
    n = 0
    for i in prange(x.shape[0]):
        if x[i] > 2:
            n += 1
        elif x[i] == 1:
            n += 2
    return n


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def sum_on_a_branch(x):
    s = 2.0
    for i in prange(x.shape[0]):
        if x[i] > 0:
            s += x[i]
        else:
            s -= x[i] * 0.5
    return s


@PROGRAMS.add(array("n"), dtypes=FLOATS, skip_layouts=("zero_stride", "one_element"))
def skipped_iterations(x):
    s = x[0] * 0
    for i in prange(x.shape[0]):
        if x[i] < 0:
            continue
        s += x[i]
    return s


@PROGRAMS.add(array("n", values=lambda r, shape: -np.zeros(shape)), dtypes=FLOATS)
def negative_zeros(x):
    s = -0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return s


@PROGRAMS.add(array("n"), array("n"), dtypes=FLOATS)
def several_at_once(x, y):
    sx = 0.0
    sy = 0.0
    n = 0
    high = x[0]
    for i in prange(x.shape[0]):
        sx += x[i]
        sy += y[i] * x[i]
        n += 1
        high = max(high, y[i])
    return sx, sy, n, high


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def two_parallel_loops(x):
    s = 0.0
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            s += x[i, j]
    return s


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def parallel_loop_with_plain_inner(x):
    s = 0.0
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            s += x[i, j]
    return s


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def local_sum_then_global(x):
    total = 0.0
    for i in prange(x.shape[0]):
        s = 0.0
        for j in range(x.shape[1]):
            s += x[i, j]
        total += s * s
    return total


@PROGRAMS.add(array("nm"), out("n"), dtypes=FLOATS)
def rows_into_elements(x, z):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            z[i] += x[i, j]


@PROGRAMS.add(array("nm"), out("m"), dtypes=FLOATS)
def columns_into_elements(x, z):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            z[j] += x[i, j]


@PROGRAMS.add(array("n"), out("m"), dtypes=FLOATS, large={"n": 60013, "m": 2})
def into_one_element(x, z):
    for i in prange(x.shape[0]):
        z[0] += x[i]


@PROGRAMS.add(array("n", "int64", values=lambda r, shape: r.integers(0, 5, shape)), out("m", "int64"),
              large={"n": 60013, "m": 5}, skip_layouts=("one_element",))  # fmt: skip
def histogram(idx, h):
    for i in prange(idx.shape[0]):
        h[idx[i]] += 1


@PROGRAMS.add(array("n", "int64", values=lambda r, shape: r.integers(0, 5, shape)), array("n"), out("m"), dtypes=FLOATS,
              large={"n": 60013, "m": 5}, skip_layouts=("one_element",))  # fmt: skip
def weighted_histogram(idx, x, h):
    for i in prange(idx.shape[0]):
        h[idx[i]] += x[i]


@PROGRAMS.add(array("n", "int64", values=lambda r, shape: r.integers(0, 5, shape)), array("n"), out("m"), dtypes=FLOATS,
              large={"n": 60013, "m": 5}, skip_layouts=("one_element",), options={"strict": False})  # fmt: skip
def largest_where_the_data_says(idx, x, h):
    for i in prange(idx.shape[0]):
        h[idx[i]] = max(h[idx[i]], x[i])


@PROGRAMS.add(array("n", "float32"))
def double_sum_of_singles(x):
    s = np.float64(0.0)
    for i in prange(x.shape[0]):
        s += x[i]
    return s


@PROGRAMS.add(array("n"), dtypes=("complex128", "complex64"))
def complex_sum(x):
    s = 0j
    for i in prange(x.shape[0]):
        s += x[i]
    return s


@PROGRAMS.add(array("n"))
def reduction_in_steps(x):
    s = 0.0
    for i in prange(x.shape[0] - 1, -1, -2):
        s += x[i] * i
    return s


test_paths = PROGRAMS.as_test()


@pytest.mark.parametrize("length", [1, 31, 511, 512, 513, 5000, 70001])
@pytest.mark.parametrize("dtype", FLOATS)
def test_sums_have_the_same_bits_for_any_number_of_threads(length, dtype):
    x = np.random.default_rng(length).normal(size=length).astype(dtype)
    function = up.jit(sum_of_elements)
    sums = []
    for threads in (1, 2, 3, 7):
        with up.options(threads=threads):
            sums.append(function(x))
    assert len({s.tobytes() for s in sums}) == 1
    assert sums[0] == tree_sum(x)


def tree_sum(x):
    """The tree of the specification: 32 lanes per 512 elements, folded, then adjacent pairs; the start value last."""
    leaves = []
    for start in range(0, len(x), 512):
        leaf = x[start : start + 512]
        lanes = [x.dtype.type(-0.0)] * 32
        for i, value in enumerate(leaf):
            lanes[i % 32] = lanes[i % 32] + value
        for half in (16, 8, 4, 2, 1):
            lanes = [lanes[i] + lanes[i + half] for i in range(half)]
        leaves.append(lanes[0])
    while len(leaves) > 1:
        paired = [a + b for a, b in zip(leaves[::2], leaves[1::2])]
        leaves = paired + leaves[len(leaves) // 2 * 2 :]
    return x.dtype.type(0.0) + leaves[0]


def least_and_largest(x):
    low = x[0]
    high = x[0]
    for i in prange(x.shape[0]):
        low = min(low, x[i])
        high = high if high > x[i] else x[i]
    return low, high


def numpy_forms(x):
    low = x[0]
    high = x[0]
    for i in prange(x.shape[0]):
        low = np.minimum(low, x[i])
        high = np.maximum(x[i], high)
    return low, high


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("length", [1, 2, 31, 33, 512, 700, 3000])
@pytest.mark.parametrize("program", [least_and_largest, numpy_forms])
def test_extremes_among_zeros_and_nans_are_those_of_the_loop_in_order(program, length, dtype):
    generator = np.random.default_rng(length)
    function = up.jit(strict=False)(program)  # one form runs in order
    for values in (
        [0.0, -0.0],
        [0.0, -0.0, 1.0],
        [0.0, -0.0, -1.0],
        [0.0, -0.0, np.inf, -np.inf],
        [0.0, -0.0, np.nan],
        [np.nan],
    ):
        for _ in range(4):
            x = generator.choice(np.array(values, dtype), length)
            assert np.array(function(x)).tobytes() == np.array(program(x)).tobytes()
