"""Texts that arrays choose, np.where(c, "a", "b").tolist(): the list is CPython's, and so are exceptions."""

import warnings

import numpy as np
import pytest
import unpython as up
from support.outcomes import told


def of_two(y):
    return np.where(y > 0.6, "hi", "lo").tolist()


def beside_arrays(y):
    z = y * 2 - 0.5
    return z, np.where(z > 0.6, "hi", "lo").tolist()


def of_several(y):
    return np.where(y > 0.6, "high", np.where(y > 0.0, "m", "")).tolist()


def of_one_text(y):
    return np.where(y > 0.6, "a", np.where(y > 0, "b", "a")).tolist()


def selected(y):
    return np.select([y > 0.6, y > 0.0], ["high", "middle"], default="low").tolist()


def of_numbers(y):
    return np.where(y, "some", "none").tolist()


def counted(y):
    counts = {}
    for word in np.where(y > 0, "up", "down").tolist():
        counts[word] = counts.get(word, 0) + 1
    return counts


def of_other_shapes(y):
    return np.where(y > 0.6, "a", np.where(y[:1] > 0, "b", "c")).tolist()


def of_wrong_shapes(y):
    return np.where(y > 0.6, "a", np.where(y[:2] > 0, "b", "c")).tolist()


Y = np.array([0.7, -0.2, 0.0, 0.3, np.nan])
WRITTEN = [of_two, beside_arrays, of_several, of_one_text, selected, of_numbers, counted, of_other_shapes, of_wrong_shapes]


@pytest.mark.parametrize("y", [Y, Y[::2], Y[:0], np.float32([1, 0, 3])], ids=["five", "strided", "empty", "single"])
@pytest.mark.parametrize("function", WRITTEN)
def test_calls(function, y):
    assert told(up.jit(strict=True)(function), (y,)) == told(function, (y,))


def test_other_words_in_an_array_stay_with_python():
    def with_nul(y):
        return np.where(y > 0, "a\0", "b").tolist()

    for function, y in ((of_two, np.array([[0.7, 0.2]])), (of_two, np.array([[0.7], [0.2]])), (with_nul, Y), (of_two, np.float64(0.7))):
        with pytest.raises(up.CompileError):
            up.jit(strict=True)(function)(y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", up.UnpythonWarning)
            assert repr(up.jit(strict=False)(function)(y)) == repr(function(y))
