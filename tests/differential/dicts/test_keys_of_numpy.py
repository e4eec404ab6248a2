"""A KeyError's argument is the key as the program has it: NumPy's number, Python's number or bool, tuples of them."""

import numpy as np
import pytest
import unpython as up


def read(k):
    d = {1: 2}
    return d[k]


def delete(k):
    d = {1: 2}
    del d[k]


def remove(k):
    s = {1}
    s.remove(k)


def pop(k):
    d = {1: 2}
    return d.pop(k)


def pair(k):
    d = {(1, 2): 3}
    return d[k, 5]


def of_an_array(k):
    d = {1: 2}
    a = np.full(3, k)
    return d[a[1]]


KEYS = [5, np.int64(5), np.int8(-5), np.uint8(200), np.uint32(7), np.bool_(False), False]


@pytest.mark.parametrize("function", [read, delete, remove, pop, pair, of_an_array])
@pytest.mark.parametrize("key", KEYS, ids=[type(key).__name__ + str(key) for key in KEYS])
def test_the_key_of_an_error(function, key):
    with pytest.raises(KeyError) as expected:
        function(key)
    with pytest.raises(KeyError) as found:
        up.jit(function)(key)
    assert repr(found.value.args) == repr(expected.value.args)
    assert str(found.value) == str(expected.value)
