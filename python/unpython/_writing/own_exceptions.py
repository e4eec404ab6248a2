"""Exceptions of classes of the module, which only Python makes: compiled code ends there, and the call is made again in Python.

    raise Shortage(need, have)              raise ...

In a call that may be made again: one that changes nothing before that its caller sees. What a `try` of the function catches is written
by caught/statements.py.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._local_names import local_names
from unpython._writing.calls import refusal
from unpython._writing.nodes import copy_tree, walk


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that ends where such an exception is raised, no names, and the classes."""
    own = local_names(function)
    tried = {id(n) for t in walk(node) if isinstance(t, ast.Try) for s in t.body for n in walk(s)}
    used: list[_bindings.Binding] = []
    found: set[int] = set()
    made = copy_tree(node)
    for n, copied in zip(walk(node), walk(made), strict=True):
        if isinstance(n, ast.Raise) and id(n) not in tried and (binding := _own_class(function, n.exc, own)) is not None:
            used.append(binding)
            found.add(id(copied))
    if not found:
        return node, frozenset(), []
    made = _Ends(found).visit(made)
    if not _attempts.may_run_again(function, own=getattr(node, "made_for_objects", frozenset()), node=made):
        return node, frozenset(), []
    made.runs_again = True
    return ast.fix_missing_locations(made), frozenset(), used


def _own_class(function: FunctionType, node: Any, own: frozenset[str]) -> _bindings.Binding | None:
    """What a class that is no exception of Python's or NumPy's is known by."""
    named = node.func if isinstance(node, ast.Call) else node
    binding = None if named is None else _bindings.of_node(function, named, own)
    is_class = binding is not None and isinstance(binding.value, type) and issubclass(binding.value, Exception)
    return binding if is_class and binding.kind != "library" else None  # type: ignore[union-attr]


class _Ends(ast.NodeTransformer):
    def __init__(self, found: set[int]):
        self._found = found

    def visit_Raise(self, node: ast.Raise) -> Any:
        if id(node) not in self._found:
            return node
        return ast.copy_location(refusal("an exception of a class of one's own is raised in Python"), node)
