"""`raise KeyError(n)`, `raise ValueError("too large", x)` and `assert x, (i, x)`: type and arguments are CPython's."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of
from unpython import prange

PROGRAMS = [
    "raise KeyError(n)",
    "raise KeyError(a[1])",
    "raise KeyError(x)",
    "raise KeyError(-n)",
    "raise KeyError((n, a[1]))",
    "raise KeyError(s)",
    "raise ValueError(s, n, 'at', x)",
    "raise ValueError('too large', a[0], n, x)",
    "raise ValueError('too large', s)",
    "raise ValueError(('too large', n))",
    "raise ValueError(7)",
    "raise ValueError('', '')",
    "raise IndexError(u[0], f[0], b[0])",
    "raise StopIteration(n)",
    "assert n < 0, n",
    "assert n < 0, (n, x)",
    "assert n < 0, ('below', n)",
    "assert n > 0, n",
    "for i in prange(5):\n        if i > 2:\n            raise KeyError(i, a[0])",
    "for k in range(3):\n        if k == n:\n            raise LookupError(k)",
    "y = x / 2\n    raise ArithmeticError(y, n)",
]
GIVEN = {
    "n": 2, "x": -0.5, "s": "text", "a": np.array([1.5, 2.5]), "u": np.array([2**64 - 1], np.uint64),
    "f": np.array([0.1], np.float32), "b": np.array([True]),
}  # fmt: skip


def _outcome(function):
    try:
        return "returned", function(*GIVEN.values())
    except Exception as error:
        return type(error), [(type(part), repr(part)) for part in error.args], str(error)


@pytest.mark.parametrize("text", PROGRAMS)
def test_arguments(text):
    function = function_of(f"def f({', '.join(GIVEN)}):\n    {text}\n    return n\n", prange=prange)
    assert _outcome(up.jit(strict=True)(function)) == _outcome(function)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("text", ["raise KeyError(a)", "raise KeyError('{0}', n)", "raise KeyError(n, None)", "raise KeyError(n * 1j)", "raise KeyError(*a)", "raise OSError(2, s)", "assert n < 0, s"])
def test_others_are_pythons(text):
    function = function_of(f"def f({', '.join(GIVEN)}):\n    {text}\n    return n\n")
    assert _outcome(up.jit(strict=False)(function)) == _outcome(function)
