"""Choices in a `try` of which a way may raise, as branches:

    x = float(w) if w else 0.0              if w: x = float(w)
                                            else: x = 0.0
    found.append(int(w) if w else 0)        if w: found.append(int(w))
                                            else: found.append(0)
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import copy_tree


def apart(node: Any) -> ast.If | None:
    """The branches in the place of a statement that does nothing before it chooses; None for any other statement."""
    choice = _choice(node)
    if not isinstance(choice, ast.IfExp):
        return None
    ways: list[ast.stmt] = []
    for way in (choice.body, choice.orelse):
        made = copy_tree(node)
        if isinstance(node, ast.Expr):
            made.value.args = [way]
        else:
            made.value = way
        ways.append(made)
    return ast.copy_location(ast.If(choice.test, ways[:1], ways[1:]), node)


def _choice(node: Any) -> Any:
    """What a statement gives to a name, to a list or to its caller."""
    if isinstance(node, ast.Expr):
        call = node.value
        is_append = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append" and len(call.args) == 1
        return call.args[0] if is_append and isinstance(call.func.value, ast.Name) else None  # type: ignore[attr-defined]
    if isinstance(node, ast.Assign):
        return node.value if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) else None
    is_taken = isinstance(node, ast.Return) or (isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name))
    return node.value if is_taken else None
