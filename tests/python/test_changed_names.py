"""Names around a function that stand for something of another kind at the next call, and numbers that are called."""

import warnings

import numpy as np
import pytest
import unpython as up
from unpython import prange

CALLED = 5
HUGE = 2**70
HELD = np.arange(3.0)


class Plus:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return x + self.n


def in_parallel(a):
    out = np.empty_like(a)
    for i in prange(len(a)):
        out[i] = CALLED(a[i])
    return out


def in_order(a):
    out = np.empty_like(a)
    for i in range(len(a)):
        out[i] = CALLED(a[i])
    return out


def at_once(a):
    return CALLED(a)


def without(a):
    return CALLED()


def of_an_array(a):
    return HELD(a)


def summed(a):
    return sum(CALLED(v) for v in a)


@pytest.mark.parametrize("function", (in_parallel, in_order, at_once, without, of_an_array, summed))
def test_a_number_or_an_array_is_not_called(function, monkeypatch):
    monkeypatch.setitem(globals(), "CALLED", 5)
    with pytest.raises(up.CompileError, match="cannot be called"):
        up.jit(strict=True)(function)(np.ones(3))
    if function is not in_parallel:
        with pytest.raises(TypeError, match="object is not callable"), up.options(strict=False), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            up.jit(function)(np.ones(3))


@pytest.mark.parametrize("function", (in_parallel, in_order, at_once))
def test_a_name_that_stands_for_other_things_from_call_to_call(function, monkeypatch):
    compiled = up.jit(strict=False)(function)
    a = np.arange(3.0)
    meant = (Plus(1), lambda x: x + 3, Plus(2), np.sqrt, 5, abs, Plus(1), 2.5, lambda x: x + 9, [1], np.exp)
    for value in meant:
        monkeypatch.setitem(globals(), "CALLED", value)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if not callable(value):
                with pytest.raises((TypeError, up.CompileError)):
                    compiled(a)
            else:
                np.testing.assert_array_equal(compiled(a), function(a))


def read(a):
    return a + CALLED


def test_a_number_that_becomes_another_thing(monkeypatch):
    compiled = up.jit(strict=True)(read)
    for value in (1, 2.5, np.float32(3), HUGE, HELD, 4):
        monkeypatch.setitem(globals(), "CALLED", value)
        if value is HUGE:
            with pytest.raises(up.CompileError, match="does not fit 64 bits"):
                compiled(np.ones(3))
        else:
            np.testing.assert_array_equal(compiled(np.ones(3)), read(np.ones(3)))


def test_what_is_of_no_use_is_told_as_it_is_now(monkeypatch):
    compiled = up.jit(strict=True)(in_parallel)
    told = {"text": "not supported", Plus: "class 'Plus'", None: "is None"}
    for value, text in (*told.items(), *reversed(told.items()), (5, "cannot be called")):
        monkeypatch.setitem(globals(), "CALLED", value)
        with pytest.raises(up.CompileError, match=text):
            compiled(np.ones(3))
