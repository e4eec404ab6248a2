"""Arguments that are a list, an array or None, of which the function makes arrays; lists with nothing in them and of complex numbers."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def asked(v):
    a = np.array(v)
    if len(a) == 0:
        return None
    return a.mean(), a.max()


def points(cr, ci):
    c = np.array(cr) + 1j * ci
    z = np.zeros(c.shape, dtype=complex)
    return c, z[np.abs(z) <= 2]


def weighted(x, weights=None):
    x = np.asarray(x)
    if x.size == 0:
        return None
    if weights is None:
        weights = 1
        total = x.size
    else:
        weights = np.asarray(weights, dtype=float)
        total = weights.sum()
    x = x * weights
    if x.ndim > 1:
        x = x.ravel()
    s = 0
    for v in x:
        s += v
    return s / total


def angles(z):
    z = np.asarray(z, dtype="complex64")
    return np.angle(z), (z * z.conj()).real.sum(), z[0]


def magnitudes(z):
    a = np.array(z)
    return a, np.abs(a), len(z)


def summed(v):
    return np.sum(v), np.asarray(v).dtype, np.cumsum(v)


def integers(v):
    a = np.asarray(v, dtype=int)
    return a, np.concatenate([a, a])


def unless_array(x):
    if not isinstance(x, np.ndarray):
        x = np.asarray(x, dtype=float)
    x = x - x.mean()
    return x, x @ x


def if_list(x):
    if isinstance(x, list):
        x = np.array(x)
    return x * 2, x.shape


def chosen(x, y=None):
    x = np.asarray(x, float)
    y = np.asarray(y, float) if y is not None else np.ones_like(x)
    return x + y


def largest(v):
    return np.max(v)


def joined(v, w):
    return np.concatenate((v, w)), np.dot(v, w)


def gone_through(x, p=2):
    if isinstance(x, np.ndarray) and x.ndim == 2:
        x = x.sum(axis=0)
    if p == np.inf:
        return max(abs(v) for v in x)
    s = 0
    for v in x:
        s += abs(v) ** p
    return s if p == 1 else s ** (1 / p)


def centred(x):
    m = np.mean(x)
    x = x - m
    return x


def scores(x):
    m, s = np.mean(x), np.std(x)
    z = (x - m) / s
    return z


def spread(x, w):
    m, total = np.average(x, weights=w, returned=True)
    return np.average((x - m) ** 2, weights=w), total


def counted(x, w):
    h = np.zeros(4)
    np.add.at(h, x, w)
    return h, len(x)


def read_first(x):
    s = 0
    for v in x:
        s += v
    return s, np.sum(x)


def changed_again(x):
    y = x
    x = np.asarray(x) * 2
    y.append(3)
    return x, y


def one_way(x, c):
    if c:
        x = np.asarray(x)
    return x * 2


V = np.arange(3.0)
CASES = [
    (asked, []), (asked, [1, 2]), (points, [], 0.5), (points, [1, 2], 1), (weighted, []), (weighted, [1, 2, 4]), (weighted, [1, 2, 4], [1, 2, 3]),
    (weighted, [1, 2, 4], [0.5, 1, 2]), (weighted, np.array([[1.0, 2], [3, 5]]), [0.25, 0.75]), (angles, [1, 1j, -1, -1j]), (angles, []), (angles, [2.5, 1]),
    (magnitudes, [1 + 2j, 3j]), (magnitudes, [1, 2.5, -0.0j]), (magnitudes, [True, 1j]), (magnitudes, []), (summed, []), (summed, [1, 2]), (integers, []),
    (unless_array, [1, 2]), (unless_array, V), (if_list, [1, 2]), (if_list, V), (if_list, []), (chosen, [1, 2]), (chosen, [1, 2], [3, 4]),
    (chosen, [1, 2], V[:2]), (chosen, []), (largest, []), (joined, [], [1, 2]), (joined, [], []), (gone_through, [3, 4]),
    (gone_through, np.array([[1.0, -2], [2, -2]]), 1), (gone_through, [], np.inf), (centred, [1, 2]), (centred, V), (centred, []), (scores, [1, 2, 4]),
    (spread, [1, 2, 4], [1, 1, 2]), (counted, [0, 1, 1], [1.0, 2, 3]), (counted, [0, 1, 1], 1.0),
]  # fmt: skip
IN_ANY_CASE = [(read_first, []), (read_first, [1]), (changed_again, [1, 2]), (one_way, [1, 2], True), (one_way, [1, 2], False), (counted, [], 1)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_lists_as_arrays(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        assert outcome(compiled, given) == outcome(function, given)


@pytest.mark.parametrize("case", IN_ANY_CASE, ids=name_of)
def test_what_may_stay_with_python(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)


def test_lists_follow_one_another():
    compiled = up.jit(strict=True)(weighted)
    for given in ([[1, 2]], [[]], [[1.5, 2], [1, 3]], [V], [[1, 2.5]], [[]], [V, V]):
        assert outcome(compiled, given) == outcome(weighted, given)
