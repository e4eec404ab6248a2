"""The command: compiles in a process of its own, then writes a library and a wheel."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from unpython import _built
from unpython._build_ahead.write_library import (
    BuildError,
    is_machine_code,
    write_library,
)
from unpython._build_ahead.write_wheel import write_wheel


def build(module: str, output: str, cpu: str, script: list[str]) -> int:
    """0 if a wheel was written."""
    path = Path(module)
    if not path.is_file() or path.suffix != ".py" or not path.stem.isidentifier():
        print(f"{module} is no file of a Python module", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as work:
        try:
            return _build(path, Path(output), cpu, script, Path(work))
        except BuildError as problem:
            print(problem, file=sys.stderr)
            return 1


def _build(module: Path, output: Path, cpu: str, script: list[str], work: Path) -> int:
    result = work / "result"
    kept = {"UNPYTHON_CACHE": "on", "UNPYTHON_CACHE_DIR": str(work / "cache"), "UNPYTHON_BUILD_FOR": cpu}
    command = [sys.executable, "-m", "unpython._build_ahead.record_calls", str(module), str(result), *script]
    done = subprocess.run(command, env={**os.environ, **kept}, check=False)
    if done.returncode != 0 or not result.exists():
        raise BuildError(f"{module} was not built: the process that compiles ended with {done.returncode}")
    maker, contents, programs, compiled, left, problems, version = marshal.loads(result.read_bytes())
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems or not compiled:
        said = "some of it cannot be compiled" if problems else "no function has declared types or was called: see --run"
        raise BuildError(f"{module} was not built: {said}")
    library = work / "library.so"
    write_library(library, maker, contents, marshal.dumps(programs, 4), work)
    output.mkdir(parents=True, exist_ok=True)
    files = {module.name: module.read_bytes(), module.stem + _built.SUFFIX: library.read_bytes()}
    wheel = write_wheel(output, module.stem, version, files)
    count = sum(is_machine_code(content) for _, content in contents)
    print(f"{wheel}: {', '.join(compiled)} for {maker['cpu']}, {count} pieces of machine code")
    if left:
        print(f"compiled when they are called, for nothing declares their types or calls them here: {', '.join(left)}")
    return 0
