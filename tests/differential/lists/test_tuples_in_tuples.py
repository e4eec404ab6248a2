"""Lists whose tuples have tuples in them, and parts of lists of tuples: values, types and orders are CPython's, in machine code and
on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

FILL = """
def f(n):
    r = []
    for i in range(n):
        r.append(((i * i % 3, i + 1), 0.5 * (i % 4)))
"""

PROGRAMS = {
    "returned": FILL + "    return r",
    "taken apart": FILL + "    t = 0.0\n    for (a, b), x in r:\n        t += a * b + x\n    return t, len(r)",
    "in a comprehension": FILL + "    return [a - b * x for (a, b), x in r]",
    "by place": FILL + "    return r[0][0][1] + r[-1][1] if n else 0.0",
    "from a display": "def f(n):\n    r = [((1, 2), 3.5)]\n    for i in range(n):\n        r.append(((i, -i), 1.0))\n    return r, r[0][0]",
    "sorted": FILL + "    return sorted(r, reverse=True)",
    "in place": FILL + "    r.sort(key=lambda p: (-p[1], p[0]))\n    return r",
    "by an inner part": FILL + "    return sorted(r, key=lambda p: -p[0][1])",
    "by the last inner part": FILL + "    return sorted(r, key=lambda p: (p[0][-1] % 2, p[-1]))",
    "the first of them": FILL + "    best = sorted(r, key=lambda p: (-p[1], p[0]))[:2]\n    return [a + b for (a, b), x in best], r",
    "popped": FILL + "    t = 0.0\n    while r:\n        (a, b), x = r.pop()\n        t = 2 * t + a - b + x\n    return t",
    "deeper": "def f(n):\n    r = []\n    for i in range(n):\n        r.append((i, (i + 1, (i + 2, 0.5 * i))))\n    r.sort(key=lambda p: -p[1][1][0])\n    return r, [d for a, (b, (c, d)) in r]",
    "a part": "def f(n):\n    r = []\n    for i in range(n):\n        r.append((i, i * i % 5))\n    best = r[1:3]\n    r.append((8, 8))\n    best.append((9, 9))\n    return best, r",
    "a part of itself": "def f(n):\n    r = []\n    for i in range(n):\n        r.append((i, i * i % 5))\n    r = r[::2]\n    r.append((8, 8))\n    return r",
    "a part of a sorted one": "def f(n):\n    r = []\n    for i in range(n):\n        r.append((i * i % 5, i))\n    best = sorted(r)[:3]\n    return best, [a - b for a, b in best]",
    "two kinds of bits": "def f(n):\n    r = []\n    for i in range(n):\n        r.append(((i > 1, i), 1.5))\n    return r",
}


@pytest.mark.parametrize("n", [0, 1, 2, 9])
@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name, n):
    function = function_of(PROGRAMS[name])
    expected = told(function, (n,))
    runners = [up.jit(strict=not isinstance(expected, tuple))(function)]
    runners += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for runner in runners:
        assert told(runner, (n,)) == expected


REFUSED = {
    "two shapes": "def f(n):\n    r = [((1, 2), 3)]\n    for i in range(n):\n        r.append((i, (2, 3)))\n    return r",
    "a flat one among them": "def f(n):\n    r = [((1, 2), 3)]\n    for i in range(n):\n        r.append((i, 2, 3))\n    return r",
    "added": "def f(n):\n    r = []\n    for i in range(n):\n        r.append(((i, 2), 3))\n    t = 0\n    for p in r + [(1, 2, 3)]:\n        t += len(p)\n    return t",
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_shapes_stay_in_python(name):
    function = function_of(REFUSED[name])
    compiled = up.jit(strict=False)(function)
    assert told(compiled, (4,)) == told(function, (4,))
    assert compiled.ran_on == "python"


GIVEN = {
    "those that are not empty": "def f(rows):\n    return [row[0] for row in rows if row], [i for i, row in enumerate(rows) if not row]",
    "the least of all": "def f(rows):\n    heap = [(row[0], i, 0) for i, row in enumerate(rows) if row]\n    return sorted(heap)",
}


@pytest.mark.parametrize("rows", [[[1, 4], [2]], [[3], [1, 2, 2]], [[5], []]], ids=str)
@pytest.mark.parametrize("name", GIVEN)
def test_lists_that_are_asked_for_items(name, rows):
    function = function_of(GIVEN[name])
    compiled = up.jit(strict=True)(function)
    assert told(compiled, (rows,)) == told(function, (rows,))
