"""Copies of what NumPy gives a view of, in tuples and beside each other in results: right, or refused."""

from __future__ import annotations

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

STORED = """
t = a * 2; r = (t, t.ravel()); t[0] = 5; return r[1][0]
t = a * 2; r = (t, t.ravel()); r[1][0] = 5; return t[0]
t = a * 2; r = (1, t.reshape(3, 1)); t += 1; return r[1].sum()
r = (1, a.ravel()); a[0] = 7; return r[1][0]
r = [a.ravel(), a]; a[0] = 7; return r[0][0]
t = np.outer(a, a); r = (t, np.diag(t)); t[0] = 5; return r[1][0]
t = np.outer(a, a); r = (1, (2, t.reshape(-1))); t[0] = 5; q = r; return q[1][1][0]
d = np.diff(a, 0); a[0] = 7; return d[0]
h, e = np.histogram(a, bins=a); a[0] = -7; return e[0]
""".strip().splitlines()

RETURNED = """
t = a * 2; return t, t.ravel()
t = a * 2; r = t.reshape(-1); return r, 1, t
t = a * 2; return t.ravel(), t.reshape(-1)
t = a * 2; r = (t, (1, t.reshape(1, -1))); return r
t = a * 2; return {'a': t, 'b': t.ravel()}
t = a * 1j; return t, t.real
t = a * 1j; return t.imag, np.real(t)
t = np.outer(a, a); return t, np.diagonal(t)
t = np.outer(a, a); m = t[1]; return t, m.reshape(-1)
t = a * 2; return t, np.broadcast_to(t, (2, 3))
t = a * 2; return t, t[1:], t[::-1], t
t = a * 2; return t, t.ravel().copy(), t.imag
t = a * 2; r = t.ravel(); t = t + 1; return t, r
t = a.reshape(3, 1); return t, t.ravel(), a
t = a * 2; return t, np.diff(t, 0)
e = np.linspace(0, 1, 5); h, b = np.histogram(a, bins=e); return h, b, e
return np.diff(a, 0)
""".strip().splitlines()


def _outcome(function, a):
    try:
        return function(a)
    except up.CompileError:
        return None


def _sharing(result):
    found = []

    def collect(part):
        for item in part.values() if isinstance(part, dict) else part if isinstance(part, (tuple, list)) else [part]:
            if isinstance(item, np.ndarray):
                found.append(item)
            elif isinstance(item, (tuple, list)):
                collect(item)

    collect(result)
    return [(a is b, np.shares_memory(a, b)) for a in found for b in found]


@pytest.mark.parametrize("body", STORED)
def test_what_is_stored_to_one_is_seen_in_the_other(body):
    function = function_of(f"def f(a):\n    {body}")
    expected = function(np.array([1.0, 2.0, 3.0]))
    found = _outcome(up.jit(function), np.array([1.0, 2.0, 3.0]))
    assert found is None or found == expected


@pytest.mark.parametrize("body", RETURNED)
def test_results_share_memory_as_in_numpy(body):
    function = function_of(f"def f(a):\n    {body}")
    expected = function(np.array([1.0, 2.0, 3.0]))
    found = _outcome(up.jit(function), np.array([1.0, 2.0, 3.0]))
    assert found is None or _sharing(found) == _sharing(expected)


# Of arrays of which NumPy makes a copy, and of others.
SEEN = r"""
b = a.ravel(); return b, b[2:]
b = a.ravel(); c = b[1:]; return c, c[:, None], c[2:], a
b = a.reshape(-1); return a, b, b[::2]
b = a.ravel(); c = b.reshape(2, -1); return b, c, c[1]
return a.ravel(), a.ravel()
b = a.ravel() if a[0, 0] > 0 else a.reshape(-1); return b, b[1:]
b = a.ravel(); c = b\n    for i in range(3): c = b[1:]; b = a.ravel()\n    return b, c
b = a.ravel(); c = b\n    for i in range(2):\n        b = a.reshape(-1); c = b[1:]\n    return b, c
b = a.ravel(); c = b; i = 0\n    while i < 2: i += 1; c, b = b, a.ravel()\n    return b, c
first = a[0]; b = first.reshape(-1)\n    for i in range(2):\n        b = a[i:].reshape(-1)\n        if i == 0: first = b\n    return first, b
""".strip().splitlines()


@pytest.mark.parametrize("body", SEEN)
@pytest.mark.parametrize("turned", (False, True))
def test_what_is_seen_of_one_copy_shares_it(body, turned):
    function = function_of(f"def f(a):\n    {body}".replace(r"\n", "\n"))
    a = np.arange(1.0, 13).reshape(4, 3).T if turned else np.arange(1.0, 13).reshape(3, 4)
    expected, found = function(a), _outcome(up.jit(function), a)
    if found is not None:
        assert [x.tolist() for x in found] == [x.tolist() for x in expected]
        assert _sharing(found) == _sharing(expected)


def test_refused_results_run_in_python():
    def both(a):
        t = a * 2
        return t, t.ravel()

    with pytest.warns(up.UnpythonWarning, match="two results share memory in NumPy"):
        t, flat = up.jit(strict=False)(both)(np.ones((2, 2)))
    assert np.shares_memory(t, flat)


def test_a_helper_that_returns_both():
    def both(x):
        return x, x.ravel()

    @up.jit
    def stored(a):
        t = a * 2
        pair = both(t)
        t[0] = 5
        return pair[1][0]

    with pytest.raises(up.CompileError, match="may have other elements in NumPy here"):
        stored(np.ones(3))


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (1, 4), (4, 1)])
def test_apply_along_axis_of_a_function_that_gives_arrays(axis, shape):
    applied = function_of(f"""
def f(a):
    def ordered(x):
        return np.sort(x)

    def first(x):
        return np.cumsum(x)[:1]

    return np.apply_along_axis(ordered, {axis}, a), np.apply_along_axis(first, {axis}, a)
""")
    a = np.random.default_rng(3).random(shape)
    for found, expected in zip(up.jit(applied)(a), applied(a), strict=True):
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_apply_along_axis_of_nothing(axis, shape):
    applied = function_of(f"def f(a):\n    return np.apply_along_axis(np.sum, {axis}, a)\n")
    given = np.ones(shape)
    try:
        expected = applied(given)
    except ValueError as error:
        with pytest.raises(ValueError, match=str(error)):
            up.jit(strict=True)(applied)(given)
    else:
        assert np.array_equal(up.jit(strict=True)(applied)(given), expected)
