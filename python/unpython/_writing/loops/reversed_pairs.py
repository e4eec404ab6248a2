"""Pairs from the last one to the first:

    reversed(list(enumerate(x)))    zip(range(len(x) - 1, -1, -1), reversed(list(x)))
    reversed(list(zip(x, y)))       zip(reversed(list(x)[:min(len(x), len(y))]), reversed(list(y)[:min(len(x), len(y))]))

of names alone, which are read as often as it takes. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree

_CALLED = ("range", "len", "reversed", "list", "zip", "min")


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on."""
    used = [_bindings.resolve(function, name, []) for name in _CALLED]
    if {*_CALLED} & local_names(function) or [b.target for b in used] != [f"builtins.{name}" for name in _CALLED]:
        return node, frozenset(), []
    writer = _Writer(function)
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), frozenset(), used) if writer.is_changed else (node, frozenset(), [])


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.is_changed = False

    def _given(self, node: Any, *called: str) -> list[ast.expr] | None:
        """What one of these functions of Python's is given."""
        if not isinstance(node, ast.Call) or node.keywords or full_name(node.func, self._function, self._own) not in [f"builtins.{name}" for name in called]:
            return None
        return node.args

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        given: Any = node
        for called in ("reversed", "list"):
            parts = self._given(given, called)
            if parts is None or len(parts) != 1:
                return node
            given = parts[0]
        pairs = self._given(given, "enumerate", "zip")
        if pairs is None or not all(isinstance(part, ast.Name) for part in pairs):
            return node
        names = [part.id for part in pairs]  # type: ignore[attr-defined]
        if given.func.id == "enumerate" and len(names) == 1:
            made = f"zip(range(len({names[0]}) - 1, -1, -1), reversed(list({names[0]})))"
        elif given.func.id == "zip" and len(names) == 2:
            count = f"min({', '.join(f'len({name})' for name in names)})"
            made = f"zip({', '.join(f'reversed(list({name})[:{count}])' for name in names)})"
        else:
            return node
        self.is_changed = True
        written = ast.parse(made, mode="eval").body
        for n in ast.walk(written):
            ast.copy_location(n, node)
        return written
