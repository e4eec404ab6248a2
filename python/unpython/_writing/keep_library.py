"""`python -m unpython._writing.keep_library`, run when the package is built: writes the functions of _library for kept_library.py."""

from __future__ import annotations

import ast
import contextlib
import importlib
import marshal
import pkgutil
import re
from types import FunctionType
from typing import Any

from unpython import _library
from unpython._find_source import SourceNotFound
from unpython._writing import kept_library
from unpython._writing.kept_library import Chunk, Step
from unpython._writing.nodes import walk
from unpython._writing.places import quote
from unpython._writing.program import InnerFunction, Program
from unpython._writing.writer import FunctionWriter

_FIRST_GAP = 731_654_982_000_000  # stands in a text for the number that a step gives
_GAP = re.compile(r"731654982(\d{6})")


class _NotKept(Exception):
    """A function asks the program for something else than functions and values of _library."""


class _Recorder(Program):
    """Notes what a function asks of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Step] = []
        self.inner: list[InnerFunction] = []

    def _number(self, *step: Any) -> int:
        if step not in self.steps:
            self.steps.append(step)
        return _FIRST_GAP + self.steps.index(step)

    def index_of(self, function: FunctionType) -> int:
        if not kept_library.is_named(function):
            raise _NotKept
        return self._number("function", function.__module__, function.__name__)

    def add_inner(self, function: Any) -> int:
        self.inner.append(function)
        return self._number("inner", len(self.inner))

    def hidden_index(self, path: str, access: Any) -> int:
        return self._of_module("value", path, access)

    def guard(self, access: Any, expected: Any) -> None:
        self._of_module("guard", "", access)

    def _of_module(self, kind: str, path: str, access: Any) -> int:
        module = access[0].get("__name__", "") if isinstance(access[0], dict) else ""
        if not module.startswith(kept_library.PREFIX):
            raise _NotKept
        return self._number(kind, path, module, *access[1:])

    def class_index(self, type: type, keys: tuple[str, ...] = (), is_holder: bool = False) -> int:
        raise _NotKept

    def joined_index(self, node: Any) -> int:
        raise _NotKept

    def host_index(self, host: Any) -> int:
        raise _NotKept


def chunks(function: FunctionType) -> list[Chunk]:
    """Raises _NotKept where the function has to be written for each program."""
    program = _Recorder()
    program.add(function)
    made: list[Chunk] = []
    each: list[FunctionType | InnerFunction] = [function]
    while len(made) < len(each):
        one = each[len(made)]
        if made:  # what was asked when the function was read belongs to the first text
            program.steps = []
        text = FunctionWriter(program, one, False).write()
        each[1:] = program.inner
        if program.has_unknown or program.runs_again or program.warns or program.sets_warnings:
            raise _NotKept
        node = one.node if isinstance(one, InnerFunction) else program.sources[function].node
        attributes = sorted({n.attr for n in walk(node) if isinstance(n, ast.Attribute)})
        made.append((program.steps, _parts(text, quote(function.__code__.co_filename)), attributes))
    return made


def _parts(text: str, file: str) -> list[Any]:
    found: list[Any] = []
    for number, within in enumerate(text.split(file)):
        if number:
            found.append(kept_library.OF_FILE)
        found += (part if place % 2 == 0 else int(part) for place, part in enumerate(_GAP.split(within)) if part)
    return found


def keep() -> None:
    texts, modules = b"", {}
    for found in pkgutil.walk_packages(_library.__path__, f"{_library.__name__}."):
        module = importlib.import_module(found.name)
        written = {}
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and function.__module__ == found.name and kept_library.is_named(function):
                with contextlib.suppress(_NotKept, SourceNotFound):
                    written[name] = chunks(function)
        packed = marshal.dumps(written)
        modules[found.name] = kept_library.sum_of(found.name), len(texts), len(packed)
        texts += packed
    with open(kept_library.FILE, "wb") as file:
        file.write(marshal.dumps((kept_library.made_with(), modules)) + texts)


if __name__ == "__main__":
    keep()
