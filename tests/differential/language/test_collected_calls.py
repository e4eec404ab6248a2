"""Functions that call themselves in comprehensions and in what `sum` and its kin go through: values, types and exceptions are CPython's, in
machine code and on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

PROGRAMS = {
    "a sum": "def f(n):\n    if n <= 0:\n        return 1\n    return sum(f(i) * f(n - 1 - i) for i in range(n))",
    "a sum with a test": "def f(n, m=3):\n    if n == 0:\n        return 1\n    return sum(f(n - i, i) for i in range(1, m + 1) if i <= n)",
    "of floats": "def f(n):\n    if n <= 0:\n        return 0.1\n    return sum(f(i) for i in range(n)) + 0.7",
    "a list": "def f(n):\n    if n <= 0:\n        return 2\n    return sum([f(i) + i for i in range(n)]) + f(n - 2)",
    "two clauses": "def f(n):\n    if n <= 0:\n        return 1\n    return sum([f(i - 1) + j for i in range(n) for j in range(i) if j != 1]) - n",
    "the largest and the least": "def f(n):\n    if n <= 0:\n        return n\n    return max(f(n - i) * i for i in range(1, 3)) - f(n - 2)",
    "nothing in it": "def f(n):\n    if n <= 0:\n        return 1\n    return max(f(i) for i in range(5, n)) + 1",
    "an error in it": "def f(n):\n    if n <= 0:\n        return 1\n    return sum(f(i) // (n - 3) for i in range(n))",
    "its name is another's too": "def f(n):\n    if n <= 0:\n        return 1\n    i = 7\n    t = sum(f(i) for i in range(n))\n    return t + i",
    "inside with a dict": "def f(n):\n    memo = {0: 1}\n    def g(k):\n        if k in memo:\n            return memo[k]\n        t = sum(g(i) * g(k - 1 - i) for i in range(k))\n        memo[k] = t\n        return t\n    return [g(i) for i in range(n + 1)], memo",
    "inside with a count": "def f(n):\n    calls = 0\n    def g(k):\n        nonlocal calls\n        calls += 1\n        return 1 + sum(g(j) for j in range(k))\n    return g(n), calls",
}


@pytest.mark.parametrize("n", [0, 1, 2, 5])
@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name, n):
    function = function_of(PROGRAMS[name])
    expected = told(function, (n,))
    runners = [up.jit(strict=True)(function)]
    runners += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for runner in runners:
        assert told(runner, (n,)) == expected


@pytest.mark.parametrize("call", ["any(f(n - i) for i in range(1, 3) if n >= i)", "all(f(n - i) for i in range(1, 3) if n >= i)"])
def test_what_stops_early_stays_in_python(call):
    function = function_of(f"def f(n):\n    if n == 0:\n        return True\n    return {call}")
    compiled = up.jit(strict=False)(function)
    assert compiled(3) == function(3)
    assert compiled.ran_on == "python"
