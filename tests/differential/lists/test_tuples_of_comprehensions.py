"""Tuples that a comprehension makes as keys: the names for them go into other lists and sets; texts that inner functions make, joined."""

import pytest
import unpython as up
from support.texts import function_of

BASINS = (
    "def f(rows):\n    high = {(r, c): int(ch) for r, row in enumerate(rows) for c, ch in enumerate(row)}\n    seen = set()\n    sizes = []\n"
    "    for start in high:\n        if start in seen or high[start] == 9:\n            continue\n        stack = [start]\n        seen.add(start)\n        size = 0\n"
    "        while stack:\n            r, c = stack.pop()\n            size += 1\n            for p in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):\n"
    "                if p in high and p not in seen and high[p] != 9:\n                    seen.add(p)\n                    stack.append(p)\n        sizes.append(size)\n"
    "    return sorted(sizes, reverse=True), len(seen)\n"
)
KEPT = "def f(k):\n    near = {(r, c): [r] for r in range(k) for c in range(2)}\n    out = []\n    for p in near:\n        todo = [p]\n        out.append(p)\n        while todo:\n            a, b = todo.pop()\n            k += a * b\n    return out, near, k\n"
JOINED = "def f(s):\n    def turn(c):\n        if c.isalpha():\n            return chr((ord(c) - 94) % 26 + 97)\n        return c\n    return '-'.join(turn(c) for c in s if c != 'x'), ''.join(turn(c) for c in s[1:])\n"
COMPLEX = "def f(a):\n    d = cmath.sqrt(a * a - 4)\n    return [f'{z.real:.3f}{z.imag:+.3f}j' for z in [(a + d) / 2, (a - d) / 2]]\n"


@pytest.mark.parametrize("source, arguments", [(BASINS, [["219", "398", "985"], ["99"], []]), (KEPT, [3, 0]), (JOINED, ["hello x world", ""]), (COMPLEX, [1.0, 5.0])])
def test_programs(source, arguments):
    function = function_of("import cmath\n" + source)
    for strict in (True, False):
        compiled = up.jit(strict=strict)(function)
        for argument in arguments:
            assert repr(compiled(argument)) == repr(function(argument))
            assert compiled.ran_on != "python"
