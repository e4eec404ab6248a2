"""np.pad: its modes, and the forms in which it takes widths; np.kron of lists."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome
from support.texts import check, function_of

_A = np.array([0.5, 1.25, -0.75, 2.0])
_M = np.arange(12.0).reshape(4, 3) % 5
_K = np.array([1, 2, 2, 0, 3, 1, 5, 2])
_T = np.arange(12).reshape(2, 3, 2)

CALLS = [
    "(np.pad(m, 1), np.pad(m, ((1,), (2,)), mode='edge'), np.pad(m, ((1, 2), (0, 1)), mode='reflect'))",
    "(np.pad(m, [(1, 1), (1, 2)], mode='constant', constant_values=7), np.pad(m, 2, 'wrap'), np.pad(m, 1, mode='symmetric'))",
    "(np.pad(m, ((n,), (n // 2,))), np.pad(m, ((1, 2),)), np.pad(m, ((1, 2),), mode='edge'), np.pad(m, (n,), 'reflect'))",
    "(np.pad(a, (2, 3), mode='mean'), np.pad(a, 2, mode='maximum'), np.pad(a, ((1, 2),), 'minimum'), np.pad(a, [2], 'median'))",
    "(np.pad(m, (1, 2), 'minimum'), np.pad(m, ((1, 2), (0, 0)), 'median'), np.pad(m, ((1, 2), (3, 0)), 'mean'), np.pad(m, 1, 'maximum'))",
    "(np.pad(k, 2, 'mean'), np.pad(k, 1, 'median'), np.pad(k.reshape(2, 4), (1, 2), 'mean'), np.pad(k.astype(np.int32), 1, 'mean'))",
    "(np.pad(m, (n,), mode='empty').shape, np.pad(a, ((1, 2),)), np.pad(a, [2], mode='wrap'), np.pad(a, (0, n), constant_values=(0, 4.0)))",
    "(np.pad(t, 1), np.pad(t, ((1, 1), (2, 0), (0, 0))), np.pad(t, 1, mode='edge'), np.pad(t, ((1, 1), (1, 1), (0, 0)), mode='reflect'))",
    "(np.pad(t, ((1, 0), (0, 1), (2, 2)), constant_values=((1, 2), (3, 4), (5, 6))), np.pad(t, 2, 'wrap'), np.pad(t, (1, 2), 'symmetric'))",
    "(np.pad(a, (1, -1)), 0)",
    "(np.pad(m, ((1, 2), (0, 1)), constant_values=((1, 2), (3, 4))), np.pad(m, 1, constant_values=(5, 6)), np.pad(m, 1, constant_values=((5, 6),)))",
    "(np.pad(a[:0], 1), np.pad(m[:0], 1))",
    "np.pad(a[:0], 1, 'edge')",
    "(np.kron(a, [1, 2]), np.kron([1, 2], [[1, 0], [0, 1]]), np.kron(m, np.eye(2)))",
]

REFUSED = [
    "np.pad(a, (1, 2, 3))",
    "np.pad(m, ((1, 2), (0, 1), (0, 0)))",
    "np.pad(a, ((1, 2), (0, 1)))",
    "np.pad(m, ((1,), (2, 3)))",
    "np.pad(a[:0], 1, 'mean')",
]


@pytest.mark.parametrize("text", CALLS)
def test_as_numpy(text):
    check(f"def f(a, m, k, t, n):\n    return {text}\n", [_A, _M, _K, _T, 2], tolerance=1e-12)


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text):
    function = function_of(f"def f(a, m):\n    return {text}\n")
    found = outcome(up.jit(strict=True)(function), (_A, _M))
    assert "NotImplementedError" in str(found) or "CompileError" in str(found)
