"""`path = [y]`, `path.append(y)`, `np.array(path)`: the states of a system, one after another, in a function that stores to no array. Where
something may change one of them, what the list holds then is CPython's."""

import numpy as np
import pytest
import unpython as up


def fall(t, y):
    return np.array([y[1], -y[0] * (1.0 + t)])


def euler(y, h, n):
    path, energies = [y], []
    t = 0.0
    for _ in range(n):
        y = y + h * fall(t, y)
        t += h
        path.append(y)
        energies.append(y[0] ** 2 + y[1] ** 2)
    return np.array(path), np.array(energies), t


def runge_kutta(y, h, n):
    f = lambda s: np.array([s[1], -s[0]])  # noqa: E731
    path = [y.copy()]
    for _ in range(n):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        y = y + h / 6 * (k1 + 4 * k2 + k3)
        path.append(y)
    return np.vstack(path), len(path)


def of_copies(y, h, n):
    path = [y.copy()]
    while len(path) <= n:
        y += h * y[::-1]
        path.append(y.copy())
    return np.array(path)


def in_place(y, h, n):
    path = [y]
    for _ in range(n):
        y += h * y[::-1]
        path.append(y)
    return np.array(path)


def by_a_view(y, h, n):
    path, first = [y], y[:1]
    for _ in range(n):
        y = y + h * fall(0.0, y)
        path.append(y)
    first[0] = 9.0
    return np.array(path)


def of_one_row(y, h, n):
    path = [y]
    for _ in range(n):
        y = y + h * fall(0.0, y)
        y[0] = 7.0
        path.append(y)
    y[1] = 8.0
    return np.array(path)


def called(y, h, n):
    def clip(s):
        s[0] = min(s[0], 1.0)
        return np.array([s[0], s[1]])

    path = [y]
    for _ in range(n):
        y = y + h * clip(y)
        path.append(y)
    return np.array(path)


def same(found, expected):
    return repr(found) == repr(expected)


@pytest.mark.parametrize("function", [euler, runge_kutta, of_copies])
@pytest.mark.parametrize("n", [0, 7])
def test_states_of_a_system(function, n):
    start = np.array([1.0, 0.5])
    compiled = up.jit(strict=True)(function)
    assert same(compiled(start.copy(), 0.1, n), function(start.copy(), 0.1, n))
    assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [in_place, by_a_view, of_one_row, called])
def test_states_that_something_changes(function):
    found, expected = np.array([1.5, 0.5]), np.array([1.5, 0.5])
    assert same(up.jit(strict=False)(function)(found, 0.1, 5), function(expected, 0.1, 5))
    assert same(found, expected)
