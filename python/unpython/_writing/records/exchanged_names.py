"""Given dicts and sets that exchange their names under a condition, as two ways of the rest of the function:

if len(u) > len(v):                  if len(u) > len(v):
    u, v = v, u                          return sum(x * u[k] for k, x in v.items() if k in u)
return sum(x * v[k] for ...)         else:
                                         return sum(x * v[k] for k, x in u.items() if k in v)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, has_mixed_values, is_set, is_table
from unpython._writing.nodes import Renamed, copy_tree, walk


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these ways, and no names."""
    given = {name for name, layout in layouts.items() if is_table(layout) or is_set(layout) or has_mixed_values(layout)}
    scopes = (ast.FunctionDef, ast.ClassDef, ast.Global, ast.Nonlocal)
    if len(given) < 2 or not isinstance(node, ast.FunctionDef) or any(isinstance(n, scopes) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    for number, statement in enumerate(node.body):
        names = _exchanged(statement)
        if names is None or not set(names) <= given:
            continue
        rest = node.body[number + 1 :]
        stored = {n.id for s in rest for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if not rest or stored & set(names):
            break
        one, other = names
        made = copy_tree(node)
        others = [Renamed({one: other, other: one}).visit(s) for s in copy_tree(rest)]
        asked: Any = made.body[number]
        made.body[number:] = [ast.copy_location(ast.If(asked.test, others, made.body[number + 1 :]), statement)]
        return ast.fix_missing_locations(made), frozenset(), []
    return node, frozenset(), []


def _exchanged(node: Any) -> tuple[str, str] | None:
    """The names of `if c: x, y = y, x`"""
    if not isinstance(node, ast.If) or node.orelse or len(node.body) != 1 or not isinstance(node.body[0], ast.Assign):
        return None
    targets, value = node.body[0].targets, node.body[0].value
    if len(targets) != 1 or not isinstance(targets[0], ast.Tuple) or not isinstance(value, ast.Tuple):
        return None
    parts: list[Any] = [*targets[0].elts, *value.elts]
    if len(parts) != 4 or not all(isinstance(part, ast.Name) for part in parts):
        return None
    one, other, *given = [part.id for part in parts]
    return (one, other) if one != other and given == [other, one] else None
