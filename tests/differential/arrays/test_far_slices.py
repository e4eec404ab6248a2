"""Slices whose ends and steps lie near the ends of 64 bits: their distance needs more than 64 bits, and no element lies between them."""

import sys

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of

MOST, LEAST = sys.maxsize, -sys.maxsize - 1
ENDS = [(-100, MOST, -1), (100, LEAST, 1), (5, LEAST, 3), (-100, MOST, LEAST), (0, MOST, MOST), (MOST, LEAST, -1), (MOST, LEAST, LEAST), (LEAST, MOST, 2)]
USES = {
    "stores": "a[s:t:u] = 7",
    "adds": "a[s:t:u] += 1",
    "length": "return len(a[s:t:u])",
    "loop": "r = 0\n    for x in a[s:t:u]:\n        r += x\n    return r",
    "parallel": "b = a[s:t:u]\n    for i in prange(b.shape[0]):\n        b[i] = 1",
    "copy": "return a[s:t:u].copy()",
}


@pytest.mark.parametrize("use", USES)
def test_arrays(use):
    for s, t, u in ENDS:
        check(f"def f(a, s, t, u):\n    {USES[use]}\n", [np.arange(5), s, t, u])


@pytest.mark.parametrize("given", [[1, 2, 3, 4, 5], "abcde"])
def test_lists_and_texts(given):
    function = function_of("def f(v, s, t, u):\n    return v[s:t:u]\n")
    compiled = up.jit()(function)
    for ends in ENDS:
        assert compiled(given, *ends) == function(given, *ends)


@pytest.mark.parametrize("ends", ["100:-9223372036854775808", "-100:9223372036854775807:-1", "9223372036854775807:-9223372036854775808:-3"])
def test_constants(ends):
    check(f"def f(a):\n    a[{ends}] = 7\n    return len(a[{ends}])\n", [np.arange(5)])


def test_ends_of_numpy():
    ends = np.array([0, 2**64 - 1], np.uint64)
    check("def f(a, k, u):\n    return a[k[0] : k[1] : u].copy(), a[k[1] : k[0] : u].copy()\n", [np.arange(5), ends, -1])
