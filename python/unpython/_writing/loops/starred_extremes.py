"""max(*values) and min(*map(len, rows)) of a list whose length is not known, as the largest of the list:

    max(*values)        largest_given(values)
    min(*map(f, x))     least_given(list(map(f, x)))

A list of less than two items is an error or something else to Python, which then makes the call.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import extremes
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, load, walk

_OF = {"builtins.max": extremes.largest_given, "builtins.min": extremes.least_given}


def rewritten(function: FunctionType, node: Any) -> Any:
    if not any(isinstance(n, ast.Call) and _starred(n) is not None for n in walk(node)):
        return node
    writer = _Writer(function)
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), set(), writer.used) if writer.used else node


def _starred(node: ast.Call) -> Any:
    is_alone = isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords
    return node.args[0].value if is_alone and isinstance(node.args[0], ast.Starred) else None


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []

    def _builtin(self, name: str) -> str:
        binding = _bindings.resolve(self._function, name, [])
        if name in self._own or not binding.target.startswith("builtins."):
            return ""
        self.used.append(binding)
        return binding.target

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        given = _starred(node)
        called = self._builtin(node.func.id) if given is not None else ""  # type: ignore[attr-defined]
        if called not in _OF or isinstance(given, (ast.Tuple, ast.List)):
            return node
        if isinstance(given, ast.GeneratorExp):
            given = ast.copy_location(ast.ListComp(given.elt, given.generators), given)
        elif isinstance(given, ast.Call):
            if not self._builtin("list"):
                return node
            given = ast.copy_location(ast.Call(load("list"), [given], []), given)
        return ast.copy_location(OwnCall(_OF[called], [given]), node)
