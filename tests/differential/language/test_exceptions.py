"""Exceptions: which one, from which iteration, and what the arrays hold afterwards."""

import math

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, INTS, Programs, array, out
from unpython import prange

PROGRAMS = Programs()


@PROGRAMS.add(array("n"), out("n"))
def index_beyond_the_end(x, y):
    for i in range(x.shape[0] + 1):
        y[i] = x[i] * 2


@PROGRAMS.add(array("n"), out("n"))
def index_below_the_start(x, y):
    for i in range(x.shape[0], -2 * x.shape[0] - 1, -1):
        y[i - 1] = x[-1] + i


@PROGRAMS.add(array("nm"), out("m"))
def index_in_second_dimension(x, y):
    for j in range(x.shape[1] + 2):
        y[j % x.shape[1]] += x[0, j]


@PROGRAMS.add(array("n"))
def read_in_condition(x):
    i = 0
    while x[i] < 1000:
        i += 1
    return i


@PROGRAMS.add(out("n", "int64"), 12)
def weak_division_by_zero(y, a):
    for i in range(y.shape[0]):
        y[i] = a // (3 - i)


@PROGRAMS.add(out("n", "float64"), 12.0)
def weak_true_division_by_zero(y, a):
    for i in range(y.shape[0]):
        y[i] = a / (i - 2)


@PROGRAMS.add(out("n", "int64"))
def weak_remainder_by_zero(y):
    for i in range(y.shape[0]):
        y[i] = 7 % (i - 4)


@PROGRAMS.add(0)
def zero_to_negative_power(a):
    return a**-1


@PROGRAMS.add(array("n"), array("n"), out("n", "float64"), dtypes=(*FLOATS, *INTS))
def strong_division_by_zero(x, y, z):
    for i in range(x.shape[0]):
        z[i] = x[i] / (y[i] - y[i]) + x[i] // (y[i] - y[i])


@PROGRAMS.add(array("n"), out("n"))
def raise_statement(x, y):
    for i in range(x.shape[0]):
        y[i] = -1
        if x[i] < 0:
            raise ValueError("negative element")


@PROGRAMS.add(array("n"), out("n"))
def assert_statement(x, y):
    for i in range(x.shape[0]):
        assert x[i] > -4, "too small"
        y[i] = 1


@PROGRAMS.add(-1.0)
def math_domain(x):
    return math.sqrt(x)


@PROGRAMS.add(0.0)
def math_pole(x):
    return math.log(x)


@PROGRAMS.add(1000.0)
def math_range(x):
    return math.exp(x)


@PROGRAMS.add(float("nan"))
def int_of_nan(x):
    return int(x)


@PROGRAMS.add(float("inf"))
def int_of_infinity(x):
    return int(x)


@PROGRAMS.add(2)
def unbound_local(n):
    if n > 5:
        t = 1
    return t


@PROGRAMS.add(array("n"))
def unbound_after_loop(x):
    for i in range(x.shape[0] - x.shape[0]):
        last = x[i]
    return last


@PROGRAMS.add(3, -1)
def negative_shift(a, b):
    return a << b


@PROGRAMS.add(4, 0)
def zero_step(n, step):
    s = 0
    for i in range(0, n, step):
        s += i
    return s


@PROGRAMS.add(array("n", "int64", values=lambda r, shape: r.integers(1, 5, shape)), out("n", "int64"))
def strong_negative_power(x, y):
    for i in range(x.shape[0]):
        y[i] = x[i] ** (3 - np.int64(i))


@PROGRAMS.add(array("n"), out("n"))
def exception_in_parallel_loop(x, y):
    for i in prange(x.shape[0] + 1):
        y[i] = x[i]


test_paths = PROGRAMS.as_test()


@up.jit(threads=3)
def _fail_at(y, failing):
    for i in prange(y.shape[0]):
        t = 0
        for k in range(100):
            t += (i * k) % 7
        y[i] = t + 1
        for f in range(failing.shape[0]):
            if failing[f] == i:
                if f % 2 == 0:
                    raise ValueError("even")
                raise KeyError("odd")


@pytest.mark.parametrize("seed", range(20))
def test_the_lowest_failing_iteration_of_a_parallel_loop_is_raised(seed):
    r = np.random.default_rng(seed)
    failing = np.unique(r.integers(0, 4000, 5))
    expected, found = np.zeros(4000, np.int64), np.zeros(4000, np.int64)
    with pytest.raises((ValueError, KeyError)) as plain:
        _fail_at.py_func(expected, failing)
    with pytest.raises((ValueError, KeyError)) as compiled:
        _fail_at(found, failing)
    assert compiled.type is plain.type
    lowest = int(failing.min())
    assert np.array_equal(found[: lowest + 1], expected[: lowest + 1])


@up.jit(threads=3)
def _index_error_in_parallel_loop(x, idx, y):
    for i in prange(idx.shape[0]):
        y[i] = x[idx[i]]


def test_index_error_says_where():
    x, idx, y = np.arange(10.0), np.arange(5000) % 10, np.zeros(5000)
    idx[4321] = -11
    idx[1234] = 10
    with pytest.raises(IndexError, match="index 10 is out of bounds for axis 0 with size 10") as raised:
        _index_error_in_parallel_loop(x, idx, y)
    assert str(raised.value) == "index 10 is out of bounds for axis 0 with size 10"
    line = _index_error_in_parallel_loop.py_func.__code__.co_firstlineno + 3
    assert raised.value.unpython_place == ("test_exceptions.py", line)
    assert np.array_equal(y[:1234], x[idx[:1234]])


@up.jit(threads=3)
def _logarithms(x, y):
    for i in prange(x.shape[0]):
        y[i] = math.log(x[i]) + math.sqrt(x[i])


@up.jit(threads=3)
def _guarded_logarithms(x, y):
    for i in prange(x.shape[0]):
        r = 0.25
        if x[i] > -0.5:
            r = math.log(x[i])
        y[i] = r


@up.jit(threads=3)
def _steps_that_raise(x, y):
    for i in prange(x.shape[0]):
        r = x[i]
        for _ in range(3):
            r = math.sqrt(r) + 0.5
        if r > 50:
            raise ValueError("too large")
        y[i] = r


@up.jit(threads=3)
def _steps_that_raise_beside_rows(x, y):
    for i in prange(1):
        for j in prange(x.shape[0]):
            y[j] = 1 // int(x[j] + 1.0)


@pytest.mark.parametrize("function", [_logarithms, _guarded_logarithms, _steps_that_raise, _steps_that_raise_beside_rows])
@pytest.mark.parametrize("place", [0, 1, 6, 7, 8, 9, 511, 512, 2047, 2048, 2049, 4094, 4098, 4099, 4100])
@pytest.mark.parametrize("bad", [-0.25, -1.0, 1e15])
def test_an_element_that_raises_leaves_what_comes_before_it(function, place, bad):
    """Groups of iterations that run side by side: first, last, complete and incomplete ones."""
    x = np.random.default_rng(place).uniform(0.5, 2.0, 4101)
    x[place] = bad
    if place + 3 < x.size:
        x[place + 3] = bad
    expected, found = np.full_like(x, 7.0), np.full_like(x, 7.0)
    outcome = []
    for call, y in ((function.py_func, expected), (function, found)):
        try:
            outcome.append(call(x, y))
        except (ValueError, ZeroDivisionError) as error:
            outcome.append(type(error))
    assert outcome[0] is outcome[1]
    done = place if outcome[0] else x.size
    np.testing.assert_allclose(found[:done], expected[:done], rtol=1e-14)
    if outcome[0]:
        assert found[place] == 7.0


@up.jit
def _divide(a, b):
    return a // b


def test_zero_division_text_has_the_line():
    with pytest.raises(ZeroDivisionError, match="integer division or modulo by zero") as raised:
        _divide(1, 0)
    assert str(raised.value) == "integer division or modulo by zero"
    assert raised.value.unpython_place == ("test_exceptions.py", _divide.py_func.__code__.co_firstlineno + 2)


@up.jit
def _assertion(n):
    assert n > 3, "n is too small"
    return n


def test_texts_of_assert():
    assert _assertion(4) == 4
    with pytest.raises(AssertionError, match="n is too small"):
        _assertion(3)
