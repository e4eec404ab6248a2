"""Tuples and lists of functions that are given, also by `*fs`, and gone through, or read by place."""

import math
from functools import reduce

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def twice(x):
    return x * 2


def square(x):
    return x * x


def is_positive(x):
    return x > 0


def plus(k):
    return lambda v: v + k


def one_after_another(fs, x):
    for f in fs:
        x = f(x)
    for f in reversed(fs):
        x += f(x)
    return x


def by_place(fs, x):
    f, g = fs[0], fs[-1]
    return f(g(x)), len(fs), fs[1](x)


def unpacked(fs, x):
    f, g = fs
    return g(f(x))


def listed(fs, xs):
    return [[f(x) for f in fs] for x in xs]


def kept(fs, xs):
    return [x for x in xs if all(f(x) > 0 for f in fs)]


def asked(fs, x):
    return max(f(x) for f in fs), any(f(x) > 3 for f in fs), sum(f(x) for f in fs[1:])


def by_name(fs, x):
    return {f.__name__: f(x) for f in fs}


def numbered(fs, x):
    for i, f in enumerate(fs, 1):
        x = f(x) + i
    for f, g in zip(fs, fs[1:]):
        x = f(g(x))
    return x


def folded(fs, x):
    return reduce(lambda v, f: f(v), fs, x), reduce(lambda f, g: lambda v: g(f(v)), fs)(x)


def first_negative(fs, x):
    for f in fs:
        if f(x) < 0:
            return False
    return True


def inside(fs, x):
    def both(v):
        for f in fs:
            v = f(v)
        return v

    return both(x) - both(x + 1)


def if_any(fs, x):
    if not fs:
        return x
    return fs[0](x)


def steps(rows, x):
    for name, f, k in rows:
        x = f(x) * k + len(name)
    return x


def rules(rows, x):
    for test, f in rows:
        if test(x):
            return f(x)
    return x


def composed(x, *fs):
    for f in fs:
        x = f(x)
    return x


GIVEN = [[twice, square], (twice, twice), [plus(1), plus(2.5)], (abs, math.sin)]


@pytest.mark.parametrize("case", [
    *((f, fs, 3.0) for f in (one_after_another, by_place, unpacked, asked, numbered, folded, first_negative, inside) for fs in GIVEN),
    (by_name, [twice, abs], 2), (listed, (twice, abs), [1, -2]), (kept, [twice, plus(3)], [1, -2, -5]), (if_any, [twice], 2),
    (steps, [("a", twice, 2), ("bc", square, 0.5)], 3.0), (rules, [(is_positive, twice), (twice, abs)], 3), (rules, [(is_positive, twice), (twice, abs)], -3),
    (composed, 2), (composed, 2, twice), (composed, 2.5, plus(1), plus(2), square),
], ids=name_of)  # fmt: skip
def test_functions(case):
    check_machine_code(case)


def appended(fs, x):
    fs.append(abs)
    for f in fs:
        x = f(x)
    return x


def until_large(fs, x):
    for f in fs:
        x = f(x)
        if x > 5:
            break
    return x


def read_after(fs, x):
    for f in fs:
        x = f(x)
    return f(x)


def given_back(fs, x):
    return fs


def other_ones(fs, x):
    fs = [f for f in fs if f(x) > 0]
    return fs[0](x)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, fs, 3.0) for f in (appended, until_large, read_after, given_back, other_ones) for fs in GIVEN[::2]], ids=name_of)
def test_others(case):
    check_values(case)
