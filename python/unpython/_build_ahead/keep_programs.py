"""The functions of a module as programs (_source.py) that another process can read without writing them again. A function whose
program depends on more than the text of its module and on NumPy's functions is left out: it is written where it is called."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

from unpython import _built, _core, _find_source, _kept_programs
from unpython._writing.places import quote

Functions = dict[str, "_core.Function[..., Any]"]


def functions_of(module: Any) -> Functions:
    """The compiled functions of the module and of its classes by name; those that it has imported are not its own."""
    found: Functions = {}
    for name, value in vars(module).items():
        if isinstance(value, type) and value.__module__ == module.__name__:
            for inner, method in vars(value).items():
                if isinstance(method, _core.Function):
                    found[f"{name}.{inner}"] = method
        if isinstance(value, _core.Function) and value.__module__ == module.__name__:
            found[name] = value
    return found


def cache_for_libraries() -> list[tuple[bytes, bytes]]:
    """Origin and content of what is in the cache, without what holds for this machine and its files alone."""
    return [entry for entry in _core.cache_contents() if not entry[0].startswith((b"rates ", _kept_programs.PREFIX))]


def keep_programs(module: Any, functions: Functions) -> tuple[str, dict[_built.ProgramKey, tuple[Any, ...]]]:
    """The text of the module, and of each function what _built.program_of() needs."""
    kept: dict[_built.ProgramKey, tuple[Any, ...]] = {}
    text = ""
    for function in functions.values():
        plain: Any = function.py_func
        code = plain.__code__
        program = _keep(plain)
        if program is not None and code.co_name != "<lambda>" and code.co_filename == module.__file__:
            text = _find_source.kept_text(plain) or ""
            kept[code.co_name, code.co_firstlineno] = tuple(program)
    return text, kept


def _keep(function: FunctionType) -> _built.KeptProgram | None:
    from unpython import _source

    filename = function.__code__.co_filename
    try:
        program = _source.serialize(function)
    except (_find_source.SourceNotFound, RecursionError):
        return None
    hidden = [_place(access) for access in program.hidden]
    guards = [(_place(access), _built.described(value, filename)) for access, value in program.guards]
    is_complete = None not in hidden and all(place and what for place, what in guards)
    if not is_complete or program.classes or program.hosts:
        return None
    parts = tuple(program.text.split(quote(filename)))
    return _built.KeptProgram(parts, tuple(hidden), tuple(guards), program.runs_again)  # type: ignore[arg-type]


def _place(access: tuple[Any, ...]) -> _built.Place | None:
    """A name in a module; None: the value is kept elsewhere."""
    for name, module in list(sys.modules.items()):
        if access[0] is getattr(module, "__dict__", None):
            return (name, *access[1:])
    return None
