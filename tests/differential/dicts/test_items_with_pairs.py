"""Items of dicts and Counters whose keys are tuples, in the order of the dict or sorted, also with texts in them: values, types and
exceptions are CPython's, in machine code and on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

HEAD = "from collections import Counter, defaultdict\n\n"
FILL = """
def f(n):
    d = {}
    for i in range(n):
        k = (i * i % 3, i % 2)
        d[k] = d.get(k, 0) + 1
"""
COUNT = "def f(n):\n    v = [i * i % 4 for i in range(n)]\n    c = Counter(zip(v, v[1:]))\n"
WORDS = 'def f(n):\n    w = "the cat sat on the mat and the cat ran".split()[:n]\n    c = Counter(zip(w, w[1:]))\n'

PROGRAMS = {
    "listed": FILL + "    return list(d.items())",
    "by key": FILL + "    return sorted(d.items())",
    "by value and key": FILL + "    return sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))",
    "by a part of the key": FILL + "    return sorted(d.items(), key=lambda kv: kv[0][1] - kv[0][-2])",
    "in a loop": FILL + "    t = 0\n    for k, v in sorted(d.items(), key=lambda kv: -kv[1]):\n        t = 10 * t + k[0] - k[1] + v\n        d[k] = 0\n    return t, d",
    "taken apart": FILL + "    t = 0\n    for (a, b), v in sorted(d.items()):\n        t = 10 * t + a - b + v\n    return t",
    "after a loss": FILL + "    d.pop((0, 0), None)\n    return list(d.items()), sorted(d.items())",
    "three": "def f(n):\n    c = Counter((i % 2, i % 3, i % 5) for i in range(n))\n    return c.most_common(4), len(c), c",
    "counted": COUNT + "    return c.most_common(2), c.most_common(), c",
    "the most common": COUNT + "    return c.most_common(1)[0]",
    "its first of them": COUNT + "    best = sorted(c.items(), key=lambda item: (-item[1], item[0]))[:3]\n    return [10 * a + b - n for (a, b), n in best]",
    "numbers of them": COUNT + "    return max(c.values(), default=0), [m for _, m in c.most_common(3)]",
    "without a name": "def f(n):\n    return Counter(zip(range(n), [i % 2 for i in range(n)])).most_common(2)",
    "words": WORDS + "    return c.most_common(2), c",
    "words in an order": WORDS + '    best = sorted(c.items(), key=lambda item: (-item[1], item[0]))[:3]\n    return [f"{a} {b}: {n}" for (a, b), n in best]',
    "the pair": WORDS + "    (a, b), m = c.most_common(1)[0]\n    return a + b, m",
    "letters": 'def f(n):\n    s = "mississippi"[:n]\n    return Counter(zip(s, s[1:])).most_common(3)',
    "words and numbers": 'def f(n):\n    w = "b a b c a b".split()\n    d = defaultdict(int)\n    for i in range(n):\n        d[w[i % 6], i % 2] += i\n    return sorted(d.items()), sorted(d.items(), key=lambda kv: (kv[1], kv[0]), reverse=True)',
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name):
    function = function_of(HEAD + PROGRAMS[name])
    strict, loose = up.jit(strict=True)(function), up.jit(strict=False)(function)
    on_devices = [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for n in (9, 0, 1, 2):
        expected = told(function, (n,))
        for runner in (loose if isinstance(expected, tuple) else strict, *on_devices):
            assert told(runner, (n,)) == expected, n
