"""Objects of classes with `__call__`, which compiled functions call."""

import warnings

import numpy as np
import pytest
import unpython as up
from unpython import prange


class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def __call__(self, x):
        total = 0
        for k, c in enumerate(self.coefficients):
            total += c * x**k
        return total


class Scale:
    def __init__(self, factor):
        self.factor = factor
        self.calls = 0

    def __call__(self, x, shift=1):
        self.calls += 1
        return self.factor * x + shift


def values(n, x):
    p = Polynomial(1, -3, 2)
    return p(x), p(0)


def two(n, x):
    p = Polynomial(1, x)
    q = Polynomial(x, 2)
    return p(x) + q(1), [p(i) for i in range(n)]


def counted(n, x):
    s = Scale(x)
    t = 0.0
    for i in range(n):
        t += s(i)
    return t, s.calls


def by_name(n, x):
    s = Scale(x)
    return s(1, shift=5), s(shift=2, x=n), s.calls


def another_name(n, x):
    s = Scale(x)
    t = s
    t(1)
    return s.calls, t(2)


def parallel(n, x):
    out = np.zeros(n)
    p = Polynomial(1.0, x)
    for i in prange(n):
        out[i] = p(i)
    return out


@pytest.mark.parametrize("function", [values, two, counted, by_name, another_name, parallel])
def test_values(function):
    compiled = up.jit(strict=True)(function)
    for given in [(5, 1.5), (0, 2.0), (1, 0.25), (9, -3.5)]:
        assert repr(compiled(*given)) == repr(function(*given))


def missing(n, x):
    s = Scale(x)
    return s()


def test_of_too_few_arguments():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(TypeError):
            up.jit(strict=False)(missing)(1, 2.0)


class Answers:
    """Has each attribute that it is asked for."""

    def __init__(self, n):
        self.n = n

    def __getattr__(self, name):
        return len(name)


def longest(answers, n):
    total = answers.n
    for i in range(n):
        total += answers.length * i
    return total


@pytest.mark.filterwarnings("ignore:.*runs? in Python")
def test_an_object_that_answers_to_every_name():
    assert up.jit(strict=False)(longest)(Answers(3), 4) == longest(Answers(3), 4)
