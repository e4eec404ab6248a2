"""Copies of a list of lists have the same rows: where a row changes later, Python runs it."""

import pytest
import unpython as up
from support.texts import function_of

COPIES = ["[r for r in g]", "g[:]", "g[:2]", "g[::-1]", "list(g)", "g.copy()", "g + g", "[r for r in g if r[0] > 1]", "sorted(g)", "[g[0]] * 2", "[g[0], g[1]]"]
CHANGES = ["h[0][0] = 9", "g[-1][0] = 8", "h[0].append(4)", "h[0] += [1]", "for r in h:\n        r[0] += 1", "row = h[0]\n    row[0] = 5"]


def _outcome(body, *rows):
    function = function_of(f"def f(v):\n    g = {rows[0]}\n    {body}\n")
    return function([1, 2]), up.jit(strict=False)(function)


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("rows", ["[[k, k] for k in v]", "[[k] for k in v]"])
def test_changed_later(copy, rows):
    for change in CHANGES:
        for result in "gh":
            expected, compiled = _outcome(f"h = {copy}\n    {change}\n    return {result}", rows)
            assert compiled([1, 2]) == expected, (change, result)


@pytest.mark.parametrize("body", ["h = []\n    h.append(g[0])\n    h[0][0] = 9\n    return g", "h = g[1:]\n    g[-1][0] = 8\n    return h"])
def test_other_ways(body):
    expected, compiled = _outcome(body, "[[k, k] for k in v]")
    assert compiled([1, 2]) == expected


@pytest.mark.parametrize("copy", ["g[:]", "[r for r in g]", "g[::-1]"])
def test_only_read(copy):
    function = function_of(f"def f(v):\n    g = [[k, k] for k in v]\n    g[0][0] = 7\n    h = {copy}\n    return h[0][0] + g[1][1], len(h)\n")
    compiled = up.jit(strict=True)(function)
    assert compiled([1, 2]) == function([1, 2])
    assert compiled.ran_on == "cpu"
