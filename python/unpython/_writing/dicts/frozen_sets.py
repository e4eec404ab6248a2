"""`s = frozenset(x)` of which only its length and `in` are asked, as a set. Asked only where a function was refused as it is."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_name, load, walk


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on."""
    own = local_names(function)
    used = [_bindings.resolve(function, name, []) for name in ("frozenset", "set", "len")]
    if {"frozenset", "set", "len"} & own or [b.value for b in used] != [frozenset, set, len]:
        return node, frozenset(), []
    made = copy_tree(node)
    nodes = list(walk(made))
    asked = {id(c) for n in nodes if isinstance(n, ast.Compare) and isinstance(n.ops[-1], (ast.In, ast.NotIn)) for c in n.comparators[-1:]}
    asked |= {id(n.args[0]) for n in nodes if isinstance(n, ast.Call) and is_name(n.func, "len") and len(n.args) == 1}
    others = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in asked}
    is_changed = False
    for n in nodes:
        is_named = isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and n.targets[0].id not in others
        call: Any = n.value if is_named else None  # type: ignore[attr-defined]
        if isinstance(call, ast.Call) and is_name(call.func, "frozenset") and len(call.args) == 1 and not call.keywords:
            call.func = ast.copy_location(load("set"), call.func)
            is_changed = True
    return (ast.fix_missing_locations(made), frozenset(), used) if is_changed else (node, frozenset(), [])
