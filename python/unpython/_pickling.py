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
    if _goes_by_name(function, py_func):
        return str(py_func.__qualname__)
    texts = _texts_of(py_func)
    return _rebuild, (py_func, texts, function.declared, function.locals, function.options, function.device)


def reduce_ufunc(ufunc: Any, plain: FunctionType, given: tuple[Any, ...]) -> str | tuple[Any, ...]:
    """What `__reduce_ex__` of up.vectorize and up.guvectorize returns. `given`: what made it, beside the function."""
    if _goes_by_name(ufunc, plain):
        return str(plain.__qualname__)
    return _rebuild_ufunc, (type(ufunc), plain, _texts_of(plain), given)


def _rebuild_ufunc(
    kind: Any, plain: FunctionType, texts: list[_find_source.PackedText], given: tuple[Any, ...]
) -> Any:
    _find_source.unpack(texts)
    return kind(plain, *given)


def _goes_by_name(function: Any, plain: FunctionType) -> bool:
    return _found_by_name(function, plain) and (plain.__module__ != "__main__" or not _called_by_cloudpickle())


def _texts_of(plain: FunctionType) -> list[_find_source.PackedText]:
    try:
        return _source.packed_texts(plain)
    except _find_source.SourceNotFound:
        return []


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


def _found_by_name(function: Any, plain: FunctionType) -> bool:
    found: Any = sys.modules.get(plain.__module__)
    for name in plain.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function


def _called_by_cloudpickle() -> bool:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).startswith("cloudpickle"):
            return True
        frame = frame.f_back
    return False
