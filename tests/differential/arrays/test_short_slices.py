"""Slices of a few elements and sorting networks: what they are where all of them lie within their array, where some do not, and
where a second call of the same function has other slices than the first."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "median_of_nine": "for i in range(1, n - 1):\n    for j in range(1, m - 1):\n        out[i, j] = np.median(a[i - 1 : i + 2, j - 1 : j + 2])",
    "median_at_the_edges": "for i in range(n):\n    for j in range(m):\n        out[i, j] = np.median(a[max(i - 1, 0) : i + 2, j : j + 2])",
    "from_the_end": "for i in range(n):\n    for j in range(m):\n        out[i, j] = a[i - 1 : i + 2, j].sum() + len(a[i, j - 2 : j + 1])",
    "sorted": "for i in range(n):\n    for j in range(m - 4):\n        w = np.sort(a[i, j : j + 5])\n        out[i, j] = w[0] + 2 * w[1] + w[3] - w[4]",
    "ends_that_move": "for i in range(n):\n    for j in range(m):\n        w = a[i, j : j + 3]\n        out[i, j] = w[-1] if len(w) > 1 else 0",
    "stored": "for i in range(n):\n    for j in range(m - 2):\n        out[i, j : j + 3] = out[i, j : j + 3] * 2 + a[i, j + 2 - i % 2]",
    "sums": "for i in range(n):\n    for j in range(m - 2):\n        w = a[i, j : j + 3]\n        out[i, j] = w.sum() + (w * w).max() - w.mean()",
    "too_long": "for i in range(n):\n    for j in range(m - 2):\n        w = np.zeros(3)\n        w[:] = a[i, j : j + 4]\n        out[i, j] = w[1]",
    "products": "for i in range(n - 2):\n    for j in range(m - 2):\n        out[i, j] = a[i, j : j + 3] @ a[i : i + 3, j + 1]",
    "in_place": "for i in range(n):\n    for j in range(m - 3):\n        out[i, j : j + 4].sort()",
    "by_hand": "for i in range(n):\n    w = np.empty(6)\n    for k in range(6):\n        w[k] = a[i, k % m]\n    for t in range(5):\n"
    "        for k in range(5 - t):\n            if w[k] > w[k + 1]:\n                w[k], w[k + 1] = w[k + 1], w[k]\n"
    "    for k in range(min(m, 6)):\n        out[i, k] = w[k]",
    "by_a_subscript_of_data": "for i in range(n):\n    w = np.zeros(4)\n    for k in range(3):\n        w[k + 1] = w[k] + a[i, k % m]\n    out[i, 0] = w[int(abs(w[3])) % 4]",
    "out_of_bounds": "for i in range(n):\n    w = np.zeros(4)\n    for k in range(4):\n        w[k + 1] = w[k] + a[i, 0]\n    out[i, 0] = w[0]",
}
SHAPES = ((7, 9), (2, 3), (1, 1), (0, 4))


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("kind", ["float64", "int32"])
def test_short_slices(name, kind):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(n, m, a, out):\n{lines}\n")
    draw = np.random.default_rng(5)
    compiled = up.jit(function)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source"), "scheduled": paths.interpreted(compiled, "scheduled")}
    for n, m in SHAPES:
        a = draw.integers(-9, 9, (n, m)).astype(kind)
        for rows, columns, given in ((n, m, a), (n, m, np.asfortranarray(a)), (n - 1, m + 1, a)):
            arguments = [rows, columns, given, np.zeros((n, m), kind if name == "in_place" else "float64")]
            expected = left_by(function, arguments)
            for path, run in runs.items():
                found = left_by(run, arguments)
                assert repr(found.error) == repr(expected.error), (path, name, n, m, rows, columns)
                np.testing.assert_allclose(found.arguments[3], expected.arguments[3], rtol=1e-12, err_msg=f"{path}: {name}, {n}, {m}")


NAN = float("nan")


@pytest.mark.parametrize("n", range(1, 19))
def test_networks_sort(n):
    """Numbers of which some are equal and some are NaN."""
    function = function_of(
        "def f(rows, ordered, middle):\n    for i in range(len(rows)):\n        v = np.empty(" + str(n) + ")\n"
        "        for k in range(" + str(n) + "):\n            v[k] = rows[i, k]\n"
        "        middle[i] = np.median(v)\n        v.sort()\n        for k in range(" + str(n) + "):\n            ordered[i, k] = v[k]\n"
    )
    draw = np.random.default_rng(n)
    rows = draw.choice([1.5, 2.0, 2.0, -3.0, np.inf, -np.inf, NAN, 0.25, 1e-300, 1.5e308, 7.0], (200, n))
    rows[:100] = np.where(np.isnan(rows[:100]), 4.0, rows[:100])
    arguments = [rows, np.zeros_like(rows), np.zeros(200)]
    compiled = up.jit(function)
    with np.errstate(invalid="ignore"):
        expected = left_by(function, arguments)
    for path, run in {"cpu": compiled, "scheduled": paths.interpreted(compiled, "scheduled")}.items():
        found = left_by(run, arguments)
        for x, y in zip(found.arguments[1:], expected.arguments[1:], strict=True):
            np.testing.assert_array_equal(x, y, err_msg=path)


def test_a_stable_sort_keeps_zeros_in_order():
    function = function_of(
        "def f(rows):\n    for i in range(len(rows)):\n        v = np.sort(rows[i], kind='stable')\n        for k in range(5):\n            rows[i, k] = v[k]\n"
    )
    rows = np.random.default_rng(1).choice([0.0, -0.0, 1.0, -1.0], (50, 5))
    expected = rows.copy()
    function(expected)
    up.jit(function)(rows)
    np.testing.assert_array_equal(rows.view(np.int64), expected.view(np.int64))


def test_the_median_of_nine_in_each_order_of_zeros_and_ones():
    """A network of exchanges that is right for those is right for all numbers."""

    def f(rows, middle):
        for i in range(rows.shape[0]):
            middle[i] = np.median(rows[i, 0:9])

    rows = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(float)
    middle = np.zeros(512)
    up.jit(f)(rows, middle)
    np.testing.assert_array_equal(middle, np.median(rows, axis=1))


def test_a_median_of_a_window_needs_no_memory():
    def f(a, out):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                out[i, j] = np.median(a[i - 1 : i + 2, j - 1 : j + 2])

    compiled = up.jit(f, threads=1)
    compiled(np.eye(9), np.eye(9))
    text = compiled.inspect("scheduled")
    assert "allocate" not in text and "check" not in text and "vector" in text
