"""Functions that return an argument on one way and a new array on another: the argument comes back as the object it is."""

import itertools

import numpy as np
import pytest
import unpython as up


@up.jit
def doubled_if(a, flag):
    if flag:
        return a
    return a * 2


@up.jit
def chosen(a, n):
    return a if n % 2 else a + n


@up.jit
def several(a, n):
    if n == 0:
        return a, n
    b = a + 1
    if n == 1:
        return b[1:], n
    return b, n


@up.jit
def repeated(x, n):
    for _ in range(n):
        x = x * 2
    return x


@up.jit
def passed_on(x, n):
    prev = x
    for _ in range(n):
        cur = np.empty_like(prev)
        cur[:1] = prev[:1]
        cur[1:] = prev[1:] + prev[:-1]
        prev = cur
    return prev


@up.jit
def exchanged(u, n):
    un = u.copy()
    for _ in range(n):
        un[1:-1] = 0.5 * (u[2:] + u[:-2])
        u, un = un, u
    return u


@pytest.mark.parametrize("function", [doubled_if, chosen, several, repeated, passed_on, exchanged])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 6])
@pytest.mark.parametrize("step", [1, 2, -1])
def test_identity_and_values(function, count, step):
    for n in (0, 1, 2, 3):
        mine, other = np.arange(count * abs(step) * 1.0)[::step], np.arange(count * abs(step) * 1.0)[::step]
        result, expected = function(mine, n), function.py_func(other, n)
        if isinstance(expected, tuple):
            assert result[1] == expected[1]
            result, expected = result[0], expected[0]
        assert (result is mine) == (expected is other), n
        assert np.shares_memory(result, mine) == np.shares_memory(expected, other)
        np.testing.assert_array_equal(result, expected)
        np.testing.assert_array_equal(mine, other)
        assert result.dtype == expected.dtype


@up.jit
def one_of(a, b, flag):
    if flag:
        return a
    return b


@up.jit
def either_name(a, b, n):
    x = a if n % 2 else b
    if n > 2:
        x = a[1:] + b[1:]
    return x


@up.jit
def last_of(a, b, n):
    x = a
    for i in range(n):
        x = b if i % 2 else a[::-1]
    return x


@up.jit
def nested(a, b, n):
    pair = (a[1:], (n, b if n else a))
    return pair, a.ravel(), ()


@pytest.mark.parametrize("function", [one_of, either_name, last_of])
@pytest.mark.parametrize("step", [1, -2])
def test_one_of_two_arguments(function, step):
    for n in (0, 1, 2, 3):
        a, b = np.arange(5 * abs(step) * 1.0)[::step], np.arange(5 * abs(step) * 2.0)[: 5 * abs(step)][::step]
        result, expected = function(a, b, n), function.py_func(a, b, n)
        for one in (a, b):
            assert (result is one) == (expected is one)
            assert np.shares_memory(result, one) == np.shares_memory(expected, one)
        assert result.strides == expected.strides
        np.testing.assert_array_equal(result, expected)


def test_tuples_in_tuples():
    a, b = np.arange(4.0), np.arange(3.0)
    for n in (0, 1):
        (part, (number, either)), flat, nothing = nested(a, b, n)
        assert np.shares_memory(part, a) and part.shape == (3,)
        assert number == n and either is (b if n else a) and nothing == ()
        assert np.shares_memory(flat, a) and flat is not a


def exchanged_on_one_way(m, k):
    v = m[..., 1:]
    if k > 0:
        v, m = m, v
    return m, v


def cut_on_one_way(m, k):
    if k > 0:
        m = m[:k]
    return m


def exchanged_in_a_loop(m, k):
    v = m[1:]
    for _ in range(k):
        v, m = m, v
    m[0] = 5
    return m


def chosen(m, k):
    return m[::-1] if k else m


def part_of_what_may_be_the_argument(m, k):
    if k > 1:
        m = m[1:]
    v = m[:3]
    return v, m.T


@pytest.mark.parametrize("function", [exchanged_on_one_way, cut_on_one_way, exchanged_in_a_loop, chosen, part_of_what_may_be_the_argument])
@pytest.mark.parametrize("layout", ["C", "F"])
def test_an_argument_on_some_ways_and_a_view_of_it_on_others(function, layout):
    compiled = up.jit(strict=True)(function)
    for k in (0, 1, 2, 0):
        m = np.asarray(np.arange(12.0).reshape(3, 4), order=layout)
        again = m.copy(order="K")
        results, expected = compiled(m, k), function(again, k)
        for result, wanted in zip(*((r if isinstance(r, tuple) else (r,)) for r in (results, expected)), strict=True):
            assert (result is m) == (wanted is again)
            assert np.shares_memory(result, m) and result.strides == wanted.strides
            np.testing.assert_array_equal(result, wanted)


def views_of_all(m, k):
    return m[:], m[...], m[::1], m.T.T, m.transpose(), m.swapaxes(0, 0), np.moveaxis(m, 0, 0), m[None][0], m, m.squeeze(), np.atleast_1d(m), m.real


def all_of_it_on_one_way(m, k):
    if k > 0:
        m = m[:]
    return m


def one_view_twice(m, k):
    v = m[1:]
    w = v
    t = (v, k)
    return v, w, m[1:], t[0], m, v


def views_of_a_branch(m, k):
    v = m[1:] if k else m[:2]
    return v, v, m


def views_of_a_loop(m, k):
    w = m[:1]
    for i in range(3):
        v = m[i:]
        if i == k:
            w = v
    for i in range(k + 1):
        w = m[i:]
    return v, w, v, w


def last_of(m):
    return m[-1:]


def views_of_a_helper(m, k):
    v, w = last_of(m), last_of(m)
    return v, w, v


def arrays_of_its_own(m, k):
    b = m + k
    v = b[1:]
    c = b * 2
    return b, v, b, v, c, b[:], c


@pytest.mark.parametrize(
    "function",
    [views_of_all, one_view_twice, views_of_a_branch, views_of_a_loop, views_of_a_helper, arrays_of_its_own],
)
def test_which_results_are_one_object(function):
    compiled = up.jit(strict=True)(function)
    for k in (0, 1, 2):
        m = np.arange(12.0).reshape(3, 4)
        given, wanted = ([m, *(r if isinstance(r, tuple) else (r,))] for r in (compiled(m, k), function(m, k)))
        for i, j in itertools.combinations(range(len(wanted)), 2):
            assert (given[i] is given[j]) == (wanted[i] is wanted[j]), (k, i, j)
            assert np.shares_memory(given[i], given[j]) == np.shares_memory(wanted[i], wanted[j]), (k, i, j)
        for result, expected in zip(given, wanted, strict=True):
            assert result.strides == expected.strides
            np.testing.assert_array_equal(result, expected)


def test_an_argument_or_all_of_it_is_for_python():
    with pytest.raises(up.CompileError, match="a view of all of the argument"):
        up.jit(strict=True)(all_of_it_on_one_way)(np.zeros((2, 3)), 1)
    compiled = up.jit(strict=False)(all_of_it_on_one_way)
    m = np.zeros((2, 3))
    with pytest.warns(up.UnpythonWarning):
        assert compiled(m, 0) is m
    assert compiled(m, 1) is not m
