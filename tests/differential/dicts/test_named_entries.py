"""Dicts with texts as keys that a function makes, fills and returns: values, types, order and identities are CPython's, in machine code and
on devices."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, paths

FEW = np.array([3.0, 1.0, 2.0, 5.0, 4.0])

PROGRAMS = {
    "filled": "    r = {}\n    r['mean'] = a.mean()\n    r['n'] = len(a)\n    r['ends'] = (a.min(), a.max())\n    return r",
    "counted": "    r = {'low': 0, 'high': 0}\n    for x in a:\n        if x > 2:\n            r['high'] += 1\n        else:\n            r['low'] += 1\n    return r",
    "int and float": "    r = dict(low=0, high=0)\n    for x in a:\n        if x > 2:\n            r['high'] += 1\n        else:\n            r['low'] += x\n    return r, r['low'] / 2",
    "lists": "    h = {'x': [], 't': []}\n    for k in range(3):\n        h['x'].append(a[k])\n        h['t'].append(0.5 * k)\n    return h",
    "lists as arrays": "    h = {'x': [], 't': []}\n    for k in range(3):\n        h['x'].append(a[k])\n        h['t'].append(0.5 * k)\n    return np.array(h['x']) * np.array(h['t'])",
    "parameters": "    p = {'k': 2.0, 'm': 0.5}\n    return a * p['k'] + p['m']",
    "arrays": "    r = {}\n    r['twice'] = a * 2\n    r['same'] = a\n    r['twice'][0] = -1\n    return r",
    "again": "    r = {'a': 1, 'b': 2}\n    r['a'] = r['b'] + 3\n    r['c'] = r['a']\n    r['b'] = 0\n    return r",
    "under a condition": "    r = {'a': 1, 'b': 2.0}\n    if a[0] > 1:\n        r['b'] = a[1]\n    return r",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = function_of("import numpy as np\n\ndef f(a):\n" + PROGRAMS[name])
    compiled = up.jit(strict=True)(function)
    for run in (compiled, *(up.jit(device=device, strict=False)(function) for device in paths.DEVICES)):
        given = FEW.copy()
        found = run(given)
        assert repr(found) == repr(function(FEW.copy()))
        if name == "arrays":
            assert found["same"] is given


STAYS = {
    "key under a condition": "    r = {}\n    if a[0] > 1:\n        r['x'] = 1\n    return r",
    "key in a loop": "    r = {}\n    for k in range(3):\n        r['x'] = k\n    return r",
    "missing": "    r = {'a': 1}\n    try:\n        return r['b']\n    except KeyError as e:\n        return str(e)",
    "two names": "    r = {'a': 1}\n    s = r\n    s['a'] = 2\n    return r",
    "twice": "    r = {'a': 1}\n    return (r, r)[0]",
    "made again": "    r = {'a': 1}\n    for k in range(2):\n        r = {'b': k}\n    return r",
    "changed inside": "    r = {'a': 1}\n    def g():\n        r['a'] = 2\n    g()\n    return r",
    "a key of any text": "    r = {'a b': 1, 'c': 2}\n    r['c'] += 1\n    return r",
}


@pytest.mark.parametrize("name", STAYS)
def test_what_stays_python(name):
    function = function_of("def f(a):\n" + STAYS[name])
    assert up.jit(strict=False)(function)(FEW) == function(FEW)
    assert up.jit(strict=False)(function).__wrapped__ is function


def test_one_list_twice():
    """It is one object in the dict, too."""
    function = function_of("def f(a):\n    v = [a[0]]\n    r = {}\n    r['x'] = v\n    r['y'] = v\n    v.append(a[1])\n    return r")
    found = up.jit(strict=False)(function)(FEW)
    assert found == function(FEW)
    assert found["x"] is found["y"]
