"""Variables that every iteration of a parallel loop increases by the same: formulas of the counter, on every path."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by

from support import paths

# n: elements of a and out, m: a number that may be 0 or negative.
COUNTED = {
    "behind": "k = 3\nfor i in prange(n):\n    out[i] = a[i] * k\n    k += 2\nreturn k",
    "before": "k = 3\nfor i in prange(n):\n    k -= m\n    out[i] = a[i] * k\nreturn k",
    "between": "k = 1\nfor i in prange(n):\n    x = a[i] * k\n    k = 5 + k\n    out[i] = x - k\nreturn k",
    "subscript": "k = 0\nfor i in prange(2, n, 3):\n    out[k] = a[i]\n    k += 1\nreturn k",
    "from_the_end": "k = n\nfor i in prange(n):\n    k -= 1\n    out[k] = a[i]\nreturn k",
    "two": "k = 0\nj = m\nfor i in prange(n):\n    out[k] = a[i] + j\n    k += 1\n    j += m\nreturn k, j",
    "nested": "k = 0\nfor i in prange(n // 4):\n    for j in range(3):\n        out[k] = a[i] + j\n        k += 1\nreturn k",
    "nested_twice": "k = 0\nfor i in prange(n // 9):\n    for j in prange(2):\n        for l in range(3):\n            out[k] = a[i] + j - l\n"
    "            k += 1\n    k += 1\nreturn k",
    "a_row_of_none": "k = 0\nfor i in prange(n):\n    for j in range(m):\n        k += 1\n    out[i] = k + a[i]\nreturn k",
    "condition": "k = 0\nfor i in prange(n):\n    if a[i] > 0:\n        out[k] = a[i]\n    k += 1\nreturn k",
    "twice": "k = 0\nfor i in prange(n):\n    k += 1\n    out[i] = k\n    k += 2\nreturn k",
    "out_of_bounds": "k = 1\nfor i in prange(n):\n    out[k] = a[i]\n    k += 1\nreturn k",
}
OTHERS = {
    "conditional": "k = 0\nfor i in prange(n):\n    if a[i] > 0:\n        out[k] = a[i]\n        k += 1\nreturn k",
    "skipped": "k = 0\nfor i in prange(n):\n    if a[i] > 0:\n        continue\n    out[k] = a[i]\n    k += 1\nreturn k",
    "left": "k = 0\nfor i in range(n):\n    if a[i] > 2:\n        break\n    out[k] = a[i]\n    k += 1\nreturn k",
    "changing_step": "k = 0\nc = 1\nfor i in prange(n):\n    out[i] = k\n    k += c\n    c = 3 - c\nreturn k",
    "step_of_data": "k = 0\nfor i in prange(n):\n    out[i] = k\n    k += int(out[0]) + 1\nreturn k",
    "float": "k = 0.0\nfor i in prange(n):\n    out[i] = k\n    k += 0.1\nreturn k",
    "in_order": "k = 0\nfor i in range(n):\n    out[k] = a[i]\n    k += 1\nreturn k",
    "a_sum": "k = 0\nfor i in prange(n):\n    out[i] = a[i]\n    k += 2\nreturn k",
    "row_of_data": "k = 0\nfor i in prange(n // 9):\n    for j in range(int(abs(a[i])) % 4):\n        out[k] = j\n        k += 1\nreturn k",
}


def made(text):
    lines = "\n".join("    " + line for line in text.split("\n"))
    return function_of(f"from unpython import prange\n\ndef f(n, m, a, out):\n{lines}\n")


@pytest.mark.parametrize("name", [*COUNTED, *OTHERS])
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_values(name):
    function = made({**COUNTED, **OTHERS}[name])
    compiled = up.jit(function, strict=False)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source"), "scheduled": paths.interpreted(compiled, "scheduled")}
    for device in paths.DEVICES:
        runs[device] = up.gpu(function, device=device, force=True, strict=False)
    for n, m in ((40, 3), (1000, -2), (1, 1), (0, 0), (7, 0)):
        a = np.random.default_rng(n).integers(-5, 6, n).astype(np.float64)
        expected = left_by(function, [n, m, a, np.zeros(n)])
        for path, run in runs.items():
            found = left_by(run, [n, m, a, np.zeros(n)])
            assert repr(found.error) == repr(expected.error), (path, name, n, m)
            assert found.result == expected.result, (path, name, n, m)
            if expected.error is None:
                np.testing.assert_array_equal(found.arguments[3], expected.arguments[3], err_msg=f"{path}: {name}, {n}, {m}")


@pytest.mark.parametrize("name", COUNTED)
def test_they_run_in_parallel(name):
    compiled = up.jit(made(COUNTED[name]))
    compiled(40, 3, np.ones(40), np.zeros(41))
    said = str(compiled.explain())
    assert "proven" in said or "reduction" in said
    assert "from the iteration before" not in said


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_an_overflow_is_still_seen():
    function = made(COUNTED["behind"].replace("k = 3", "k = 9223372036854775800"))
    with pytest.raises(OverflowError):
        up.jit(function, overflow="check")(40, 3, np.ones(40), np.zeros(40))
    up.jit(function, overflow="check")(3, 3, np.ones(3), np.zeros(3))
