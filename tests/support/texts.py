"""Programs that are texts: made into functions, run on every path, and compared with plain Python to the bit."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import unpython as up
from support import nvrtc, paths
from unpython._find_source import run_text


def function_of(text: str, **names: Any) -> Callable[..., Any]:
    """The function `f` that a text defines, with these globals; tracebacks and the compiler find its lines."""
    return run_text(text, f"<{text}>", {"np": np, "math": math, "prange": up.prange, **names})["f"]


@dataclass
class Left:
    """What a call left behind."""

    result: Any
    error: BaseException | None
    arguments: list[Any]


def left_by(function: Callable[..., Any], arguments: Sequence[Any]) -> Left:
    given = copy.deepcopy(list(arguments))
    for new, old in zip(given, arguments):  # deepcopy makes arrays writeable
        if isinstance(new, np.ndarray):
            new.flags.writeable = old.flags.writeable
    try:
        with np.errstate(all="ignore"):
            return Left(function(*given), None, given)
    except Exception as error:
        return Left(None, error, given)


def same_bits(found: Any, expected: Any) -> bool:
    if isinstance(expected, tuple):
        return (
            isinstance(found, tuple)
            and len(found) == len(expected)
            and all(same_bits(a, b) for a, b in zip(found, expected))
        )
    if type(found) is not type(expected):
        return False
    a, b = np.asarray(found), np.asarray(expected)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a, b))
    parts = [(a.real, b.real), (a.imag, b.imag)] if a.dtype.kind == "c" else [(a, b)]
    return all(
        bool(np.all((x == y) & (np.signbit(x) == np.signbit(y)) | (np.isnan(x) & np.isnan(y)))) for x, y in parts
    )


def near(found: Any, expected: Any, tolerance: float) -> bool:
    if expected is None:
        return found is None
    if isinstance(expected, tuple):
        return len(found) == len(expected) and all(near(a, b, tolerance) for a, b in zip(found, expected))
    return type(found) is type(expected) and bool(np.allclose(found, expected, rtol=tolerance, atol=0, equal_nan=True))


def check(
    text: str, arguments: Sequence[Any], tolerance: float = 0.0, texts: bool = True, memory: bool = True, **options: Any
) -> None:
    """Machine code, the interpreter and devices give what Python gives. `tolerance`: of devices and the interpreter, whose
    mathematical functions are others. `texts`: exceptions say the same. `memory`: what a call that raises has stored is the same on devices, too, where
    iterations behind the failing one may have run."""
    function = function_of(text)
    expected = left_by(function, arguments)
    compiled = up.jit(**options)(function)
    runs = {"cpu": compiled}
    if not options.get("device"):
        runs["interpreter"] = paths.interpreted(compiled, "source")
    for device in paths.DEVICES:
        runs[device] = up.jit(**{**options, "device": device, "strict": False})(function)
    for name, run in runs.items():
        found = left_by(run, arguments)
        if isinstance(found.error, up.CompileError):
            raise found.error
        where = f"{name}:\n{text}\n{found}\nnot\n{expected}"
        if expected.error is None:
            assert found.error is None, where
        else:
            assert type(found.error) is type(expected.error), where
            if texts:
                assert str(found.error) == str(expected.error), where
                assert found.error.args == expected.error.args, where
        agrees = same_bits if name == "cpu" or not tolerance else lambda a, b: near(a, b, tolerance)
        assert agrees(found.result, expected.result), where
        if expected.error is not None and not memory and name in paths.DEVICES:
            continue
        for a, b in zip(found.arguments, expected.arguments):
            assert agrees(a, b), where
    if paths.NVRTC:
        try:
            kernels = nvrtc.kernels(compiled.inspect("cuda shapes", *copy.deepcopy(list(arguments))))
        except (up.CompileError, ValueError):
            return
        for kernel in kernels:
            assert nvrtc.problem(kernel) == ""
