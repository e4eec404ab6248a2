"""Functions that functions return: lambdas that give lambdas, constants as defaults, calls of what is made at once."""

import math

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def compose(f, g):
    return lambda x: f(g(x))


def slope(f, h=0.5):
    """Of a function."""
    return lambda x: (f(x + h) - f(x - h)) / (2 * h)


def scaled(f, by=2.0, shift=1.0):
    def inner(x):
        return f(x) * by + shift

    return inner


def lambdas(x):
    make = lambda k: lambda v: v * k
    double = make(2.0)
    return make(3.0)(x), double(x) + double(1.0)


def same_names(x, f, g):
    return compose(math.sin, math.cos)(x) + compose(lambda x: x + f, lambda x: x * g)(x)


def of_one_another(x):
    return slope(slope(math.sin, 0.25))(x), slope(compose(math.sin, math.cos), h=0.125)(x)


def defaults(x):
    plain = scaled(math.sin)
    other = scaled(math.cos, shift=x)
    return plain(x), other(x), scaled(abs, 3.0, shift=2.0)(x)


def newton(f, x, n):
    df = slope(f)
    for _ in range(n):
        x = x - f(x) / df(x)
    return x


def root(x):
    return newton(lambda v: v * v - 2, x, 5), newton(math.cos, x, 3)


def bound_anew(x):
    k = 2.0
    f = slope(lambda v: v * k)
    k = x
    return f(x)


def in_loops(x):
    total = 0.0
    for h in (0.5, 0.25):
        f = slope(math.exp, h)
        total += f(x)
    return total


def rebound_maker(x):
    make = lambda k: lambda v: v * k
    f = make(2.0)
    make = lambda k: lambda v: v + k
    return f(x), make(2.0)(x)


@pytest.mark.parametrize("function", [lambdas, of_one_another, defaults, root, bound_anew, in_loops], ids=name_of)
@pytest.mark.parametrize("x", [1.0, -0.5])
def test_made(function, x):
    check_machine_code((function, x))


def test_parameters_with_names_of_inner_ones():
    check_machine_code((same_names, 0.5, 1.0, 2.0))


def test_a_maker_that_is_bound_anew():
    check_values((rebound_maker, 1.5))


def test_a_call_that_raises():
    check_machine_code((root, 0.0))
