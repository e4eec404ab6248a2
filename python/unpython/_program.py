"""What all functions of one serialized program share: helpers, hidden values and guards, each listed once."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import FunctionSource, find_source


class InnerFunction:
    """A `def` or `lambda` inside a function: its own text, with the free names of the function around it."""

    def __init__(
        self, around: FunctionType, node: Any, locals_around: frozenset[str], imported: dict[str, Any]
    ) -> None:
        self.around = around
        self.node = node
        self.locals_around = locals_around
        self.imported = imported


class Program:
    """What all functions of one program share: helpers, hidden values and guards, each listed once."""

    def __init__(self) -> None:
        self.functions: list[FunctionType | InnerFunction] = []
        self.sources: dict[FunctionType, FunctionSource] = {}
        self.hidden: list[_bindings.AccessPath] = []
        self.hidden_names: list[str] = []
        self.guards: dict[tuple[Any, ...], tuple[_bindings.AccessPath, Any]] = {}
        self._hidden_index: dict[tuple[Any, ...], int] = {}

    def index_of(self, function: FunctionType) -> int:
        if function not in self.sources:
            self.sources[function] = find_source(function)
            self.functions.append(function)
        return self.functions.index(function)

    def add_inner(self, function: InnerFunction) -> int:
        self.functions.append(function)
        return len(self.functions) - 1

    def hidden_index(self, path: str, access: _bindings.AccessPath) -> int:
        key = (id(access[0]), *access[1:])
        if key not in self._hidden_index:
            self._hidden_index[key] = len(self.hidden)
            self.hidden.append(access)
            self.hidden_names.append(path)
        return self._hidden_index[key]

    def guard(self, access: _bindings.AccessPath, expected: Any) -> None:
        self.guards.setdefault((id(access[0]), *access[1:]), (access, expected))
