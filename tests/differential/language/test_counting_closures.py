"""Functions that a function returns and that change what they share (`nonlocal`): each call of the maker has names of its own. Values are
CPython's, in machine code and on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

COUNTER = "    def counter(step):\n        total = 0\n        def advance(k=1):\n            nonlocal total\n            total += step * k\n            return total\n        return advance\n"
PROGRAMS = {
    "two at once": "def f(n):\n" + COUNTER + "    a, b = counter(1), counter(2)\n    for i in range(n):\n        a()\n        b()\n    return a(), b()",
    "one": "def f(n):\n" + COUNTER + "    c = counter(3)\n    t = 0\n    for i in range(n):\n        t += c(i)\n    return t, c(0)",
    "another name": "def f(n):\n" + COUNTER + "    a = counter(n)\n    b = a\n    b()\n    a()\n    return b(), a()",
    "made anew": "def f(n):\n" + COUNTER + "    out = []\n    for i in range(n):\n        a = counter(i)\n        a()\n        out.append(a())\n    return out",
    "in a comprehension": "def f(n):\n" + COUNTER + "    a = counter(2)\n    return [a(i) for i in range(n)], a()",
    "two names": "def f(n):\n    def mean():\n        count, total = 0, 0.0\n        def add(x):\n            nonlocal count, total\n            count += 1\n            total += x\n            return total / count\n        return add\n    m = mean()\n    return [m(0.5 * i) for i in range(n)]",
    "beside a name of its own": "def f(n):\n" + COUNTER + "    total = 100\n    a = counter(5)\n    for i in range(n):\n        total += a()\n    return total",
}


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name, n):
    function = function_of(PROGRAMS[name])
    expected = told(function, (n,))
    runners = [up.jit(strict=True)(function), *(up.jit(device=device, strict=False)(function) for device in paths.DEVICES)]
    for runner in runners:
        assert told(runner, (n,)) == expected
        assert told(runner, (n,)) == expected
