"""Lists of the items of dicts, in the order of the dict or sorted, the most common ones of a Counter, keys by their values: values and
exceptions are CPython's, in machine code, in the interpreter and on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

HEAD = "from collections import Counter, defaultdict\n\n"
FILL = """
def f(n):
    d = {}
    for i in range(n):
        k = (i * i + 3) % 7
        d[k] = d.get(k, 0) + 1
"""

ENDS = {
    "listed": "    return list(d.items())",
    "named": "    e = list(d.items())\n    e.append((n, 8))\n    return e, len(e)",
    "by key": "    return sorted(d.items())",
    "by value": "    return sorted(d.items(), key=lambda kv: kv[1])",
    "backwards": "    return sorted(d.items(), key=lambda kv: kv[1], reverse=True)",
    "by value and key": "    return sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))",
    "in a loop": "    t = 0\n    for k, v in sorted(d.items(), key=lambda kv: -kv[1]):\n        t = 10 * t + k * v\n        d[k] = 0\n    return t, d",
    "in a comprehension": "    return [k for k, v in sorted(d.items(), key=lambda kv: -kv[1]) if v > 1]",
    "largest": "    return max(d, key=d.get)",
    "least": "    k = min(d, key=d.get)\n    return k, d[k]",
    "largest item": "    return max(d.items(), key=lambda kv: kv[1])",
    "value of it": "    return max(d.items(), key=lambda kv: kv[1] - kv[0])[1]",
    "keys by value": "    return sorted(d, key=d.get), sorted(d, key=d.get, reverse=True)",
    "after a loss": "    d.pop(3, None)\n    return list(d.items()), sorted(d.items())",
    "twice": "    a = sorted(d.items())\n    b = list(d.items())\n    return a[-1], b[0]",
}

PROGRAMS = {
    **{name: FILL + end for name, end in ENDS.items()},
    "most common": "def f(n):\n    c = Counter(i * i % 5 for i in range(n))\n    return c.most_common(2), c.most_common(), c.most_common(0), c.most_common(9)",
    "the most common": "def f(n):\n    c = Counter([i * i % 5 for i in range(n)])\n    return c.most_common(1)[0][0]",
    "without a name": "def f(n):\n    return Counter([i * i % 5 for i in range(n)]).most_common(2)",
    "in turn": "def f(n):\n    c = Counter()\n    for i in range(n):\n        c[i * i % 5] += 1\n    t = 0\n    for k, m in c.most_common(2):\n        t = 10 * t + k - m\n    return t",
    "zipped": "def f(n):\n    d = dict(zip(range(n), [0.5 * i for i in range(2 * n)]))\n    return d, sum(d.values())",
    "zipped at once": "def f(n):\n    return dict(zip([i % 3 for i in range(n)], range(n)))",
    "sets": "def f(n):\n    a, b = [i % 5 for i in range(n)], [i * i % 7 for i in range(n)]\n    return sorted(set(a) & set(b)), len(set(a) | set(b)), len(set(a) - set(b))",
    "several keys": "def f(n):\n    v = [i * i % 11 for i in range(n)]\n    return sorted(v, key=lambda x: (x % 3, -x)), sorted(v, key=lambda x: (x % 3, -x), reverse=True)",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name):
    function = function_of(HEAD + PROGRAMS[name])
    compiled = up.jit(strict=True)(function)
    runners = [compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))]
    runners += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for n in (13, 0, 1, 2):
        expected = told(function, (n,))
        for runner in runners:
            assert told(runner, (n,)) == expected, n


@pytest.mark.parametrize("end", ["    return d.pop(3), sorted(d.items())", "    e = d\n    return list(e.items())"])
def test_what_stays_in_order(end):
    """What changes the dict before its items are listed is evaluated before."""
    function = function_of(HEAD + FILL + end)
    assert up.jit(strict=False)(function)(9) == function(9)
