"""The ways to execute a program: plain Python, which is the judge, machine code, and the IR interpreter on both levels."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import unpython as up
from support.compare import Outcome
from support.layouts import Placed, copy_placed
from unpython import _core

Runner = Callable[..., Any]

# Devices besides the CPU that programs run on: UNPYTHON_TEST_DEVICES=opencl:0,cuda:0; nvrtc among them compiles the
# CUDA text of all kernels.
_NAMED = [name for name in os.environ.get("UNPYTHON_TEST_DEVICES", "").split(",") if name]
DEVICES = [name for name in _NAMED if name != "nvrtc"]
NVRTC = "nvrtc" in _NAMED
# UNPYTHON_TEST_RARE=1: also cases that compile for minutes and say little more than their neighbours, and all layouts of arrays for each
# program (tests/run --all).
RARE = os.environ.get("UNPYTHON_TEST_RARE") == "1"
# Memory of a device for a program, as a part of the bytes of its arrays (0: no limit). Of several parts the cases take
# turns: UNPYTHON_TEST_MEMORY_LIMIT=0,0.6. A number above 1 is bytes.
MEMORY_LIMITS = [float(part) for part in os.environ.get("UNPYTHON_TEST_MEMORY_LIMIT", "0").split(",")]


def memory_limit(arguments: Sequence[Any], turn: int) -> int | None:
    """Bytes of a device that a call with these arguments may use in this run of the tests; None: all that there are."""
    size = sum(a.view().nbytes for a in arguments if isinstance(a, Placed))
    part = MEMORY_LIMITS[turn % len(MEMORY_LIMITS)]
    if part > 1:
        return int(part) if size else None
    return int(part * size) + 256 if part and size else None


def run(function: Runner, arguments: Sequence[Any]) -> Outcome:
    """Calls `function` on copies of the arguments; the `Placed` ones are given as arrays."""
    copies = iter(copy_placed([a for a in arguments if isinstance(a, Placed)]))
    own = [next(copies) if isinstance(a, Placed) else a for a in arguments]
    arrays = [a for a in own if isinstance(a, Placed)]
    given = [a.view() if isinstance(a, Placed) else a for a in own]
    try:
        with np.errstate(all="ignore"):
            result = function(*given)
    except (
        ArithmeticError,
        LookupError,
        ValueError,
        TypeError,
        AssertionError,
        UnboundLocalError,
        RuntimeError,
    ) as e:
        if isinstance(e, (up.CompileError, up.DeviceError, up.InternalError)):
            raise
        return Outcome(None, e, arrays)
    return Outcome(result, None, arrays)


def compiled(function: Runner, **options: Any) -> Runner:
    return up.jit(function, **options) if not options else up.jit(**options)(function)


def interpreted(compiled_function: Any, level: str) -> Runner:
    """`level`: 'source' (as written) or 'scheduled' (what the machine code is made of)."""
    interpret = _core.interpret

    def call(*arguments: Any) -> Any:
        return interpret(compiled_function, level, *arguments)

    return call
