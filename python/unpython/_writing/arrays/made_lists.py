"""Which lists a text makes, and what goes into them."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import is_item_of, walk


def made_lists(nodes: list[ast.AST]) -> dict[str, list[ast.expr]]:
    """The lists that names are given."""
    made: dict[str, list[ast.expr]] = {}
    for n in nodes:
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and isinstance(n.value, (ast.List, ast.ListComp)):
            made.setdefault(n.targets[0].id, []).append(n.value)
    return made


def items_of_each(node: Any, names: set[str]) -> dict[str, list[ast.expr]]:
    """What becomes an item of each list."""
    nodes = list(walk(node))
    made = made_lists(nodes)
    return {name: [*_items_of(made[name]), *appended_to(nodes, name)] for name in names}


def _items_of(values: list[ast.expr]) -> list[ast.expr]:
    return [item for value in values for item in (value.elts if isinstance(value, ast.List) else [value.elt])]  # type: ignore[attr-defined]


def appended_to(nodes: list[ast.AST], name: str) -> list[ast.expr]:
    found = [n.value.args[0] for n in nodes if isinstance(n, ast.Expr) and name_appended_to(n) == name]  # type: ignore[attr-defined]
    stored = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and is_item_of(n.targets[0], name)]
    return [*found, *(n.value for n in stored)]


def name_appended_to(node: ast.Expr) -> str | None:
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append" or len(call.args) != 1:
        return None
    return call.func.value.id if isinstance(call.func.value, ast.Name) and not call.keywords else None
