"""Functions that other functions make: with a state that is None first, dicts and lists, several at once, and of any number of values."""

import math

import pytest
import unpython as up
from support.outcomes import outcome


def polynomial(*cs):
    def p(x):
        return sum(c * x**i for i, c in enumerate(cs))

    return p


def polynomials(xs):
    f = polynomial(1, 2, 3)
    g = polynomial(2.5, len(xs))
    return [f(x) for x in xs], [g(x) for x in xs]


def compose(*fs):
    def run(x):
        for f in fs:
            x = f(x)
        return x

    return run


def composed(xs):
    h = compose(math.sqrt, lambda v: v + 1, abs)
    return [h(x) for x in xs]


def make_pid(kp, ki=0.0, limits=(-math.inf, math.inf)):
    integral = 0.0
    last = None

    def step(error, dt):
        nonlocal integral, last
        integral += error * dt
        slope = 0.0 if last is None else (error - last) / dt
        last = error
        lo, hi = limits
        return max(lo, min(hi, kp * error + ki * integral + slope))

    return step


def controlled(xs):
    pid = make_pid(2.0, ki=0.1, limits=(0, 10))
    free = make_pid(1.5)
    t = 12.0
    out = []
    for x in xs:
        t += 0.5 * pid(x - t, 0.5) + free(x, 2.0)
        out.append(t)
    return out


def average(alpha=0.5, start=None):
    value = start

    def update(x):
        nonlocal value
        value = x if value is None else alpha * x + (1 - alpha) * value
        return value

    return update


def averages(xs):
    a, b = average(0.25), average(start=1.0)
    return [a(x) for x in xs], [b(x) for x in xs]


def counter():
    counts = {}

    def count(x):
        counts[x] = counts.get(x, 0) + 1
        return counts[x]

    return count


def counts(xs):
    c = counter()
    d = counter()
    return [c(x) for x in xs], [d(x > 2) for x in xs]


def window(n):
    held = []

    def push(x):
        held.append(x)
        if len(held) > n:
            held.pop(0)
        return sum(held) / len(held)

    return push


def windows(xs):
    w = window(2)
    return [w(x) for x in xs]


def account(total=0):
    def add(x):
        nonlocal total
        if x < 0:
            raise ValueError("negative")
        total += x

    def get():
        return total

    return add, get


def two_at_once(xs):
    add, get = account()
    give, ask = account(10)
    for x in xs:
        add(x)
        give(2 * x)
    return get(), ask()


def derivative(f, h=1e-3):
    def df(x):
        return (f(x + h) - f(x - h)) / (2 * h)

    return df


def newton(f, df, x):
    for _ in range(10):
        x = x - f(x) / df(x)
    return x


def roots(xs):
    g = lambda t: t * t - 2  # noqa: E731
    return round(newton(g, derivative(g), 1.0 + len(xs)), 12), derivative(math.sin)(0.5)


def kept(f):
    cache = {}

    def g(n):
        if n not in cache:
            cache[n] = f(n)
        return cache[n]

    return g


def squares(xs):
    square = kept(lambda k: k * k)
    return [square(x) for x in xs]


ALL = [polynomials, composed, controlled, averages, counts, windows, two_at_once, roots, squares]


@pytest.mark.parametrize("function", ALL)
@pytest.mark.parametrize("given", [[1.0, 2.5, 2.5, 4.0], [3, 1, 3], []])
def test_made_functions(function, given):
    compiled = up.jit(strict=bool(given))(function)  # what an empty list would hold is not known
    assert outcome(compiled, [given]) == outcome(function, [given])


@pytest.mark.parametrize("function", [composed, two_at_once])
def test_what_they_raise(function):
    assert outcome(up.jit(strict=True)(function), [[1.0, -2.0]]) == outcome(function, [[1.0, -2.0]])


def one_name_for_two(xs):
    f = average(0.5)
    a = [f(x) for x in xs]
    f = average(0.25)
    return a, [f(x) for x in xs]


def test_a_name_for_two_of_them():
    assert up.jit(strict=False)(one_name_for_two)([1.0, 2.0, 4.0]) == one_name_for_two([1.0, 2.0, 4.0])
