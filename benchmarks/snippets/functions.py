"""Helpers, lambdas, closures, recursion."""

import functools
import math

import numpy as np
from snippets import snippet

rng = np.random.default_rng(6)
A = rng.normal(size=30)
COUNT = 4


def helper_square(x):
    return x * x


def apply_twice(f, x):
    return f(f(x))


def integrate(f, a, b, n=100):
    h = (b - a) / n
    total = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        total += f(a + i * h)
    return total * h


def weighted(x, *, power=2, scale=1.0):
    return scale * x**power


def total_of(*values):
    total = 0.0
    for v in values:
        total += v
    return total


def min_and_max(a):
    return a.min(), a.max()


def gauss(x, mu=0.0, sigma=1.0):
    """The density of a normal distribution."""
    return math.exp(-0.5 * ((x - mu) / sigma) ** 2) / (sigma * math.sqrt(2 * math.pi))


def inner_factorial(n: int) -> int:
    return 1 if n <= 1 else n * inner_factorial(n - 1)


@snippet(12)
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@snippet(16)
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@snippet(10)
def call_recursive(n):
    return inner_factorial(n) + inner_factorial(3)


@snippet(2, 3)
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@snippet(6)
def hanoi(n):
    def move(k, a, b, c):
        if k == 0:
            return 0
        return move(k - 1, a, c, b) + 1 + move(k - 1, c, b, a)

    return move(n, 0, 1, 2)


@snippet(rng.normal(size=16), 0, 15)
def quicksort(a, lo, hi):
    if lo < hi:
        p = a[hi]
        i = lo - 1
        for j in range(lo, hi):
            if a[j] <= p:
                i += 1
                a[i], a[j] = a[j], a[i]
        a[i + 1], a[hi] = a[hi], a[i + 1]
        quicksort(a, lo, i)
        quicksort(a, i + 2, hi)


@snippet(0.0, 1.0, 1e-8)
def adaptive_simpson(a, b, eps):
    m = 0.5 * (a + b)
    whole = (b - a) / 6 * (math.sin(a) + 4 * math.sin(m) + math.sin(b))
    left = (m - a) / 6 * (math.sin(a) + 4 * math.sin(0.5 * (a + m)) + math.sin(m))
    right = (b - m) / 6 * (math.sin(m) + 4 * math.sin(0.5 * (m + b)) + math.sin(b))
    if abs(left + right - whole) < 15 * eps:
        return left + right
    return adaptive_simpson(a, m, eps / 2) + adaptive_simpson(m, b, eps / 2)


@snippet(3.0)
def lambda_call(x):
    f = lambda t: t**2 + 1  # noqa: E731
    return f(x) + f(2)


@snippet(3.0, 2.0)
def lambda_closure(x, k):
    scale = lambda t: k * t  # noqa: E731
    k = 5.0
    return scale(x)


@snippet(A)
def nested_function(a):
    def smooth(i):
        return (a[i - 1] + a[i] + a[i + 1]) / 3

    out = a.copy()
    for i in range(1, len(a) - 1):
        out[i] = smooth(i)
    return out


@snippet(A)
def nested_with_default(a):
    def clip(x, low=-1.0, high=1.0):
        if x < low:
            return low
        if x > high:
            return high
        return x

    return np.array([clip(x) for x in a]) + clip(3.0, high=2.0)


@snippet(4)
def nonlocal_counter(n):
    count = 0

    def step():
        nonlocal count
        count += 1

    for _ in range(n):
        step()
    return count


@snippet(2.0)
def function_argument(x):
    return apply_twice(helper_square, x)


@snippet(1.0)
def integrate_lambda(b):
    return integrate(lambda x: math.exp(-x * x), 0.0, b)


@snippet(1.0)
def integrate_helper(b):
    return integrate(gauss, -b, b, n=50)


@snippet(helper_square, 3.0)
def given_function(f, x):
    return f(x) + f(1.0)


@snippet(lambda x, y: -2 * x * y, 0.0, 1.0, 50)
def runge_kutta(f, x, y, n):
    h = 1.0 / n
    for _ in range(n):
        k1 = f(x, y)
        k2 = f(x + h / 2, y + h / 2 * k1)
        k3 = f(x + h / 2, y + h / 2 * k2)
        k4 = f(x + h, y + h * k3)
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        x += h
    return y


@snippet(3.0)
def keyword_arguments(x):
    return weighted(x, power=3) + weighted(scale=2.0, x=x)


@snippet(3.0)
def star_arguments(x):
    args = (x, 2.0, 1.0)
    return total_of(*args) + total_of(x, 1.0) + gauss(*args)


@snippet(3.0)
def partial_function(x):
    narrow = functools.partial(gauss, sigma=0.5)
    return narrow(x) + narrow(x, mu=3.0)


@snippet(A)
def several_results(a):
    low, high = min_and_max(a)
    return (a - low) / (high - low)


@snippet(A)
def reduce_pairs(a):
    return functools.reduce(lambda x, y: x * 0.5 + y, a, 1.0)


@snippet(A, 3)
def default_of_self(a, n=COUNT):
    return a[:n] * COUNT


@snippet(np.array([1.0, 2.0, -3.0]), 2.0)
def horner(c, x):
    result = 0
    for k in reversed(c):
        result = result * x + k
    return result


@snippet(0.5)
def choose_function(x):
    f = math.sin if x < 1 else math.cos
    return f(x)


@snippet(0.5)
def loop_over_functions(x):
    total = 0.0
    for f in (math.sin, math.cos, math.tan):
        total += f(x)
    return total


@snippet(1.5)
def bisection(x):
    def f(t):
        return t**3 - t - 2

    a, b = 1.0, 2.0
    while b - a > 1e-10:
        m = (a + b) / 2
        if f(a) * f(m) <= 0:
            b = m
        else:
            a = m
    return (a + b) / 2 * x


@snippet(5)
def returns_closure_value(n):
    def make(k):
        return lambda x: x + k

    add = make(n)
    return add(10)


@snippet(A)
def early_returns(a):
    if len(a) == 0:
        return 0.0
    if a[0] > 100:
        return 1.0
    for x in a:
        if x < -1:
            return x
    return -5.0


@snippet(A, None)
def optional_argument(a, weights=None):
    if weights is None:
        weights = np.ones(len(a))
    return (a * weights).sum()


@snippet(-3)
def different_results(n):
    if n < 0:
        return 0
    return n / 2


@snippet(5)
def uses_global_function(n):
    return sum(helper_square(i) for i in range(n))
