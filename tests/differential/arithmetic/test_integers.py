"""Whole numbers: wrapping, rounding of // and %, shifts and bit operations, with strong and weak operands."""

import os

import numpy as np
import pytest
import unpython as up
from support.programs import INTS, SIGNED, Programs, array, out
from support.texts import check
from support.views import assert_same_as_python
from unpython import prange

PROGRAMS = Programs()


def _extremes(generator, shape):
    return generator.choice([-128, -127, -1, 0, 1, 2, 126, 127], shape)


def _counts(generator, shape):
    return generator.integers(0, 7, shape)


@PROGRAMS.add(array("n", "int8", values=_extremes), array("n", "int8", values=_extremes), out("n", "int8"))
def int8_wraps(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * y[i] + x[i] - y[i]


@PROGRAMS.add(array("n"), out("n"), dtypes=INTS)
def multiplication_wraps(x, z):
    for i in prange(x.shape[0]):
        s = x[i] + 113
        for _ in range(7):
            s = s * s + x[i]
        z[i] = s


@PROGRAMS.add(array("n", "int8", values=_extremes), out("n", "int8"))
def negation_and_abs_wrap(x, z):
    for i in prange(x.shape[0]):
        z[i] = abs(-x[i]) + -abs(x[i])


@PROGRAMS.add(array("n"), array("n"), out("n"), out("n"), dtypes=SIGNED)
def floor_by_sign(x, y, q, r):
    for i in prange(x.shape[0]):
        q[i] = x[i] // y[i]
        r[i] = x[i] % y[i]


@PROGRAMS.add(
    array("n", "int8", values=_extremes),
    array("n", "int8", values=_extremes),
    out("n", "int8"),
    out("n", "int8"),
)
def floor_of_extremes(x, y, q, r):
    for i in range(x.shape[0]):
        q[i] = x[i] // y[i]
        r[i] = x[i] % y[i]


@PROGRAMS.add(array("n"), out("n"), dtypes=SIGNED)
def floor_by_constants(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] // 3 + x[i] % 3 + x[i] // -4 + x[i] % -4 + x[i] // 1


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=INTS)
def bit_operators(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = (x[i] & y[i]) ^ (x[i] | 6) ^ ~y[i]


@PROGRAMS.add(array("n"), array("n", values=_counts), out("n"), dtypes=INTS)
def shifts(x, count, z):
    for i in prange(x.shape[0]):
        z[i] = (x[i] << count[i]) + (x[i] >> count[i]) + (x[i] << 2) + (x[i] >> 1)


@PROGRAMS.add(array("n"), array("n", values=lambda r, shape: r.choice([0, 1, 7, 8, 31, 32, 63, 64, 100], shape)), out("n"),
              dtypes=("int64", "int32", "uint8"))  # fmt: skip
def wide_shifts(x, count, z):
    for i in range(x.shape[0]):
        z[i] = (x[i] << count[i]) ^ (x[i] >> count[i])


@PROGRAMS.add(7, 3)
def weak_division(a, b):
    quotient, rest = divmod(-a, b)
    return a // b, a % b, -a // b, -a % b, a // -b, a % -b, -a // -b, -a % -b, a / b, quotient, rest


@PROGRAMS.add(7.5, 2.0)
def weak_float_division(a, b):
    return a // b, a % b, -a // b, -a % b, a // -b, a % -b, a / b


@PROGRAMS.add(2, 3, -1)
def weak_powers(a, b, c):
    return a**b, b**a, a**2, 2.0**b, a**0.5, (-a) ** b, float(a) ** c


@PROGRAMS.add(1, 62, 5)
def weak_bits(a, b, c):
    return a << b, (a << b) >> 3, c & 6, c | 8, c ^ 1, ~c, -c >> 1


@PROGRAMS.add(array("n", "int64"))
def weak_counter_arithmetic(x):
    s = 0
    for i in range(x.shape[0]):
        s += (i * 7 - 3) // 2 % 5 + (i & 3)
    return s


@PROGRAMS.add(True, False, 3)
def bool_arithmetic(a, b, c):
    return a + a, a * c, a & b, a | b, a ^ b, -a, c + b, a < c, not b, a - c


@PROGRAMS.add(array("n", "uint8"), out("n", "uint8"), out("n", "int64"))
def unsigned_subtraction_wraps(x, z, w):
    for i in prange(x.shape[0]):
        z[i] = x[i] - 9
        w[i] = np.int64(x[i]) - 9


@PROGRAMS.add(array("n", "uint64"), array("n", "uint64", nonzero=True), out("n", "uint64"))
def unsigned_64(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = (x[i] - y[i]) // y[i] + (x[i] - y[i]) % y[i]


@PROGRAMS.add(array("n", "uint64"), out("n", "bool"))
def unsigned_comparison(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] - x[0] > x[i] // 2


@PROGRAMS.add(out("n", "int64"))
def linear_congruence(z):
    state = 12345
    for i in range(z.shape[0]):
        state = (state * 1103515245 + 12345) % 2147483648
        z[i] = state


@PROGRAMS.add(array("n", "uint32"), out("n", "uint32"))
def hash_mix(x, z):
    for i in prange(x.shape[0]):
        h = x[i]
        h = h ^ (h >> 16)
        h = h * np.uint32(0x85EBCA6B)
        h = h ^ (h >> 13)
        z[i] = h


test_paths = PROGRAMS.as_test()


def elements_at(a, at, out):
    for i in range(at.shape[0]):
        out[i] = a[at[i]]


def end_of_a_slice(a, at):
    return a[: at[0]].shape[0] * 100 + a[at[0] :].shape[0]


@pytest.mark.parametrize("place", (0, 9, 10, 2**63 - 1, 2**63, 2**63 + 5, 2**64 - 10, 2**64 - 1))
def test_unsigned_subscripts_are_never_negative(place):
    """2**64 - 1 is too large for an index; it is not -1."""

    def arguments():
        return np.arange(10.0), np.array([1, place], np.uint64), np.zeros(2)

    assert_same_as_python(elements_at, arguments)
    assert_same_as_python(end_of_a_slice, lambda: (np.arange(10.0), np.array([place], np.uint64)))


def below_power(s):
    return s < 2**63


def below_shift(s):
    return s < 1 << 63


def product_of_large(s):
    return s * (2**62 * 4)


def rest_of_power(s):
    return s % 2**64


def float_below_power(s):
    return float(s) < 2**63


def test_the_rest_of_a_power_is_no_number_with_a_sign():
    assert [up.jit(strict=True)(rest_of_power)(s) for s in (3, -3)] == [3, 2**64 - 3]


@pytest.mark.parametrize("function", [below_power, below_shift, product_of_large, float_below_power])
def test_written_integers_of_more_than_64_bits_do_not_wrap(function):
    """2**63 is said like 9223372036854775808: refused beside Python's integers, run in Python where that is allowed."""
    with pytest.raises(up.CompileError, match=r"2\*\*63 or more|more than 64 bits"):
        up.jit(strict=True)(function)(3)
    if os.environ.get("UNPYTHON_STRICT") != "1":
        with pytest.warns(UserWarning):
            assert up.jit(function)(3) == function(3)


def test_written_integers_that_end_within_64_bits():
    def limits(s):
        return -(2**63), 2**63 - 1, s > -(2**63), s < 2**63 - 1

    def masked(u):
        return u & (2**64 - 1), u | 2**63

    assert up.jit(strict=True)(limits)(3) == limits(3)
    assert up.jit(strict=True)(masked)(np.uint64(7)) == masked(np.uint64(7))


@pytest.mark.parametrize("kind", [np.int64, np.int8, np.uint8, np.int32])
def test_rests_that_are_compared_with_zero(kind):
    def asked(x, y, out):
        for i in range(x.shape[0]):
            n = 0
            for k in range(y.shape[0]):
                if x[i] % y[k] == 0:
                    n += 1
                    if n > 5:
                        break
                if x[i] % y[k] != 0 and x[i] % 7 == 0 and y[k] % 8 != 0:
                    n += 100
            out[i] = n

    least, most = np.iinfo(kind).min, np.iinfo(kind).max
    x = np.array([least, least + 1 if least else 1, 0, 1, 2, 6, 7, 14, 120, most] + ([-1, -7, -8, -14] if least else []), kind)
    y = x[x != 0]
    expected, got = np.zeros(len(x), np.int64), np.zeros(len(x), np.int64)
    with np.errstate(all="ignore"):
        asked(x, y, expected)
    up.jit(strict=True)(asked)(x, y, got)
    np.testing.assert_array_equal(got, expected)


POWERS_THAT_RAISE = [
    "a[:] = c ** b",
    "a += c ** b",
    "a[::-1] = (c ** b) + a",
    "a[1:] = np.where(b > 0, c ** b, 0)[1:]",
    "a[:] = np.power(c, b) + a",
    "a[b > -2] = c ** b",
    "a[b > -2] += c[b > -2] ** b[b > -2]",
    "a[b > -2] **= b",
    "a[:] = c ** (np.arange(4) - c)",
    "np.add(a, np.power(c, b), out=a)",
    "np.power(c, b, out=a)",
    "a[:] = np.power.outer(c, b)[3]",
]


@pytest.mark.parametrize("line", POWERS_THAT_RAISE)
def test_nothing_is_stored_where_a_power_raises(line):
    given = [np.arange(4) + 7, np.array([1, 2, -1, 0]), np.array([2, 1, 3, 2])]
    check(f"def f(a, b, c):\n    {line}\n", given, memory=line != "np.power(c, b, out=a)")


def test_a_power_raises_before_it_is_stored_where_subscripts_are_not_checked():
    given = [np.arange(4) + 7, np.array([1, 2, -1, 0]), np.array([2, 1, 3, 2])]
    check("def f(a, b, c):\n    a[:] = c ** b\n", given, check_bounds=False)
