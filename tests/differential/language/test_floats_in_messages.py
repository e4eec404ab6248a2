"""Floats in messages of exceptions are written as Python and NumPy write them elsewhere."""

import numpy as np
import pytest
import unpython as up

VALUES = [1e10, 1e15, 1e-4, 1e16, 123456789012.5, 1.5e-5, 1e22, -0.0, 5e-324, 1e5, 16777216.0, 1e6, 0.1 + 0.2, float("nan"), -float("inf")]


def formatted(x):
    raise ValueError(f"{x}")


def of_str(x):
    raise ValueError("x = " + str(x))


def asserted(x):
    if x == x:
        raise AssertionError(f"{x:8}")
    raise KeyError(x)


def joined(x):
    raise ValueError("{} and {!s}".format(x, x))


@pytest.mark.parametrize("function", [formatted, of_str, asserted, joined])
@pytest.mark.parametrize("of", [float, np.float64, np.float32])
def test_messages(function, of):
    compiled = up.jit(function, strict=True)
    for value in map(of, VALUES):
        with pytest.raises(Exception) as expected:  # noqa: PT011
            function(value)
        with pytest.raises(expected.type) as found:
            compiled(value)
        assert repr(found.value.args) == repr(expected.value.args)


def marked(x):
    if x > 0:
        raise ValueError("a\x04" + str(x))
    raise ValueError("a\x04")


def test_bytes_that_stand_for_nothing_else():
    for value in (np.float32(1e10), np.float32(-1)):
        with pytest.raises(ValueError, match=".") as expected:
            marked(value)
        with pytest.raises(ValueError, match=".") as found:
            up.jit(marked, strict=True)(value)
        assert found.value.args == expected.value.args
