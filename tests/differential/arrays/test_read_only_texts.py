"""What NumPy says of functions that store to an array which is read-only, and subscripts of 64 bits without a sign."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def placed(a):
    np.place(a, a > 1, np.ones(1))


def put(a):
    np.put(a, np.array([0, 1]), 1.0)


def shuffled(a):
    np.random.shuffle(a)


def stored(a):
    a[0] = 1


def added(a):
    a += 1


def through_a_helper(a):
    placed(a)


@pytest.mark.parametrize("function", [placed, put, shuffled, stored, added, through_a_helper])
def test_texts(function):
    a = np.arange(4.0)
    a.flags.writeable = False
    with pytest.raises(ValueError) as expected:
        function(a)
    with pytest.raises(ValueError) as found:
        up.jit(strict=True)(function)(a)
    assert str(found.value) == str(expected.value)


def taken(a, i):
    return np.take(a, i), a[i]


def stored_at(a, i):
    a[i] = 7
    a[i] += 1
    return a


@pytest.mark.parametrize("function", [taken, stored_at])
@pytest.mark.parametrize("i", [[0, 1], [2**64 - 1, 2], [2**63], [2**64 - 9]], ids=repr)
def test_large_subscripts_are_taken_for_negative_ones(function, i):
    given = [np.arange(3.0), np.array(i, dtype=np.uint64)]
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
