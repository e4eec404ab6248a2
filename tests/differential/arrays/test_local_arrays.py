"""Arrays that a function makes: for itself, in loops, in parallel loops, and for its caller."""

import warnings

import numpy as np
import pytest
import unpython as up
from support.programs import COMPLEX, FLOATS, NUMBERS, Programs, array, out

PROGRAMS = Programs(whole_arrays=True)


def increased(x):
    x += 1
    return x


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def updated_by_a_helper(a):
    b = a * 2
    c = increased(b)
    c[:1] = 5
    return b, c


@PROGRAMS.add(array("n"), dtypes=NUMBERS)
def updated_before_and_after_a_new_value(a):
    b = a * 1
    c = b
    b += 1
    b = b + 1
    b += 1
    return b, c.sum()


@PROGRAMS.add(array("n"), array("n"), dtypes=NUMBERS)
def computed_and_returned(a, b):
    c = a + b
    c[1:] += a[:-1]
    return c


def made_in_order(n):
    order = np.arange(n)
    for last in range(n - 1, 0, -1):
        order[last] = order[last // 2]
    return order


@PROGRAMS.add(array("n"), out("n"))
def an_argument_whose_shape_is_asked_for_before(a, b):
    order = made_in_order(a.shape[0])
    mixed = a[made_in_order(a.shape[0])]
    for i in up.prange(a.shape[0]):
        b[i] = mixed[order[i]]


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def tuple_of_arrays(a):
    first = a * 2
    return first, a.T + 1, first[1:], a.shape[0]


@PROGRAMS.add(array("nm"), dtypes=("float64", "int32"))
def views_of_arguments(a):
    return a[1:, ::2], a.T, a[:, 0], a


@PROGRAMS.add(array("n"), 4, 0.5, dtypes=FLOATS)
def filled(a, n, x):
    z = np.zeros(a.shape[0])
    o = np.ones((n, 3), dtype=np.float32)
    f = np.full_like(a, 2.5)
    e = np.empty_like(a)
    e[:] = x
    u = np.full(n, x)
    z[:] = a
    return z, o, f + e, u, np.zeros_like(o), np.eye(n), np.identity(3, dtype=np.int32)


@PROGRAMS.add(array("n"), 7, dtypes=("float64",))
def ranges(a, n):
    return np.arange(n), np.arange(2, n), np.arange(n, 0, -2), np.arange(n, dtype=np.float32), np.arange(0.0, 1.0, 0.3)


@PROGRAMS.add(array("n"), 0.25, 5, dtypes=("float64",))
def spaced(a, x, n):
    return np.linspace(0, 1, n), np.linspace(x, 2.0, num=n, endpoint=False), np.linspace(1.0, 3.0, 1)


@PROGRAMS.add(array("n"), 3, dtypes=("float64",))
def from_numbers(a, n):
    v = np.array([1.0, 2.0, n])
    m = np.array([[1, 2], [3, n]])
    w = np.array((1, 2, 3), dtype=np.float32)
    return v * 2, m, w, np.array(a), v[n - 1]


@PROGRAMS.add(array("nm"), 6, dtypes=FLOATS)
def given_new_values(a, steps):
    x = a + 0
    y = np.zeros_like(a)
    for k in range(steps):
        x = x * 0.5 + a
        y = y + x[::-1]
        z = x - y
        x[0] += z[-1] * 0.125
    return x, y


@PROGRAMS.add(array("n"), dtypes=("float64",))
def on_branches(a):
    if a.shape[0] > 3:
        x = a * 2
    else:
        x = np.ones(2)
    y = x + 1 if a.shape[0] > 5 else x
    return x, y.sum()


@PROGRAMS.add(array("nm"), out("nm"), dtypes=FLOATS)
def private_in_a_parallel_loop(a, b):
    for i in up.prange(a.shape[0]):
        row = a[i] * 2
        other = np.zeros(a.shape[1])
        other[1:] = row[:-1]
        b[i] = row + other


@PROGRAMS.add(out("nm"), array("nm"), dtypes=("float64",))
def updated_arguments(a, b):
    old = a.copy()
    a += b
    a[1:] -= old[:-1]
    c = a
    c *= 2


def _relu(x):
    return np.maximum(x, 0)


def _scaled(x, factor=2.0, *, shift=0.0):
    y = x * factor
    if factor > 3:
        return y
    return y + shift


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def helpers(a):
    x = _relu(a - 1)
    x = _relu(_scaled(x) + _scaled(x, shift=1.0))
    return x, _scaled(a, factor=4.0)


@PROGRAMS.add(array("n"), dtypes=COMPLEX)
def complex_arrays(a):
    z = np.zeros(a.shape, dtype=np.complex128)
    z[:] = a * 1j
    return z, z.real.copy(), z.conj() * 2


@PROGRAMS.add(array("n"), dtypes=("float64", "int16"))
def conversions(a):
    return a.astype(np.float32), a.astype(np.int32) + 1, np.float64(a), a.copy()


@PROGRAMS.add(array("nm"), array("m"), dtypes=("float64", "int32"))
def joined_and_turned(a, x):
    wide = np.concatenate((a, a[:1])).T
    swapped = np.swapaxes(np.stack((a, a + 1)), 0, 2)
    moved = np.moveaxis(np.stack((x, x * 2, x)), 0, -1)
    filled = np.zeros((2, x.shape[0]), dtype=x.dtype).T
    filled[:] = np.vstack((x, x * 3)).T
    return wide, swapped, moved, filled, np.reshape(a * 2, (a.shape[1], a.shape[0])).T


test_paths = PROGRAMS.as_test()


def test_what_results_share():
    @up.jit
    def run(a):
        b = a + 1
        return a, a[1:], b, b[1:], a.T

    a = np.arange(4.0)
    same, part, new, rest, turned = run(a)
    assert same is a
    assert part.base is a and np.shares_memory(part, a) and np.shares_memory(turned, a)
    assert np.shares_memory(new, rest) and not np.shares_memory(new, a)
    rest[0] = 50
    assert new[1] == 50
    part[0] = 7
    assert a[1] == 7


def test_results_outlive_the_function_and_each_other():
    @up.jit
    def run(n):
        x = np.arange(n)
        return x, x[::2]

    parts = [run(1000)[1] for _ in range(50)]
    assert all(np.array_equal(p, np.arange(0, 1000, 2)) for p in parts)


def test_a_view_of_a_read_only_argument_stays_read_only():
    @up.jit
    def run(a):
        return a[1:]

    a = np.arange(3.0)
    a.flags.writeable = False
    assert not run(a).flags.writeable
    a = np.arange(3.0)
    assert run(a).flags.writeable


def imaginary(n):
    return np.arange(n).imag, np.imag(np.ones(n))


def named(n):
    x = np.ones((n, n))
    d = np.diagonal(x)
    e = np.diag(x * 2)
    return d, e[1:], np.diag(d)


def repeated(n):
    b = np.broadcast_to(np.ones(n), (2, n))
    return b, b.T, b.copy(), b + 1


def of_a_call(n):
    def wide(x):
        return np.broadcast_to(x, (2, len(x)))

    return wide(np.zeros(n)), n


@pytest.mark.parametrize("function", (imaginary, named, repeated, of_a_call))
def test_what_numpy_gives_read_only_is_read_only(function):
    for found, expected in zip(up.jit(function)(3), function(3), strict=True):
        np.testing.assert_array_equal(found, expected)
        if isinstance(expected, np.ndarray):
            assert found.flags.writeable == expected.flags.writeable


def stored_to_name(n):
    b = np.broadcast_to(np.zeros(n), (n,))
    b[0] = 1
    return b


def stored_in_loop(n):
    b = np.imag(np.zeros(n))
    for i in range(n):
        b[i] = i
    return b


def stored_by_part(n):
    d = np.diagonal(np.ones((n, n)))[1:]
    d += 1
    return d


def stored_at_once(n):
    b = np.ones(n).imag
    b[:] = 3
    return n


def read_only_or_not(n):
    if n > 3:
        return np.zeros(n).imag
    return np.ones(n)


@pytest.mark.parametrize("function", (stored_to_name, stored_in_loop, stored_by_part, stored_at_once, read_only_or_not))
def test_stores_to_what_numpy_gives_read_only_are_refused(function):
    with pytest.raises(up.CompileError, match="read-only"):
        up.jit(strict=True)(function)(4)
    if function is not read_only_or_not:
        with pytest.raises(ValueError, match="read-only"), up.options(strict=False), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            up.jit(function)(4)


def test_memory_is_released_when_a_function_raises():
    @up.jit
    def run(a, i):
        b = a * 2
        c = b + 1
        return c[i]

    a = np.zeros(100_000)
    for _ in range(200):
        with pytest.raises(IndexError):
            run(a, 100_000)


def test_negative_shape():
    @up.jit
    def run(n):
        return np.zeros(n)

    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        run(-1)


def test_a_condition_about_none_chooses_by_the_array():
    def chosen(values, weights=None):
        total = 0.0
        for i in range(values.shape[0]):
            total += values[i if weights is not None else 0]
        return total

    @up.jit
    def run(a):
        return chosen(a, a), chosen(a)

    a = np.arange(5.0)
    assert run(a) == (10.0, 0.0)


def test_copies_of_what_numpy_gives_views_of():
    @up.jit
    def store_to_copy(a):
        b = a.reshape(-1)
        b[0] = 5

    @up.jit
    def read_after_store(a):
        b = a.reshape(-1)
        a[0, 0] = 7
        return b[0]

    @up.jit
    def again_in_a_loop(a):
        total = 0.0
        for _ in range(3):
            b = np.reshape(a, (4, 3))
            total += b[0, 1]
            a[:] = np.reshape(b * 2, (3, 4))
        return total

    a = np.arange(12.0).reshape(3, 4)
    with pytest.raises(up.CompileError, match="may be an argument in NumPy, or a view of one"):
        store_to_copy(a)
    with pytest.raises(up.CompileError, match="may have other elements in NumPy here"):
        read_after_store(a)
    assert again_in_a_loop(a) == 7.0
