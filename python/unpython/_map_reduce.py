"""up.map, up.reduce, up.scan and their kin: loops around a function that the user gives.

Inside compiled functions they are functions of the language (_library/unpython_functions). From plain Python they are
calls of that text, compiled once for each function that is given.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy

from unpython import _core, _options
from unpython._function_values import (
    function_behind,
    is_function,
    known_function,
    operation_of,
)

_SHORT = frozenset(f"reduce_{operation}" for operation in "line add multiply max min".split())
_PASSED_ON = frozenset([bool, int, float, complex, str, type(None), _core.DeviceArray])
_MOST_MADE = 256
_DEVICE = _options.DEVICE
_quick: dict[Any, tuple[Any, ...]] = {}  # of functions without values around them; it holds what has the numbers in its keys
_made: dict[tuple[Any, ...], Any] = {}  # by the name of the function of _library, the device, the user's function and texts


def map(function: Callable[..., Any], /, *arrays: Any) -> Any:
    """An array of function(x, y, ...) for each place of the arrays, which NumPy's rules make one shape. Numbers among the
    arguments are given to the function as they are.

    >>> up.map(lambda x, y: x if x > y else 0.0, a, b)
    """
    if not 1 <= len(arrays) <= 4:
        raise TypeError(f"up.map takes a function and 1 to 4 arrays, not {len(arrays)}")
    return _run(f"map{len(arrays)}", function, *arrays)


def filter(function: Callable[[Any], Any], array: Any, /) -> Any:
    """The items of a one-dimensional array for which the function is true, in their order."""
    return _run("filter", function, array)


def sort_by(function: Callable[[Any], Any], array: Any, /) -> Any:
    """The items of a one-dimensional array in the order of function(item); equal ones stay in their order."""
    return _run("sort_by", function, array)


def reduce(
    function: Callable[[Any, Any], Any],
    array: Any,
    /,
    initial: Any = None,
    axis: int | None = None,
    *,
    check: bool = False,
) -> Any:
    """function(... function(function(initial, a), b) ..., z) of all items, or of those along an axis.

    The function must be associative: f(f(x, y), z) == f(x, f(y, z)). Items are taken in blocks of 512 that depend on the length
    alone, so that threads and devices do not change the bits of a result. `check=True` tries some items first, and
    raises ValueError where the function is not associative.
    """
    if check:
        _check_associative(function, array)
    operation = operation_of(function)
    if axis is None and initial is None:
        return _run(f"reduce_{operation or 'line'}", function, array)
    if axis is None:
        return _run("reduce", function, array, initial, None, operation)
    _check_axis(array, axis)
    return _run("reduce_along", function, array, str(axis), initial, operation)


def scan(function: Callable[[Any, Any], Any], array: Any, /, axis: int | None = None) -> Any:
    """The results of reduce for the first item, the first two, and so on, as np.cumsum is for sums. Without an axis, those of
    the items of the whole array in one line."""
    if axis is None:
        return _run("scan", function, array, None)
    _check_axis(array, axis)
    return _run("scan_along", function, array, str(axis))


def _check_axis(array: Any, axis: int) -> None:
    dimensions = numpy.ndim(array)
    if not -dimensions <= axis < dimensions:
        raise numpy.exceptions.AxisError(axis, dimensions)


def segment_reduce(
    function: Callable[[Any, Any], Any], array: Any, offsets: Any, /, initial: Any = None
) -> Any:
    """One result for each segment of the array; segment k has the items from offsets[k] up to offsets[k + 1]."""
    return _run("segment_reduce", function, array, offsets, initial)


def stencil(function: Callable[[Any], Any], array: Any, /, mode: str = "edge", value: Any = 0) -> Any:
    """An array of function(at) for each place, where at(-1) is the item before it (at(-1, 0) in two dimensions, the one above).

    Beyond the ends lie: 'edge', the last item; 'wrap', the items of the other end; 'reflect', the items before the last;
    'constant', `value`.

    >>> up.stencil(lambda at: 0.5 * at(0) + 0.25 * (at(-1) + at(1)), a, mode='wrap')
    """
    if mode not in ("edge", "wrap", "reflect", "constant"):
        raise ValueError(f"up.stencil: mode is 'edge', 'wrap', 'reflect' or 'constant', not {mode!r}")
    return _run("stencil", function, array, mode, value)


def _run(name: str, function: Any, *arguments: Any) -> Any:
    if type(function) is not FunctionType:
        function = function_behind(function) or function
    try:
        return _call(name, function, arguments)
    except OverflowError as error:
        raise _in_words_of_callers(error, name, f"up.{_known_as(name)}") from None
    except (TypeError, _core.CompileError) as error:
        from unpython._bindings import describe

        shown = f"up.{_known_as(name)}"
        if not callable(function):
            raise TypeError(f"{shown} needs a function first, not {describe(function)}") from None
        unknown = [a for a in arguments if type(a) in (dict, set)]
        if unknown:
            raise TypeError(f"{shown} takes arrays and numbers, not {describe(unknown[0])}") from None
        if any(type(argument) is list for argument in arguments):
            return _run(name, function, *(numpy.array(a) if type(a) is list else a for a in arguments))
        # A callable object is not compiled.
        in_language = isinstance(error, TypeError) and is_function(function)
        if in_language or isinstance(error, _core.RaceError) or _options.is_strict():
            raise error if isinstance(error, _core.CompileError) else _in_words_of_callers(error, name, shown) from None
        why = f"{function!r} is not a function of Python"
        if isinstance(error, _core.CompileError):
            why = error.diagnostics[0]["message"] if error.diagnostics else str(error)
        from unpython._warn import warn

        warn(f"{shown} runs in Python: {why}")
    return getattr(_plain(), _known_as(name))(function, *arguments)


def _known_as(name: str) -> str:
    """What callers call a function of _library."""
    return "reduce" if name in _SHORT else name.rstrip("1234")


def _call(name: str, function: Any, arguments: tuple[Any, ...]) -> Any:
    if (_options.current_device() or _DEVICE) == "python":
        return getattr(_plain(), _known_as(name))(function, *arguments)
    arrays: list[Any] = []
    kinds: list[Any] = []
    for argument in arguments:
        kind = type(argument)
        kinds.append(argument if kind is str else numpy.void if kind is numpy.ndarray and argument.dtype.names is not None else kind)
        if kind is not str:
            arrays.append(argument)
    quick: Any = None
    if type(function) is FunctionType and function.__closure__ is None and function.__defaults__ is None and function.__kwdefaults__ is None:
        # Functions of one text are one (_function_values.py), which is said sooner of such without values around them.
        quick = name, id(function.__code__), id(function.__globals__), *kinds
        found = _quick.get(quick)
        if found is not None:
            return found[0](*arrays)
    device = next((argument.device for argument in arrays if type(argument) is _core.DeviceArray), "")  # where arrays lie
    is_taken = is_function(function) and all([_is_passed_on(argument) for argument in arguments])
    key: tuple[Any, ...] = (name, device)
    if is_taken:
        key += known_function(function, "function"), tuple([argument if type(argument) is str else None for argument in arguments])
    compiled = _compiled(key)
    if compiled is None:
        return getattr(_plain(), _known_as(name))(function, *arguments)
    if is_taken and quick is not None and not device:
        if len(_quick) >= _MOST_MADE:
            _quick.clear()
        _quick[quick] = compiled, function.__code__, function.__globals__
    return compiled(*arrays) if is_taken else compiled(function, *arguments)


def _is_passed_on(value: Any) -> bool:
    """Whether a value is an argument of compiled code as it is, or a text, which is a part of the program."""
    kind = type(value)
    if kind is numpy.ndarray:
        return value.dtype.names is None
    return kind in _PASSED_ON


def _in_words_of_callers(error: Exception, name: str, shown: str) -> Exception:
    """The error of an argument, with the name that the caller knows."""
    text = str(error)
    return type(error)(text.replace(f" of {name}()", f" of {shown}()")) if f" of {name}()" in text else error


def _compiled(key: tuple[Any, ...]) -> Any:
    """The function of that name in _library, for a device; with the user's function and the texts among the arguments in it, if
    these are a part of the key. None: nothing is compiled (UNPYTHON_DISABLE=1)."""
    found = _made.get(key)
    if found is None and not _core.settings()["disable"]:
        from unpython._library.unpython_functions import of_functions
        from unpython.decorators import make_function

        written = of_functions(key[0])
        assert written is not None
        layouts = dict(zip(written.__code__.co_varnames, (key[2], *key[3]), strict=False)) if len(key) > 2 else None
        if len(_made) >= _MOST_MADE:
            _made.clear()
        found = _made[key] = make_function(written, None, {}, {"device": key[1]} if key[1] else {}, "cpu", layouts=layouts)
    return found


def _plain() -> Any:
    from unpython import _plain_map_reduce

    return _plain_map_reduce


def _check_associative(function: Callable[[Any, Any], Any], array: Any) -> None:
    items = numpy.ravel(numpy.asarray(array))
    for start in numpy.linspace(0, max(items.size - 3, 0), 20).astype(int):
        x, y, z = (items[(start + i) % items.size] for i in range(3)) if items.size else (0, 0, 0)
        left, right = function(function(x, y), z), function(x, function(y, z))
        if not numpy.isclose(left, right, rtol=1e-4, atol=0, equal_nan=True):
            raise ValueError(
                f"the function is not associative: with x = {x}, y = {y}, z = {z}, f(f(x, y), z) is {left} and"
                f" f(x, f(y, z)) is {right}; use functools.reduce"
            )
