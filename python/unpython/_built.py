"""Finds what `python -m unpython build` has made for a module: a library beside its file, or beside the __init__.py of its package, with
machine code and with the programs (_source.py) of its functions, so that neither LLVM nor the writing of programs is needed."""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings, _core, _find_source

SUFFIX = ".unpython.so"

Place = tuple[str, ...]  # a module, a name in it, names of attributes
ProgramKey = tuple[str, int]  # name and first line of the function


class KeptProgram(NamedTuple):
    """A program without what differs from process to process; all of it can be marshalled."""

    text: tuple[str, ...]  # parts, between which the name of the file stands
    hidden: tuple[Place, ...]
    guards: tuple[tuple[Place, tuple[Any, ...]], ...]  # with what stands there, as described() says it
    runs_again: bool


class _Built(NamedTuple):
    text: str  # of the module
    programs: dict[ProgramKey, KeptProgram]


Kept = dict[str, tuple[str, dict[ProgramKey, tuple[Any, ...]]]]  # by file of a module, from the folder of the library: text, programs

_found: dict[str, _Built | None] = {}  # by the file of the module
_opened: dict[str, Kept] = {}  # by library


def look_beside(filename: str) -> None:
    """Takes the code that was built ahead of time for the module in this file, if there is any."""
    if filename in _found or not filename.endswith(".py"):
        return
    _found[filename] = None
    library = next(filter(os.path.exists, _libraries(filename)), None)
    if library is None:
        return
    if library not in _opened:
        _opened[library] = _open(library)
    kept = _opened[library].get(os.path.relpath(filename, os.path.dirname(library)))
    if kept is not None:
        _found[filename] = _Built(kept[0], {key: KeptProgram(*program) for key, program in kept[1].items()})


def _libraries(filename: str) -> Iterator[str]:
    """Where code of a module may stand."""
    yield filename[: -len(".py")] + SUFFIX
    folder = os.path.dirname(filename)
    while os.path.exists(os.path.join(folder, "__init__.py")):
        yield os.path.join(folder, f"__init__{SUFFIX}")
        folder = os.path.dirname(folder)


def _open(library: str) -> Kept:
    taken = _core.add_built(library)
    if isinstance(taken, str):
        from unpython._warn import warn

        warn(f"{library} is not used, and functions are compiled when they are called: {taken}")
        return {}
    import unpython._writing.places  # noqa: F401  # for the first call

    kept: Kept = marshal.loads(taken)
    return kept


def program_of(function: FunctionType) -> tuple[Any, ...] | None:
    """What _source.serialize(function).as_tuple() would give; None where that has to find out."""
    code = function.__code__
    built = _found.get(code.co_filename)
    kept = built.programs.get((code.co_name, code.co_firstlineno)) if built else None
    if built is None or kept is None or _find_source.kept_text(function) != built.text:
        return None
    from unpython._writing.places import quote

    hidden = tuple(map(_access, kept.hidden))
    guards = []
    for place, what in kept.guards:
        access = _access(place)
        value = value_at(access) if access else None
        if access is None or described(value, code.co_filename) != what:
            return None
        guards.append((access, value))
    if None in hidden:
        return None
    text = quote(code.co_filename).join(kept.text)
    names, defaults, positional = _find_source.parameters_of(function)
    return text, names, defaults, hidden, tuple(guards), *positional, (), kept.runs_again, ()


def _access(place: Place) -> tuple[Any, ...] | None:
    """As _bindings.AccessPath."""
    module = sys.modules.get(place[0])
    return None if module is None else (module.__dict__, *place[1:])


def value_at(access: tuple[Any, ...]) -> Any:
    value = _bindings.item_at(access[0], access[1])
    for name in access[2:]:
        value = getattr(value, name, None)
    return value


def described(value: Any, filename: str) -> tuple[Any, ...] | None:
    """What tells whether a program may rely on `value` in another process; None where nothing does. `filename`: of the module,
    whose text is known to be the same."""
    if isinstance(value, type(sys)):
        return "module", value.__name__
    if isinstance(value, _core.Function):
        value = value.py_func
    if isinstance(value, FunctionType) and value.__code__.co_filename == filename:
        return "function", value.__code__.co_name, value.__code__.co_firstlineno
    module, name = getattr(value, "__module__", None), getattr(value, "__name__", None)
    for place in (module, "numpy", "math"):
        if isinstance(place, str) and isinstance(name, str) and place.partition(".")[0] in _LIBRARIES:
            if getattr(sys.modules.get(place), name, None) is value:
                return "library", place, name
    return None


_LIBRARIES = ("builtins", "numpy", "math", "unpython")
