"""A function with texts that calls itself, as the loop of functions/recursion.py: texts that wait for a call are held in lists then, so
all that is said of names and lists of texts holds of them."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.functions import kept_lists, list_recursion, recursion
from unpython._writing.nodes import is_name, walk
from unpython._writing.text.kinds import Kind, List, NotTexts


def as_loop(function: FunctionType, node: Any, parameters: dict[str, Kind]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """A function that calls itself as a loop (recursion.py), whose names are texts like others: those that wait are held in lists."""
    if not any(is_name(n, node.name) for n in walk(node)):
        return node, frozenset(), []
    made, names, used = recursion.rewritten(function, node, False, frozenset(name for name, kind in parameters.items() if isinstance(kind, List)))
    lists: set[str] = getattr(made, "copied_lists", set())
    own_lists: list[str] = getattr(made, "own_lists", [])
    for n in walk(made):
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name) and isinstance(n.targets[0], ast.Name) and n.targets[0].id in lists:
            n.value = ast.copy_location(kept_lists.copied(n.value), n.value)  # of lists with texts in them, no two names stand for one
    return list_recursion.with_copies(made, own_lists), names, used


def block(writer: Any, body: list[ast.stmt], node: Any) -> list[ast.stmt]:
    """The statements of such a loop as `writer` writes them; what is wrong with the loop itself is said of the first call."""
    try:
        made: list[ast.stmt] = writer.block(body)
        return made
    except NotTexts as problem:
        if not str(problem):
            raise
        call = next(n for n in walk(node) if isinstance(n, ast.Call) and is_name(n.func, node.name))
        raise NotTexts(node=call) from None
