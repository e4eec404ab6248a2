"""Lists of no items that are written where something is compared."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

TEXTS = [
    "w == []", "w < []", "[] == w", "w != []", "w in []", "[] == []", "[] < []", "[] <= []", "[w] >= []", "[] is []", "(w,) == []", "[w] == []", "[w] < []", "None == []",
    "'a' == []", "[[]] == []", "not [] < w", "3 >= w < []",
]  # fmt: skip


def seen(function, w):
    try:
        return repr(function(w))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", TEXTS)
def test_as_python(text):
    function = function_of(f"def f(w):\n    return {text}\n")
    compiled = up.jit(strict=False)(function)
    for w in (1, 2.5, np.ones(2), np.ones(0), np.float32(2), True, 1j):
        assert seen(compiled, w) == seen(function, w), w
