"""Powers of Python's integers beside floats: an integer or a float by the sign of the exponent, which only matters where the power is
more than an operand."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def scaled(x, e):
    return x * 10**e, x / 10**e, 10**e * x, 10**e / x, x + 10**e, x - 10**e, 10**e - x


def scaled_in_place(x, base, e):
    x /= base**e
    x *= base ** (e - 1)
    x += base**e
    return x


def scaled_array(a, e):
    a *= 2**e
    return a / 2**e, a + 10**e, a


def inverse(base, e):
    return 1 / base**e, (base + 1) / base ** (e - 1)


def halves(e):
    return 1 / 2**e, 3 / 10**e, [1 / 2**k for k in range(-e, e)]


def of_bools(x, e):
    return x * True**e, x + (e > 0) ** e


def in_a_loop(x, n):
    total = 0.0
    for k in range(-n, n + 1):
        total += x * 2**k
    return total


def behind_a_loop(x, n):
    return [x / 10**k for k in range(n)]


def exponents(values):
    out = []
    for v in values:
        e = int(np.floor(np.log10(abs(v)))) if v != 0 else 0
        out.append(v / 10**e)
    return out


def alone(base, e):
    return base**e


def subscripted(a, e):
    return a[2**e], a[2**e] * 2**e


def of_single(x, e):
    return np.float32(x) * 10**e


def of_integers(k, e):
    return k * 10**e


def known(x):
    return x * 10**-3, x * 10**3, x / 2**-1


CASES = [
    *((scaled, x, e) for x in (2.5, -0.3, np.inf, np.nan, np.float64(1.5)) for e in (-3, -1, 0, 1, 5)),
    *((scaled_in_place, 3.7, base, e) for base in (2, -3, 1, -1, 10) for e in (-2, -1, 0, 1, 4)),
    (scaled_in_place, 3.7, 0, 2), (scaled_in_place, 3.7, 0, 1), (scaled_in_place, 3.7, 0, -2), (scaled, 2.5, -400), (scaled, 1.0, -323),
    (scaled_array, np.arange(4.0), -2), (scaled_array, np.arange(4.0), 3), (scaled_array, np.arange(4.0, dtype=np.float32), 3),
    (scaled_array, np.arange(4), 3), *((inverse, base, e) for base in (2, -7, 0) for e in (-3, 0, 1, 2)), (of_bools, 1.5, 2), (of_bools, 1.5, -2),
    (in_a_loop, 0.3, 5), (in_a_loop, 0.3, 0), (behind_a_loop, 7.0, 5), (exponents, [0.0031, 12.5, -4e-5, 0.0]), (alone, 2, 3), (alone, 2, -1),
    (subscripted, np.arange(5.0), 1), (of_single, 2.0, 2), (of_single, 2.0, -2), (of_integers, 3, 2), (of_integers, 3, -2), (known, 1.7), (halves, 3), (halves, -2), (halves, 0),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize(
    "case",
    [(scaled, 2.5, -3), (scaled, 2.5, 4), (scaled_in_place, 3.7, -3, -2), (scaled_array, np.arange(4.0), -2), (halves, 3), (in_a_loop, 0.3, 5),
     (behind_a_loop, 7.0, 5), (exponents, [0.0031, 12.5])],
    ids=name_of,
)  # fmt: skip
def test_machine_code(case):
    check_machine_code(case)
