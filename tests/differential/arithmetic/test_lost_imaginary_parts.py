"""Complex numbers where an array of real ones is asked for: NumPy warns or raises, and compiled functions refuse."""

from __future__ import annotations

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

LOSES = """
np.array([v for v in c], dtype=float)
np.array([v * 1j for v in r], dtype=np.float32)
np.array([complex(v) for v in r], dtype=float)
np.array(c, dtype=float)
np.array([z] * 3, dtype=float)
np.array(list(c), dtype=int)
np.array((1j, 2), dtype=float)
np.array([[z, 1], [2, z]], dtype=int)
np.asarray(c, dtype=np.int32)
np.fromiter((v for v in c), dtype=float)
np.full(3, z, dtype=float)
np.full(3, c[0], dtype=int)
np.full_like(r, z)
np.full_like(c, z, dtype=float)
np.insert(r, 0, z)
np.sum(c, dtype=float)
c.sum(dtype=np.float32)
np.mean(c, dtype=float)
np.prod(c, dtype=float)
np.trace(np.diag(c), dtype=float)
np.nansum(c, dtype=float)
c.astype(float)
""".strip().splitlines()

KEEPS = """
np.array([v for v in c], dtype=complex)
np.array(c, dtype=bool)
np.full(2, z, dtype=bool)
np.full_like(c, 2)
np.full_like(c, z)
np.sum(c, dtype=np.complex64)
np.mean(r, dtype=complex)
np.array(r, dtype=complex)
""".strip().splitlines()


def _arguments():
    return np.array([1 + 2j, 3 - 1j]), np.array([1.0, 2.0]), 1 + 2j


@pytest.mark.parametrize("form", LOSES)
def test_a_lost_imaginary_part_is_refused(form):
    function = function_of(f"def f(c, r, z):\n    return {form}")
    with pytest.raises(up.CompileError, match="complex"):
        up.jit(function)(*_arguments())


@pytest.mark.parametrize("form", KEEPS)
def test_other_types_are_not(form):
    function = function_of(f"def f(c, r, z):\n    return {form}")
    found, expected = up.jit(function)(*_arguments()), function(*_arguments())
    assert np.array_equal(found, expected)
    assert found.dtype == expected.dtype
