"""The command: compiles in a process of its own, then writes a library and a wheel, or a header and a library of C."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from unpython import _built
from unpython._build_ahead.declare import Declared
from unpython._build_ahead.write_c import exported_names, write_header, write_source
from unpython._build_ahead.write_library import BuildError, Called, is_machine_code, write_library
from unpython._build_ahead.write_wheel import write_wheel


def build(module: str, output: str, cpu: str, script: list[str], for_c: bool = False) -> int:
    """0 if a wheel, or a header and a library of C, was written."""
    path = Path(module)
    is_module = path.is_file() and path.suffix == ".py"
    is_package = (path / "__init__.py").is_file() and not for_c
    if not (is_module or is_package) or not path.stem.isidentifier():
        print(f"{module} is no file of a Python module" + ("" if for_c else ", and no folder of a package"), file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as work:
        try:
            if for_c:
                return _build_for_c(path, Path(output), cpu, Path(work))
            return _build(path, Path(output), cpu, script, Path(work))
        except BuildError as problem:
            print(problem, file=sys.stderr)
            return 1


def _compiled(what: str, module: Path, cpu: str, work: Path, *script: str, **settings: str) -> Any:
    """What the program `what` of this folder, in a process whose cache is a new folder, writes of the module."""
    result = work / "result"
    kept = {"UNPYTHON_CACHE": "on", "UNPYTHON_CACHE_DIR": str(work / "cache"), "UNPYTHON_BUILD_FOR": cpu, "UNPYTHON_QUICK_CODE": "off", **settings}
    command = [sys.executable, "-m", f"unpython._build_ahead.{what}", str(module), str(result), *script]
    done = subprocess.run(command, env={**os.environ, **kept}, check=False)
    if done.returncode != 0 or not result.exists():
        raise BuildError(f"{module} was not built: the process that compiles ended with {done.returncode}")
    return marshal.loads(result.read_bytes())


def _refuse_problems(module: Path, problems: list[str], compiled: list[Any], advice: str) -> None:
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems or not compiled:
        raise BuildError(f"{module} was not built: " + ("some of it cannot be compiled" if problems else advice))


def _build_for_c(module: Path, output: Path, cpu: str, work: Path) -> int:
    made = _compiled("declare", module, cpu, work, UNPYTHON_NUMPY_LOOPS="off")
    maker, contents, rows, left, problems = made
    functions = [Declared(*row) for row in rows]
    _refuse_problems(module, problems, functions, "no function has declared types: see up.type")
    name = module.stem
    output.mkdir(parents=True, exist_ok=True)
    header, library, source = output / f"{name}.h", output / f"lib{name}.so", work / f"{name}.c"
    text = write_header(name, functions, maker)
    source.write_text(write_source(name, functions, maker))
    (work / header.name).write_text(text)
    write_library(library, maker, contents, b"", work, Called(source, exported_names(name, functions)))
    header.write_text(text)
    print(f"{header}, {library}: {', '.join(function.name for function in functions)} for {maker['cpu']}")
    if left:
        print(f"left out, for nothing declares their types: {', '.join(left)}")
    return 0


def _build(module: Path, output: Path, cpu: str, script: list[str], work: Path) -> int:
    made = _compiled("record_calls", module, cpu, work, *script)
    maker, contents, programs, compiled, left, problems, version = made
    _refuse_problems(module, problems, compiled, "no function has declared types or was called: see --run")
    library = work / "library.so"
    write_library(library, maker, contents, marshal.dumps(programs, 4), work)
    output.mkdir(parents=True, exist_ok=True)
    files = _files(module)
    files[(f"{module.name}/__init__" if module.is_dir() else module.stem) + _built.SUFFIX] = library.read_bytes()
    wheel = write_wheel(output, module.stem, version, files)
    count = sum(is_machine_code(content) for _, content in contents)
    print(f"{wheel}: {', '.join(compiled)} for {maker['cpu']}, {count} pieces of machine code")
    if left:
        print(f"compiled when they are called, for nothing declares their types or calls them here: {', '.join(left)}")
    return 0


def _files(module: Path) -> dict[str, bytes]:
    """What is installed of the module or the package as it is."""
    if module.is_file():
        return {module.name: module.read_bytes()}
    found = sorted(path for path in module.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(module.parent).as_posix(): path.read_bytes() for path in found if not path.name.endswith(_built.SUFFIX)}
