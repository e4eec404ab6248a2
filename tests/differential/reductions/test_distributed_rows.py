"""Loops over rows that add up a row, alone or with something else in them: whole numbers to the bit, sums of floats in their order."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "one_behind_the_other": "for i in range(n):\n    t[i] = 0\n    for j in range(n):\n        t[i] += a[i, j] * x[j]\n    for j in range(n):\n        y[j] += a[i, j] * t[i]",
    "in_one_loop": "for i in range(n):\n    t[i] = 0\n    for j in range(n):\n        y[j] += x[i] * a[i, j]\n        t[i] += a[i, j] * x[j]",
    "the_sum_of_the_row_before": "for i in range(1, n):\n    for j in range(n):\n        t[i] += a[i, j] * x[j]\n    for j in range(n):\n        y[j] += a[i, j] * t[i - 1]",
    "the_sum_of_the_next_row": "for i in range(n - 1):\n    for j in range(n):\n        t[i] += a[i, j] * x[j]\n    for j in range(n):\n        y[j] += a[i, j] + t[i + 1]",
    "what_the_sum_reads": "for i in range(n):\n    for j in range(n):\n        t[i] += a[i, j] * x[j]\n    for j in range(n):\n        x[j] += t[i]",
    "one_sum_for_all": "for i in range(n):\n    for j in range(n):\n        t[0] += a[i, j] * x[j]\n    for j in range(n):\n        y[j] += a[i, j] * t[0]",
    "of_a_triangle": "for i in range(n):\n    for j in range(i):\n        t[i] += a[i, j] * x[j]\n    for j in range(i, n):\n        y[j] -= a[j, i] + t[i]\n    x[i] = t[i]",
    "its_own_row": "for i in range(n):\n    for j in range(n):\n        t[i] += a[i, j]\n    for j in range(n):\n        a[i, j] -= t[i]\n    for j in range(n):\n        y[j] += a[i, j]",
    "a_name": "s = 0\nfor i in range(n):\n    for j in range(n):\n        t[i] += a[i, j] + s\n    s = i\n    for j in range(n):\n        y[j] += a[i, j] * t[i]",
    "sums_of_rows": "for i in range(n):\n    for j in range(n):\n        t[i] += a[i, j] * x[j]",
    "sums_of_columns": "for i in range(n):\n    t[i] = 2\n    for j in range(n):\n        t[i] -= a[j, i] * x[j]\n        y[i] += a[j, i]",
    "no_columns": "for i in range(n + 3):\n    for j in range(n - 50):\n        t[i] += a[i, j] * x[j]",
    "no_rows": "for i in range(n - 40):\n    for j in range(n):\n        t[i] += a[i, j]\n    for j in range(n):\n        y[j] += a[i, j] * t[i]",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("kind", ["float64", "float32", "int64"])
def test_distributed_rows(name, kind):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(n, a, x, y, t):\n{lines}\n")
    draw = np.random.default_rng(5)
    compiled = up.jit(function, strict=False)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source"), "scheduled": paths.interpreted(compiled, "scheduled")}
    for n in (0, 1, 2, 9, 16, 17, 50):
        arguments = [n, draw.integers(-1, 2, (n, n)).astype(kind), *(draw.integers(-1, 2, n).astype(kind) for _ in range(3))]
        expected = left_by(function, arguments)
        for path, run in runs.items():
            found = left_by(run, arguments)
            assert repr(found.error) == repr(expected.error), (path, name, n)
            for given, right in zip(found.arguments[1:], expected.arguments[1:], strict=True):
                np.testing.assert_array_equal(given, right, err_msg=f"{path}: {name}, {n}")


def test_the_bits_of_the_loop_as_written():
    """The same additions in the same order: as the interpreter makes them of the text."""
    lines = "\n".join("    " + line for line in BODIES["one_behind_the_other"].split("\n"))
    function = function_of(f"def f(n, a, x, y, t):\n{lines}\n")
    draw = np.random.default_rng(7)
    arguments = [70, draw.standard_normal((70, 70)), *(draw.standard_normal(70) for _ in range(3))]
    compiled = up.jit(function, threads=1, fp="strict")
    expected = left_by(function, arguments)
    for given, right in zip(left_by(compiled, arguments).arguments[1:], expected.arguments[1:], strict=True):
        np.testing.assert_array_equal(given, right)
    assert "strip" in compiled.inspect("scheduled")
