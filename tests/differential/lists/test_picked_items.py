"""Loops over pairs and triples of the items of lists and arrays: values are CPython's, in machine code, in the interpreter and on devices."""

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of

HEAD = "import numpy as np\nfrom itertools import combinations, product\n"
FEW = np.array([3.0, 1.0, 2.0, 5.0, 4.0])

PROGRAMS = {
    "pairs": "def f(a):\n    t = 0.0\n    for x, y in combinations(a, 2):\n        if x == 1:\n            continue\n        t = 2 * t + abs(x - y)\n    return t",
    "triples": "def f(a):\n    n = 0\n    for x, y, z in combinations(a, 3):\n        n += x + y > z\n    return n",
    "listed": "def f(a):\n    return np.array([x * y for x, y in combinations(a, 2) if x < y])",
    "any": "def f(a):\n    return any(x + y == 9 for x, y in combinations(a, 2))",
    "product": "def f(a):\n    b = [2.0, 0.5]\n    t = 0.0\n    for x, y in product(a, b):\n        t = t / 2 + x * y\n    return t",
    "repeated": "def f(a):\n    return sum(x - 2 * y for x, y in product(a, repeat=2))",
    "stored": "def f(a):\n    out = np.zeros(len(a))\n    for x, y in combinations(a, 2):\n        out[int(x) % len(a)] += y\n    return out",
    "rows": "def f(a):\n    m = a.reshape(-1, 1) * np.arange(3.0)\n    best = 1e9\n    for p, q in combinations(m, 2):\n        best = min(best, ((p - q) ** 2).sum())\n    return best",
    "numbered": "def f(a):\n    t = 0.0\n    for (i, x), (j, y) in combinations(enumerate(a), 2):\n        t = t / 2 + x * j - y * i\n    return t",
    "numbered and listed": "def f(a):\n    return np.array([10 * i + j + 0.1 * x for (i, x), (j, y) in combinations(enumerate(a), 2) if x > y])",
    "numbered triples": "def f(a):\n    n = 0\n    for (i, x), (j, y), (k, z) in combinations(enumerate(a), 3):\n        n += i + j * k if x < y + z else 1\n    return n",
    "as one": "def f(a):\n    t = 0.0\n    for pair in combinations(a, 2):\n        t += pair[0] * pair[1] + len(pair)\n    return t",
}


@pytest.mark.parametrize("n", [5, 2, 1, 0])
@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name, n):
    check(HEAD + PROGRAMS[name], [FEW[:n]], strict=True)


STAYS = {
    "changed": "def f(a):\n    t = 0.0\n    for x, y in combinations(a, 2):\n        t += x * y\n        a[1] += 1\n    return t",
    "changed as another": "def f(a):\n    b = a[1:]\n    t = 0.0\n    for x, y in combinations(a, 2):\n        t += x * y\n        b[0] += 1\n    return t",
    "grows": "def f(a):\n    v = [1.5, 2.5]\n    t = 0.0\n    for x, y in combinations(v, 2):\n        t += x * y\n        v.append(t)\n    return t, v",
    "dict": "def f(a):\n    d = {0: 5, 1: 7}\n    t = 0\n    for x, y in combinations(d, 2):\n        t += x * 10 + y\n    return t",
}


@pytest.mark.parametrize("name", STAYS)
def test_what_stays_python(name):
    function = function_of(HEAD + STAYS[name])
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(FEW.copy())
    given, expected = FEW.copy(), FEW.copy()
    assert up.jit(strict=False)(function)(given) == function(expected)
    assert given.tolist() == expected.tolist()


def test_lists_that_are_given():
    function = function_of(HEAD + "def f(v, w):\n    return [x * y for x, y in product(v, w)], sum(x - y for x, y in combinations(v, 2))")
    assert up.jit(strict=True)(function)([1, 2, 3], [4, 5]) == function([1, 2, 3], [4, 5])
