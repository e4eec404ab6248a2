"""`python -m unpython`: the doctor, the cache of machine code, builds ahead of time, and scripts that are looked at."""

from __future__ import annotations

import argparse
import os
import sys
from types import TracebackType
from typing import Any


def _doctor(given: argparse.Namespace) -> int:
    from unpython._doctor import print_report

    return 0 if print_report(as_json=given.json) else 1


def _functions(given: argparse.Namespace) -> int:
    from unpython._function_list import as_markdown

    print(as_markdown())
    return 0


def _cache(given: argparse.Namespace) -> int:
    from unpython import _core

    if given.what == "clear":
        print(f"{_core.clear_cache()} entries removed")
        return 0
    found = _core.cache_report()
    if not found["enabled"]:
        print("off (UNPYTHON_CACHE)")
        return 0
    print(found["directory"] + (f": {found['problem']}" if found["problem"] else ""))
    print(f"{found['entries']} entries, {found['bytes'] / 1e6:.1f} of {found['limit_bytes'] / 1e6:.0f} MB")
    return 0


def _run_script(given: argparse.Namespace) -> dict[str, Any]:
    """Runs it as `python script.py arguments` does; its globals. Its errors are shown as Python shows them, without our frames."""
    import runpy

    sys.argv = [given.script, *given.arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(given.script))
    try:
        return runpy.run_path(given.script, run_name="__main__")
    except Exception as error:
        error.__traceback__ = _frames_of_script(error.__traceback__, given.script)
        sys.excepthook(type(error), error, error.__traceback__)
        raise SystemExit(1) from None


def _files_of(script: str) -> tuple[str, str]:
    """What Python runs: the file, or that of a folder."""
    return script, os.path.join(script, "__main__.py")


def _frames_of_script(trace: TracebackType | None, script: str) -> TracebackType | None:
    """From the first line of the script on; nothing where it was not begun."""
    while trace is not None and trace.tb_frame.f_code.co_filename not in _files_of(script):
        trace = trace.tb_next
    return trace


def _run(given: argparse.Namespace) -> int:
    import unpython

    if given.trace:  # what cannot be written is told before the script has run
        try:
            open(given.trace, "w").close()
        except OSError as error:
            print(f"cannot write {given.trace!r}: {error.strerror}", file=sys.stderr)
            return 1
    found = unpython.profile()
    try:
        with found:
            _run_script(given)
    finally:
        print(found, file=sys.stderr)
        if given.trace:
            found.trace(given.trace)
    return 0


def _inspect(given: argparse.Namespace) -> int:
    from unpython import _core

    called = 0
    for name, value in _run_script(given).items():
        if not isinstance(value, _core.Function) or value.last is None:
            continue
        called += 1
        print(value.explain() if given.stage == "explain" else f"{name}:\n{value.inspect(given.stage)}")
    if called == 0:
        print(f"{given.script} calls no compiled function that has a name of its own", file=sys.stderr)
    return 0 if called else 1


def _build(given: argparse.Namespace) -> int:
    from unpython._build_ahead.build import build

    return build(given.module, given.output, given.cpu, given.run or [], for_c=given.c)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m unpython", description="Compiles Python functions over NumPy arrays.")
    parser.add_argument("--version", action="store_true", help="the version, and that of Python and NumPy")
    commands = parser.add_subparsers(metavar="COMMAND")
    doctor = commands.add_parser("doctor", help="what works on this machine, and what to do about the rest")
    doctor.add_argument("--json", action="store_true", help="as a list of checks")
    doctor.set_defaults(do=_doctor)
    functions = commands.add_parser("functions", help="the functions of NumPy that compiled functions may call")
    functions.set_defaults(do=_functions)
    cache = commands.add_parser("cache", help="the machine code that is kept on disk")
    cache.add_argument("what", choices=["list", "clear"], nargs="?", default="list", help="default: %(default)s")
    cache.set_defaults(do=_cache)
    build = commands.add_parser("build", help="compile the functions of a module ahead of time")
    build.add_argument("module", help="a file, module.py, or the folder of a package")
    build.add_argument("-o", "--output", metavar="FOLDER", default="dist", help="of what is built; default: %(default)s")
    build.add_argument("--cpu", default="native", help="native (that of this machine), x86-64-v3, or another name of LLVM")
    build.add_argument("--c", action="store_true", help="instead of a wheel, a header and a library for callers without Python")
    build.add_argument("--run", nargs=argparse.REMAINDER, metavar="SCRIPT", help="and what this script calls; with its arguments")
    build.set_defaults(do=_build)
    told = "run a script, and say where its time went"
    run = commands.add_parser("run", help=told, description=f"{told.capitalize()}, by line, on standard error.")
    run.add_argument("--trace", metavar="FILE", help="also write a timeline, for https://ui.perfetto.dev; stands before the script")
    told = "run a script, and show what its functions became"
    inspect = commands.add_parser("inspect", help=told, description=f"{told.capitalize()}.")
    stages = ["explain", "ir", "fused", "accesses", "scheduled", "llvm", "asm", "cuda", "opencl", "steps"]
    inspect.add_argument("--stage", choices=stages, default="explain", help="default: %(default)s")
    for command, do in ((run, _run), (inspect, _inspect)):
        command.add_argument("script")
        rest = command.add_argument("arguments", nargs=argparse.REMAINDER, help="what the script is given")
        rest.required = False  # argparse says otherwise where the script is missing
        command.set_defaults(do=do)
    return parser


def main(arguments: list[str]) -> int:
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.version:
        import platform

        import numpy

        import unpython

        print(f"unpython {unpython.__version__}, Python {platform.python_version()}, NumPy {numpy.__version__}")
        return 0
    if "do" not in given:
        parser.print_help()
        return 2
    if "script" in given and not any(map(os.path.isfile, _files_of(given.script))):
        print(f"there is no file {given.script!r}", file=sys.stderr)
        return 1
    try:
        status: int = given.do(given)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has seen enough, as in `functions | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
