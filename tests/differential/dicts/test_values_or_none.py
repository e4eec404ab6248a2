"""Dicts of which some values are None, and d.get(k) of a key that may be missing."""

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "parents": "    parent = {0: None}\n    todo = [0]\n    while todo:\n        u = todo.pop()\n        for v in (2 * u + 1, 2 * u + 2):\n            if v < n and v not in parent:\n                parent[v] = u\n                todo.append(v)\n    path = []\n    node = n - 1\n    while node is not None:\n        path.append(node)\n        node = parent[node]\n    return path, len(parent)",
    "distances": "    dist = {k: None for k in range(n)}\n    dist[0] = 0\n    for k in range(n):\n        if dist[k] is not None:\n            for j in (k + 2, k + 3):\n                if j in dist and (dist[j] is None or dist[k] + 1 < dist[j]):\n                    dist[j] = dist[k] + 1\n    return [k for k in range(n) if dist[k] is None]",
    "taken away": "    last = {0: None, 1: 5}\n    for k in range(n):\n        last[k % 2] = None if n < 0 else k\n    last[0] = None\n    x = last[0]\n    y = last[1]\n    return -1 if x is None else x, -1 if y is None else y",
    "None in arithmetic": "    d = {0: None}\n    for k in range(1, n):\n        d[k] = k\n    return d[n - 1] + 1",
    "got": "    d = {1: 2, 4: 8}\n    s = 0\n    for k in range(n):\n        x = d.get(k)\n        if x is None:\n            s -= 1\n        else:\n            s += x\n    return s",
    "returned": "    d = {0: None}\n    d[n] = 1\n    return d",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name):
    function = function_of(f"def f(n):\n{PROGRAMS[name]}\n")
    compiled = up.jit(strict=False)(function)
    for n in (6, 9, 1):
        try:
            expected = repr(function(n))
        except Exception as error:
            expected = type(error), str(error)
        try:
            found = repr(compiled(n))
        except Exception as error:
            found = type(error), str(error)
        assert found == expected


@pytest.mark.parametrize("name", ["parents", "distances", "got"])
def test_compiled_as_a_whole(name):
    compiled = up.jit(strict=False)(function_of(f"def f(n):\n{PROGRAMS[name]}\n"))
    compiled(6)
    assert compiled.ran_on != "python"


def test_given_dicts():
    function = function_of("def f(d, keys):\n    n = 0\n    for k in keys:\n        x = d.get(k)\n        if x is not None:\n            n += x\n    return n\n")
    for d, keys in (({"a": 1, "b": 5}, ["a", "z", "b"]), ({3: 1.5}, [3, 4])):
        assert up.jit(strict=False)(function)(d, keys) == function(d, keys)
