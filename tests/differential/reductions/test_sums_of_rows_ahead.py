"""Sums of rows that need the results of the rows before them: several rows go ahead together, and give what plain Python gives.
The numbers are small and whole, so that no sum rounds."""

import itertools

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "element": "x[i] = b[i]\nfor j in range(i):\n    x[i] -= a[i, j] * x[j]\nx[i] = min(x[i], 2.0)",
    "variable": "s = 0.0\nfor j in range(i):\n    s += a[i, j] * x[j]\nx[i] = max(min(b[i] - s, 3.0), -3.0)",
    "two_variables": "s = b[i]\nt = b[i] + 1.0\nfor j in range(i):\n    s -= a[i, j] * x[j]\nx[i] = max(min(s, 2.0), t - 4.0)",
    "last_value": "s = b[i]\nfor j in range(i):\n    s -= a[i, j] * x[j]\nx[i] = max(min(s, 2.0), -2.0)\nlast = s",
    "shorter": "s = b[i]\nfor j in range(i - 2):\n    s += a[i, j] * x[j]\nx[i] = max(min(s, 3.0), -1.0)",
    "from_two": "s = b[i]\nfor j in range(2, i):\n    s += a[i, j] * x[j]\nx[i] = max(min(s, 3.0), -1.0)",
    "shifted": "s = b[i]\nfor j in range(i):\n    s += a[i, j] * x[j + 1]\nx[i + 1] = max(min(s, 3.0), -1.0)",
    "rows_of_a_matrix": "for j in range(i):\n    a[m, i] -= a[m, j] * a[i, j]\na[m, i] = max(min(a[m, i], 2.0), -2.0)",
    "columns": "for j in range(i):\n    a[m, i] -= a[m, j] * a[j, i]\na[m, i] = max(min(a[m, i], 2.0), -2.0)",
    "branch_behind": "s = b[i]\nfor j in range(i):\n    s -= a[i, j] * x[j]\nif s > 2.0:\n    x[i] = 2.0\nelse:\n    x[i] = max(s, -3.0)",
}
# Rows that touch what other rows of their strip do: they stay one behind the other.
STAY = {
    "reads_its_own": "s = b[i]\nfor j in range(i + 1):\n    s += a[i, j] * x[j]\nx[i] = max(min(s, 3.0), -1.0)",
    "reads_the_row_before": "x[i] = x[i - 1]\nfor j in range(i):\n    x[i] += a[i, j] * x[j]\nx[i] = max(min(x[i], 3.0), -1.0)",
    "stores_ahead": "s = b[i]\nfor j in range(i):\n    s += a[i, j] * x[j]\nx[i] = max(min(s, 3.0), -1.0)\nb[(i + 1) % n] += 1.0",
    "by_a_number": "s = b[i]\nfor j in range(i - m):\n    s += a[i, j] * x[j]\nx[i] = max(min(s, 3.0), -1.0)",
    "carried": "s = s * 0.0 + b[i]\nfor j in range(i):\n    s += a[i, j] * x[j]\ns = max(min(s, 3.0), -1.0)\nx[i] = s + 1.0",
    "other_length": "s = b[i]\nfor j in range(i // 2):\n    s += a[i, j] * x[j]\nx[i] = max(min(s, 3.0), -1.0)",
}


def text(body):
    lines = "\n".join("        " + line for line in body.split("\n"))
    return f"def f(n, m, a, b, x):\n    s = 0.0\n    last = 0.0\n    for i in range(n):\n{lines}\n    return last\n"


def arguments(n, m, kind="float64", order="C"):
    draw = np.random.default_rng(n)
    a = np.asarray(draw.integers(-1, 2, (n + 1, n + 1)), dtype=kind, order=order)
    return [n, m, a, draw.integers(-2, 3, n + 1).astype(kind), draw.integers(-2, 3, n + 2).astype(kind)]


@pytest.mark.parametrize("name", [*BODIES, *STAY])
@pytest.mark.parametrize("kind, order", [("float64", "C"), ("float64", "F"), ("float32", "C")])
def test_rows(name, kind, order):
    function = function_of(text((BODIES | STAY)[name]))
    compiled = up.jit(function)
    runs = {"cpu": compiled, "one thread": up.jit(function, threads=1), "scheduled": paths.interpreted(compiled, "scheduled")}
    for n, m in itertools.product((0, 1, 2, 7, 8, 9, 17, 40), (0, 1, 3)):
        given = arguments(n, min(m, n), kind, order)
        expected = left_by(function, given)
        for path, run in runs.items():
            found = left_by(run, given)
            assert repr(found.error) == repr(expected.error), (path, name, n, m)
            assert found.result == expected.result, (path, name, n, m)
            for x, y in zip(found.arguments[2:], expected.arguments[2:], strict=True):
                np.testing.assert_array_equal(x, y, err_msg=f"{path}: {name}, {n}, {m}")


def has_strips(name):
    compiled = up.jit(function_of(text((BODIES | STAY)[name])))
    given = arguments(9, 3)
    compiled(*given)
    return "strip" in compiled.inspect("scheduled")


def test_which_rows_go_ahead():
    assert [name for name in BODIES if not has_strips(name)] == []
    assert [name for name in STAY if has_strips(name)] == []


def test_rows_of_one_memory_stay():
    compiled = up.jit(function_of(text(BODIES["element"])))
    memory = np.ones(100)
    given = [9, 1, memory[:81].reshape(9, 9), memory[3:12], memory[20:29]]
    compiled(*given)
    assert "strip" not in compiled.inspect("scheduled")
