"""Lists that a call gives, which go into arrays, and questions for what kind an argument is."""

import collections

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def rows(y0):
    y = np.zeros((3, len(y0)))
    y[0] = y0
    y[1, :] = y0
    y[2] = y[0] * 2
    return y


def every(y0):
    y = np.empty((2, 2))
    y[:] = y0
    return y


def integers(y0):
    y = np.zeros((2, len(y0)), dtype=int)
    y[1] = y0
    return y


def kept(y0):
    y = [0, 0]
    y[0] = y0
    y0[0] = 5
    return y


def doubled(x):
    return np.asarray(x) * 2


def as_floats(x):
    return np.asarray(x, dtype=float) * 2, np.array(x, dtype="float64")


def mean(x):
    return np.mean(x), np.sum(x)


def by_kind(x):
    if isinstance(x, list):
        return [v * 2 for v in x]
    return x * 2


def by_kinds(x):
    if isinstance(x, (list, tuple)):
        x = np.array(x)
    return x * 2


def unless_array(x):
    if not isinstance(x, np.ndarray):
        x = np.asarray(x)
    return x + 1


def by_class(x):
    if type(x) is list:
        return len(x)
    elif type(x) == tuple:
        return -len(x)
    return 0


def scalar(x):
    if np.isscalar(x):
        return x
    return sum(x)


def chosen(x):
    n = 1 if isinstance(x, (int, float)) else len(x)
    for v in x:
        n += v if isinstance(x, list) else -v
    return n


def rebound(x):
    n = 0
    for _ in range(2):
        if isinstance(x, list):
            n += 1
        x = np.array([1.0, 2.0])
    return n


def twice_asked(x):
    if isinstance(x, list):
        x = tuple(x)
    return isinstance(x, list), isinstance(x, tuple)


Pair = collections.namedtuple("Pair", "a b")


def of_pair(x):
    return x.a if isinstance(x, tuple) else x[0]


def same_type(x):
    return type(x)(v * 2 for v in x)


LISTS = ([1.0, 2.0], [1, 2], [1, 2.5], [True, 2.5], [10, 100, 1e3], [2**53 + 1, 0.5], [3.5], [True, False])
GOOD = (rows, doubled, as_floats, mean, by_kind, by_class, scalar, chosen)


@pytest.mark.parametrize("case", [(f, x) for f in GOOD for x in LISTS], ids=name_of)
def test_lists(case):
    function, given = case
    compiled = up.jit(strict=True, fp="strict")(function)
    for _ in range(2):
        assert outcome(compiled, (given,)) == outcome(function, (given,))


@pytest.mark.parametrize("case", [
    (every, [[1.0, 2.0], [3.0, 4.0]]), (every, [1, 2]), (integers, [1.5, -2.5]), (integers, [1, 2]), (by_kinds, [1.0, 2.0]), (by_kinds, (1.0, 2.0)), (by_kinds, 2.0),
    (by_kinds, np.ones(2)), (unless_array, [1.0, 2.0]), (unless_array, (1, 2)), (unless_array, np.ones(2)), (by_class, (1, 2)), (by_class, 5), (scalar, (1, 2)),
    (same_type, [1.0, 2.0]), (same_type, [1, 2]), (same_type, [True]), (of_pair, Pair(1, 2.5)), (every, [1, 2, 3]),
], ids=name_of)  # fmt: skip
def test_others(case):
    function, given = case
    compiled = up.jit(strict=True, fp="strict")(function)
    assert outcome(compiled, (given,)) == outcome(function, (given,))


@pytest.mark.parametrize("case", [(kept, [1, 2]), (rebound, [1.0]), (twice_asked, [1, 2]), (rows, [])], ids=name_of)
def test_values_or_refused(case):
    """What goes into a list stays the same object; a question that comes after another value has another answer."""
    function, given = case
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, (given,)) == outcome(function, (given,))


def test_of_each_kind_in_turn():
    compiled = up.jit(strict=True, fp="strict")(by_kind)
    for given in ([1.0, 2.0], np.arange(3.0), 2.5, [1, 2.5], 3, [2]):
        assert outcome(compiled, (given,)) == outcome(by_kind, (given,))


def pendulum(y, t):
    a, b = y
    return np.array([b, -a * t])


def solved(f, y0, t):
    y = np.zeros((len(t), len(y0)))
    y[0] = y0
    for n in range(len(t) - 1):
        y[n + 1] = y[n] + 0.1 * f(y[n], t[n])
    return y


@pytest.mark.parametrize("y0", ([1.0, 0.0], [1, 0.0], (1.0, 0.0), np.array([1.0, 0.0])))
def test_functions_beside_lists(y0):
    compiled = up.jit(strict=True, fp="strict")(solved)
    given = (pendulum, y0, np.linspace(0, 1, 4))
    assert np.array_equal(compiled(*given), solved(*given))
