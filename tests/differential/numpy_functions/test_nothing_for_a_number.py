"""None where a function of NumPy asks for a number: NumPy's exception, not the default."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of


def counted(k=None):
    return np.arange(k)


def named(k):
    n = None
    return np.arange(n)


def between(k=None):
    return np.linspace(0.0, 1.0, num=k)


def powers(k=None):
    return np.logspace(0, 1, k)


def unit(k):
    return np.eye(3, k=k)


def lower(k):
    return np.tril(np.ones((3, 3)), k)


def upper(k):
    return np.triu(np.tri(3, k=k), k=k)


def on_the_diagonal(k):
    return np.diag(np.ones(3), k)


def read_diagonal(k):
    return np.diag(np.ones((3, 3)), k=k)


def by_methods(k):
    a = np.ones((3, 3))
    return a.trace(k) + a.diagonal(k).sum()


def spread(k):
    a = np.arange(4.0)
    return np.std(a, ddof=k) + a.var(ddof=k)


def written(k):
    return np.eye(2).std(ddof=None)


FUNCTIONS = [counted, named, between, powers, unit, lower, upper, on_the_diagonal, read_diagonal, by_methods, spread, written]


def _outcome(function, k):
    try:
        return repr(function(k))
    except TypeError as error:
        return str(error)


@pytest.mark.parametrize("function", FUNCTIONS, ids=name_of)
def test_none_is_no_number(function):
    compiled = up.jit(function, strict=False)
    for k in (None, 1):
        assert _outcome(compiled, k) == _outcome(function, k)
