"""Checks of `while` loops that are proven in front of the loop: the same values, and the same exceptions where they are not."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import paths

BODIES = {
    "insertion": "x = a[s]\nj = s - 1\nwhile j >= 0 and a[j] > x:\n    a[j + 1] = a[j]\n    j -= 1\na[j + 1] = x",
    "down_to_a_bound": "j = s\nwhile j > 1 and a[j - 1] > 1:\n    a[j] += 1\n    j -= 2\nreturn j",
    "below_zero": "j = s\nwhile j >= -3 and a[j] < 4:\n    a[j] += 1\n    j -= 1\nreturn j",
    "one_below": "j = s\nwhile j >= 0 and a[j - 1] < 9:\n    a[j - 1] += 1\n    j -= 1\nreturn j",
    "upwards": "j = s\nwhile j < n and a[j] != 2:\n    a[j] += 7\n    j += 1\nreturn j",
    "upwards_too_far": "j = s\nwhile j < n + 1 and a[j] != 99:\n    a[j] += 7\n    j += 1\nreturn j",
    "turned": "j = s\nwhile n > j:\n    a[j] += 7\n    j += 1\n    a[j - 1] += 1\nreturn j",
    "both_ways": "j = s\nwhile j >= 0 and a[j] < 3:\n    a[j] += 1\n    j = j + 1 if a[j] % 2 else j - 1\nreturn j",
    "after_the_step": "j = s\nwhile j >= 0:\n    j -= 1\n    a[j] += 1\nreturn j",
    "no_bound": "j = s\nwhile a[j] < 3:\n    j -= 1\n    a[j] += 1\nreturn j",
    "bound_that_moves": "j = s\nm = n\nwhile j < m:\n    a[j] += 1\n    j += 1\n    m += 1 if j < 3 else 0\nreturn j",
    "step_behind_a_condition": "j = s\nwhile j >= 0 and a[j] >= 0:\n    if a[j] % 2 == 0:\n        j -= 1\n    a[j] -= 1\nreturn j",
}


@pytest.mark.parametrize("name", BODIES)
def test_checks_of_while_loops(name):
    lines = "\n".join("    " + line for line in BODIES[name].split("\n"))
    function = function_of(f"def f(n, s, a):\n{lines}\n")
    draw = np.random.default_rng(11)
    compiled = up.jit(function)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source")}
    for n in (1, 2, 7, 30):
        for s in (0, 1, n - 1, n, n + 2, -1, -n, -n - 1, 1 << 41):
            a = draw.integers(0, 5, n)
            expected = left_by(function, [n, s, a])
            for path, run in runs.items():
                found = left_by(run, [n, s, a])
                assert repr(found.error) == repr(expected.error), (path, name, n, s)
                assert found.result == expected.result, (path, name, n, s)
                np.testing.assert_array_equal(found.arguments[2], expected.arguments[2], err_msg=f"{path}: {name}, {n}, {s}")


def test_the_checks_leave_the_loop():
    function = function_of("def f(n, s, a):\n" + "\n".join("    " + line for line in BODIES["insertion"].split("\n")) + "\n")
    compiled = up.jit(function)
    compiled(5, 3, np.arange(5))
    loop = compiled.inspect("scheduled").split("while:")[1]
    assert "check" not in loop and "wrap" not in loop.split("else:")[0]
