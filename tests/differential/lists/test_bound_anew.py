"""Given lists of numbers whose names are bound anew: the new list may be kept and returned, the given one is left to Python."""

import math

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def turned(t, y):
    return [y[1], -y[0]]


def step(f, y, t, h):
    k1 = f(t, y)
    k2 = f(t + h, [a + h * b for a, b in zip(y, k1)])
    return [a + h / 2 * (p + q) for a, p, q in zip(y, k1, k2)]


def returned(y, n):
    for _ in range(n):
        y = [y[0] + 0.5 * y[1], y[1] - 0.5 * y[0]]
    return y


def returned_beside(y0, n):
    t, y = 0.0, y0
    for _ in range(n):
        y = step(turned, y, t, 0.5)
        t += 0.5
    return t, y


def kept(y, n):
    out = []
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
    return out


def kept_steps(y0, n):
    y, out = y0, []
    for i in range(n):
        y = step(turned, y, 0.0, 0.5)
        out.append(y)
    return len(out), out


def read_alone(y0, n):
    t, y = 0.0, y0
    out = [(t, y[0])]
    for _ in range(n):
        y = step(turned, y, t, 0.5)
        t += 0.5
        out.append((t, math.hypot(y[0], y[1])))
    return out


def in_ways(y, n):
    if n > 1:
        y = [v * 2 for v in y]
    elif n > 0:
        y = y[1:]
    return y


def in_a_loop(y, n):
    while n > 0 and y[0] < 100:
        y = [v * 2 for v in y]
        if y[0] > 10:
            return y
        n -= 1
    return []


def changed_behind(y, n):
    out = []
    for i in range(n):
        y = [v * 2 for v in y]
        out.append(y)
        y[0] += 1
    return out


def twice(y, n):
    out = []
    for i in range(n):
        y = [v * 2 for v in y]
        out.append(y)
    return y, out


def two_names(y, n):
    z = y
    for i in range(n):
        z = [v * 2 for v in y]
        y = z
    return y, z


def in_a_lambda(y, n):
    f = lambda: y
    for i in range(n):
        y = [v * 2 for v in y]
    return y, f()


def changed_before(y, n):
    y[0] = 5
    for i in range(n):
        y = [v * 2 for v in y]
    return y


AGREE = [returned, returned_beside, kept, kept_steps, read_alone, in_ways, in_a_loop]


@pytest.mark.parametrize("case", [(f, [1.0, 2.0], n) for f in AGREE for n in (1, 2, 5)] + [(f, [1, 2], n) for f in (kept, in_ways) for n in (1, 3)], ids=name_of)
def test_new_lists(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [(f, [1.0, 2.0], 0) for f in (kept, kept_steps, read_alone, in_a_loop)], ids=name_of)
def test_nothing_new(case):
    check_machine_code(case)


LEFT = [changed_behind, twice, two_names, in_a_lambda, changed_before]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, v, n) for f in AGREE + LEFT for v in ([1.0, 2.0], [1, 2], [3.0], []) for n in (0, 2)], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


def test_the_given_list_comes_back():
    compiled = up.jit(strict=False)(returned)
    y = [1.0, 2.0]
    assert compiled(y, 1) == returned(y, 1)
    assert compiled(y, 0) is y


def beside(n):
    y, out = [1.0], []
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
    return y, out


def beside_in_a_dict(n):
    y, out = [1.0], {}
    for i in range(n):
        y = [v * 2 for v in y]
        out[i] = y
    return {"y": y, "out": out}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [beside, beside_in_a_dict], ids=name_of)
def test_a_list_beside_one_that_holds_it(function):
    compiled = up.jit(strict=False)(function)
    for n in (0, 1, 3):
        assert outcome(compiled, [n]) == outcome(function, [n])


def begun_with_a_copy(y, z, n):
    y = list(y)
    if n:
        y = z
    y.append(1.0)
    return len(y)


def stored_behind_a_copy(y, z, n):
    y = y[:]
    y = z if n else y
    y[0] = 1.0
    return y[1]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [begun_with_a_copy, stored_behind_a_copy], ids=name_of)
@pytest.mark.parametrize("n", [0, 1])
def test_a_copy_whose_name_stands_for_another_argument_later(function, n):
    check_values((function, [3.0, 2.0], [4.0, 5.0], n))
