"""Dicts of arrays that a function makes: what it reads, goes through and returns is CPython's; what may change stays with Python."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "means": "d = {}\nfor k in np.unique(y):\n    d[int(k)] = x[y == k].mean(axis=0)\nreturn d",
    "a comprehension": "return {int(k): x[y == k].mean(axis=0) for k in np.unique(y) if k != 1}, len(x)",
    "named": "d = {k: np.zeros(k + 1) for k in range(3)}\nd[1] = np.array([5.0, 6.0])\nreturn d[1] + 1, sum(v.sum() for k, v in d.items()), 2 in d, d",
    "gone through": "d = {}\nfor k in y:\n    d[k] = x[y == k].sum(axis=0)\nt = 0.0\nfor k, v in d.items():\n    t += v[0] * k\nfor k in sorted(d):\n"
    "    t += d[k][1]\nreturn t, len(d)",
    "two of them": "d = {}\ne = {}\nfor k in range(3):\n    d[k] = np.full(2, 1.0 * k)\n    e[k] = np.arange(k + 1)\n"
    "return [v.sum() for k, v in d.items() if e[k].sum() > 0], e, d",
    "numbers": "d = {}\nfor k in range(3):\n    d[k] = x[k].sum(axis=0)\nreturn d",
    "no such key": "d = {}\nd[1] = np.zeros(2)\nreturn d[len(x)]",
}
PYTHON = {
    "changed": "d = {}\nd[1] = np.zeros(2)\nd[1][0] = 5.0\nreturn d",
    "added to": "d = {}\nd[1] = np.zeros(2)\nd[1] += 1\nreturn d",
    "twice": "d = {}\nd[1] = np.zeros(2)\nreturn d, d",
    "of itself": "d = {1: np.zeros(2)}\nd = {k: np.stack([v, v], axis=0) for k, v in d.items()}\nreturn d",
    "a view": "d = {}\nd[0] = np.expand_dims(x, axis=0)\nx[0, 0] = 9.0\nreturn d[0].sum()",
    "one array": "d = {}\nd[0] = np.ones(2)\na = d[0]\na[0] = 3.0\nreturn d[0].sum()",
}
Y = np.arange(6) % 3


def _outcome(function):
    try:
        return repr(function(np.arange(12.0).reshape(6, 2) ** 1.5, Y))
    except KeyError as error:
        return repr(error)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("name", [*PROGRAMS, *PYTHON])
def test_values(name):
    text = PROGRAMS.get(name) or PYTHON[name]
    function = function_of("def f(x, y):\n" + "".join(f"    {line}\n" for line in text.split("\n")))
    compiled = up.jit(strict=False)(function)
    assert _outcome(compiled) == _outcome(function)
    assert _outcome(compiled) == _outcome(function)
    assert compiled.ran_on == "cpu" or name not in PROGRAMS or name == "no such key"
