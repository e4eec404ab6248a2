"""Helpers that always raise for the types they are called with: what stands behind the call is never reached, and needs no value."""

import numpy as np
import pytest
from support.texts import check

_HELPERS = """
def doubled(x):
    if np.ndim(x) != 2:
        raise ValueError("not a matrix")
    else:
        return x * 2

def in_some_cases(x, k):
    if k > 5:
        return 1.5
    return doubled(x)

def checked(x):
    if np.ndim(x) != 2:
        raise ValueError("not a matrix")

def refused(x):
    raise KeyError("x")

"""
_BODIES = [
    "q = doubled(s)\nreturn q",
    "q = np.einsum('ij,ij->', s, np.array([1, 2]))\nreturn q",
    "q = min(max(np.einsum('ij,ij->', s, s), -9.0), 9.0)\nif (q := q + 1) > 2:\n    pass\nreturn (q,)",
    "q = min(doubled(s), 3.0)\nif s > 2:\n    q = 1.0\nreturn q",
    "q = refused(s) + 1\nreturn q",
    "return min(refused(s), 3.0)",
    "q = 1.0 if s > 3 else -doubled(s)\nreturn q",
    "q = -doubled(s) if s > 3 else 1.0\nreturn q",
    "q = doubled(s) if s > 3 else refused(s)\nreturn q[0] + 1",
    "q = np.zeros(3)\nq[1] = 4\nq[:] = doubled(s)\nq += doubled(s)\nreturn q",
    "q = np.zeros(3) + doubled(s)\nq[0] = 1\nreturn q",
    "q = np.zeros(3)\nq[doubled(s)] = 1\nreturn q",
    "q = np.sum(doubled(s))\nreturn q * 2",
    "q = doubled(s)[0]\nreturn q",
    "q, r = doubled(s)\nreturn q, r",
    "q, r = doubled(s), 2\nreturn q, r",
    "t = 0\nfor i in range(int(doubled(s))):\n    t += 1\nreturn t",
    "t = 0\nwhile doubled(s) > 2:\n    t += 1\nreturn t",
    "t = 0.0\nfor v in doubled(s):\n    t += v\nreturn t",
    "s = not doubled(s)\nreturn s",
    "s = doubled(s) > 2 or s > 3\nreturn s",
    "s = s > 3 or doubled(s) > 2\nreturn s",
    "s = 1 < s < doubled(s)\nreturn s",
    "s = 5 < s < doubled(s)\nreturn s",
    "t = 0.0\nfor i in prange(10):\n    t += doubled(s)\nreturn t",
    "t = np.zeros(10)\nfor i in prange(10):\n    t[i] = doubled(s)\nreturn t",
    "t = 0.0\nfor i in range(10):\n    if s > 100:\n        t += doubled(s)\n    t += 1\nreturn t",
    "t = 0.0\nfor i in range(10):\n    t += 1\n    if i > 3:\n        break\n    if s > 100:\n        t = doubled(s)[0]\nreturn t",
    "if s > 100:\n    q = doubled(s)\nelse:\n    q = 1\nreturn q * 2",
    "if s > 100:\n    q = doubled(s)\n    w = q[0] + 2\nelse:\n    w = 1.0\nreturn w",
    "q = in_some_cases(s, s)\nreturn q * 2",
    "q = in_some_cases(s, s) + in_some_cases(s, s + 1)\nreturn q * 2",
    "checked(s)\nreturn s[0, 0]",
    "if s > 3:\n    checked(s)\nreturn s + 1",
    "if s > 3 or doubled(s) > 2:\n    s += 1\nreturn s + 1",
    "q = 0\nif s > 3 and (s > 5 or doubled(s)):\n    q = s\nwhile s < 3 and doubled(s):\n    q += 1\nreturn q + 1",
    "best, k = None, 0\nfor c in np.array([s, 2, s - 4]):\n    n = int(c)\n    if n > k or c < best:\n        best, k = c, n\nreturn k",
    "d = {1: doubled(s)}\nreturn d[1]",
    "t = [v * 2 for v in range(3) if doubled(s) > 1]\nreturn len(t)",
    "t = [doubled(s) for v in range(int(s) - 2)]\nreturn len(t)",
    "t = [v + doubled(s) for v in range(int(s) - 2) for w in range(v)]\nreturn sum(t)",
    "t = [doubled(s)] * (int(s) - 2)\nreturn len(t)",
    "return sum([in_some_cases(s, v) for v in range(6, 9)])",
    "return sum([in_some_cases(s, v) for v in range(4, 9)])",
    "return sum(doubled(s) for v in range(int(s) - 2))",
]


@pytest.mark.parametrize("body", _BODIES)
@pytest.mark.parametrize("s", [2.0, 7.0, np.float32(7), 3])
def test_what_stands_behind_it_needs_no_value(body, s):
    text = _HELPERS + "def f(s):\n" + "\n".join("    " + line for line in body.split("\n")) + "\n"
    check(text, [s])
