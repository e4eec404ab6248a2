"""What it means that two executions of one program agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from support.layouts import Placed, surroundings


@dataclass
class Outcome:
    """All that an execution left behind."""

    result: Any
    error: BaseException | None
    arrays: list[Placed]


@dataclass(frozen=True)
class Tolerance:
    """Largest relative difference of floats, by type; 0 means equal to the bit, as integers and bools always are."""

    float64: float = 0.0
    float32: float = 0.0

    def of(self, dtype: np.dtype) -> float:
        if dtype.kind not in "fc":
            return 0.0
        return self.float32 if dtype in (np.float32, np.complex64) else self.float64


EXACT = Tolerance()


def assert_agree(
    found: Outcome, expected: Outcome, tolerance: Tolerance, *, types: bool = True, after_error: bool = True
) -> None:
    """`types`: the Python types of results agree too. `after_error`: so do arrays when the program raised."""
    if expected.error is None and found.error is not None:
        raise found.error
    if expected.error is not None:
        assert type(found.error) is type(expected.error), (
            f"raised {found.error!r} where plain Python raised {expected.error!r}"
        )
    else:
        _assert_result(found.result, expected.result, tolerance, types)
    if expected.error is None or after_error:
        for index, (a, b) in enumerate(zip(found.arrays, expected.arrays, strict=True)):
            _assert_values(a.view(), b.view(), tolerance, f"array {index}")
    for a, b in zip(surroundings(found.arrays), surroundings(expected.arrays), strict=True):
        assert np.array_equal(a, b), "memory beside the elements was changed"


def _assert_result(found: Any, expected: Any, tolerance: Tolerance, types: bool) -> None:
    if isinstance(expected, tuple):
        assert isinstance(found, tuple) and len(found) == len(expected), (
            f"returned {found!r}, not {expected!r}"
        )
        for a, b in zip(found, expected):
            _assert_result(a, b, tolerance, types)
        return
    if types or expected is None:
        assert type(found) is type(expected), (
            f"returned {found!r} of type {type(found).__name__}, not {expected!r} of type {type(expected).__name__}"
        )
    if expected is not None:
        _assert_values(np.asarray(found), np.asarray(expected), tolerance, "the result")


def _assert_values(found: np.ndarray, expected: np.ndarray, tolerance: Tolerance, what: str) -> None:
    equal = (found == expected) | ((found != found) & (expected != expected))
    limit = tolerance.of(found.dtype)
    if limit > 0.0:
        with np.errstate(all="ignore"):
            equal |= np.abs(found - expected) <= limit * np.maximum(np.abs(found), np.abs(expected))
    elif found.dtype.kind == "f":
        equal &= (np.signbit(found) == np.signbit(expected)) | np.isnan(found)
    if not np.all(equal):
        at = tuple(int(i) for i in np.argwhere(~equal)[0])
        raise AssertionError(f"{what}{list(at) if at else ''} is {found[at]!r}, not {expected[at]!r}")
