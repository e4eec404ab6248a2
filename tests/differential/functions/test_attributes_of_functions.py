"""Attributes of functions inside a function, also of those that decorators give."""

import functools

import pytest
import unpython as up


def counted(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        inner.calls += 1
        return function(*args, **kwargs)

    inner.calls = 0
    return inner


def unnamed(function):
    def inner(x):
        return function(x)

    return inner


def of_a_decorated_one(n):
    @counted
    def f(x):
        return x * x

    return sum([f(i) for i in range(n)]), f.calls, f.__name__


def of_two(n):
    @counted
    def f(x):
        return x + 1

    @counted
    def g(x):
        return f(x) * 2

    for i in range(n):
        g(i)
    f(1)
    return f.calls, g.calls


def given_anew(n):
    def add(function):
        def inner(x):
            inner.total += x
            return function(x)

        inner.total = 0
        return inner

    @add
    def f(x):
        return x + 1

    f.total = 5
    return f(n), f.total


def of_its_own(n):
    def tick():
        tick.n = tick.n + 2
        return tick.n

    tick.n = 1
    while tick.n < n:
        tick()
    return tick.n + tick() + tick.n


def of_recursion(n):
    def factorial(k):
        factorial.calls += 1
        return 1 if k < 2 else k * factorial(k - 1)

    factorial.calls = 0
    return factorial(n), factorial.calls


def of_makers(n):
    def make(k):
        def f(x):
            f.calls += 1
            return x * k

        f.calls = 0
        return f

    a, b = make(2), make(n)
    return a(1) + a(2) - b(3), a.calls, b.calls


def by_another_name(n):
    def f(x):
        return x

    f.calls = 0
    g = f
    g.calls += n
    return f.calls


def perhaps_there(n):
    def f(x):
        return x

    if n > 2:
        f.calls = 3
    return f.calls


def of_the_inner_one(n):
    @unnamed
    def f(x):
        return x

    return f(n), f.__name__


COMPILED = [of_a_decorated_one, of_two, given_anew, of_its_own, of_recursion, of_makers]
OTHERS = [by_another_name, perhaps_there, of_the_inner_one]


def result_of(function, n):
    try:
        return repr(function(n))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("function", COMPILED)
def test_compiled(function):
    assert result_of(up.jit(strict=True)(function), 4) == result_of(function, 4)


@pytest.mark.parametrize("function", OTHERS)
@pytest.mark.parametrize("n", [1, 4])
def test_as_in_python(function, n):
    assert result_of(up.jit(strict=False)(function), n) == result_of(function, n)
