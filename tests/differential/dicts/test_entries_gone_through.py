"""Dicts with texts as keys that are given, gone through: what is printed and returned is CPython's, in machine code and on devices."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, paths

FEW = {"a": 1.0, "b": 2.0, "c": 4.5}
ARRAYS = {"x": np.arange(3.0), "y": np.arange(4.0)}

PROGRAMS = {
    "shares": ("    t = sum(d.values())\n    return {k: v / t for k, v in d.items()}", FEW),
    "sum": ("    t = 0.0\n    for k, v in d.items():\n        t = 2 * t + v\n    return t, len(d), max(d.values()), min(d.values())", FEW),
    "printed": ("    for k in d:\n        print(k, d[k])\n    for k, v in d.items():\n        print(f\"{k:>5} {v:.2f}\")", FEW),
    "listed": ("    return [2 * v for v in d.values()], sum(v * v for v in d.values()), list(d.values())", FEW),
    "arrays": ("    t = 0.0\n    for k, v in d.items():\n        t += v.mean()\n    return t, {k: v.sum() for k, v in d.items()}", ARRAYS),
    "first": ("    for k, v in d.items():\n        if v > 1.5:\n            return k\n    return \"\"", FEW),
    "by its name": ("    t = 0.0\n    for k in d.keys():\n        if k != \"b\":\n            t += d[k]\n    return t", FEW),
    "twice": ("    t = 0.0\n    for k, v in d.items():\n        for j, w in d.items():\n            t += v * w * (k != j)\n    return t", FEW),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name, capsys):
    body, given = PROGRAMS[name]
    function = function_of("def f(d):\n" + body)
    expected = repr(function(given)), capsys.readouterr().out
    for device in (None, *paths.DEVICES):
        compiled = up.jit(strict=True)(function) if device is None else up.jit(strict=False, device=device)(function)
        assert (repr(compiled(given)), capsys.readouterr().out) == expected


def test_other_keys():
    """A dict with other keys, or in another order, has code of its own."""
    function = function_of("def f(d):\n" + PROGRAMS["sum"][0])
    compiled = up.jit(strict=True)(function)
    for given in (FEW, {"b": 2.0, "a": 1.0}, {"a": 1.0, "b": 2.0}, {"q": 3.0}):
        assert compiled(given) == function(given)


STAYS = {
    "changed": "    for k in d:\n        d[k] *= 2\n    return d",
    "read behind": "    for k in d:\n        pass\n    return k",
    "read behind a loop inside": "    for k in d:\n        for j in d:\n            if k == j:\n                print(k)\n    return j, k",
    "ends early": "    return any(1 / (v - 2.0) < 0 for v in d.values())",
    "another dict": "    d = {1: 2}\n    return sum(d.values())",
}


@pytest.mark.parametrize("name", STAYS)
def test_what_stays_python(name, capsys):
    function = function_of("def f(d):\n" + STAYS[name])
    expected = repr(function(dict(FEW))), capsys.readouterr().out
    assert (repr(up.jit(strict=False)(function)(dict(FEW))), capsys.readouterr().out) == expected
