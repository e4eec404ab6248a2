"""np.poly1d as its coefficients, in machine code, in the interpreter and on devices; what needs the object stays Python's."""

import numpy as np
import pytest
from support.outcomes import check_near, check_values, name_of

_X = np.linspace(-1, 1, 9)


def fitted(x, y):
    p = np.poly1d(np.polyfit(x, y, 2))
    return p(x), p.order, p.coeffs, p(0.5)


def slopes(c, x):
    p = np.poly1d(c)
    q = p.deriv().deriv()
    return p(x), q(x), p.integ()(x), p.deriv()(2.0), q.o


def newton(c, x):
    p = np.poly1d(c)
    dp = p.deriv()
    for _ in range(40):
        step = p(x) / dp(x)
        x -= step
        if abs(step) < 1e-14:
            return x
    return None


def written(x):
    fit = np.poly1d([0, 0, 1, -2.5])
    total = 0.0
    for v in x:
        total += fit(v)
    return total, fit.c, fit.deriv().coef, fit.integ().coefficients, np.poly1d([2, 1])(x)


def listed(c):
    p = np.poly1d(c)
    return np.array([p(k) for k in range(3)]), p.c, p.deriv().c, p.integ().c


def chosen(c, x, which):
    p = np.poly1d(c)
    if which:
        p = p.deriv()
    return p(x)


CASES = [
    (fitted, _X, _X**2 - _X + 2), (slopes, np.array([3.0, 1.0, 2.0, 1.0]), _X), (slopes, np.array([0, 0, 3, 1, 2]), _X),
    (slopes, np.array([1.5]), _X), (slopes, np.array([1 + 2j, 3.0, 1j]), _X), (newton, np.array([1.0, 0.0, -2.0, -5.0]), 2.0), (written, _X),
    (listed, np.array([1.0, -2.0, 0.5])), (listed, np.array([0.0, 0.0])), (listed, np.array([0, 2])), (listed, np.array([4])),
    (chosen, np.array([1.0, 2.0, 3.0]), _X, True), (chosen, np.array([1.0, 2.0, 3.0]), _X, False),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    function, *given = case
    check_near(function, given, 1e-9)


def returned(c):
    return np.poly1d(c)


def multiplied(c):
    p = np.poly1d(c)
    return (p * p)(2.0), p(1.0)


def in_a_lambda(c, x):
    p = np.poly1d(c)
    f = lambda v: p(v) + 1  # noqa: E731
    return f(x)


def of_nothing(c):
    return np.poly1d(c)(2.0)


@pytest.mark.parametrize("case", [(returned, [1.0, 2.0]), (multiplied, [1.0, 2.0]), (in_a_lambda, [1.0, 2.0], 3.0), (of_nothing, np.zeros(0))], ids=name_of)
def test_what_python_runs(case):
    check_values(case)
