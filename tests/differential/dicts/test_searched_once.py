"""Searches that have run before: in tables of dicts and sets, and in loops of the program. What changes between them counts."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

DRAW = np.random.default_rng(5).integers(-40, 60, 3000)
BODIES = {
    "counted": "d = {}\nfor x in a:\n    k = int(x)\n    if k in d:\n        d[k] += 1\n    else:\n        d[k] = 1\n"
    "return list(d), sum(d.values())",
    "counted_pairs": "d = {}\nfor x in a:\n    k = (int(x) % 7, int(x) // 9)\n    if k in d:\n        d[k] += 1\n    else:\n        d[k] = 1\nt = 0\n"
    "for k in d:\n    t = (t * 3 + d[k]) % 1000003\nreturn len(d), t",
    "not_in": "d = {1: 1}\nfor b in range(2, 400):\n    k, s = b, 0\n    while k not in d:\n        k = k // 2 if k % 2 == 0 else 3 * k + 1\n"
    "        s += 1\n    d[b] = d[k] + s\nreturn max(d.values()), len(d)",
    "left_by_break": "d = {1: 1, 9: 2, 60: 3}\nt = 0\nfor x in a:\n    k = int(x) % 60\n    while k not in d:\n        k += 1\n        if k == 5:\n"
    "            break\n    t += d.get(k, -7) * 3\nreturn t",
    "taken_out_between": "d = {}\nt = 0\nfor x in a:\n    k = int(x) % 50\n    if k in d:\n        t += d.pop(k)\n        if k in d:\n"
    "            t += 1000\n        d[k] = 3\n    else:\n        d[k] = 1\nreturn list(d.items()), t",
    "entered_between": "d = {}\nt = 0\nfor x in a:\n    k = int(x)\n    if k in d:\n        t += 1\n    for j in range(k % 5):\n"
    "        d[k * 5 + j] = t\n    if k in d:\n        t += d[k] % 10\nreturn list(d), t",
    "another_key": "d = {3: 4}\nt = 0\nfor x in a:\n    k = int(x)\n    if k in d:\n        t += 1\n        k = 3\n    else:\n        k = 3\n"
    "    t += d[k]\nreturn t",
    "other_key_is_missing": "d = {3: 4}\nt = 0\nfor x in a:\n    k = int(x)\n    if k in d:\n        k += 100\n        t += d[k]\nreturn t",
    "two_dicts": "d = {}\ne = {}\nfor x in a:\n    k = int(x)\n    if k in d:\n        e[k] = d[k]\n    elif k in e:\n        d[k] = e[k] + 1\n"
    "    else:\n        d[k] = k\nreturn list(d), list(e), sum(e.values())",
    "set_of_numbers": "s = set()\nt = 0\nfor x in a:\n    k = int(x)\n    if k not in s:\n        s.add(k)\n    else:\n        s.discard(k)\n"
    "    if k in s:\n        t += 1\nreturn sorted(s), t",
    "set_of_pairs": "s = set()\nt = 0\nfor x in a:\n    k = (int(x), int(x) % 3)\n    if k not in s:\n        s.add(k)\n        t += 1\n"
    "    elif k[1] == 1:\n        s.remove(k)\nreturn len(s), t",
    "own_loops": "t = 0\nfor x in a[:50]:\n    i = 0\n    while i < 40 and a[i] != x:\n        i += 1\n    j = 0\n"
    "    while j < 40 and a[j] != x:\n        j += 1\n    t = (t * 3 + i - 2 * j) % 1000003\nreturn t",
    "other_begin": "i = 0\nwhile i < 40 and a[i] != 7:\n    i += 1\nj = 1\nwhile j < 40 and a[j] != 7:\n    j += 1\nreturn i, j",
    "stored_between": "i = 0\nwhile i < 40 and a[i] != 7:\n    i += 1\na[2] = 7\nj = 0\nwhile j < 40 and a[j] != 7:\n    j += 1\nreturn i, j",
    "assigned_under_conditions": "t = 0\nfor i in range(30):\n    if a[i] == 1000:\n        t = i\nu = 5\nfor i in range(30):\n    if a[i] == 1000:\n"
    "        u = i\nreturn t, u",
    "counted_on": "t = 0\nfor i in range(30):\n    t += a[i]\nu = 0\nfor i in range(30):\n    u += a[i]\nfor i in range(30):\n    u += a[i]\n"
    "return int(t), int(u)",
    "last_of_no_turns": "n = 0\ni = -1\nj = -2\nfor i in range(n):\n    if a[i] == 3:\n        break\nfor j in range(n):\n    if a[j] == 3:\n"
    "        break\nreturn i, j",
    "checked_again": "i = 2990\nt = 0\nif a[0] > 1000:\n    while a[i] < 1000:\n        i += 1\nj = 2990\nwhile a[j] < 1000:\n    j += 1\nreturn i, j",
}


def outcome(function, *given):
    try:
        return function(*given)
    except (IndexError, KeyError) as error:
        return type(error), str(error)


@pytest.mark.parametrize("name", BODIES)
def test_values(name):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(a):\n{lines}\n")
    compiled = up.jit(strict=True)(function)
    for a in (DRAW, DRAW[::-1], np.full(3000, 7), np.arange(3000)):
        assert outcome(compiled, a.copy()) == outcome(function, a.copy()), name


def loops_of(name):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    compiled = up.jit(strict=True)(function_of(f"def f(a):\n{lines}\n"))
    compiled(DRAW.copy())
    return compiled.inspect("scheduled").count("while")


def test_what_was_found_is_not_looked_for_again():
    assert loops_of("own_loops") == 2  # one loop, with checks and without
    assert loops_of("other_begin") == loops_of("stored_between") == 4
    assert loops_of("counted") == 2  # the search, and that of tables that grow
