"""Calls of methods in a chain, of which what they are called on gets a name:

    return Sum().add(1).add(2).total        s = Sum()
                                            t = s.add(1)
                                            return t.add(2).total

The compiler takes one call and what is asked of its object together: a call before that one would be left out.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_record
from unpython._local_names import local_names
from unpython._writing.calls import refusal
from unpython._writing.functions.inliner import Inliner
from unpython._writing.functions.inlining import numbers_of_calls
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import copy_tree, walk


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, its new names, and no free names."""
    if not isinstance(node, ast.FunctionDef) or not _chains(node):
        return node, frozenset(), []
    methods, properties = _methods(function, layouts)
    made = copy_tree(node)
    owners = [call.func.value for call in _chains(made) if call.func.attr in methods]
    owners = [n for n in owners if not isinstance(n, ast.Attribute) or n.attr in properties or any(isinstance(part, ast.Call) for part in walk(n))]
    if not owners:
        return node, frozenset(), []
    splitter = _Splitter(function, made, {id(n) for n in owners})
    try:
        made.body = splitter.statements(made.body)
    except NotWritten:
        made = copy_tree(node)
        made.body = [ast.copy_location(refusal("a chain of calls of methods runs in Python"), node.body[0])]
    return ast.fix_missing_locations(made), frozenset(splitter.names), []


def _chains(node: ast.FunctionDef) -> list[Any]:
    """Each a.f().g() of which something is asked."""
    asked = [n.value for n in walk(node) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Call)]
    called = [n for n in asked if isinstance(n.func, ast.Attribute)]
    return [n for n in called if isinstance(n.func.value, (ast.Call, ast.BinOp, ast.Subscript, ast.Attribute))]  # type: ignore[attr-defined]


def _methods(function: FunctionType, layouts: dict[str, Layout]) -> tuple[set[str], set[str]]:
    """The names of the methods and of the properties of classes that a function may name, or that its arguments have."""
    known = [v for v in function.__globals__.values() if isinstance(v, type)]
    known += [layout.type for layout in layouts.values() if is_record(layout) and isinstance(layout.type, type)]
    found = [pair for of in known for base in of.__mro__ if base is not object for pair in vars(base).items()]
    return {name for name, value in found if isinstance(value, FunctionType)}, {name for name, value in found if isinstance(value, property)}


class _Splitter(Inliner):
    """What a method of a chain is called on, as a statement."""

    def __init__(self, function: FunctionType, node: Any, found: set[int]):
        super().__init__(frozenset(local_names(function)), numbers_of_calls(node))
        self._function = function
        self._found = found

    def _target(self, node: Any) -> Any:
        return True if id(node) in self._found else None

    def _holds(self, node: Any) -> bool:
        return any(id(n) in self._found for n in walk(node))

    def _builtin(self, node: ast.expr) -> str:
        binding = _bindings.of_node(self._function, node, self._own)
        return binding.target.removeprefix("builtins.") if binding is not None and binding.kind == "library" else ""

    def _called(self, node: Any, result: ast.Name | None) -> list[ast.stmt]:
        self._found.discard(id(node))
        before, value = self._split(node)
        assert result is not None
        return [*before, self._store(result, value, node)]
