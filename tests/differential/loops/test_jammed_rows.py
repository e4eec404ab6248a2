"""Nests in which each element of a row waits for the one before, so that four rows run side by side where they may: the numbers of the
text, to the bit, whatever the rows need of each other."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "wavefront": "for i in range(n):\n    for j in range(m):\n        a[i + 1, j + 1] = max(a[i, j + 1], a[i + 1, j]) + x[j]",
    "sweep": "for i in range(n):\n    for j in range(m):\n        a[i + 1, j + 1] = (a[i, j] + a[i, j + 2] + a[i + 1, j] + a[i + 1, j + 2] + a[i + 2, j + 1]) // 3",
    "rows_alone": "for i in range(n):\n    p = a[i, 0]\n    q = a[i, 1]\n    for j in range(m):\n        b[i, j] = a[i, j] - p + 2 * q\n        q = p\n        p = b[i, j]",
    "backwards": "for i in range(n):\n    for j in range(m, 0, -1):\n        a[i, j - 1] = a[i, j] + a[i, j - 1] // 2",
    "two_sweeps": "for i in range(n):\n    b[i, 0] = i\n    for j in range(m):\n        b[i, j + 1] = b[i, j] + a[i, j]\n"
    "    a[i, m] = 7\n    for j in range(m, 0, -1):\n        a[i, j - 1] = a[i, j] - b[i, j]",
    "the_row_below": "for i in range(n):\n    for j in range(m):\n        a[i, j + 1] = a[i, j] + a[i + 1, j] - a[i + 1, j + 2]",
    "two_rows_back": "for i in range(n):\n    for j in range(m):\n        a[i + 2, j + 1] = a[i + 2, j] + a[i, j + 2]",
    "far_ahead": "for i in range(n):\n    for j in range(m - 6):\n        a[i + 1, j + 1] = a[i + 1, j] + a[i, j + 7]",
    "another_part": "for i in range(n):\n    for j in range(m):\n        a[i, j + 1] += a[i, j]\n    for j in range(m):\n        a[i + 1, j] += a[i, j + 1]",
    "one_row": "for i in range(n):\n    for j in range(m):\n        x[j + 1] = min(x[j + 1], x[j]) + a[i, j]",
    "columns": "for i in range(n):\n    for j in range(m):\n        t[j + 1, i] = t[j, i] * 2 - t[j + 1, i]",
    "best": "best = 0\nfor i in range(n):\n    for j in range(m):\n        a[i + 1, j + 1] = a[i + 1, j] + a[i, j + 1] - 3\n        if a[i + 1, j + 1] > best:\n            best = a[i + 1, j + 1]\nx[0] = best",
    "the_place_of_the_best": "best = 0\nat = 0\nfor i in range(n):\n    for j in range(m):\n        a[i, j + 1] = a[i, j] + a[i, j + 1]\n"
    "        if a[i, j + 1] > best:\n            best = a[i, j + 1]\n            at = i * m + j\nx[0] = at",
    "the_last": "last = 0\nfor i in range(n):\n    for j in range(m):\n        a[i, j + 1] += a[i, j]\n        last = a[i, j + 1]\nx[0] = last",
    "behind_a_condition": "for i in range(n):\n    for j in range(m):\n        if a[i, j + 1] > 0:\n            a[i, j + 1] += a[i, j]",
    "read_again": "for i in range(n):\n    for j in range(m):\n        a[i, j + 1] = a[i, j] + 1\n        b[i, j] = a[i, j] + a[i, j + 1]",
    "a_subscript_of_data": "for i in range(n):\n    for j in range(m):\n        a[i, j + 1] = a[i, j] + a[int(x[j]) % (n + 1), j + 1]",
    "out_of_bounds": "for i in range(n):\n    for j in range(m):\n        a[i, j + 3] = a[i, j + 2] + 1",
}


def same_as_python(text, kinds, sizes):
    lines = "\n".join("    " + line for line in text.split("\n"))
    function = function_of(f"def f(n, m, a, b, x, t):\n{lines}\n")
    draw = np.random.default_rng(5)
    compiled = up.jit(function, strict=False, threads=1)
    runs = {"cpu": compiled, "scheduled": paths.interpreted(compiled, "scheduled")}
    for kind in kinds:
        for n, m in sizes:
            shapes = [(n + 2, m + 2), (n + 2, m + 2), m + 2, (m + 2, n + 2)]
            arguments = [n, m, *(draw.integers(-5, 6, shape).astype(kind) for shape in shapes)]
            expected = left_by(function, arguments)
            for path, run in runs.items():
                found = left_by(run, arguments)
                assert repr(found.error) == repr(expected.error), (path, text, n, m)
                for given, right in zip(found.arguments[2:], expected.arguments[2:], strict=True):
                    if found.error is None:
                        np.testing.assert_array_equal(given, right, err_msg=f"{path}: {text}, {n}, {m}")
    return compiled


@pytest.mark.parametrize("name", BODIES)
def test_jammed_rows(name):
    same_as_python(BODIES[name], ["int64", "float32"], [(0, 5), (3, 9), (4, 0), (4, 1), (5, 12), (8, 3), (11, 40)])


@pytest.mark.parametrize("seed", range(40))
def test_random_rows(seed):
    """Subscripts up to two rows and columns apart, in one or two statements."""
    draw = np.random.default_rng(seed)

    def element(name):
        return f"{name}[i + {draw.integers(3)}, j + {draw.integers(3)}]"

    statements = []
    for _ in range(draw.integers(1, 3)):
        terms = " + ".join(element(draw.choice(["a", "a", "b"])) for _ in range(draw.integers(1, 4)))
        statements.append(f"        {element(draw.choice(['a', 'b']))} = ({terms}) // 2 - 1")
    same_as_python("for i in range(n):\n    for j in range(m):\n" + "\n".join(statements), ["int64"], [(3, 7), (4, 16), (9, 33)])


@pytest.mark.parametrize("name", ["wavefront", "sweep", "rows_alone", "backwards", "two_sweeps", "best"])
def test_these_run_side_by_side(name):
    compiled = same_as_python(BODIES[name], ["float64" if name == "rows_alone" else "int64"], [(9, 33)])
    assert "groups" in compiled.inspect("scheduled")


PLANES = {
    "two_numbers": "h[i, j, k] = max(h[i - 1, j, k], h[i, j - 1, m]) + 1.0",
    "twice_the_column": "h[i, j, 2 * j] = max(h[i - 1, j, 2 * j], h[i, j - 1, 2 * j]) + 1.0",
    "both_counters": "h[i, j, i + j] = max(h[i - 1, j, i + j - 1], h[i, j - 1, i + j]) + 1.0",
    "half_the_column": "h[i, j, j // 2] = max(h[i - 1, j, j // 2], h[i, j - 1, (j - 1) // 2]) + 1.0",
    "the_same": "h[i, j, k] = max(h[i - 1, j, k], h[i, j - 1, k]) + 1.0",
}


@pytest.mark.parametrize("name", PLANES)
def test_a_column_that_stores_elsewhere_than_the_next_one_reads(name):
    text = f"def f(h, k, m):\n    for i in range(1, h.shape[0]):\n        for j in range(1, h.shape[1]):\n            {PLANES[name]}\n"
    function = function_of(text)
    compiled = up.jit(function, threads=1)
    for n in (2, 5, 9, 14):
        expected = np.random.default_rng(n).normal(size=(n, n, 2 * n + 2))
        found = expected.copy()
        function(expected, 0, 1)
        compiled(found, 0, 1)
        np.testing.assert_array_equal(found, expected)
