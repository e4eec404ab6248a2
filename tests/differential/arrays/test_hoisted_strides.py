"""Subscripts by steps that only the run knows, stores that end both sides of a branch, and `and` and `or` in conditions of loops: the
same values and the same exceptions as plain Python's."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "sieve": "for i in range(2, n):\n    if a[i] == 0:\n        for j in range(i * i, n, i):\n            a[j] = 1",
    "by_a_step": "for j in range(m, n, s):\n    a[j] += j",
    "downwards": "for j in range(n - 1, m, s):\n    a[j] += j",
    "a_product": "for j in range(n):\n    a[m + j * s] += j",
    "two_steps": "for j in range(m):\n    k = j * s\n    a[k + 1] = a[k] + a[j * m]",
    "behind_a_condition": "for j in range(n):\n    if j < m:\n        a[j * s] += 1",
    "a_step_that_changes": "for j in range(m):\n    a[j * s] += 1\n    s += 1",
    "large": "for j in range(2):\n    a[j * (s << 40)] += 1",
    "wrapped": "for j in range(3):\n    a[m - j * s] += 1\n    if j == m:\n        a[0] = 9",
    "subsequence": "for i in range(1, n):\n    if a[i - 1] % 3 == a[i] % 3:\n        b[i] = b[i - 1] + 1\n    else:\n        b[i] = max(b[i - 1], b[i])",
    "a_side_out_of_bounds": "for i in range(n):\n    if i > 0:\n        b[i] = b[i - 1] + 1\n    else:\n        b[i] = 7",
    "another_row": "for i in range(n):\n    if a[i] > 1:\n        b[i] = a[i] - 1\n    else:\n        b[i] = b[i + 1 - n % 2] if i < n - 1 else 3",
    "other_elements": "for i in range(1, n):\n    if a[i] > 1:\n        b[i] = a[i - 1]\n    else:\n        b[i - 1] = a[i]",
    "and": "j = n - 1\nwhile j >= 0 and a[j] > 0 and (j < m or a[j] % 2 == 1):\n    b[j] = a[j]\n    j -= 1\nb[0] = j",
    "or": "j = 0\nwhile j < n and (a[j] == 0 or a[j] < m):\n    b[j] += 1\n    j += 1\nb[0] = j",
    "or_alone": "for i in range(n):\n    if i == 0 or a[i - 1] > 1:\n        b[i] += 2\n    t = i > 1 and a[i] > b[i]\n    if not t:\n        b[i] -= 1",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("kind", ["int64", "uint8", "float32"])
def test_strides_stores_and_conditions(name, kind):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(n, m, s, a, b):\n{lines}\n")
    draw = np.random.default_rng(3)
    compiled = up.jit(function, strict=False)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source"), "scheduled": paths.interpreted(compiled, "scheduled")}
    for n in (0, 1, 2, 9, 40):
        for m in (0, 1, 5, n):
            for s in (1, 2, 3, -1, -2) if "s" in BODIES[name].replace("sum", "").split("range")[-1] else (1,):
                a = draw.integers(0, 4, n + 1).astype(kind)
                b = draw.integers(0, 5, n + 1)
                expected = left_by(function, [n, m, s, a, b])
                for path, run in runs.items():
                    found = left_by(run, [n, m, s, a, b])
                    assert repr(found.error) == repr(expected.error), (path, name, n, m, s)
                    for x, y in zip(found.arguments[3:], expected.arguments[3:], strict=True):
                        np.testing.assert_array_equal(x, y, err_msg=f"{path}: {name}, {n}, {m}, {s}")


def text_of(name, *arguments):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    compiled = up.jit(function_of(f"def f(n, m, s, a, b):\n{lines}\n"), threads=1)
    compiled(*arguments)
    return compiled.inspect("scheduled")


def test_what_is_left_of_the_loops():
    arguments = [9, 2, 2, np.zeros(10, np.int64), np.zeros(10, np.int64)]
    fast = text_of("sieve", *arguments).split("for k in")[1].split("else:")[0]
    assert "check" not in fast and "wrap" not in fast
    assert text_of("subsequence", *arguments).count("b[k + 1] =") == 1
    assert "t = False" in text_of("and", *arguments) or "= False" in text_of("and", *arguments)
