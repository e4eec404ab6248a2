"""Lists and dicts of functions that keep values, and functions that reduce composes."""

import math
from functools import reduce

import pytest
import unpython as up


def counter(start, step=1):
    """Counts."""
    total = start

    def add(value, times=1):
        nonlocal total
        total += step * value * times
        return total

    return add


def power(n):
    return lambda x: x**n


def then(f, g):
    def both(value):
        return g(f(value))

    return both


def half(value):
    return value / 2


def gone_through(numbers, x):
    fs = [counter(k) for k in numbers if k > 1]
    for _ in range(2):
        for i, f in enumerate(fs):
            f(x, i + 1)
    return [f(0) for f in fs], len(fs)


def appended(numbers, x):
    fs = []
    for k in numbers:
        fs.append(counter(k, step=2))
    first = fs[0]
    first(x)
    return fs[0](1) + fs[-1](2) * 10 - first(3)


def without_state(numbers, x):
    fs = [power(k) for k in numbers]
    return sum(f(x) for f in fs), [f(2) for f in reversed(fs)]


def with_late_names(numbers, x):
    def make(k):
        def f(v):
            return v + k + more

        return f

    more = 1
    fs = [make(k) for k in numbers]
    more = 10
    for f in fs:
        x = f(x)
    return x


def by_key(keys, x):
    fs = {k: counter(x) for k in keys}
    for k in keys:
        fs[k](len(fs))
    return {k: f(0) for k, f in fs.items()}


def by_new_key(keys, x):
    fs = {}
    for k in keys:
        if k not in fs:
            fs[k] = counter(x)
        fs[k](1)
    return [(k, fs[k](0)) for k in sorted(fs)], sum(f(0) for f in fs.values())


def by_known_key(numbers, x):
    fs = {"a": counter(0), "b": counter(5)}
    for k in numbers:
        fs["a"](k)
    return fs["a"](0), fs["b"](x)


def is_compared(numbers, x):
    fs = [counter(k) for k in numbers]
    first = fs[1]
    fs[1](5)
    return first(x), fs[1](0), first is fs[1]


def is_returned(numbers, x):
    fs = [counter(k) for k in numbers]
    return fs[0](x), len(fs), callable(fs[0])


def composed(numbers, x):
    fs = [lambda v: v + x, lambda v: v * 2, abs, math.sqrt]
    h = reduce(then, fs)
    x += 1
    return [h(k) for k in numbers], list(map(h, numbers))


def composed_backwards(numbers, x):
    fs = [lambda v, k=k: v * k + 1 for k in numbers]
    h = reduce(lambda f, g: lambda v: f(g(v)), fs, lambda v: v - 1)
    return h(x)


def folded(numbers, x):
    fs = [lambda v: v * x, half, abs]
    return x, reduce(lambda v, f: f(v), fs, x), reduce(lambda v, f: f(v) + v, [half, abs], x)


def folded_in_a_comprehension(numbers, x):
    fs = [lambda v: v + x, half, abs]
    return [reduce(lambda v, f: f(v), fs, k) for x in numbers for k in (x, -x)], x


def with_inner_names(numbers, x):
    def g(x):
        return reduce(lambda f, g: lambda v: g(f(v)), [lambda v: v + x, half])(1)

    return [g(k) for k in numbers], [reduce(lambda v, f: f(v), [lambda v: v + x, half], 1) for x in numbers], x


def folded_by_name(names, x):
    table = {"square": lambda v: v * v, "minus": lambda v: -v}
    return reduce(lambda v, name: table[name](v), names, x)


COMPILED = [
    (gone_through, [2, 3, 1], 2), (gone_through, [], 2), (appended, [2, 3], 4), (appended, [], 4), (without_state, [2, 3], 3), (with_late_names, [1, 2], 3),
    (by_key, ["a", "b", "a"], 1), (by_key, [], 1), (by_new_key, [3, 1, 3], 2), (by_known_key, [1, 2], 3), (composed, [3, -20], 2), (composed, [-3], 2),
    (composed_backwards, [2, 3], 4), (composed_backwards, [], 4), (folded, [], -3), (folded_in_a_comprehension, [1, 2], 100),
    (folded_by_name, ["square", "minus"], 3), (folded_by_name, [], 3),
    (folded_by_name, ["square", "cube"], 3),
]  # fmt: skip
OTHERS = [(with_inner_names, [1, 2], 100), (is_compared, [2, 3], 1), (is_returned, [2, 3], 1)]


def result_of(function, given):
    try:
        return repr(function(*given))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in COMPILED], ids=[f.__name__ for f, *_ in COMPILED])
def test_compiled(function, given):
    assert result_of(up.jit(strict=True)(function), given) == result_of(function, given)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in OTHERS], ids=[f.__name__ for f, *_ in OTHERS])
def test_as_in_python(function, given):
    assert result_of(up.jit(strict=False)(function), given) == result_of(function, given)
