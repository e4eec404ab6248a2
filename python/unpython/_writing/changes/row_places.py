"""Where a text gives the lists of a list of lists other places, adds lists to it or takes some away."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.nodes import is_name, walk

#: Methods that take no list away.
KEEP = frozenset(("append", "insert", "reverse", "sort"))


def change_places(node: ast.AST, names: Iterable[str]) -> frozenset[str]:
    """Those of these names whose lists get other places."""
    return frozenset(name for name in names if any(_changes_outer(n, name) for n in walk(node)))


def lose_lists(node: ast.AST, names: Iterable[str]) -> frozenset[str]:
    """Those of these names from which a list may be taken away."""
    return frozenset(name for name in names if any(_takes_away(n, name) for n in walk(node)))


def is_exchange(node: Any, name: str) -> bool:
    """x[i], x[j] = x[j], x[i]"""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    target, value = node.targets[0], node.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple) or len(target.elts) != 2 or len(value.elts) != 2:
        return False
    if not all(_is_place(e, name) for e in (*target.elts, *value.elts)):
        return False
    first, second = (ast.dump(e.slice) for e in target.elts)  # type: ignore[attr-defined]
    return [ast.dump(e.slice) for e in value.elts] == [second, first]  # type: ignore[attr-defined]


def is_new_list(node: Any) -> bool:
    """A list that nothing else holds."""
    is_made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted")
    is_slice = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)  # x[i][::-1], and x[1:], which is no list of numbers
    return is_made or is_slice or isinstance(node, (ast.List, ast.ListComp, ast.BinOp))


def are_simple(*nodes: ast.expr) -> bool:
    """Computed again they are the same, and nothing has happened."""
    allowed = (ast.Name, ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.expr_context)
    return all(isinstance(part, allowed) for node in nodes for part in walk(node))


def _is_place(node: Any, name: str) -> bool:
    return isinstance(node, ast.Subscript) and is_name(node.value, name) and not isinstance(node.slice, ast.Slice)


def _changes_outer(node: Any, name: str) -> bool:
    if _is_place(node, name):
        return not isinstance(node.ctx, ast.Load)
    return isinstance(node, ast.Attribute) and is_name(node.value, name) and node.attr in OF_LISTS


def _takes_away(node: Any, name: str) -> bool:
    if isinstance(node, ast.Assign):
        stored: list[Any] = [n for t in node.targets for n in walk(t) if _is_place(n, name)]
        return not is_exchange(node, name) and any(not isinstance(n.ctx, ast.Load) for n in stored)
    if isinstance(node, ast.Delete):
        return any(_is_place(t, name) for t in node.targets)
    return isinstance(node, ast.Attribute) and is_name(node.value, name) and node.attr in OF_LISTS - KEEP
