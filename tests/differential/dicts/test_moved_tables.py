"""Dicts, sets and lists that get another name while their own is made anew, dicts that are made of their keys, Counters of which only a
method is asked, lists of a dict that are returned: values, types and exceptions are CPython's, in machine code, in the interpreter and on
devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

HEAD = "from collections import Counter, OrderedDict, defaultdict\n\n"
STEP = "        for k, v in a.items():\n            b[k + 1] = b.get(k + 1, 0) + v\n            b[k - 1] = b.get(k - 1, 0) + v\n"
ADD = "        for k, v in a.items():\n            b[k + 1] += v\n            b[2 * k] += v\n"
GROUPS = "def f(n):\n    d = {}\n    for i in range(n):\n        d.setdefault(i * i % 5, []).append(i)\n"

PROGRAMS = {
    "dict": f"def f(n):\n    a = {{0: 1}}\n    for _ in range(n):\n        b = {{}}\n{STEP}        a = b\n    return a, len(a)",
    "in while": f"def f(n):\n    a = {{0: 1}}\n    while len(a) < n:\n        b = {{}}\n{STEP}        a = b\n    return sorted(a)",
    "with defaults": f"def f(n):\n    a = defaultdict(int)\n    a[0] = 1\n    for _ in range(n // 4):\n        b = defaultdict(int)\n{ADD}        a = b\n    return sorted(a.items())",
    "asked alone": f"def f(n):\n    a = {{0: 1}}\n    for _ in range(n // 4):\n        b = defaultdict(int)\n{ADD}        a = b\n    return dict(a), max(a)",
    "counter": f"def f(n):\n    a = Counter([0, n, n])\n    for _ in range(n // 4):\n        b = Counter()\n{ADD}        a = b\n    return sorted(a.items())",
    "set": "def f(n):\n    a = {0}\n    for _ in range(n // 3):\n        b = set()\n        for k in a:\n            b.add(k + 1)\n            b.add(-k)\n        a = b\n    return sorted(a)",
    "list": "def f(n):\n    a = [1]\n    for i in range(n // 3):\n        b = []\n        for k in a:\n            b.append(k + i)\n            b.append(k * i)\n        a = b\n    return a",
    "goes on": "def f(n):\n    b = {1: 2}\n    a = b\n    a[3] = n\n    return a, len(a)",
    "of keys": "def f(n):\n    d = dict.fromkeys(range(n), 0)\n    for i in range(n):\n        d[i * i % n] += 1\n    return d",
    "of keys with a quotient": "def f(n):\n    v = [i * i % 5 for i in range(n)]\n    d = dict.fromkeys(v, 1 / len(v))\n    for k in d:\n        d[k] *= 2\n    return d",
    "counted": "def f(n):\n    best, most = -1, 0\n    for k, m in Counter([i * i % 7 for i in range(n)]).items():\n        if m > most:\n            best, most = k, m\n    return best",
    "counts": "def f(n):\n    return sorted(Counter([i * i % 7 for i in range(n)]).values(), reverse=True)",
    "counted in a test": "def f(n):\n    v = [i * i % 7 for i in range(n)]\n    if Counter(v).most_common(1)[0][1] > 3:\n        return -1\n    return sum(m for m in Counter(v).values() if m > 1)",
    "taken apart": "def f(n):\n    v = [i % 3 for i in range(n)]\n    a, b, c = (v.count(i) for i in (0, 1, 2))\n    return 100 * a + 10 * b + c",
    "groups": GROUPS + "    return [g for g in d.values() if len(g) > 1]",
    "groups by key": GROUPS + "    return [d[k] for k in sorted(d)]",
    "numbers by key": "def f(n):\n    d = {}\n    for i in range(n):\n        d[i * i % 5] = i\n    return [d[k] for k in sorted(d)], [v for v in d.values()]",
    "ordered": GROUPS.replace("{}", "OrderedDict()") + "    return [g for g in d.values()]",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name):
    function = function_of(HEAD + PROGRAMS[name])
    compiled = up.jit(strict=True)(function)
    runners = [compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))]
    runners += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for n in (13, 12, 1, 2, 0):
        expected = told(function, (n,))
        for runner in runners:
            assert told(runner, (n,)) == expected, n
    compiled(13)
    assert compiled.ran_on == "cpu"


#: What is read again by its old name, or changed under both.
TWO_NAMES = [
    "def f(n):\n    b = {0: 1}\n    a = b\n    b[1] = n\n    return a",
    "def f(n):\n    a, b = {0: 1}, {}\n    for i in range(n):\n        a = b\n        b[i] = 2\n    return len(a)",
    "def f(n):\n    b = {0: n}\n    t = 0\n    for i in range(n):\n        a = b\n        a[i] = t\n        t += len(b)\n    return t",
    "def f(n):\n    a = {}\n    for i in range(n):\n        if i % 3 == 0:\n            b = {}\n        b[i] = i\n        a = b\n    return a",
    "def f(n):\n    rows = []\n    d = {}\n    for i in range(n):\n        d.setdefault(i % 2, []).append(i)\n    rows = [g for g in d.values()]\n    d[0].append(9)\n    return rows",
]


@pytest.mark.parametrize("program", TWO_NAMES)
def test_two_names_for_one(program):
    function = function_of(HEAD + program)
    compiled = up.jit(strict=False)(function)
    for n in (5, 1, 2):
        assert told(compiled, (n,)) == told(function, (n,))
