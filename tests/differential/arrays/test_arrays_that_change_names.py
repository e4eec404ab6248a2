"""Names of arrays that get other arrays: in exchanges, on some ways, while another name stores to their memory."""

import numpy as np
import pytest
import unpython as up


def another_on_one_way(x, y, k):
    if k:
        y = np.ones(3)
    x[0] = 5
    return y[0]


def loop_before_another(x, y, k):
    for i in range(3):
        x[i] = y[i - 1]
    if k:
        y = np.ones(2)
    return y[0]


def chosen(x, y, k):
    z = y if k else np.ones(3)
    x[1] = 7
    return z[1] + z[0]


def exchange_with_a_new_array(x, y, k):
    s = t = 0.0
    for i in range(k + 1):
        w = np.zeros(2)
        y, w = w, y
        s = w[0]
        t = w[1]
        w[0] = 3
    return s + t


def exchange_with_an_argument(x, y, k):
    s = 0.0
    for i in range(k + 1):
        x, y = y, x
        s += x[0]
        y[0] = 9
    return s


def exchange_with_a_part(x, y, k):
    for i in range(k + 1):
        w = np.zeros(2)
        y, w = w, y[1:]
        w[0] = 3
    return len(y)


def exchange_of_two_loops(x, y, k):
    for i in range(k + 1):
        for j in range(k):
            x, y = y, x
    return y


def exchange_behind_a_condition(x, y, k):
    for i in range(k + 1):
        if k > 0:
            x, y = y, x
    y[0] = 5
    return y[0]


FUNCTIONS = [
    another_on_one_way, loop_before_another, chosen, exchange_with_a_new_array, exchange_with_an_argument,
    exchange_with_a_part, exchange_of_two_loops, exchange_behind_a_condition,
]  # fmt: skip


def arguments(kind):
    a = np.arange(1.0, 6.0)
    return {"one": (a[:3], a[:3]), "same": (a, a), "overlap": (a[:4], a[1:]), "apart": (a, np.arange(5.0, 10.0))}[kind]


def seen(function, kind, k):
    """What the call gives, which argument that is, and what it leaves."""
    x, y = arguments(kind)
    given = function(x, y, k)
    which = [given is each for each in (x, y)]
    return np.array(given).tolist(), which, x.tolist(), y.tolist()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["one", "same", "overlap", "apart"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_as_python(function, kind):
    compiled = up.jit(strict=False)(function)
    for k in (0, 1, 2, 0):
        assert seen(compiled, kind, k) == seen(function, kind, k), k
