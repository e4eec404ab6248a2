"""Sets of tuples in CPython's order: loops over them, `pop`, and lists that are made of them; sets that are made of themselves."""

import random
from collections import Counter

import pytest
import unpython as up
from support.texts import function_of
from unpython._library.containers import sets

FILLED = "s = {(k % 7, k * k % 11) for k in range(n)}\n"
PROGRAMS = {
    "a loop": FILLED + "out = []\nfor x, y in s:\n    out.append(100 * x + y)\nreturn out",
    "whole tuples": FILLED + "t = 0\nfor p in s:\n    t = (3 * t + p[0] - p[1]) % 1000003\nreturn t",
    "three places": "s = {(k, -k, k % 3) for k in range(n)}\nreturn [a + 7 * b + c for a, b, c in s]",
    "four places": "s = set()\nfor k in range(n):\n    s.add((k, -k, k % 3, -1))\nreturn [a + 7 * b + c * d for a, b, c, d in s]",
    "floats": "s = {(0.5 * k, -0.25 * k) for k in range(n)}\nreturn [x - y for x, y in s]",
    "taken out": FILLED + "for k in range(0, n, 2):\n    s.discard((k % 7, k * k % 11))\ns.add((99, 1))\nreturn [x - y for x, y in s]",
    "popped": FILLED + "t = 0\nwhile s:\n    x, y = s.pop()\n    t = (5 * t + x - y) % 1000003\n    if y > 8:\n        s.add((x, 1))\nreturn t",
    "both": FILLED + "r = {(k, k) for k in range(n)}\nq = s & r\nreturn [x for x, y in q], [x for x, y in s | r], [y for x, y in s - r]",
    "sorted": FILLED + "s.add((2, 100))\nreturn sorted(s), min(s), max(s)",
    "listed": FILLED + "v = list(s)\nreturn v",
    "neighbours": FILLED + "for _ in range(3):\n    c = Counter((x + i, y + j) for x, y in s for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)\n"
    "    s = {p for p, m in c.items() if m == 3 or (m == 2 and p in s)}\nreturn sorted(s)",
    "of itself": FILLED + "s = {(x, y) for x, y in s if x < 5 and (y, x) not in s}\nreturn len(s), [x + y for x, y in s]",
    "numbers of themselves": "s = {3 * k for k in range(n)}\nfor _ in range(3):\n    s = {k + 1 for k in s if k + 3 in s}\nreturn [k for k in s]",
}
GIVEN = {
    "of a list": "s = set(v)\nreturn len(s), (1, 2) in s, [x - y for x, y in s]",
    "sorted too": "s = set(v)\ns.add((0, 0))\nreturn sorted(s)",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = function_of("def f(n):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")), Counter=Counter)
    compiled = up.jit(strict=True)(function)
    for n in (0, 3, 40) if "min" not in PROGRAMS[name] else (3, 40):
        assert compiled(n) == function(n)


@pytest.mark.parametrize("name", GIVEN)
def test_made_of_a_list(name):
    function = function_of("def f(v):\n" + "".join(f"    {line}\n" for line in GIVEN[name].split("\n")))
    compiled = up.jit(strict=True)(function)
    for v in ([(1, 2), (3, 4), (1, 2)], [(k % 9, k % 5) for k in range(60)]):
        assert compiled(v) == function(v)


def test_overflow_that_is_checked():
    function = function_of("def f(n):\n    s = {(k << 40, -k) for k in range(n)}\n    return [x + y for x, y in s]")
    assert up.jit(strict=True, overflow="check")(function)(50) == function(50)


def test_hashes():
    draw = random.Random(5)
    for _ in range(2000):
        item = tuple(draw.choice([draw.randint(-3, 3), draw.randint(-(2**63), 2**63 - 1)]) for _ in range(draw.choice([2, 3, 4])))
        assert sets._hash_of(item) == hash(item)
