"""Functions that return an argument on one way and a new array on another: the argument comes back as the object it is."""

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


def test_two_arguments_need_two_functions():
    @up.jit
    def run(a, b, flag):
        if flag:
            return a
        return b

    with pytest.raises(up.CompileError, match=r"\(part of\) an argument"):
        run(np.ones(2), np.ones(2), True)
