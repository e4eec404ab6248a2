"""The corpus of support/found_mixes.py: value, type and exception of CPython on the undecorated function, or refused."""

import warnings

import numpy as np
import pytest
import unpython as up
from support import paths
from support.compare import Tolerance, assert_agree
from support.found_mixes import DTYPES, PROGRAMS, calls, program

CLOSE = Tolerance(float64=1e-12, float32=2e-6)
DEVICES = [None, *paths.DEVICES]


def accepted(number: int, dtype: str, device: str | None) -> int:
    """How many calls were not refused; all of these agree."""
    function = program(PROGRAMS[number], number)
    options = {"races": "ordered", "strict": False}
    compiled = up.jit(**options)(function) if device is None else up.gpu(**options, device=device)(function)
    count = 0
    for arguments in calls(dtype):
        copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        expected = paths.run(function, arguments)
        try:
            found = paths.run(compiled, copies)
        except up.CompileError:
            return count
        if isinstance(found.error, (NotImplementedError, up.CompileError)):
            continue
        if isinstance(found.error, OverflowError) and expected.error is None:
            continue  # Python's integers of more than 64 bits
        assert_agree(found, expected, CLOSE)
        if expected.error is not None:
            assert str(found.error) == str(expected.error)
        count += 1
    return count


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_found(number, device):
    dtypes = DTYPES if device is None else ("uint8", "float32", "float64")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        count = sum(accepted(number, dtype, device) for dtype in dtypes)
    if device is None:
        assert count > 0
