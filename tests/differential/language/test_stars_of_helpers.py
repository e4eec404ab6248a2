"""Calls with stars of functions beside the compiled one, and functions and None as what parameters of these are."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def model(t, a, k):
    return a * np.exp(-k * t)


def digits(a, b):
    return a * 10 + b


def of_three(a, b, c):
    return f"{a}-{b}-{c}"


def step(f, t, *args):
    return f(t, *args)


def decay(t, k=2.0):
    return -k * t


def euler(f, y, n, *args):
    for i in range(n):
        y = y + 0.1 * f(y, *args)
    return y


def apply(x, stat=np.mean):
    return stat(x)


def measured(x, *, stat=None):
    if stat is None:
        stat = np.std
    return stat(x)


def chosen(x, stat=None):
    stat = stat or np.max
    return stat(x)


def newton(f, x, df=None):
    s = df(x) if df is not None else f(x + 1) - f(x)
    return x - f(x) / s


def walked(n, callback=None, limits=(0, 10)):
    t = 0
    for i in range(n):
        if callback:
            t += callback(i)
        if callback is not None and t > limits[1]:
            break
        t = max(t, limits[0])
    return t


def mapped(xs, key=lambda x: x + 1):
    return [key(x) for x in xs]


def stripped(w):
    return w.strip()


def star_of_array(t, p):
    return model(t, *p)


def star_in_loop(ts, p):
    return [model(t, *p) for t in ts]


def star_of_parts(line):
    return digits(*map(int, line.split()))


def star_of_words(line):
    return of_three(*line.split(","))


def star_behind(line):
    return of_three("x", *line.split(","))


def star_before(line):
    return of_three(*line.split(","), "x")


def star_of_tuple(word):
    p = (1, 2)
    return word * digits(*p)


def star_of_list(n):
    args = [n, n + 1]
    return digits(*args)


def star_of_text(s):
    return of_three(*s)


def star_of_slice(xs):
    return digits(*xs[1:])


def star_inside(n):
    def inner(a, b):
        return a - b

    args = [n] * n
    return inner(*args)


def star_of_lambda(n):
    inner = lambda a, b: a - b  # noqa: E731
    args = [n] * n
    return str(inner(*args))


def stars_passed(t):
    return step(decay, t), step(decay, t, 3.0), euler(decay, t, 3), euler(decay, t, 3, 0.5), step(lambda a, b: a - b, t, t * 2)


def stars_kept(s):
    return step(of_three, s, s + "x", s * 2), step(stripped, s)


def defaults(x):
    return apply(x), apply(x, np.max), apply(x, stat=np.min), measured(x), measured(x, stat=np.mean), chosen(x), chosen(x, np.min)


def nones(x):
    return newton(lambda v: v * v - 2, x), newton(lambda v: v * v - 2, x, lambda v: 2 * v), newton(math.exp, x, math.exp)


def callbacks(n):
    return walked(n), walked(n, lambda i: i * i), walked(n, lambda i: -i, (1, 5)), walked(n, None, limits=(2, 3))


def lambdas(xs):
    return mapped(xs), mapped(xs, lambda x: x * 2), mapped(xs, key=abs)


CASES = [
    (star_of_array, [(1.0, np.array([2.0, 0.5])), (1.0, np.array([2.0])), (1.0, np.zeros(3)), (1.0, np.zeros(0)), (1.0, (2.0, 0.5))]),
    (star_of_array, [(1.0, [2.0, 0.5]), (1.0, [2.0]), (1.0, [2.0, 3.0, 4.0])]),
    (star_in_loop, [([1.0, 2.0], np.array([2.0, 0.5])), ([], np.array([2.0])), ([1.0], np.array([2.0]))]),
    (star_of_parts, [("1 2",), ("1",), ("",), ("1 2 3",), ("1 x",)]),
    (star_of_words, [("a,b,c",), ("a,b",), ("",), ("a,b,c,d",)]),
    (star_behind, [("a,b",), ("a",), ("",), ("a,b,c,d",)]),
    (star_before, [("a,b",), ("a",), ("",), ("a,b,c,d",)]),
    (star_of_tuple, [("a",), ("",)]),
    (star_of_list, [(1,), (-3,)]),
    (star_of_text, [("abc",), ("ab",), ("",), ("abcd",)]),
    (star_of_slice, [([1, 2, 3],), ([1, 2],), ([],), ([1, 2, 3, 4],)]),
    (star_inside, [(2,), (1,), (0,), (3,)]),
    (star_of_lambda, [(2,), (1,), (0,), (3,)]),
    (stars_passed, [(1.0,), (-2.5,)]),
    (stars_kept, [("a ",), ("",)]),
    (defaults, [(np.array([1.0, 2.0, 5.0]),), (np.array([3.0]),)]),
    (nones, [(2.0,), (0.5,)]),
    (callbacks, [(4,), (0,), (9,)]),
    (lambdas, [([1, -2],), ([],)]),
]


@pytest.mark.parametrize("function, calls", CASES, ids=[f.__name__ for f, _ in CASES])
def test_that_calls_agree_with_python(function, calls):
    compiled = up.jit(function, strict=True)
    for given in calls:
        assert outcome(compiled, [*given]) == outcome(function, [*given])
