"""Elements that a loop keeps in a variable: whole numbers equal to the last bit, also where another access does meet the element."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

LINE = "for i in range(n):\n    for j in range(i):\n        for k in range({}):\n            {}"
BODIES = {
    "below_the_diagonal": LINE.format("j", "a[i, j] -= a[i, k] * a[j, k]"),
    "from_the_end": LINE.format("j", "a[i, j] -= a[i, j - 1 - k] * a[k, j]"),
    "meets_itself": LINE.format("j + 1", "a[i, j] -= a[i, k] * 3"),
    "meets_the_row_above": LINE.format("j", "a[i, j] -= a[k + 1, j] * 3"),
    "beside": LINE.format("n", "a[i, j] = a[i, j] * 3 + a[i, j + 1]"),
    "behind_a_condition": LINE.format("j", "a[i, j] += 1 if a[i, k] > 0 else a[j, k]"),
    "stored_behind_a_condition": LINE.format("j", "if a[i, k] > 0: a[i, j] -= a[i, k]"),
    "two_elements": "for i in range(1, n):\n    for k in range(i):\n        a[0, i] += a[0, k]\n        a[i, 0] += a[k, 0] + a[0, i]",
    "a_column_as_vector": "for i in range(n):\n    for k in range(i):\n        a[i, 0] -= a[i, k + 1] * a[k, 0]",
    "no_iteration": "for i in range(n + 3):\n    for k in range(i - n - 1):\n        a[i - 2, n - 1] += a[k, 0]",
    "names": "for i in range(n - 1, -1, -1):\n    for j in range(i + 1, n):\n        for k in range(i + 1, j):\n"
    "            a[i, j] = max(a[i, j], a[i, k] + a[k + 1, j])",
    "a_name_of_the_iteration_before": "m = 1\nfor i in range(2, n):\n    for k in range(i - 1):\n        a[0, i] += a[0, m]\n        m = k + 1",
    "a_moving_bound": "m = n - 1\nfor i in range(1, n):\n    for k in range(m):\n        a[i, m] += a[i, k]\n    m -= 1",
    "steps_of_two": "for i in range(n // 2):\n    for k in range(i):\n        a[0, 2 * i] += a[0, 2 * k]",
    "weights": "for i in range(n):\n    for k in range(n - 1, b[i] - 1, -1):\n        a[0, k] = max(a[0, k], a[0, k - b[i]] + i)",
    "weights_that_change": "for i in range(n):\n    w = b[i]\n    for k in range(n):\n        a[0, k] += b[i] + w\n        b[k] = i",
    "weights_out_of_bounds": "for i in range(n + 1):\n    w = b[i] * 2\n    for k in range(n):\n        a[0, k] += b[i] + w",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("kind", ["int64", "int32", "float64"])
def test_elements_kept(name, kind):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(n, a, b):\n{lines}\n")
    draw = np.random.default_rng(5)
    compiled = up.jit(function, strict=False)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source")}
    runs |= {device: up.jit(device=device, strict=False)(function) for device in paths.DEVICES}
    for n in (0, 1, 2, 3, 9, 40):
        whole = draw.integers(0, 3, (n + 1, 2 * n + 2)).astype(kind)
        weights = draw.integers(0, 5, max(n, 1))
        for a in (whole[:n, :n].copy(), whole[:n, ::2][:, :n], whole[:n, ::-1][:, :n]):
            expected = left_by(function, [n, a, weights])
            for path, run in runs.items():
                found = left_by(run, [n, a, weights])
                assert repr(found.error) == repr(expected.error), (path, name, n)
                for x, y in zip(found.arguments[1:], expected.arguments[1:], strict=True):
                    np.testing.assert_allclose(x, y, rtol=1e-12 if kind == "float64" else 0, err_msg=f"{path}: {name}, {n}")


def test_the_element_leaves_the_loop():
    def f(a):
        for i in range(a.shape[0]):
            for j in range(i):
                for k in range(j):
                    a[i, j] -= a[i, k] * a[j, k]

    compiled = up.jit(f, threads=1)
    compiled(np.eye(9))
    assert "a.kept: float64 = a[" in compiled.inspect("scheduled")
