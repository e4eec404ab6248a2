"""Functions inside that take any number of functions or values, and give a function or a value: values, order and exceptions are CPython's."""

import functools
import math
from functools import reduce

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of


def composed(x):
    def compose(*functions):
        return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)

    return compose(lambda v: v + 1, lambda v: v * v, math.sqrt)(x)


def applied_in_turn(x):
    def compose(*fs):
        return lambda v: reduce(lambda acc, f: f(acc), fs, v)

    h = compose(lambda v: v + 1, math.sqrt, lambda v: v * 10)
    k = compose(math.cos)
    same = compose()
    return [h(x + i) + k(i) for i in range(3)], same(x)


def in_a_loop(x):
    def compose(*fs):
        def h(v):
            for f in fs:
                v = f(v)
            return v

        return h

    h = compose(lambda v: v - 2, lambda v: v * v)
    return h(x), h(h(x))


def applied(x):
    def apply(v, *fs):
        for f in fs:
            v = f(v)
        return v

    return apply(x, lambda v: v + 1, math.sqrt), apply(x + 1, math.sin), apply(x)


def numbers(x):
    def largest(first, *rest):
        best = first
        for v in rest:
            if v > best:
                best = v
        return best, len(rest)

    def total(*vs):
        return sum(vs) + len(vs)

    return largest(x, 2.5, 1.0), largest(0.5), total(x, 1.0), max(total(1.0), total(2.0, x))


def one_in_another(x):
    def pair(a, b):
        return lambda v: b(a(v))

    h = pair(pair(lambda v: v + 1, math.sqrt), lambda v: v * 10)
    return h(x), pair(math.sqrt, pair(math.floor, math.fabs))(x)


def names_that_change(x):
    def compose(*fs):
        return lambda v: reduce(lambda acc, f: f(acc), fs, v)

    k = 1.0
    h = compose(lambda v: v + k, lambda v: v * k)
    first = h(x)
    k = 3.0
    return first, h(x)


def same_names(x):
    def compose(*f):
        return reduce(lambda v, w: lambda x: w(v(x)), f)

    def f(v):
        return v + 0.5

    return compose(f, lambda x: x * 2, f)(x)


def raises(x):
    def compose(*fs):
        return lambda v: reduce(lambda acc, f: f(acc), fs, v)

    return compose(lambda v: v - 3.0, math.sqrt)(x)


CASES = [composed, applied_in_turn, in_a_loop, applied, numbers, one_in_another, names_that_change, same_names, raises]


@pytest.mark.parametrize("case", [(f, x) for f in CASES for x in (3.0, 0.25, 8.0)], ids=name_of)
def test_machine_code(case):
    check_machine_code(case)
    check_values(case)


def nothing_to_reduce(x):
    def compose(*fs):
        return reduce(lambda f, g: lambda v: g(f(v)), fs)

    return compose()(x)


def read_twice(x):
    def twice(*fs):
        return reduce(lambda f, g: lambda v: g(f(v)) + f(v), fs)

    return twice(lambda v: v + 1, math.sqrt, lambda v: v * 2)(x)


def in_another_order(x):
    order = []

    def note(k):
        order.append(k)
        return k

    def total(*vs):
        return reduce(lambda a, b: note(b) + a, vs)

    return total(note(1.0), note(x), 4.0), order


def starred(x):
    def total(*vs):
        return sum(vs)

    rest = [x, 1.0]
    return total(*rest), total(*(1.0, 2.0))


def as_a_value(x):
    def total(*vs):
        return sum(vs)

    f = total
    return f(x, 1.0), total(2.0)


def calls_itself(x):
    def total(*vs):
        return vs[0] if len(vs) == 1 else total(vs[0] + 1)

    return total(x, 1.0)


def keeps_the_tuple(x):
    def all_of(*vs):
        return vs, vs[1:], vs[-1]

    return all_of(x, 2.0, 3.0)


OTHERS = [nothing_to_reduce, read_twice, in_another_order, starred, as_a_value, calls_itself, keeps_the_tuple]


@pytest.mark.parametrize("case", [(f, 3.0) for f in OTHERS], ids=name_of)
def test_values(case):
    check_values(case)


def test_a_tuple_of_functions_that_calls_know():
    def run(x):
        def compose(*fs):
            return lambda v: reduce(lambda acc, f: f(acc), fs, v)

        return compose(math.sqrt)(x)

    compiled = up.jit(strict=True)(run)
    assert compiled(4.0) == run(4.0) and compiled.ran_on == "cpu"
