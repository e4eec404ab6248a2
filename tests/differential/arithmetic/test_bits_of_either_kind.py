"""Bits of a number that is Python's on one way and NumPy's on another: values and types as in Python, one computation or several."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of, left_by

BODIES = {
    "checksum": "k = {c}\n    for i in range(n):\n        k = (k >> 3) ^ a[i]\n    return k",
    "masks": "k = {c}\n    for i in range(n):\n        k = (k & 0x7F) | a[i]\n    return k, k & 3, k | 8, k ^ 1, k >> 1, k >> 62",
    "far": "k = {c}\n    if n > 1:\n        k = a[0]\n    return k >> 7, k >> 9, k >> 63, k >> 70",
    "both": "k = {c}\n    m = 5\n    if n > 1:\n        k = a[0]\n    if n > 2:\n        m = a[1]\n    return k & m, k | m, k ^ m, k >> (m & 3)",
    "truth": "k = n > 1\n    if n > 2:\n        k = a[0]\n    return k & 1, k | 2, k ^ 1, k & True",
}
CONSTANTS = ["0", "5", "-7", "255", "300", "0xFFFFFFFF", "2**62", "-2**63", "True"]


@pytest.mark.parametrize("kind", ["int64", "uint8", "int16", "uint64", "bool"])
@pytest.mark.parametrize("constant", CONSTANTS)
@pytest.mark.parametrize("name", BODIES)
def test_values_and_types(name, constant, kind):
    function = function_of(f"def f(a, n):\n    {BODIES[name].format(c=constant)}")
    compiled = up.jit(function)
    a = np.array([3, 0, 201, 77, 12, 9], np.uint8).astype(kind)
    for run in (compiled, paths.interpreted(compiled, "scheduled")):
        for n in (0, 1, 2, 3, 6):
            expected = left_by(function, [a, n])
            found = left_by(run, [a, n])
            assert type(found.error) is type(expected.error), (n, found.error)
            results = [found.result, expected.result]
            if expected.error is None:
                given, wanted = (r if isinstance(r, tuple) else (r,) for r in results)
                assert [(type(x), x) for x in given] == [(type(x), x) for x in wanted], n
