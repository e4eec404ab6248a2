"""Python's numbers beside arrays of narrow integers, in functions that NumPy computes in floats or makes arrays of first."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import told

SMALL, LARGE, SINGLE = np.array([3, 0, 7], np.uint8), np.array([3, 0, 7], np.uint64), np.array([1.5, 2], np.float32)


def kron(a, x):
    return np.kron(a, x), np.kron(x, a), np.kron(x, x)


def float_power(a, x):
    return np.float_power(a, x), np.float_power(abs(x), a)


def logaddexp(a, x):
    return np.logaddexp(a, x), np.logaddexp2(x, a)


def insert(a, x):
    return np.insert(a, 0, [x, x])


def gcd(n, m):
    return np.gcd(n > 1, m > 0)


def ldexp(x, n):
    return np.ldexp(x, n)


def element(a, x):
    return (a + 1)[..., 0], (a > x)[..., 1], (a * 2)[0, ...]


def element_of_a_name(a, x):
    b = a + x
    return b[..., 0], a[..., 1], b[..., 0].ndim, float(b[..., 1])


CASES = [
    (kron, SMALL, 300), (kron, LARGE, -1), (kron, SINGLE, 2), (kron, SINGLE, 2.5), (kron, np.eye(2, dtype=np.int16), 7),
    (float_power, SMALL, 300), (float_power, LARGE, -1), (float_power, np.uint8(3), 300), (float_power, SINGLE, 2),
    (logaddexp, LARGE, -1), (logaddexp, SMALL, 3), (logaddexp, np.array([-3, 4], np.int8), 100),
    (insert, LARGE, 5), (insert, LARGE, -1), (insert, SMALL, 256), (insert, SINGLE, 2), (gcd, 2, 3), (gcd, np.int64(3), 4),
    (ldexp, 300, SMALL), (ldexp, SMALL, 2), (ldexp, np.uint32([1, 0]), 2**40), (ldexp, SINGLE, -3),
    (element, SINGLE, 2), (element_of_a_name, SMALL, 2), (element_of_a_name, SINGLE, 2),
]  # fmt: skip


def name_of(case):
    return f"{case[0].__name__}-{getattr(case[1], 'dtype', type(case[1]).__name__)}-{case[2] if isinstance(case[2], (int, float)) else 'array'}"


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_as_numpy(case):
    function, *given = case
    found = told(up.jit(strict=True, fp="strict")(function), given)
    is_refused = isinstance(found, tuple) and issubclass(found[0], (up.CompileError, NotImplementedError))
    assert is_refused or found == told(function, given)
