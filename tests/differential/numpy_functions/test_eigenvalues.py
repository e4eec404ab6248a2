"""np.linalg.eig and eigvals: real numbers where NumPy gives such, complex ones where it does, and machine code wherever nobody sees which."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_near
from support.texts import near

_CHAIN = np.array([[0.9, 0.1, 0.0], [0.5, 0.25, 0.25], [0.0, 0.5, 0.5]])
_TURN = np.array([[0.0, 1.0, 0.5], [-1.0, 0.0, 0.0], [0.0, 0.25, 2.0]])


def both(a):
    values, vectors = np.linalg.eig(a)
    return values, vectors, np.linalg.eigvals(a)


def in_order(a):
    values, vectors = np.linalg.eig(a)
    order = values.argsort()[::-1]
    return values[order], vectors[:, order]


def by_name(a):
    found = np.linalg.eig(a)
    return found.eigenvalues, found.eigenvectors[0]


def radius(a):
    return max(abs(np.linalg.eigvals(a))), np.max(np.abs(np.linalg.eigvals(a))), sum([abs(x) for x in np.linalg.eigvals(a)])


def stationary(p):
    values, vectors = np.linalg.eig(p.T)
    k = np.argmin(np.abs(values - 1))
    v = np.real(vectors[:, k])
    return v / v.sum(), len(values)


def is_stable(a):
    values = np.linalg.eigvals(a)
    return np.all(values.real < 1), values.real.max()


def turns(a):
    values, _ = np.linalg.eig(a)
    for x in values:
        if x.imag != 0:
            return True
    return False


def how_fast(a):
    found = np.linalg.eig(a)
    return np.abs(found.eigenvalues.imag[0]) < 1e-9, found.eigenvalues.real.max()


@pytest.mark.parametrize("function", [both, in_order, by_name])
@pytest.mark.parametrize("a", [_CHAIN, _CHAIN.astype(np.float32), (_CHAIN * 4).astype(np.int64), _TURN + 0j, _TURN[:2, :2] * 1j, np.eye(4)],
                         ids=lambda a: f"{a.dtype}{len(a)}")  # fmt: skip
def test_in_machine_code(function, a):
    check_near(function, (a,), 1e-12)


@pytest.mark.parametrize("function", [radius, stationary, is_stable, turns, how_fast])
@pytest.mark.parametrize("a", [_CHAIN, _TURN, _TURN + 0j, np.eye(3)], ids=["real", "complex", "of complex numbers", "one"])
def test_nobody_sees_which(function, a):
    check_near(function, (a,), 1e-12)


@pytest.mark.skipif(np.iscomplexobj(np.linalg.eigvals(np.eye(1))), reason="this NumPy always gives complex ones")
@pytest.mark.parametrize("function", [both, in_order, by_name])
def test_complex_ones_of_a_real_matrix(function):
    """Their type is known when they are: Python makes the call."""
    with pytest.warns(up.UnpythonWarning, match="made again in Python"):
        assert near(up.jit(strict=False)(function)(_TURN), function(_TURN), 1e-12)


@pytest.mark.parametrize("a", [np.ones((2, 3)), np.array([[np.nan, 1.0], [0.0, 1.0]])], ids=["no square", "no number"])
def test_mistakes(a):
    for function in (both, radius):
        with pytest.raises(np.linalg.LinAlgError) as expected:
            function(a)
        with pytest.raises(np.linalg.LinAlgError) as found:
            up.jit(strict=True)(function)(a)
        assert str(found.value) == str(expected.value)
