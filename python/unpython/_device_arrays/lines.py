"""An operation on arrays on a device: one line of a function that is compiled for the device."""

from __future__ import annotations

import keyword
import operator
import threading
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from unpython import _core, _find_source

_NUMBERS = (bool, int, float, complex, np.generic)
_here = threading.local()  # has a line for as long as a call of it goes on


class UnsupportedOperation(_core.CompileError, TypeError):
    """An operation that these arrays do not have; Python's operators raise TypeError."""


class UnsupportedSubscript(_core.CompileError, IndexError):
    """A subscript that arrays do not take; NumPy raises IndexError."""


class _Line:
    """An expression of NumPy, as a line of a function and the arguments of the function. `name`: the function's, for messages."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.arguments: list[Any] = []

    def argument(self, value: Any) -> str:
        self.arguments.append(value)
        return _parameter(len(self.arguments) - 1)

    def operand(self, value: Any) -> str:
        """Numbers are arguments, so that another number is no other program."""
        return self.argument(value) if isinstance(value, _NUMBERS) else self.value(value)

    def value(self, value: Any) -> str:
        """Integers stand in the line: they may be axes."""
        if _is_array(value) or isinstance(value, (float, complex, np.generic)):
            return self.argument(value)
        if value is None or isinstance(value, (bool, int, str)):
            return repr(value)
        if value is np._NoValue:
            return "None"
        if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, (np.generic, bool, int, float, complex))):
            return f"np.{np.dtype(value).name}"
        if isinstance(value, slice):
            return f"slice({self.value(value.start)}, {self.value(value.stop)}, {self.value(value.step)})"
        if isinstance(value, (tuple, list)):
            items = [self.value(item) for item in value]
            if isinstance(value, list):
                return f"[{', '.join(items)}]"
            return f"({', '.join(items)}{',' * (len(items) == 1)})"
        raise TypeError(f"an array on a device and {value!r} have no operation in common")

    def subscripts(self, key: Any) -> str:
        parts = key if isinstance(key, tuple) else (key,)
        texts = []
        for part in parts:
            if part is Ellipsis:
                texts.append("...")
            elif isinstance(part, slice):
                bounds = (part.start, part.stop, part.step)
                texts.append(":".join("" if bound is None else str(operator.index(bound)) for bound in bounds))
            elif isinstance(part, list):
                texts.append(self.argument(np.asarray(part, dtype=None if len(part) > 0 else int)))
            else:
                texts.append(self.value(part))
        return ", ".join(texts)

    def run(self, text: str, is_statement: bool = False, is_told: bool = True) -> Any:
        """`is_told`: whether the user is warned where the host does it."""
        if text in _here.__dict__:
            raise _NotCompiled(f"{text} is not compiled for arrays on a device; give it a.to_host()")
        device = next(value.device for value in self.arguments if isinstance(value, _core.DeviceArray))
        self.arguments = [self._fitting(value) for value in self.arguments]
        key = text if is_statement else f"return {text}", self.name, len(self.arguments), device, is_told
        function = _functions.get(key) or _compile(*key)
        _here.__dict__[text] = True
        try:
            return function(*self.arguments)
        except _NotCompiled:
            _functions.pop(key, None)  # which stays with Python, also for types that are compiled
            raise
        except _core.CompileError as error:
            if not error.diagnostics:
                raise
            kind = UnsupportedSubscript if self.name in ("getitem", "setitem") else UnsupportedOperation
            refused = kind(error.diagnostics[0]["message"])
            refused.diagnostics = error.diagnostics
            raise refused from None
        finally:
            del _here.__dict__[text]

    def _fitting(self, value: Any) -> Any:
        """An integer of Python beyond 64 bits, as NumPy takes it beside these arrays."""
        if type(value) is not int or -(2**63) <= value < 2**63:
            return value
        types = [array.dtype for array in self.arguments if _is_array(array)]
        if any(kind.kind in "fc" for kind in types):
            return float(value)
        if value >= 0 and any(kind == np.uint64 for kind in types) and value < 2**64:
            return np.uint64(value)
        raise OverflowError(f"the Python integer {value} and an array on a device of {types[0]} have no operation in common")


def _parameter(number: int) -> str:
    return "abcdefghijklm"[number] if number < 13 else f"a{number}"


class _NotCompiled(TypeError):
    """A line that is not compiled ran in Python, and came here once more."""


_functions: dict[tuple[str, str, int, str, bool], Callable[..., Any]] = {}
_MOST_FUNCTIONS = 4096


def _compile(line: str, given: str, count: int, device: str, is_told: bool) -> Callable[..., Any]:
    from unpython.decorators import make_function

    name = f"{given}_" if keyword.iskeyword(given) else given
    text = f"def {name}({', '.join(map(_parameter, range(count)))}):\n    {line}\n"
    place = f"<{line.removeprefix('return ')}>"
    function: FunctionType = _find_source.run_text(text, place, {"np": np})[name]
    _find_source.keep_source(function)
    if len(_functions) >= _MOST_FUNCTIONS:
        _functions.clear()
    made: Callable[..., Any] = make_function(function, None, {}, {"device": device, "strict": False, "force": not is_told}, "gpu")
    _functions[line, given, count, device, is_told] = made
    return made


def _is_array(value: Any) -> bool:
    return isinstance(value, (_core.DeviceArray, np.ndarray)) or hasattr(value, "__cuda_array_interface__")


def _is_operand(value: Any) -> bool:
    return _is_array(value) or isinstance(value, _NUMBERS)
