"""Tuples of five and six numbers as keys, items of sets and of heaps."""

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "a search": "    q = [(0, 0, 0, 0, 1)]\n    seen = set()\n    s = 0\n    while q:\n        c, x, y, dx, dy = heapq.heappop(q)\n        if (x, y, dx, dy, c % 2) in seen or x > n or y > n:\n            continue\n        seen.add((x, y, dx, dy, c % 2))\n        s = (s * 31 + c + x * dx) % 10007\n        heapq.heappush(q, (c + x, x + 1, y, 1, 0))\n        heapq.heappush(q, (c + y, x, y + 1, 0, 1))\n    return s, len(seen)",
    "a heap of six": "    q = []\n    for k in range(5 * n):\n        heapq.heappush(q, (k % 3, -(k % 2), k % 5, 1.5, k % 4, -k))\n    out = []\n    while q:\n        a, b, c, d, e, f = heapq.heappop(q)\n        out.append((a, b, c, d, e, f))\n    return out",
    "counted": "    d = {}\n    for k in range(9 * n):\n        key = k % 3, k % 2, 1, k % 5, 7\n        d[key] = d.get(key, 0) + k\n    del d[0, 0, 1, 0, 7]\n    t = 0\n    for a, b, c, e, f in d:\n        t = 10 * t % 1009 + a + b + c + e + f\n    return t, d[1, 1, 1, 1, 7], len(d)",
    "missing": "    d = {(1, 2, 3, 4, 5, 6): 1}\n    return d[1, 2, 3, 4, 5, n]",
}


def outcome(function, n):
    try:
        return repr(function(n))
    except Exception as error:
        return type(error), error.args


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name):
    function = function_of(f"import heapq\ndef f(n):\n{PROGRAMS[name]}\n")
    compiled = up.jit(strict=False)(function)
    for n in (4, 6):
        assert outcome(compiled, n) == outcome(function, n)
        assert compiled.ran_on != "python" or (name, n) == ("missing", 4)
