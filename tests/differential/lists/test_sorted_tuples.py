"""Lists of tuples in an order: values, types and what is equal and stays in its order are CPython's, in machine code, in the interpreter and
on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

FILL = """
def f(n):
    rows = []
    for i in range(n):
        rows.append((i * i % 5, 0.5 * (i * 3 % 4), i))
"""

ENDS = {
    "all": "    return sorted(rows)",
    "by one": "    return sorted(rows, key=lambda r: r[1])",
    "backwards": "    return sorted(rows, key=lambda r: r[0], reverse=True)",
    "by the last": "    return sorted(rows, key=lambda r: -r[-1])",
    "by two": "    return sorted(rows, key=lambda r: (-r[0], r[1]))",
    "by a sum": "    return sorted(rows, key=lambda r: abs(r[0] - 2) + r[1])",
    "named": "    w = sorted(rows, key=lambda r: r[1])\n    w.append((7, 0.5, n))\n    return w, rows, len(w)",
    "itself": "    rows = sorted(rows)\n    return rows",
    "in place": "    rows.sort()\n    first = rows[0] if n else (0, 0.0, 0)\n    rows.sort(key=lambda r: r[2], reverse=True)\n    return rows, first",
    "under another name": "    w = rows\n    w.sort()\n    return rows",
    "in a loop": "    t = 0.0\n    for a, b, c in sorted(rows, key=lambda r: (r[1], -r[2])):\n        t = (t * 2 + a * b + c) % 1009\n        rows.append((a, b, c))\n    return t, len(rows)",
}


@pytest.mark.parametrize("n", [0, 1, 2, 9])
@pytest.mark.parametrize("end", ENDS)
def test_made(end, n):
    function = function_of(FILL + ENDS[end])
    compiled = up.jit(strict=True)(function)
    runners = [compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))]
    runners += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for runner in runners:
        assert told(runner, [n]) == told(function, [n])


GIVEN = """
def f(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
"""


def test_given():
    function = function_of("def f(v):\n    t = 0.0\n    for i, x in sorted(v, key=lambda e: e[1]):\n        t = 2 * t + i * x\n    return t, len(v)")
    for v in ([(1, 5.0), (2, 3.0), (0, 5.0)], [(4, 0.5)]):
        assert up.jit(strict=True)(function)(v) == function(v)
    function = function_of(GIVEN)
    for v in ([(8, 10), (1, 3), (2, 6), (15, 18)], [(1, 2), (1, 2)]):
        given = list(v)
        assert up.jit(strict=True)(function)(given) == function(v)
        assert given == v


STAYS = [
    "    return sorted(rows, key=lambda r: len(r))",
    "    for a, b, c in rows:\n        if a == 0:\n            rows.sort()\n    return rows",
]


@pytest.mark.parametrize("end", STAYS)
def test_what_stays_python(end):
    function = function_of(FILL + end)
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(6)
    assert told(up.jit(strict=False)(function), [6]) == told(function, [6])
