"""Lists that are taken apart with a star, by the places of their items:

    header, *body = lines               if len(lines) < 1: raise ValueError(...)
                                        header = lines[0]; body = lines[1:]

The list is a parameter that is a list of texts, or a name that stands for nothing but new lists. loops/next_items.py knows
`day, *rest = line.split()`.

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, kind_of_texts
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.loops import next_items
from unpython._writing.nodes import assigned_values, copy_tree, walk
from unpython._writing.rewriter import BlockRewriter

_METHODS = frozenset("split rsplit splitlines copy".split())
_FUNCTIONS = frozenset(["builtins.list", "builtins.sorted"])


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or not any(isinstance(n, ast.Starred) and isinstance(n.ctx, ast.Store) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    own = local_names(function)
    builtins = [_bindings.resolve(function, name, []) for name in ("len", "ValueError")]
    if {"len", "ValueError"} & own or [b.target for b in builtins] != ["builtins.len", "builtins.ValueError"]:
        return node, frozenset(), []
    made = copy_tree(node)
    writer = _Writer(_lists(function, made, layouts, own))
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(), builtins) if writer.is_changed else (node, frozenset(), [])


def _lists(function: FunctionType, node: Any, layouts: dict[str, Layout], own: frozenset[str]) -> set[str]:
    """The names that stand for lists alone."""
    from unpython._writing.text.kinds import List

    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    given = {name for name in parameters if isinstance(kind_of_texts(layouts.get(name)), List)}
    values, known = assigned_values(node)
    for n in walk(node):
        if isinstance(n, ast.Starred) and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name):
            values.setdefault(n.value.id, [])
            known.add(id(n.value))
        elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
            known.add(id(n.target))
    other = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
    found = (values.keys() | given) - other - (parameters - given)
    while True:
        left = {name for name in found if all(_is_list(value, found, function, own) for value in values.get(name, []))}
        if left == found:
            return found
        found = left


def _is_list(node: Any, lists: set[str], function: FunctionType, own: frozenset[str]) -> bool:
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice) and _is_list(node.value, lists, function, own)
    if isinstance(node, ast.Name):
        return node.id in lists
    if isinstance(node, ast.Call):
        if full_name(node.func, function, own) in _FUNCTIONS:
            return True
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in _METHODS:
            return False
        return node.func.attr != "copy" or _is_list(node.func.value, lists, function, own)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and _is_list(node.left, lists, function, own)
    return isinstance(node, (ast.List, ast.ListComp))


class _Writer(BlockRewriter):
    def __init__(self, lists: set[str]):
        self._lists = lists
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) > 1 or not isinstance(node.value, ast.Name) or node.value.id not in self._lists:
            return node
        parts = next_items.parts_of(target)
        if parts is None:
            return node
        self.is_changed = True
        made = next_items.by_places(*parts, node.value.id)
        for part in (part for statement in made for part in walk(statement)):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return made
