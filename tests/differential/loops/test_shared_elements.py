"""Rows that read one of their own elements, and stores under a condition: bits as in Python, wherever the
element lies."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of, left_by

BODIES = {
    "paths": "for k in range(n):\n        for i in range(n):\n            for j in range(n):\n"
             "                a[i, j] = min(a[i, j], a[i, k] + a[k, j])",
    "paths under a condition": "for k in range(n):\n        for i in range(n):\n            for j in range(n):\n"
                               "                c = a[i, k] + a[k, j]\n                if c < a[i, j]:\n                    a[i, j] = c",
    "condition twice": "for k in range(n):\n        for i in range(n):\n            for j in range(n):\n"
                       "                if a[i, k] + a[k, j] < a[i, j]:\n                    a[i, j] = a[i, k] + a[k, j]",
    "elimination": "for k in range(n):\n        for j in range(n):\n            a[k, j] *= a[k, k]\n        for i in range(n):\n"
                   "            if i != k:\n                for j in range(n):\n                    a[i, j] -= a[i, k] * a[k, j]",
    "beside it": "for i in range(n):\n        for j in range(n - 3):\n            a[i, j + 3] = a[i, j + 3] * 3 - a[i, m]",
    "from the end": "for i in range(n):\n        for j in range(n):\n            a[i, j] = a[i, j] * 3 - a[i, m - n]",
    "out of bounds": "for i in range(n):\n        for j in range(n):\n            a[i, j] = a[i, j] * 3 - a[i, m + n - 1 - m // 2]",
    "behind a condition": "k = 0\n    for i in range(n):\n        if a[i, 0] > 2:\n            k = i\n        for j in range(n):\n"
                          "            a[i, j] = a[i, j] + a[i, k]",
    "two": "for i in range(n):\n        for j in range(n):\n            a[i, j] = a[i, j] + a[i, m] * a[i, m // 2]",
    "negative": "for i in range(n):\n        for j in range(n):\n            if a[i, j] < 0:\n                a[i, j] = 0",
    "in parallel": "for i in up.prange(n):\n        for j in range(n):\n            if a[i, j] < a[i, m]:\n                a[i, j] = a[i, m]",
}


@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "uint8"])
@pytest.mark.parametrize("name", BODIES)
def test_same_bits(name, kind):
    function = function_of(f"def f(a, n, m):\n    {BODIES[name]}", up=up)
    compiled = up.jit(function, fp="strict")
    scheduled = paths.interpreted(compiled, "scheduled")
    for n in (4, 33, 40):
        for m in sorted({0, 1, 3, n // 2, n - 1}):
            draw = np.random.default_rng(n + m)
            a = draw.integers(0, 9, (n, n)).astype(kind)
            if kind in ("float64", "float32"):
                a -= 2
                a[draw.random((n, n)) < 0.02] = np.nan
            expected = left_by(function, [a, n, m])
            for run in [compiled] + [scheduled] * (n == 33 and m == 3):
                found = left_by(run, [a, n, m])
                assert type(found.error) is type(expected.error), (n, m)
                np.testing.assert_array_equal(found.arguments[0], expected.arguments[0], err_msg=f"{n}, {m}")


@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "int32", "int16", "uint8", "bool", "complex128"])
@pytest.mark.parametrize("loop", ["range", "up.prange"])
def test_lanes_that_store_nothing_all_or_some(loop, kind):
    function = function_of(f"def f(a, b, c):\n    for i in {loop}(a.size):\n        if b[i] > 3:\n            a[i] = c[i]", up=up)
    compiled = up.jit(function)
    draw = np.random.default_rng(5)
    for n in (1, 7, 8, 33, 200):
        for share in (0.0, 0.1, 0.5, 0.97, 1.0):
            a, c = (draw.integers(0, 2, n).astype(kind) for _ in range(2))
            b = np.where(draw.random(n) < share, 4, 3)
            expected = left_by(function, [a, b, c])
            np.testing.assert_array_equal(left_by(compiled, [a, b, c]).arguments[0], expected.arguments[0], err_msg=f"{n}, {share}")
