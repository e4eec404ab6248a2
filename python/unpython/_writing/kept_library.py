"""Functions of _library as they stand in programs, written when the package was built (keep_library.py).

Problem:  a program with np.median or up.scan has fifty functions of _library, and writing them takes longer than all else of a first call.
Choice:   their texts are a file of the package, with gaps for what differs from program to program: numbers of functions and of values, and
          the name of the file. The file counts for the Python and the NumPy that it was made with, and for modules that are as they were.
Rejected: the cache of machine code: a first call with a new installation would gain nothing.
"""

from __future__ import annotations

import _imp
import functools
import importlib
import marshal
import os
import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any

from unpython._writing.places import quote

if TYPE_CHECKING:
    from unpython._writing.program import Program

FILE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_library", "written.bin")
PREFIX = "unpython._library."  # of the modules
OF_FILE = -1  # the gap for its name
_KEY = 0  # of the sums over modules

Step = tuple[Any, ...]  # what a text asks the program for, in order: a function, an inner function, a value that is read, a guard
Chunk = tuple[list[Step], list[Any], list[str]]  # steps, the text with numbers of steps as gaps, the names of attributes in it


class KeptInner:
    """A `def` or `lambda` inside a function of _library, by its number there; the function itself is 0."""

    def __init__(self, around: FunctionType, number: int) -> None:
        self.around = around
        self.number = number


def made_with() -> tuple[Any, ...]:
    """What the texts depend on beside the modules."""
    numpy = sys.modules.get("numpy")
    return sys.version_info[:2], numpy and numpy.__version__.split(".")[:2]


def sum_of(module: str) -> int:
    """Of the text of a module."""
    with open(str(sys.modules[module].__file__), "rb") as file:
        return int.from_bytes(_imp.source_hash(_KEY, file.read()), "little")


def is_named(function: FunctionType) -> bool:
    """Whether its module and its name tell which function it is."""
    module = function.__module__ or ""
    return module.startswith(PREFIX) and getattr(sys.modules.get(module), function.__name__, None) is function and not function.__dict__


def chunks_of(function: FunctionType) -> list[Chunk] | None:
    """The function and those inside it; None where they have to be written."""
    return _chunks(function.__module__).get(function.__name__) if is_named(function) else None


def text_of(program: Program, function: FunctionType, number: int = 0) -> str:
    """As FunctionWriter.write() gives it."""
    steps, parts, _ = program.kept[function][number]
    numbers = [_done(step, program, function) for step in steps]
    file = quote(function.__code__.co_filename)
    return "".join([part if type(part) is str else file if part == OF_FILE else str(numbers[part]) for part in parts])


def _done(step: Step, program: Program, function: FunctionType) -> int:
    kind, *words = step
    if kind == "function":
        return program.index_of(getattr(importlib.import_module(words[0]), words[1]))
    if kind == "inner":
        return program.add_inner(KeptInner(function, words[0]))
    path, module, *names = words
    held = vars(importlib.import_module(module))
    if kind == "value":
        return program.hidden_index(path, (held, *names))
    program.guard((held, *names), functools.reduce(getattr, names[1:], held[names[0]]))
    return 0


@functools.cache
def _index() -> tuple[int, dict[str, Any]]:
    """Where the texts begin, and for each module its sum, the place of its texts and their length."""
    try:
        with open(FILE, "rb") as file:
            made, modules = marshal.load(file)
            return file.tell(), modules if made == made_with() else {}
    except (OSError, ValueError, EOFError):
        return 0, {}


@functools.cache
def _chunks(module: str) -> dict[str, list[Chunk]]:
    start, modules = _index()
    if module not in modules:
        return {}
    known, place, length = modules[module]
    try:
        if sum_of(module) != known:
            return {}
        with open(FILE, "rb") as file:
            file.seek(start + place)
            found: dict[str, list[Chunk]] = marshal.loads(file.read(length))
            return found
    except OSError:
        return {}
