"""Stores to the parts of complex arrays."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome


def whole(w, r):
    z = np.zeros(w.shape, dtype="complex128")
    z.real = r
    z.imag = -w
    return z


def places(w):
    z = np.zeros(w.shape, dtype=complex)
    ok = w > 0
    z.imag[ok] = -1 / w[ok]
    z.real[0] = 5
    z.imag += 2
    z.real *= 3
    z.imag[1:] -= 1
    return z


def narrow(w):
    z = np.zeros(w.shape, dtype=np.complex64)
    z.real = w
    return z


def in_loops(w):
    z = w.astype(complex)
    for i in range(2):
        z.imag = i
    if w.size > 2:
        z.real[:] = 7
    return z


def of_another_name(w):
    z = np.zeros((2, 3), complex)
    z.real = w
    y = z
    y.imag = 1
    return z


def too_far(n):
    z = np.zeros(3, complex)
    z.imag[n] = 1
    return z


class Pair:
    def __init__(self, a, b):
        self.real = a
        self.imag = b


def of_objects(a):
    pair = Pair(a, 2)
    pair.real = 5
    pair.imag += 1
    return pair.real + pair.imag


A = np.array([1.0, -2.0, np.inf, -0.0])
CASES = [
    (whole, A, 2.0), (whole, A, A), (whole, A.reshape(2, 2), 1), (whole, A[:0], 1), (places, A), (places, -A[1:]), (narrow, A), (in_loops, A), (in_loops, A[:1]),
    (of_another_name, A[:3]), (of_another_name, A), (too_far, 2), (too_far, 5), (of_objects, 3),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case):
    check_machine_code(case)


def real_alone(w):
    z = np.zeros(3)
    z.real = w
    return z


def of_three(w):
    z = np.zeros((1, 2, 2), complex)
    z.real = w
    return z


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [real_alone, of_three])
def test_what_python_runs(function):
    assert outcome(up.jit(strict=False)(function), (2.0,)) == outcome(function, (2.0,))
