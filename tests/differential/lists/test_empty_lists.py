"""Lists of no items: written where something is compared or called, or found to be empty where NumPy makes an array of them, whose type is
then float64."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

COMPARED = [
    "w == []", "w < []", "[] == w", "w != []", "w in []", "[] == []", "[] < []", "[] <= []", "[w] >= []", "[] is []", "(w,) == []", "[w] == []", "[w] < []", "None == []",
    "'a' == []", "[[]] == []", "not [] < w", "3 >= w < []",
]  # fmt: skip
CALLED = [
    "max([], 1)", "min(w, [])", "abs([])", "float([])", "int([])", "math.sqrt([])", "round([])", "pow([], 2)", "divmod([], 2)", "complex([])", "np.sqrt([])", "np.abs([])",
    "np.add([], 1)", "np.sum([])", "np.dot([], [])", "math.hypot([], 1)", "np.float64([])",
]  # fmt: skip
MADE = [
    "np.abs(v)", "np.maximum(v, 1)", "np.add(v, a)", "a + v", "v * a", "np.sqrt(v)", "v == a", "np.bitwise_and(v, 1)", "np.invert(v)", "np.divmod(v, 2)",
    "np.concatenate((v, a))", "np.hstack((v, v))", "np.stack((v, v))", "np.isnan(v)",
]  # fmt: skip


def seen(function, *given):
    try:
        return repr(function(*given))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", COMPARED)
def test_as_python(text):
    function = function_of(f"def f(w):\n    return {text}\n")
    compiled = up.jit(strict=False)(function)
    for w in (1, 2.5, np.ones(2), np.ones(0), np.float32(2), True, 1j):
        assert seen(compiled, w) == seen(function, w), w


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", CALLED)
def test_in_calls(text):
    function = function_of(f"def f(w):\n    return {text}\n")
    assert seen(up.jit(strict=False)(function), 3) == seen(function, 3)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", MADE)
def test_that_became_arrays(text):
    for items in ("[i for i in range(k)]", "[i > 0 for i in range(k)]"):
        function = function_of(f"def f(k):\n    v = {items}\n    a = np.arange(k)\n    return {text}\n")
        compiled = up.jit(strict=False)(function)
        for k in (2, 0):
            assert seen(compiled, k) == seen(function, k), (items, k)
