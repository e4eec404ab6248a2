"""Slices whose step is zero, also where that is known when the function is compiled."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def of_an_array(k):
    return np.arange(5)[:: k - k]


def of_one_axis(k):
    return np.zeros((3, 4))[1:, :: k % 1]


def stored(k):
    a = np.arange(5)
    a[:: k - k] = 1
    return a


def gone_through(k):
    total = 0
    for x in np.arange(5)[:: k & 0]:
        total += x
    return total


def of_a_list(k):
    v = [1, 2, k]
    return v[:: k * 0]


def of_a_text(k):
    return "abc"[:: k - k]


def of_rows(k):
    rows = [[i] for i in range(k)]
    return rows[:: k - k]


def as_given(k):
    return np.arange(5)[::k]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [of_an_array, of_one_axis, stored, gone_through, of_a_list, of_a_text, of_rows, as_given])
def test_steps(function):
    for k in (3, 0, -1):
        assert outcome(up.jit(strict=False)(function), [k]) == outcome(function, [k])
