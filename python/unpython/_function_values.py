"""Functions that are given to compiled functions: each is a part of the program, known by what it does.

Problem: `lambda x: x * k` is another object at each call, and compiling anew for each would take milliseconds.
Choice:  functions of one text are one function, whatever the numbers and arrays around it are: a copy with names of its own,
         which get the values of the function that is given. Compiled code reads them when it is called, as it reads those
         of any function. Other values around it (texts, tuples, functions) are a part of the program.
"""

from __future__ import annotations

import builtins
import threading
from types import CellType, FunctionType
from typing import Any

from unpython._bindings import is_number_or_array, library_name, python_function

_MOST_KNOWN = 256

_known: dict[Any, FunctionType] = {}


def is_function(value: Any) -> bool:
    """A function of Python, a compiled one, or one of the libraries, such as `max`, `math.sin` and `np.hypot`."""
    if python_function(value) is not None:
        return True
    return not isinstance(value, type) and callable(value) and library_name(value) != ""


def known_function(value: Any, place: Any) -> Any:
    """The one object that stands for all functions that do the same. `place`: of the value among the arguments of a call,
    which may have two functions of one text."""
    plain = python_function(value)
    if plain is None:
        return value
    if plain.__closure__ is None:
        return _known_as(_identity(plain), plain)
    # Copies are a thread's own: the values around them are those of its call.
    around = tuple(map(_of_cell, plain.__closure__))
    found = _known_as((_identity(plain), around, place, threading.get_ident()), plain)
    for own, given in zip(found.__closure__ or (), plain.__closure__, strict=True):
        _set(own, given)
    return found


def _known_as(key: Any, plain: FunctionType) -> FunctionType:
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[key] = _with_own_names(plain)
    return found


def _identity(function: FunctionType) -> Any:
    """Equal for functions of one text with equal defaults. Objects that are not numbers or texts are equal to themselves
    alone: the function that is kept holds them, so that no other object gets their number."""
    defaults = tuple(map(_of_value, function.__defaults__ or ()))
    by_keyword = tuple((name, _of_value(v)) for name, v in (function.__kwdefaults__ or {}).items())
    return function.__code__, id(function.__globals__), defaults, by_keyword


_OPERATIONS = {"add": lambda x, y: x + y, "multiply": lambda x, y: x * y, "max": lambda x, y: max(x, y), "min": lambda x, y: min(x, y)}


def operation_of(function: Any) -> str:
    """The operation for which the compiler has loops of its own: add, multiply, max or min; empty for others."""
    if function is max or function is min:
        return str(function.__name__)
    if isinstance(function, FunctionType):
        code = function.__code__
        for name, same in _OPERATIONS.items():
            if code.co_code == same.__code__.co_code and code.co_argcount == 2 and not code.co_consts[1:]:
                called = same.__code__.co_names
                if code.co_names == called and all(_is_builtin(function, each) for each in called):
                    return name
        return ""
    return {"numpy.add": "add", "numpy.multiply": "multiply"}.get(library_name(function), "")


def _is_builtin(function: FunctionType, name: str) -> bool:
    found = getattr(builtins, name)
    return function.__globals__.get(name, found) is found


def _of_cell(cell: CellType) -> Any:
    try:
        value = cell.cell_contents
    except ValueError:  # it has no value yet
        return None
    return type(value) if is_number_or_array(value) else _of_value(value)


def _of_value(value: Any) -> Any:
    kind = type(value)
    if kind is tuple:
        return tuple(map(_of_value, value))
    if kind in (bool, int, str, type(None)):
        return kind, value
    if kind in (float, complex):
        return kind, repr(value)  # 0.0 and -0.0 are equal and differ
    if isinstance(value, FunctionType) and value.__closure__ is None:
        return _identity(value)
    return id(value)


def _with_own_names(function: FunctionType) -> FunctionType:
    if function.__closure__ is None:
        return function
    cells = tuple(CellType() for _ in function.__closure__)
    made = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, cells)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__module__ = function.__module__
    made.__qualname__ = function.__qualname__
    return made


def _set(own: CellType, given: CellType) -> None:
    try:
        own.cell_contents = given.cell_contents
    except ValueError:
        pass
