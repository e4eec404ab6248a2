"""Functions that are given to compiled functions: each is a part of the program, known by what it does.

Problem: `lambda x: x * k` is another object at each call, and compiling anew for each would take milliseconds.
Choice:  functions of one text are one function, whatever the numbers and arrays around it are: a copy with names of its own,
         which get the values of the function that is given. Compiled code reads them when it is called, as it reads those
         of any function. Other values around it (texts, tuples, functions) are a part of the program.
"""

from __future__ import annotations

import builtins
import functools
import threading
from types import CellType, FunctionType
from typing import Any

from unpython._bindings import is_number_or_array, library_name, python_function
from unpython._find_source import run_text

_MOST_KNOWN = 256

_known: dict[Any, FunctionType] = {}


def is_function(value: Any) -> bool:
    """A function of Python, a compiled one, or one of the libraries, such as `max`, `math.sin` and `np.hypot`."""
    return function_behind(value) is not None or _is_of_library(value)


def function_behind(value: Any) -> FunctionType | None:
    """The function of Python that a call of the value is a call of; None: there is none."""
    return python_function(value) or _of_partial(value)


def _is_of_library(value: Any) -> bool:
    return not isinstance(value, type) and callable(value) and library_name(value) != ""


def _is_operator(value: Any) -> bool:
    """operator.add and its kin, which functions/given_tables.py knows in dicts."""
    return type(value) is type(len) and value.__module__ == "_operator"


def known_function(value: Any, place: Any) -> Any:
    """The one object that stands for all functions that do the same; None where the value is no function. `place`: of the value
    among the arguments of a call, which may have two functions of one text."""
    plain = function_behind(value)
    if plain is None:
        return value if _is_of_library(value) or _is_operator(value) else None
    if plain.__closure__ is None:
        return _known_as(_identity(plain), plain)
    # Copies are a thread's own: the values around them are those of its call.
    around = tuple(map(_of_cell, plain.__closure__))
    found = _known_as((_identity(plain), around, place, threading.get_ident()), plain)
    for own, given in zip(found.__closure__ or (), plain.__closure__, strict=True):
        _set(own, given)
    return found


def _of_partial(partial: Any) -> FunctionType | None:
    """A functools.partial of a function of Python as a function of the parameters that are left. None: it is none, or has values for
    parameters of a kind that such a function cannot pass on."""
    function = python_function(partial.func) if type(partial) is functools.partial else None
    if function is None:
        return None
    code, given, named = function.__code__, len(partial.args), set(partial.keywords)
    names, defaults = code.co_varnames[: code.co_argcount], function.__defaults__ or ()
    first_default = len(names) - len(defaults)
    if code.co_flags & 12 or code.co_kwonlyargcount or not named <= set(names[max(given, code.co_posonlyargcount) :]) or given > len(names):
        return None
    end = next((i for i in range(given, len(names)) if names[i] in named), len(names))
    if any(names[i] not in named and i < first_default for i in range(end, len(names))):
        return None
    keywords = tuple(name for name in names[end:] if name in named)
    made: FunctionType = _binder(given, names[given:end], keywords)(function, *partial.args, *(partial.keywords[name] for name in keywords))
    made.__defaults__ = defaults[max(0, given - first_default) : max(0, end - first_default)] or None
    return made


@functools.cache
def _binder(given: int, left: tuple[str, ...], keywords: tuple[str, ...]) -> Any:
    """What makes a function of the parameters `left` that calls another one with given values. Each value is around it by a name of its
    own, as compiled functions read numbers anew at each call."""
    values, named = [f"_value_{i}" for i in range(given)], [f"_value_of_{name}" for name in keywords]
    passed = [*values, *left, *(f"{name}={value}" for name, value in zip(keywords, named, strict=True))]
    text = f"def bind({', '.join(['_function', *values, *named])}):\n    return lambda {', '.join(left)}: _function({', '.join(passed)})\n"
    return run_text(text, f"<unpython: a function of {', '.join(left) or 'nothing'}, {given} values and {', '.join(keywords) or 'no names'}>", {})["bind"]


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
    """A copy, with names around it of its own; it stays what it is where the code or the defaults of the function are replaced."""
    cells = tuple(CellType() for _ in function.__closure__ or ()) or None
    made = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, cells)
    made.__kwdefaults__ = dict(function.__kwdefaults__ or {}) or None
    made.__module__ = function.__module__
    made.__qualname__ = function.__qualname__
    return made


def _set(own: CellType, given: CellType) -> None:
    try:
        own.cell_contents = given.cell_contents
    except ValueError:
        pass
