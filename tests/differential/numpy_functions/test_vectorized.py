"""np.vectorize of functions that only compute: values, types and exceptions are NumPy's."""

import math

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def clipped(a, top):
    def clip_one(x, highest):
        return x if x < highest else highest

    return np.vectorize(clip_one)(a, top)


def of_lambda(a):
    return np.vectorize(lambda x: x * 2.5 + 1)(a), np.vectorize(lambda x: x > 1)(a)


def of_steps(a):
    def steps(n):
        count = 0
        while n > 1 and count < 50:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            count += 1
        return count

    return np.vectorize(steps)(a)


def of_arrays(a, b):
    return np.vectorize(lambda x, y: math.atan2(x, y))(a, b)


def from_the_other_side(a):
    return np.vectorize(lambda k, x: k - x)(1, a)


def mixed(a):
    return np.vectorize(lambda x: x if x < 0.5 else 0)(a)


def divides(a):
    return np.vectorize(lambda x: 1 / x)(a)


def closes_over(a, k):
    return np.vectorize(lambda x: x + k)(a)


def powers(a):
    return np.vectorize(lambda x: x**2 + 1)(a), np.vectorize(lambda x: 2.0 * x**3)(a)


def powers_of_two(a):
    return np.vectorize(lambda k: 1.5 * 2**k)(a)


def larger(a):
    return np.vectorize(lambda x: max(x, 0))(a)


def as_a_number(x):
    return np.vectorize(lambda v: v * 2)(x)


def with_effects(a):
    seen = []

    def note(x):
        seen.append(x)
        return x

    return np.vectorize(note)(a), len(seen)


def raises(a):
    def positive(x):
        if x < 0:
            raise ValueError("negative")
        return math.sqrt(x)

    return np.vectorize(positive)(a)


A = np.array([[0.1, 0.7, -3.0], [0.4, np.nan, 2.5]])
CASES = [
    (clipped, A, 0.5), (clipped, A.astype(np.float32), 0.5), (clipped, np.arange(5), 2), (clipped, A, np.float64(0.5)), (clipped, A[:0], 0.5),
    (clipped, A, A[::-1]), (clipped, A, A[0]), (clipped, A.T, 0), (of_lambda, A), (of_lambda, np.arange(4, dtype=np.uint8)), (of_steps, np.arange(1, 9)),
    (of_steps, np.arange(1, 9, dtype=np.int32)), (of_arrays, A, A), (of_arrays, A, np.ones(3)), (from_the_other_side, np.arange(4)),
    (from_the_other_side, A), (mixed, A), (mixed, A[:, ::-1]), (divides, np.array([1.0, 4.0])), (divides, np.array([1.0, 0.0])), (closes_over, A, 2),
    (closes_over, np.arange(3), np.float32(0.5)), (as_a_number, 2.5), (as_a_number, [1, 2]), (with_effects, A), (raises, np.abs(A)), (raises, A),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize(
    "case", [(clipped, A, 0.5), (of_lambda, A), (of_steps, np.arange(1, 9)), (of_arrays, A, A), (from_the_other_side, A), (raises, np.abs(A))], ids=name_of
)
def test_machine_code(case):
    check_machine_code(case)
