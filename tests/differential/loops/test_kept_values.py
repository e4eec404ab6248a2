"""Values that an iteration of a parallel loop may keep from the one before: not those that a loop inside gives surely."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of

OWN = r"""
for k in range(50):\n            if k * k > a[i]: break\n        b[i] = k
for k in range(3):\n            if a[i] > 5: continue\n            t = a[i] * k\n        b[i] = k
for k in range(2):\n            for m in range(3):\n                if m * k > a[i]: break\n            t = m + k\n        b[i] = t + m
for k in range(9, 0, -2):\n            t = k\n            if t < a[i]: break\n        else:\n            t = -1\n        b[i] = t
for k in range(4):\n            if a[i] > 3:\n                t = 1\n                break\n            t = 2 * k\n        b[i] = t
for k in range(4):\n            t = 0\n            while t < k:\n                t += 2\n                if t > a[i]: break\n        b[i] = t + k
""".strip().splitlines()
SAME_RANGE = r"""
for k in range(n):\n            if k * k > a[i]: break\n        b[i] = k
for k in range(2, n):\n            t = k * a[i]\n            if t > 9: break\n        b[i] = t + k
for k in range(n):\n            for m in range(n + 1):\n                if m * k > a[i]: break\n        b[i] = m + k
for j in prange(2):\n            for k in range(n):\n                if k * k > a[i] * j: break\n            b[i] += k
if a[i] > 2:\n            for k in range(n): t = k\n            b[i] = t
""".strip().splitlines()
KEPT = r"""
for k in range(4):\n            if a[i] > 3: break\n            t = 2 * k\n        b[i] = t
for k in range(4):\n            if k > a[i]:\n                t = k\n                break\n        b[i] = t
for k in range(int(a[i])): t = k\n        b[i] = t
if a[i] > 3: t = 1\n        elif a[i] <= 3: t = 2\n        b[i] = t
""".strip().splitlines()


def _made(body, before="", more=""):
    return function_of(f"def f(a, b{more}):\n    {before}for i in prange(a.shape[0]):\n        {body}\n    return b".replace(r"\n", "\n"))


def _given():
    return np.array([0.0, 3, 700, 1, 9, 4, 2.5]), np.zeros(7)


@pytest.mark.parametrize("body", OWN)
@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
def test_a_loop_that_surely_runs_gives_values(body, device):
    function = _made(body)
    np.testing.assert_array_equal(up.jit(device=device, races="error")(function)(*_given()), function(*_given()))


@pytest.mark.parametrize("body", KEPT)
def test_a_kept_value_runs_in_order(body):
    function = _made(body, "t = 7\n    ")
    with pytest.warns(up.UnpythonWarning, match="'t' keeps its value from the iteration before where it is given none"):
        found = up.jit(strict=False)(function)(*_given())
    np.testing.assert_array_equal(found, function(*_given()))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("body", SAME_RANGE)
@pytest.mark.parametrize("before", ["", "t = k = m = 7\n    "])
@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
def test_a_range_that_is_the_same_in_all_iterations_runs_or_not(body, before, device):
    function = _made(body, before, more=", n")
    compiled = up.jit(device=device, races="error")(function)
    for n in (40, 3, 1, 0, -2):
        found = []
        for run in (function, compiled):
            try:
                found.append(run(*_given(), n).tolist())
            except UnboundLocalError as error:
                found.append(str(error))
        assert found[0] == found[1]


def test_the_loop_that_runs_is_told_alone():
    compiled = up.jit(_made("for k in range(n):\n            if k * k > a[i]: break\n        b[i] = k", "k = 7\n    ", more=", n"))
    for n, verdict in ((9, "proven"), (0, "sequential"), (9, "proven")):
        compiled(*_given(), n)
        assert [nest["parallel"]["verdict"] for nest in compiled.explain().as_dict()["nests"]] == [verdict]
