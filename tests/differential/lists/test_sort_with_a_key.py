"""`v.sort(key=f)` of lists of numbers: the list, its types and errors are CPython's."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

#: The list is the function's own, or given: `w`.
COMPILED = [
    "v = list(range(len(a)))\n    v.sort(key=lambda i: -a[i])\n    return v",
    "v = [x for x in a]\n    v.sort(key=abs, reverse=True)\n    return v",
    "v = [i % 3 for i in range(20)]\n    v.sort(key=lambda i: (i % 2, -i))\n    return v",
    "v = [x * n for x in a]\n    v.sort(reverse=False, key=lambda x: x % 2)\n    v.append(v[0])\n    return v",
    "w.sort(key=lambda x: -x)\n    return w[0]",
    "w.sort(key=abs, reverse=True)\n    return w",
    "t = 0\n    for k in range(3):\n        w.sort(key=lambda x: x * (-1) ** k)\n        t += w[0]\n    return t",
    "w.sort(key=lambda i: a[i])\n    return len(w)",
    "v = []\n    v.sort(key=abs)\n    v.append(n)\n    return v",
]
OTHERS = [
    "w.sort(key=lambda x: len(w) + x)\n    return w",
    "def first(x):\n        return len(w) - x\n    w.sort(key=first)\n    return w",
    "w.sort(key=None)\n    return w",
    "w.sort(key=lambda x: x, reverse=n)\n    return w",
    "a.sort(key=abs)\n    return a",
    "w.sort(abs)\n    return w",
    "w.sort(key=lambda x: 1 / (x - 1))\n    return w",
    "s = [str(x) for x in w]\n    s.sort(key=lambda t: t[-1])\n    return s",
    "s = [(x, -x) for x in w]\n    s.sort(key=lambda t: t[1])\n    return s",
    "w.sort(key=lambda x: float('nan'))\n    return w",
]
GIVEN = [(np.array([3.0, -1.0, 2.0, -1.0]), [2, 0, -1], 2), (np.array([5, 1, 4], np.int8), [1, 2, 0, 1], -1), (np.array([0.5]), [0], 0), (np.array([-2, 2]), [5, 1], 3)]


def _outcome(function, a, w, n):
    a, w = a.copy(), list(w)
    try:
        return repr(function(a, w, n)), repr(w), repr(a)
    except Exception as error:
        return type(error), str(error), repr(w)


@pytest.mark.parametrize("text", COMPILED)
def test_compiled(text):
    function = function_of(f"def f(a, w, n):\n    {text}\n")
    compiled = up.jit(strict=True)(function)
    for given in GIVEN:
        assert _outcome(compiled, *given) == _outcome(function, *given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", OTHERS)
def test_others(text):
    function = function_of(f"def f(a, w, n):\n    {text}\n")
    compiled = up.jit(strict=False)(function)
    for given in GIVEN:
        assert _outcome(compiled, *given) == _outcome(function, *given)
