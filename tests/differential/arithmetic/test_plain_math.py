"""Functions of `math` and methods of Python's numbers that are loops: value, kind and exception as CPython's."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import told
from support.programs import Programs, array, out
from unpython import prange

PROGRAMS = Programs()
VALUES = np.random.default_rng(1).normal(size=200) * 10.0 ** np.arange(-100, 100)


def common(a, b):
    return math.gcd(a, b), math.lcm(a, b)


def ways(n, k):
    return math.comb(n, k), math.perm(n, k)


def product(n):
    return math.factorial(n)


def near(a, b):
    return math.isclose(a, b), math.isclose(a, b, rel_tol=1e-3), math.isclose(a, b, abs_tol=0.1)


def products(a, b):
    return math.prod([a, 2, 3]), math.prod([a, b, 2.5]), math.prod((b, b), start=2.0)


def apart(p, q):
    return math.dist(p, q)


def exact_sum(a):
    return math.fsum(a)


def powers(a, b, m):
    return pow(a, 3), pow(a, b, m)


def bits(n):
    return n.bit_length(), (5).bit_length()


def whole(x):
    return x.is_integer()


CALLS = [
    *((common, (a, b)) for a, b in [(12, 18), (-4, 6), (0, 0), (np.int64(9), 6), (2.0, 3), (True, 4), (7, 0)]),
    *((ways, (n, k)) for n, k in [(5, 2), (20, 10), (3, 5), (-1, 2), (5, -1), (0, 0)]),
    *((product, (n,)) for n in (0, 1, 5, 20, -1)),
    *((near, (a, b)) for a, b in [(2.5, 2.5), (2.5, 2.501), (3, 3), (math.inf, math.inf), (math.nan, 1.0), (0.0, 1e-12)]),
    *((products, (a, b)) for a, b in [(1, 2.0), (2.5, np.float64(3)), (np.int64(4), 1.5)]),
    *((apart, (np.array(p), np.array(q))) for p, q in [([0.0, 1], [3.0, 5]), ([1e300, 0], [-1e300, 0]), ([math.nan], [1.0])]),
    *((exact_sum, (np.array(a),)) for a in [[0.1] * 10, [1e100, 1.0, -1e100, 1e-3], [1e-16, 1.0, 1e16], [0.0, -0.0]]),
    *((exact_sum, (np.array(a),)) for a in [[math.inf, 1.0], [math.inf, -math.inf], [math.nan, 1.0], [1e308, 1e308, 1.0]]),
    *((exact_sum, (a,)) for a in (VALUES, -VALUES[::-1], np.empty(0))),
    *((powers, a) for a in [(3, 4, 5), (3, 4, -5), (-3, 5, 7), (2, 0, 1), (2, 3, 0), (7, 62, 1000003)]),
    *((bits, (n,)) for n in (0, 7, -1, -2, -8, -9, True, 2**62, -(2**63), 2**63 - 1)),
    *((whole, (x,)) for x in (2.0, 2.5, -0.0, math.nan, math.inf, np.float32(3), np.float64(4.5))),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS, ids=lambda value: getattr(value, "__name__", ""))
def test_as_python(function, arguments):
    assert told(up.jit(strict=True)(function), arguments) == told(function, arguments)


@pytest.mark.parametrize(("function", "arguments"), [(product, (21,)), (ways, (200, 100))])
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_more_than_64_bits_is_left_to_python(function, arguments):
    with pytest.raises(NotImplementedError, match="64 bits"):
        up.jit(strict=True)(function)(*arguments)
    assert told(up.jit(strict=False)(function), arguments) == told(function, arguments)


def whole(x):
    return int(x)


def nearest(x):
    return [round(x), math.floor(x), math.ceil(x), math.trunc(x)]


def power_of_three(n):
    return pow(n, n, n * n - 1)


def stored(x, a):
    a[0] = 1
    a[1] = int(x) % 10


BEYOND = [(whole, 1e305), (whole, -2.0**63 * 3), (whole, np.uint64(2**64 - 1)), (nearest, 1e22), (power_of_three, 2**31)]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "number"), BEYOND)
def test_numbers_beyond_64_bits_are_left_to_python(function, number):
    with pytest.raises(NotImplementedError, match="64 bits"):
        up.jit(strict=True)(function)(number)
    assert told(up.jit(strict=False)(function), (number,)) == told(function, (number,))


def test_a_number_beyond_64_bits_is_refused_where_something_has_changed():
    with pytest.raises(NotImplementedError, match="64 bits"):
        up.jit(strict=False)(stored)(1e20, np.zeros(2))
    with pytest.raises(OverflowError, match="infinity"):
        up.jit(stored)(math.inf, np.zeros(2))


def _small(generator, shape):
    return generator.integers(-40, 41, shape)


@PROGRAMS.add(array("n", values=_small), array("n", values=_small), out("n"), out("n"), dtypes=("int64", "int32"))
def in_a_kernel(x, y, common_factor, digits):
    for i in prange(x.shape[0]):
        common_factor[i] = math.gcd(x[i], y[i])
        digits[i] = int(x[i]).bit_length() + math.comb(abs(x[i]) % 20, 3)


test_paths = PROGRAMS.as_test()
