"""NaN among what is searched, counted and told apart: behind all others, and of complex numbers in several kinds."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values, outcome

NAN = np.nan
COMPLEX = [complex(0, 0), complex(1, NAN), complex(1, NAN), complex(NAN, 1), complex(NAN, NAN)]
WANTED = [complex(NAN, 1), complex(NAN, 0), complex(1, NAN), complex(2, NAN), complex(-1, 0), complex(1, 0)]


def searched(s, v):
    return np.searchsorted(s, v), np.searchsorted(s, v, side="right"), np.searchsorted(s, v[0])


def told_apart(a):
    return np.unique(a), np.unique(a, return_counts=True), np.unique(a, equal_nan=False)


def counted(a, edges):
    return np.histogram(a, edges), np.histogram(a, edges, weights=a * 0 + 0.5)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_numbers(dtype):
    check_values((searched, np.array(COMPLEX, dtype), np.array(WANTED, dtype)))
    check_values((told_apart, np.array(WANTED + COMPLEX, dtype)))
    check_values((told_apart, np.array(COMPLEX[::-1] + WANTED[:3], dtype)))


def test_numbers_of_several_types():
    for s in (np.array([1, 2, 2, 5]), np.array([1.0, 2.5, NAN, NAN]), np.array(COMPLEX[:1] + WANTED[5:])):
        for v in (np.array([2, 0, 9]), np.array([2.0, NAN, -1]), np.array([2 + 0j, 1 - 1j])):
            check_values((searched, s, v))
    assert outcome(up.jit(strict=True)(told_apart), (np.array([NAN, 1.0, NAN, 1]),)) == outcome(told_apart, (np.array([NAN, 1.0, NAN, 1]),))


@pytest.mark.parametrize("edges", [[0, 1, 2, NAN], [0, NAN], [-np.inf, 1, np.inf], [0, NAN, 2], [NAN, NAN], [NAN]], ids=repr)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_edges(edges, dtype):
    check_values((counted, np.array([0.5, 1.5, 2.5, NAN, 9, 1], dtype), np.array(edges, dtype)))
