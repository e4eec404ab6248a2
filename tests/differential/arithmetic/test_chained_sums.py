"""Sums of products that run as one chain have the bits of CPython, on every device; products of sums that run side by side are fused."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "dot": "s = 0.0\nfor i in range(n):\n    s += x[i] * y[i]\nz[0] = s",
    "dot_of_rows": "s = 1.0\nfor i in range(n):\n    for j in range(n):\n        s -= x[j] * a[i, j]\nz[0] = s",
    "two_products": "s = 0.0\nfor i in range(n):\n    s = s + x[i] * y[i] - y[i] * 0.3\nz[0] = s",
    "while": "s = 0.0\ni = 0\nwhile i < n:\n    s += x[i] * y[i]\n    i += 1\nz[0] = s",
    "recurrence": "b = 0.5\nfor k in range(n):\n    s = 0.0\n    for i in range(k):\n        s += x[k - i - 1] * y[i]\n    b = 1.0 / (2.0 + s + b)\n    y[k] = b",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_chained_sums(name, kind):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(n, a, x, y, z):\n{lines}\n")
    draw = np.random.default_rng(3)
    compiled = up.jit(function, strict=False)
    runs = {"cpu": compiled, "scheduled": paths.interpreted(compiled, "scheduled")}
    runs |= {device: up.jit(device=device, strict=False)(function) for device in paths.DEVICES}
    for n in (0, 1, 9, 60):
        arguments = [n, draw.standard_normal((n, n)).astype(kind), *(draw.standard_normal(n + 1).astype(kind) for _ in range(3))]
        expected = left_by(function, arguments)
        for path, run in runs.items():
            for given, right in zip(left_by(run, arguments).arguments[1:], expected.arguments[1:], strict=True):
                np.testing.assert_array_equal(given, right, err_msg=f"{path}: {name}, {n}")


def test_sums_of_rows_are_fused():
    def rows(a, x, z):
        for i in range(a.shape[0]):
            s = 0.0
            for j in range(a.shape[1]):
                s += a[i, j] * x[j]
            z[i] = s

    compiled = up.jit(rows)
    compiled(np.eye(20), np.ones(20), np.ones(20))
    assert "fma" in compiled.inspect("scheduled")
