"""Dimensions of no elements beside dimensions of one: what comes of them is empty, however the one is known."""

import numpy as np
import pytest
import unpython as up


def two_first_items(w, x, k):
    return w[:1] == x[:1]


def two_flat_items(w, x, k):
    return w.ravel()[:1] + x.ravel()[:1]


def three_items(w, x, k):
    return w[:1] + x[:1] * w[-1:]


def some_items(w, x, k):
    return w[:k] + x[:1]


def sum_of_items(w, x, k):
    return (w[:1] + x[:1]).sum(), (x[-1:] - w[:k]).shape


def chosen(w, x, k):
    return np.compress(w.ravel()[:1] == x.ravel()[:1], w, axis=0)


SHAPES = [(3,), (0,), (1,), (2, 3), (0, 3), (3, 1), (1, 1)]


def seen(function, *arguments):
    try:
        made = function(*arguments)
    except ValueError as error:
        return str(error)
    return [(np.shape(part), np.asarray(part).dtype, np.asarray(part).tolist()) for part in (made if isinstance(made, tuple) else (made,))]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [two_first_items, two_flat_items, three_items, some_items, sum_of_items, chosen])
def test_as_numpy(function):
    compiled = up.jit(strict=False)(function)
    for one in SHAPES:
        for other in SHAPES:
            for k in (0, 1, 2):
                given = np.ones(one), np.full(other, 2.0), k
                assert seen(compiled, *given) == seen(function, *given), (one, other, k)
