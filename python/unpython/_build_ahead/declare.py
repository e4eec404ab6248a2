"""Runs in a process of its own, as record_calls.py: imports the module, compiles its functions for callers without Python, and writes
what was compiled and who compiled it."""

from __future__ import annotations

import importlib
import marshal
import os
import sys
from typing import Any, NamedTuple

import numpy as np

from unpython import _built, _core, _find_source, _source
from unpython._build_ahead.keep_programs import cache_for_libraries, functions_of

_NUMBERS = (bool, int, float, complex, np.generic)


class Declared(NamedTuple):
    """A function as C sees it; all of it can be marshalled."""

    name: str
    line: int
    parameters: tuple[tuple[str, str, int], ...]  # name, dtype, dimensions (-1: a number)
    stored: tuple[bool, ...]  # by parameter: the function may store to the array
    results: tuple[tuple[str, int], ...]
    declaration: str  # cpp/driver/declaration.h


class _Refused(Exception):
    """The function has something that C cannot have; the message says what."""


def _hidden_lines(hidden: tuple[Any, ...]) -> list[str]:
    """Values of globals are those that they have now."""
    lines = []
    for access in hidden:
        value, name = _built.value_at(access), ".".join(map(str, access[1:]))
        if not isinstance(value, _NUMBERS):
            raise _Refused(f"it uses {name}, which is no number: give it as a parameter")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise _Refused(f"it uses {name}, an int that does not fit 64 bits")
        dtype = np.asarray(value).dtype
        parts: tuple[Any, Any] = (value, 0) if dtype.kind in "biu" else (complex(value).real.hex(), complex(value).imag.hex())
        real = int(parts[0]) if dtype.kind in "biu" else parts[0]
        weak = "strong" if isinstance(value, np.generic) else "weak"
        lines.append(f"hidden {dtype.name} {weak} {real} {parts[1]}")
    return lines


def _declaration(function: _core.Function[..., Any]) -> tuple[str, tuple[str, ...]]:
    """The text, and the names of the parameters."""
    types = function.declared
    plain: Any = function.py_func
    program = _source.serialize(plain)
    if types is None or None in types[: len(program.parameter_names)]:
        raise _Refused("not all of its parameters have declared types")
    names = program.parameter_names
    lines = [_core.declared_options(function).rstrip("\n")]
    lines += [f"parameter {dtype} {rank}" for dtype, rank in types[: len(names)]]
    lines += _hidden_lines(program.hidden)
    lines += [f"local {name} {dtype}" for name, dtype in (function.locals or {}).items()]
    if len(types) > len(names):
        lines.append("result none" if types[-1] is None else f"result {types[-1][0]} {types[-1][1]}")
    return "\n".join([*lines, "program", program.text]), names


def _declared(name: str, function: _core.Function[..., Any]) -> Declared:
    text, names = _declaration(function)
    try:
        stored, results = _core.compile_declaration(text)
    except ValueError as problem:
        raise _Refused(str(problem)) from None
    types = [entry for entry in (function.declared or ()) if entry is not None]
    if any(entry[0] == "float16" for entry in [*types, *results]):
        raise _Refused("C has no float16: declare float32")
    parameters = tuple((each, *entry) for each, entry in zip(names, types, strict=False))
    return Declared(name, function.py_func.__code__.co_firstlineno, parameters, tuple(stored), tuple(results), text)


def main(module_path: str, result: str) -> None:
    folder, file = os.path.split(os.path.abspath(module_path))
    sys.path.insert(0, folder)
    functions = functions_of(importlib.import_module(file.removesuffix(".py")))
    maker = _core.code_maker()
    declared, problems = [], []
    for name, function in functions.items():
        if function.declared is None:
            continue
        try:
            declared.append(tuple(_declared(name, function)))
        except (_Refused, _core.CompileError, _core.DeviceError, _find_source.SourceNotFound) as problem:
            problems.append(f"{name}: {problem}")
    contents = cache_for_libraries()
    left = [name for name, function in functions.items() if function.declared is None]
    with open(result, "wb") as file_of_result:
        marshal.dump((maker, contents, declared, left, problems), file_of_result, 4)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
