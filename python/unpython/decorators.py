"""`type`, `jit` and `gpu`: make a compiled function of a Python function. They work in any order, with or without
parentheses, and on top of each other: each adds what it says to what the others said."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, overload

from unpython import _built, _core, _find_source, _options
from unpython._plain import plain_function

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from unpython._said import Decorator, Settings

P = ParamSpec("P")
R = TypeVar("R")

_type = type
_ANY_NUMBER = 0x0C  # inspect.CO_VARARGS | inspect.CO_VARKEYWORDS

_core.set_package_folder(os.path.dirname(_find_source.__file__))

# Reading a function imports modules at their first use. A child that is forked meanwhile by another thread would wait for ever for
# one that nobody imports there.
_reading = threading.RLock()
os.register_at_fork(before=_reading.acquire, after_in_parent=_reading.release, after_in_child=_reading.release)


@overload
def jit(function: Callable[P, R], /) -> _core.Function[P, R]: ...
@overload
def jit(**options: Unpack[Settings]) -> Decorator: ...
def jit(function: Any = None, /, **options: Any) -> Any:
    """Compiles a function for the CPU at its first call with each combination of argument types.

    `options` as in `unpython.options`."""
    return _decorate(function, "jit()", options=options)


@overload
def gpu(function: Callable[P, R], /) -> _core.Function[P, R]: ...
@overload
def gpu(**options: Unpack[Settings]) -> Decorator: ...
def gpu(function: Any = None, /, **options: Any) -> Any:
    """As `jit`, and asks for the GPU: CUDA, else OpenCL. Where neither can run a call the CPU does: it warns once for
    each function and cause, records the reason, and raises DeviceError with `strict=True`."""
    return _decorate(function, "gpu()", options=options, device="gpu")


def declare_types(*types: Any, locals: dict[str, Any] | None = None) -> Decorator:
    """Declares the types of the parameters, then of the result (None: nothing is returned); also those of local
    variables: `locals={'s': 'float64'}`.

    Names are those of NumPy, C's 'double' and 'float' (which has 32 bits), and 'ndarray[double, 2]' for arrays; NumPy
    types and dtypes work too."""
    if len(types) == 1 and isinstance(types[0], (FunctionType, _core.Function)):
        raise TypeError("type() lists types: write @type('double', 'double') with an entry for each parameter and one "
                        "for the result, or use @jit")  # fmt: skip
    return cast("Decorator", functools.partial(_declare, types, locals))


def _declare(types: tuple[Any, ...], local_types: dict[str, Any] | None, function: Any) -> Any:
    py_func, _ = _python_function(function, "type()")
    declared = _parse_types(types, py_func) if types else None
    return _decorate(function, "type()", declared=declared, locals=_parse_locals(local_types or {}, py_func))


def _parse_types(types: tuple[Any, ...], py_func: FunctionType) -> tuple[Any, ...]:
    from unpython._type_names import parse_type

    name = py_func.__name__
    code = py_func.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    if len(types) != count + 1:
        raise TypeError(
            f"{name}() has {count} parameter{'s' * (count != 1)}, so type() takes {count + 1} entries "
            f"(the last one is the result, None for no result), but {len(types)} were given"
        )
    entries: list[Any] = []
    for parameter, given in zip(code.co_varnames, types[:-1]):
        if given is None:
            raise TypeError(
                f"type() entry of parameter '{parameter}' of {name}() is None, which only the result can be"
            )
        entries.append(parse_type(given, f"type() entry of parameter '{parameter}' of {name}()"))
    result = types[-1]
    entries.append(None if result is None else parse_type(result, f"type() entry of the result of {name}()"))
    return tuple(entries)


def _parse_locals(given: dict[str, Any], py_func: FunctionType) -> dict[str, str]:
    from unpython._type_names import SCALAR, parse_type

    parsed = {}
    code = py_func.__code__
    for name, value in given.items():
        if name not in code.co_varnames + code.co_cellvars:
            raise TypeError(
                f"locals names '{name}', but {py_func.__name__}() has no local variable of that name"
            )
        dtype, rank = parse_type(value, f"locals entry '{name}' of {py_func.__name__}()")
        if rank != SCALAR:
            raise TypeError(
                f"locals entry '{name}' of {py_func.__name__}() is an array; only numbers can be declared"
            )
        parsed[name] = dtype
    return parsed


def _python_function(function: Any, where: str) -> tuple[FunctionType, Any]:
    """The plain function to compile, and the compiled function that is decorated again (None: it is plain)."""
    if isinstance(function, _core.Function) or _type(function).__module__ == "unpython._other_functions.any_number":
        return cast(FunctionType, function.py_func), function
    if isinstance(function, FunctionType):
        return function, getattr(function, "__unpython_spec__", None)
    if isinstance(function, functools._lru_cache_wrapper) and isinstance(function.__wrapped__, FunctionType):
        from unpython._other_functions import kept_values

        return kept_values.calling(function), None
    if isinstance(function, (staticmethod, classmethod, property)):
        kind = _type(function).__name__
        raise TypeError(f"{where} was given a {kind}; write @{kind} above it, not below")
    raise TypeError(f"{where} compiles a Python function (a 'def'), not {_describe(function)}")


def _describe(value: Any) -> str:
    from unpython._bindings import describe

    return f"{value!r}" if isinstance(value, (int, float, str)) else describe(value)


def _decorate(
    function: Any,
    where: str,
    declared: tuple[Any, ...] | None = None,
    locals: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    device: str = "cpu",
) -> Any:
    checked = _options.validate(options or {}, where)
    if function is None:
        return functools.partial(_decorate, where=where, options=options, device=device)
    py_func, earlier = _python_function(function, where)
    merged_locals, merged_options = dict(locals or {}), checked
    if earlier is not None:
        if declared is not None and earlier.declared is not None:
            raise TypeError(f"type() of {py_func.__name__}() is given twice")
        declared = declared if declared is not None else earlier.declared
        merged_locals = {**earlier.locals, **merged_locals}
        merged_options = {**earlier.options, **checked}
        device = "gpu" if "gpu" in (device, earlier.device) else "cpu"
    if earlier is None:
        _find_source.keep_source(py_func)
        _built.look_beside(py_func.__code__.co_filename)
    return make_function(py_func, declared, merged_locals, merged_options, device)


def make_function(
    py_func: FunctionType,
    declared: tuple[Any, ...] | None,
    locals: dict[str, str],
    options: dict[str, Any],
    device: str,
    layouts: dict[str, Any] | None = None,
) -> Any:
    """The compiled function with the name, documentation and attributes of the plain one; with UNPYTHON_DISABLE=1 the
    plain function itself. `layouts`: as in _taken_apart.py."""
    if _core.settings()["disable"]:
        return plain_function(py_func, declared, locals, options, device)
    if declared is None and py_func.__code__.co_flags & _ANY_NUMBER:
        from unpython._other_functions.any_number import AnyNumber

        return AnyNumber(py_func, lambda made: make_function(made, None, locals, options, device))
    function: _core.Function[..., Any] = _core.Function(
        py_func, _serializer(py_func, layouts), declared, locals, options, device
    )
    return functools.update_wrapper(function, py_func)


def _line_reached(problem: BaseException) -> int:
    """The line of the innermost node of the program that was written when the problem came up; 0: none was."""
    line, trace = 0, problem.__traceback__
    while trace is not None:
        line = getattr(trace.tb_frame.f_locals.get("node"), "lineno", line)
        trace = trace.tb_next
    return line


def _serializer(py_func: FunctionType, layouts: dict[str, Any] | None) -> Callable[[bool], Any]:
    def serialize(use_disk: bool) -> Any:
        found = _built.program_of(py_func) if layouts is None else None
        if found is not None:
            return found
        known = None
        if use_disk:
            with _reading:
                from unpython._kept_programs import surroundings_of
            known = surroundings_of(py_func, layouts)
            found = known.program() if known else None
            if found is not None:
                return found
        with _reading:
            from unpython import _source
            from unpython._notebooks.cells import cell_name

        code = py_func.__code__
        file = cell_name(code.co_filename) or code.co_filename
        place = f"{file}{', line ' if file != code.co_filename else ':'}{code.co_firstlineno}: "
        try:
            with _reading:
                program = _source.serialize(py_func, layouts)
        except _find_source.SourceNotFound as problem:
            raise _core.CompileError(place + str(problem)) from None
        except RecursionError as problem:
            line = _line_reached(problem) or code.co_firstlineno
            raise _core.CompileError(f"{file}:{line}: the function is nested too deeply; cut it into several") from None
        if known:
            known.keep(program)
        return program.as_tuple()

    return serialize
