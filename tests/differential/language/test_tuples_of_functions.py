"""Functions in tuples and lists: called by place, gone through, unpacked; and functions with some of their arguments given."""

import functools
import math

import numpy as np
import pytest
import unpython as up
from support import paths
from support.programs import Programs, array

PROGRAMS = Programs()


def halved(x):
    return x * 0.5


OUTER = (halved, lambda x: x + 3.0)


def by_number(x):
    steps = (halved, lambda y: y * x, math.sqrt)
    return steps[0](x) + steps[1](2.0) + steps[-1](x) + (halved, np.cos)[1](x) + (halved, np.cos)[x > 1](x)


def by_place(x, n):
    steps = [halved, np.sin, lambda y: y + x]
    total = 0.0
    for k in range(-3, 3):
        total += steps[k](x) * (k + 5)
    return total + steps[n](x), OUTER[n](x)


def gone_through(x):
    def more(y):
        return y + x

    total = 0.0
    for i in range(4):
        for step in (more, lambda y: more(y) * 2):
            if i == 1:
                continue
            if i == 3:
                break
            total += step(total)
        else:
            total += 1.0
    for f in OUTER:
        total = f(total)
    return total


def unpacked(x):
    f, g = halved, lambda y: f(y) + 1.0
    return f(x) + g(x)


def of_pairs(x):
    pairs = (lambda y: (y, 1.0), lambda y: (y * 2, 2.0))
    total = 0.0
    for f in pairs:
        a, b = f(x)
        total += a * b
    return total


@pytest.mark.parametrize(
    "function, arguments",
    [
        (by_number, (2.0,)), *((by_place, (2.0, n)) for n in (0, 1, 2, -1, -2, 3, -4)), (gone_through, (2.0,)), (unpacked, (3.0,)),
        (of_pairs, (3.0,)),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)  # fmt: skip
def test_functions_in_tuples(function, arguments):
    def outcome(run):
        try:
            return repr(run(*arguments))
        except Exception as error:
            return type(error), error.args

    compiled = up.jit(strict=True)(function)
    for run in (compiled, paths.interpreted(compiled, "source"), paths.interpreted(compiled, "scheduled")):
        assert outcome(run) == outcome(function)


def test_a_tuple_outside_is_seen_anew():
    compiled = up.jit(strict=True)(through_outer)
    assert compiled(2.0) == through_outer(2.0)
    global OUTER
    before, OUTER = OUTER, (lambda x: x * 7.0,)
    try:
        assert compiled(2.0) == through_outer(2.0) == 14.0
    finally:
        OUTER = before


def through_outer(x):
    for f in OUTER:
        x = f(x)
    return x


def weighed(w, x, y=1.0):
    return w * x + y


@up.jit(strict=True)
def applied(f, x):
    total = 0.0
    for i in range(x.shape[0]):
        total += f(x[i])
    return total


@pytest.mark.parametrize(
    "partial",
    [
        functools.partial(weighed, 2.0), functools.partial(weighed, 2.0, y=5.0), functools.partial(weighed, y=np.float64(4.0), w=3.0),
        functools.partial(weighed, x=2.0), functools.partial(functools.partial(weighed, 2.0), y=-1.0),
    ],
)  # fmt: skip
def test_partials_are_arguments(partial):
    x = np.arange(1.0, 6.0)

    def outcome(run):
        try:
            return run(partial, x)
        except TypeError:
            return TypeError

    assert outcome(applied) == outcome(applied.py_func)


def test_another_partial_of_one_function_is_another_value():
    x = np.arange(3.0)
    assert [applied(functools.partial(weighed, k), x) for k in (1.0, 2.0, 5.0)] == [6.0, 9.0, 18.0]


@PROGRAMS.add(array("n"), array("n", stored=True), dtypes=("float64", "float32"), skip_layouts=("empty",))
def pipeline(x, y):
    steps = (lambda v: v * 2, lambda v: v + x[0], abs)
    for i in up.prange(x.shape[0]):
        v = x[i]
        for step in steps:
            v = step(v)
        y[i] = steps[i % 3](v)


test_paths = PROGRAMS.as_test()
