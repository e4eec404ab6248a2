"""`return f(x)` of a function of the module that gives several kinds of things."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def root_of(f, lo, hi, tol=1e-9, most=100):
    """A root between two values."""
    low, high = f(lo), f(hi)
    if low == 0:
        return lo
    if low * high > 0:
        return None
    for i in range(most):
        mid = (lo + hi) / 2
        found = f(mid)
        if abs(found) < tol or hi - lo < tol:
            return mid, i
        if low * found < 0:
            hi = mid
        else:
            lo, low = mid, found
    return "no convergence"


def cube(x):
    return x**3 - 2


def of_cube(lo, hi):
    return root_of(cube, lo, hi)


def statistics(xs):
    if not xs:
        return None
    if len(xs) == 1:
        return xs[0]
    return sum(xs) / len(xs), max(xs)


def of_list(xs, way):
    m = 3
    if way:
        return statistics([x * m for x in xs])
    return statistics(xs)


def in_loop(xs):
    for x in xs:
        if x < 0:
            return statistics([x])
        if x > 5:
            return "big"
    return statistics(xs)


def either(x, y):
    if x > y:
        return x
    if x < y:
        return {"x": x, "y": y}


def without_end(x, y):
    return either(y, x)


def scaled(x, n=2):
    m = x * n
    if n > 2:
        return m
    return m, x


def of_array(x, way):
    if way:
        return scaled(x, 3)
    return scaled(x)


def calls_itself(n):
    return 1 if n < 2 else (n, calls_itself(n - 1)) if n > 9 else calls_itself(n - 1)


def of_recursion(n):
    return calls_itself(n)


def wrong_count(xs):
    return statistics(xs, 3)


def hides_name(x):
    max = 3
    return statistics([x, max])


X = np.arange(3.0)


@pytest.mark.parametrize("case", [
    (of_cube, 0.0, 2.0), (of_cube, 2, 3), *((of_list, xs, way) for xs in ([], [1], [1, 2]) for way in (0, 1)),
    *((in_loop, xs) for xs in ([], [1], [1, 2], [-1, 2], [9])), (without_end, 1, 2), (without_end, 2, 1), (without_end, 2, 2),
    (of_array, X, 0), (of_array, X, 1), (of_array, 2, 0),
], ids=name_of)  # fmt: skip
def test_calls(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(of_recursion, 3), (of_recursion, 11), (wrong_count, [1, 2]), (hides_name, 2)], ids=name_of)
def test_others(case):
    check_values(case)
