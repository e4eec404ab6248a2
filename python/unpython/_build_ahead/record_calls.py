"""Runs in a process of its own, whose cache of machine code is a new folder: imports the module, or all modules of the package, compiles
their functions for their declared types, runs the script if there is one, and writes what was compiled and who compiled it."""

from __future__ import annotations

import importlib
import marshal
import os
import pkgutil
import runpy
import sys
from typing import Any

import numpy as np

from unpython import _core
from unpython._build_ahead.keep_programs import Functions, cache_for_libraries, functions_of, keep_programs
from unpython._type_names import SCALAR

_EXTENT = 64  # of the arrays that stand for those of a declared type


def _stands_for(declared: tuple[str, int]) -> Any:
    dtype, rank = declared
    return np.dtype(dtype).type(1) if rank == SCALAR else np.ones((_EXTENT,) * rank, dtype)


def _compile_declared(functions: Functions) -> list[str]:
    """Names of the functions that cannot be compiled, with the reasons."""
    problems = []
    for name, function in functions.items():
        if function.declared is None:
            continue
        try:
            function.explain(*map(_stands_for, function.declared[:-1]))
        except (_core.CompileError, _core.DeviceError, TypeError) as problem:
            problems.append(f"{name}: {problem}")
    return problems


def _run_script(arguments: list[str]) -> None:
    sys.argv = arguments
    sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
    runpy.run_path(arguments[0], run_name="__main__")


def _compiled(functions: Functions) -> list[str]:
    """Calls with texts, lists or objects are compiled as other functions: what is left of them here is the record of the last."""
    return [name for name, function in functions.items() if function.signatures or function.last]


def _modules_within(package: Any) -> list[Any]:
    """Those of a package; none of a module that is a file. What runs as a program is not imported."""
    found = pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}.")
    return [importlib.import_module(each.name) for each in found if not each.name.endswith(".__main__")]


def _prefix(module: Any, package: Any) -> str:
    return "" if module is package else module.__name__.removeprefix(f"{package.__name__}.") + "."


def main(module_path: str, result: str, script: list[str]) -> None:
    folder, file = os.path.split(os.path.abspath(module_path))
    sys.path.insert(0, folder)
    module = importlib.import_module(file.removesuffix(".py"))
    modules = [module, *_modules_within(module)]
    by_module = [functions_of(each) for each in modules]
    functions = {f"{_prefix(each, module)}{name}": f for each, those in zip(modules, by_module) for name, f in those.items()}
    maker = _core.code_maker()
    problems = _compile_declared(functions)
    if script and maker["missing"]:
        problems.append(f"{script[0]} does not run: this processor has no {maker['missing']}")
    elif script:
        _run_script(script)
    compiled = _compiled(functions)
    base = os.path.dirname(os.path.abspath(module.__file__ or ""))
    programs = {os.path.relpath(each.__file__, base): keep_programs(each, those) for each, those in zip(modules, by_module)}
    contents = cache_for_libraries()
    left = [name for name in functions if name not in compiled]
    version = getattr(module, "__version__", "0")
    with open(result, "wb") as file_of_result:
        marshal.dump((maker, contents, programs, compiled, left, problems, version), file_of_result, 4)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
