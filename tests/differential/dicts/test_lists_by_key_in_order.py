"""The lists of a dict in an order, and what is asked of them (`x in d[k]`): values, types and keys that a defaultdict enters are CPython's,
in machine code and on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

HEAD = "from collections import defaultdict\n\n"
FILL = "def f(n):\n    d = {}\n    for i in range(n):\n        d.setdefault(i * i % 5, []).append(i)\n"
DEFAULT = "def f(n):\n    d = defaultdict(list)\n    for i in range(n):\n"

PROGRAMS = {
    "by length and item": FILL + "    return sorted(d.values(), key=lambda v: (-len(v), v[0]))",
    "backwards": FILL + "    return sorted(d.values(), key=lambda v: v[-1], reverse=True)",
    "what is equal stays in order": FILL + "    return sorted(d.values(), key=lambda v: len(v))",
    "by a sum": FILL + "    return sorted(d.values(), key=lambda g: sum(g) % 7), n",
    "words": 'def f(n):\n    groups = {}\n    for w in ["abc", "bca", "xyz", "cab", "zyx", "q"][:n]:\n        groups.setdefault("".join(sorted(w)), []).append(w)\n    return sorted(groups.values(), key=lambda g: (-len(g), g[0]))',
    "not in": DEFAULT + "        if i * i % 7 not in d[i % 3]:\n            d[i % 3].append(i * i % 7)\n    return d",
    "in enters a key": DEFAULT + "        if i in d[i + 10]:\n            d[0].append(i)\n    return d, len(d)",
    "in one that is there": FILL + "    return [k for k in d if 4 in d[k]], 1 in d[0] if n else False",
    "in one that is not there": FILL + "    return 3 in d[n + 5]",
    "words by length": 'def f(n):\n    d = defaultdict(list)\n    for w in "a bb cc a bb ddd".split()[:n]:\n        if w not in d[len(w)]:\n            d[len(w)].append(w)\n    return {k: sorted(v) for k, v in sorted(d.items())}',
}


@pytest.mark.parametrize("n", [0, 1, 2, 9])
@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name, n):
    function = function_of(HEAD + PROGRAMS[name])
    expected = told(function, (n,))
    runners = [up.jit(strict=True)(function), *(up.jit(device=device, strict=False)(function) for device in paths.DEVICES)]
    for runner in runners:
        assert told(runner, (n,)) == expected


def test_lists_that_are_returned_twice_are_the_same():
    function = function_of(HEAD + FILL + "    return sorted(d.values(), key=lambda v: v[0]), d")
    lists, d = up.jit(strict=False)(function)(6)
    assert (lists, d) == function(6) and all(any(one is other for other in d.values()) for one in lists)
