"""UNPYTHON_DISABLE=1: decorated functions stay plain Python, with the attributes that compiled ones have."""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import Any

from unpython import _core

_WHY = "UNPYTHON_DISABLE=1: functions run as plain Python"


def plain_function(
    py_func: FunctionType, declared: Any, locals: dict[str, str], options: dict[str, Any], device: str
) -> FunctionType:
    """`py_func` itself, so that debuggers and tracebacks see nothing but the user's code."""

    def inspect(stage: str, *args: Any) -> str:
        raise _core.DeviceError(f"there is no {stage!r} of {py_func.__name__}(): {_WHY}")

    attributes = {
        "py_func": py_func,
        "ran_on": "python",
        "last": None,
        "start": lambda *args, **named: _start(py_func, args, named),
        "explain": lambda *args: PlainReport(py_func.__name__),
        "inspect": inspect,
        "__unpython_spec__": SimpleNamespace(
            declared=declared, locals=locals, options=options, device=device
        ),
    }
    py_func.__dict__.update(attributes)
    return py_func


def _start(function: FunctionType, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    from unpython import _started

    return _started.start(function, args, named)


class PlainReport:
    """What `explain` returns when nothing is compiled."""

    def __init__(self, function: str) -> None:
        self._function = function

    def as_dict(self) -> dict[str, Any]:
        return {"function": self._function, "device": "python", "fallbacks": [], "nests": []}

    def __repr__(self) -> str:
        return f"{self._function}: {_WHY}"
