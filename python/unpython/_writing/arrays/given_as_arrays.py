"""A list of lists that a call gives and that becomes an array under its own name:

    grid = np.array(grid)           _grid_array_ = np.array(grid)
    grid[0, 0] = 1                  _grid_array_[0, 0] = 1

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_ragged, is_rows
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import Renamed, copy_tree, is_name, walk


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names of the arrays, and no free names."""
    given = {name for name, layout in layouts.items() if is_ragged(layout) or is_rows(layout)}
    inside = {n.id for f in walk(node) if isinstance(f, (ast.FunctionDef, ast.Lambda)) and f is not node for n in walk(f) if isinstance(n, ast.Name)}
    new: dict[str, str] = {}
    body: list[ast.stmt] = []
    stored: set[str] = set()
    for statement in node.body if isinstance(node, ast.FunctionDef) else ():
        written = Renamed(new).visit(copy_tree(statement))
        name = _becomes_array(function, statement)
        if name in given - inside - stored - new.keys():
            new[name] = f"_{name}_array_"
            written.targets = [ast.copy_location(ast.Name(new[name], ast.Store()), statement)]
        stored |= {n.id for n in walk(statement) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        body.append(written)
    if not new:
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = body
    return ast.fix_missing_locations(made), frozenset(new.values()), []


def _becomes_array(function: FunctionType, statement: ast.stmt) -> str:
    """The name of x = np.array(x)"""
    target: Any = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    value: Any = getattr(statement, "value", None)
    if not isinstance(target, ast.Name) or not isinstance(value, ast.Call) or not value.args or not is_name(value.args[0], target.id):
        return ""
    others = {n.id for part in (*value.args[1:], *value.keywords) for n in walk(part) if isinstance(n, ast.Name)}
    is_made = full_name(value.func, function, local_names(function)) in ("numpy.array", "numpy.asarray")
    return target.id if is_made and target.id not in others else ""
