"""A function that calls itself with other lists, as a loop over lists of its own, so that all that is said of lists holds of the loop:

    def total(values):                          def total(values):
        if not values:                              values = values[:]
            return 0                                ... the loop of recursion.py
        return values[0] + total(values[1:])
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.functions import kept_lists, recursion


def rewritten(function: FunctionType, node: Any, lists: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on. `lists`: the parameters that are lists of numbers."""
    if not lists or not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    made, names, used = recursion.rewritten(function, node, False, lists, may_hold_rows=True)
    own = getattr(made, "own_lists", [])
    if not own:
        return node, frozenset(), []
    return with_copies(made, own), names, used


def with_copies(node: Any, own: list[str]) -> Any:
    """The `def` of a loop, in which the parameters `own` are lists of its own from the beginning."""
    copies: list[ast.stmt] = [ast.Assign([ast.Name(name, ast.Store())], kept_lists.copied(ast.Name(name, ast.Load()))) for name in own]
    node.body = [*(ast.fix_missing_locations(ast.copy_location(s, node.body[0])) for s in copies), *node.body]
    return node
