"""Names of Python's text: which ones a function has for its own, and which ones a statement gives a value."""

from __future__ import annotations

import _ast
from ast import iter_child_nodes
from collections.abc import Iterator
from typing import Any


def own_names(node: Any) -> frozenset[str]:
    """The names of a `def` or lambda that are not those of a function around it."""
    arguments = node.args
    given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    names = {a.arg for a in given if a is not None}
    names.update(assigned_names(node.body))
    return frozenset(names - _of_others(node.body))


def _of_others(body: Any) -> set[str]:
    """Names that `nonlocal` and `global` leave to others; both stand in front of what uses them."""
    if not isinstance(body, list):
        return set()
    return {name for s in body if isinstance(s, (_ast.Nonlocal, _ast.Global)) for name in s.names}


def assigned_names(node: Any) -> Iterator[str]:
    """Names that a statement, expression or list of statements gives a value in the function around it."""
    waiting = [*reversed(node)] if isinstance(node, list) else [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _ast.arg):
            yield node.arg
        elif isinstance(node, _ast.Name):
            if isinstance(node.ctx, _ast.Store):
                yield node.id
        elif isinstance(node, _ast.alias):
            yield node.asname or node.name.split(".")[0]
        elif isinstance(node, (_ast.FunctionDef, _ast.ClassDef)):
            yield node.name
        elif isinstance(node, _ast.AST) and not isinstance(node, _SCOPES):
            name = getattr(node, "name", None)  # `except E as name`, patterns of `match`
            if isinstance(name, str):
                yield name
            waiting += reversed([*iter_child_nodes(node)])


_SCOPES = (_ast.AsyncFunctionDef, _ast.Lambda, _ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)
