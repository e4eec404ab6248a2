"""Loops that overwrite what they have read, elements that a loop updates behind a condition, and minima that wait for the iteration
before: integers and floats equal to plain Python's, on every path."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "knapsack": "for i in range(m):\n    for w in range(n - 1, abs(b[i]) - 1, -1):\n        a[w] = max(a[w], a[w - abs(b[i])] + i)",
    "upwards": "for i in range(m):\n    s = b[i]\n    for w in range(40, n - 40):\n        a[w] = a[w + s] - a[w] + i",
    "downwards": "for i in range(m):\n    s = b[i]\n    for w in range(n - 41, 39, -1):\n        a[w] = a[w + s] - a[w] + i",
    "both_sides": "for i in range(m):\n    s = b[i]\n    for w in range(40, n - 40):\n        a[w] = a[w + s] + a[w - s]",
    "two_distances": "for i in range(m):\n    s = b[i]\n    for w in range(40, n - 40):\n        x = a[w + s] * 2\n        a[w] = x - a[w + b[0]]",
    "another_step": "for i in range(m):\n    s = b[i]\n    for w in range(20, n // 2 - 20):\n        a[2 * w] = a[w + s] + 1",
    "a_distance_that_moves": "for i in range(m):\n    s = b[i]\n    for w in range(40, n - 40):\n        a[w] = a[w + s] + 1\n        s = -s",
    "out_of_bounds": "for i in range(m):\n    s = b[i]\n    for w in range(10, n):\n        a[w] = a[w + s] + 1",
    "from_the_end": "for i in range(m):\n    s = b[i]\n    for w in range(n - 40):\n        a[w] = a[w + s] + 1",
    "behind_a_condition": "for i in range(m):\n    for j in range(n):\n        if j != i:\n            a[i] += a[j] // 3 if j > m else b[i]",
    "behind_a_condition_apart": "for i in range(m):\n    for j in range(n - m):\n        if b[i] > j % 5:\n            a[i] -= a[j + m]",
    "never_in_bounds": "for i in range(m + n):\n    for j in range(3):\n        if i < n:\n            a[i] = a[i] * 2 + j",
    "one_for_all": "for i in range(m):\n    for j in range(n):\n        if b[i] == j:\n            a[0] += j",
    "edit_distance": "for i in range(1, m):\n    d = a[0]\n    a[0] = i\n    for j in range(1, n):\n        up = a[j]\n"
    "        a[j] = min(a[j] + 1, a[j - 1] + 1, d + (0 if b[i] == b[j % m] else 1))\n        d = up",
    "largest": "for i in range(m):\n    for j in range(1, n):\n        a[j] = max(a[j - 1] - 1, max(b[i], a[j] + i), 2)",
    "mixed": "for i in range(m):\n    for j in range(1, n):\n        a[j] = min(max(a[j - 1], b[i]), a[j], 50)",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("kind", ["int64", "int16", "float64"])
def test_overwritten_elements(name, kind):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(n, m, a, b):\n{lines}\n")
    draw = np.random.default_rng(5)
    compiled = up.jit(function, strict=False)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source"), "scheduled": paths.interpreted(compiled, "scheduled")}
    for n, m in ((200, 7), (81, 3), (97, 9), (2, 1), (0, 0)):
        for most in (2, 13, 40):
            a = draw.integers(0, 5, n).astype(kind)
            b = draw.integers(-most, most, max(m, 1))
            expected = left_by(function, [n, m, a, b])
            for path, run in runs.items():
                found = left_by(run, [n, m, a, b])
                assert repr(found.error) == repr(expected.error), (path, name, n, m)
                np.testing.assert_array_equal(found.arguments[2], expected.arguments[2], err_msg=f"{path}: {name}, {n}, {m}")


SUMS = "for i in {}(len(p)):\n        for j in range(len(p)):\n            if {}:\n                r = p[j] - p[i]\n                out[i] += r * m[j]"


@pytest.mark.parametrize("loop", ["range", "prange"])
@pytest.mark.parametrize("condition", ["i != j", "m[j] > 0", "i < j and j % 3 != 0", "i < len(out) and i != j"])
def test_rows_updated_behind_a_condition(loop, condition):
    function = function_of("def f(p, m, out):\n    " + SUMS.format(loop, condition) + "\n")
    draw = np.random.default_rng(2)
    compiled = up.jit(function)
    for n in (1, 2, 9, 33):
        p, m = draw.integers(-9, 9, (n, 3)).astype(float), draw.integers(-3, 3, n).astype(float)
        for rows in {n, max(n - 1, 1)} if "len(out)" in condition else {n}:
            arguments = [p, m, np.ones((rows, 3))]
            expected = left_by(function, arguments)
            for run in (compiled, paths.interpreted(compiled, "scheduled")):
                np.testing.assert_array_equal(left_by(run, arguments).arguments[2], expected.arguments[2])


def test_lanes_and_variables():
    def knapsack(a, b):
        for i in range(len(b)):
            for w in range(len(a) - 1, b[i] - 1, -1):
                a[w] = max(a[w], a[w - b[i]] + i)

    def attracted(p, out):
        for i in range(len(p)):
            for j in range(len(p)):
                if i != j:
                    out[i] += p[j] - p[i]

    compiled = up.jit(knapsack, threads=1)
    compiled(np.arange(90), np.arange(1, 9))
    assert "vector" in compiled.inspect("scheduled")
    compiled = up.jit(attracted, threads=1)
    compiled(np.ones((9, 3)), np.ones((9, 3)))
    assert "out.kept" in compiled.inspect("scheduled")
