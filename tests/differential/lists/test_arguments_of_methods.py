"""What methods of lists and arrays are given that they do not take: None where a number must be, `reverse=` and `key=` of an array, and the
methods of lists on a tuple."""

import copy

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of


def popped(v):
    v.pop(None)
    return v


def popped_by_default(v, k=None):
    return v.pop(k)


def backwards(v):
    v.sort(reverse=True)
    return v


def forwards(v):
    v.sort(reverse=False)
    return v


def by_flag(v):
    r = len(v) > 9
    v.sort(reverse=r)
    return v


def backwards_by_key(v):
    v.sort(reverse=True, key=abs)
    return v


def by_key_backwards(v):
    v.sort(key=abs, reverse=True)
    return v


def by_key_and_flag(v):
    r = len(v) > 1
    v.sort(reverse=r, key=abs)
    return v


def along_an_axis(v):
    v.sort(axis=0)
    return v


def of_a_kind(v):
    v.sort(kind="stable")
    return v


FUNCTIONS = [popped, popped_by_default, backwards, forwards, by_flag, backwards_by_key, by_key_backwards, by_key_and_flag, along_an_axis, of_a_kind]


def _outcome(function, given):
    try:
        return repr(function(given)), repr(given)
    except (TypeError, AttributeError) as error:
        return type(error), str(error), repr(given)


@pytest.mark.parametrize("function", FUNCTIONS, ids=name_of)
def test_arguments_are_taken_or_refused_as_in_python(function):
    compiled = up.jit(function, strict=False)
    for given in ([3, -1, 2], [2.5, 1.0], (3, -1, 2), np.array([3, -1, 2])):
        assert _outcome(compiled, copy.copy(given)) == _outcome(function, copy.copy(given))
