"""Lists of numbers that are put into a list of lists and read later: states of an integration and their history."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def turned(y, k):
    return [y[1] * k, -y[0]]


def history(y0, n):
    y = list(y0)
    out = [y]
    for _ in range(n):
        y = [a + 0.5 * b for a, b in zip(y, turned(y, 2.0))]
        out.append(y)
    return out


def sliced(y0, n):
    y = y0[:]
    t, out = [0.0], [y]
    for i in range(n):
        y = turned(y, 0.5)
        out.append(y)
        t.append(t[-1] + 0.5)
    return t, out


def as_an_array(y0, n):
    y = y0
    out = [y]
    for _ in range(n):
        y = [a + 0.5 * b for a, b in zip(y, turned(y, 2.0))]
        out.append(y)
    return np.array(out)


def from_the_last(y0, n):
    out = [y0]
    for _ in range(n):
        y = out[-1]
        out.append([a + 0.5 * b for a, b in zip(y, turned(y, 2.0))])
    return np.array(out)


def steps_of_the_last(y0, n):
    out = [list(y0)]
    for _ in range(n):
        y = [a * 0.5 for a in out[-1]]
        out.append(y)
        if y[0] < 0.01:
            break
    return len(out), [r[0] for r in out], max(out[-1])


def written(n):
    y = [0.0, 1.0]
    out = [y]
    for _ in range(n):
        y = turned(y, 2.0)
        out.append(y)
    return [math.hypot(a, b) for a, b in out]


def with_ways(y0, n):
    y = list(y0)
    out = []
    for i in range(n):
        if i % 2:
            y = [v + 1 for v in y]
            out.append(y)
    return out


AGREE = [history, sliced, as_an_array, from_the_last, steps_of_the_last, with_ways]


@pytest.mark.parametrize("case", [(f, [1.0, 2.0], n) for f in AGREE for n in (0, 1, 5)] + [(written, 0), (written, 3)], ids=name_of)
def test_histories(case):
    check_machine_code(case)


def returned_given(y0, n):
    out = [y0]
    for _ in range(n):
        out.append([v * 2 for v in out[-1]])
    return out


def put_twice(y0, n):
    y = list(y0)
    out = [y]
    for _ in range(n):
        out.append(y)
    return out


def changed_later(y0, n):
    y = list(y0)
    out = [y]
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
        y[0] += 1.0
    return out


def row_changed(y0, n):
    y = list(y0)
    out = [y]
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
        out[-1][0] = 7.0
    return y[0], out


def row_changed_by_name(y0, n):
    y = y0
    out = [y]
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
    for row in out:
        row.append(1.0)
    return np.array(out)


def returned_too(y0, n):
    y = list(y0)
    out = [y]
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
    return out, y


def other_name(y0, n):
    y = list(y0)
    out = [y]
    z = y
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
        z = y
    z.append(1.0)
    return out


def two_outer(y0, n):
    y = list(y0)
    a, b = [y], [y]
    for _ in range(n):
        y = [v * 2 for v in y]
        a.append(y)
        b.append(y)
    return a, b


def same_again(y0, n):
    y = list(y0)
    z = [0.0]
    out = [y]
    for i in range(n):
        if i % 2:
            y = [v * 2 for v in y]
        out.append(y)
    return out, z


def rows_compared(y0, n):
    y = list(y0)
    out = [y]
    for _ in range(n):
        y = [v * 2 for v in y]
        out.append(y)
    return out[0] is y, out[-1] is y


LEFT = [returned_given, put_twice, changed_later, row_changed, row_changed_by_name, returned_too, other_name, two_outer, same_again, rows_compared]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, v, n) for f in AGREE + LEFT for v in ([1.0, 2.0], [1, 2], [3.0], []) for n in (0, 2)], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


@pytest.mark.parametrize("function", LEFT, ids=name_of)
def test_refused_or_the_same(function):
    compiled = up.jit(function, strict=True)
    for n in (0, 2):
        found = outcome(compiled, [[1.0, 2.0], n])
        try:
            compiled([1.0, 2.0], n)
        except (up.CompileError, NotImplementedError, TypeError):
            continue
        assert found == outcome(function, [[1.0, 2.0], n])
