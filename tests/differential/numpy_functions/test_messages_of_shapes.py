"""Shapes that do not fit, of arrays of several dimensions: NumPy's exception with its text; and stacks of one matrix, which fit."""

import numpy as np
import pytest
import unpython as up


def add(a, b):
    return a + b


def stored(a, b):
    a[...] = b
    return a


def stored_in_part(a, b):
    a[0] = b
    return a


def in_place(a, b):
    a += b
    return a


def product(a, b):
    return a @ b


def most(a, b):
    return np.maximum(a, b)


def chosen(a, b):
    return np.where(a > 0, a, b)


def dotted(a, b):
    return np.dot(a, b)


PAIRS = [(2, 3, 2, 2), (2, 1, 2), (2, 3, 4), (2, 3), (2, 4), (3, 3, 4), (1, 3, 4), (3,), (3, 4, 2), (1, 4, 2), (0, 4, 2), (2, 1, 3, 4), (2, 5, 4, 2)]


def outcome(function, a, b):
    try:
        return function(a.copy(), b.copy()).tolist()
    except (ValueError, IndexError) as error:
        return str(error)


@pytest.mark.parametrize("function", [add, stored, stored_in_part, in_place, product, most, chosen, dotted], ids=lambda f: f.__name__)
def test_pairs_of_shapes(function):
    compiled = up.jit(function, strict=True)
    for shape in PAIRS:
        for other in PAIRS:
            a, b = np.arange(float(np.prod(shape))).reshape(shape), np.ones(other)
            if function is chosen and 2 * len(shape) + len(other) > 10:
                continue  # the shapes of three arrays are more than a message holds
            try:
                found = outcome(compiled, a, b)
            except up.CompileError:
                continue
            assert found == outcome(function, a, b), (shape, other)


def solved(a, b):
    return np.linalg.solve(a, b)


@pytest.mark.parametrize("count, others", [(1, 3), (3, 1), (2, 2), (1, 1), (0, 1), (1, 0)])
def test_stacks_of_one_system(count, others):
    a, b = np.eye(2) + np.arange(count * 4.0).reshape(count, 2, 2), np.arange(others * 6.0).reshape(others, 2, 3)
    np.testing.assert_allclose(up.jit(solved, strict=True)(a, b), solved(a, b), atol=1e-12)
