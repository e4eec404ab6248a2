"""Pickles compiled functions: by name where the receiver can import it, by value for cloudpickle where it cannot."""

from __future__ import annotations

import sys
from types import FrameType, FunctionType
from typing import Any, cast

from unpython import _core, _find_source, _source
from unpython.decorators import make_function


def reduce_function(function: _core.Function[..., Any]) -> str | tuple[Any, ...]:
    """What `Function.__reduce_ex__` returns."""
    py_func = cast(FunctionType, function.py_func)
    importable = _found_by_name(function)
    if importable and (py_func.__module__ != "__main__" or not _called_by_cloudpickle()):
        return str(py_func.__qualname__)
    try:
        texts = _source.packed_texts(py_func)
    except _find_source.SourceNotFound:
        texts = []
    return _rebuild, (py_func, texts, function.declared, function.locals, function.options, function.device)


def _rebuild(
    py_func: FunctionType,
    texts: list[_find_source.PackedText],
    declared: Any,
    locals: dict[str, str],
    options: dict[str, Any],
    device: str,
) -> Any:
    _find_source.unpack(texts)
    return make_function(py_func, declared, locals, options, device)


def _found_by_name(function: Any) -> bool:
    found: Any = sys.modules.get(function.py_func.__module__)
    for name in function.py_func.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function


def _called_by_cloudpickle() -> bool:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).startswith("cloudpickle"):
            return True
        frame = frame.f_back
    return False
