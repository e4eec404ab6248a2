"""Texts that a call gives as keys of given dicts, in the place of their names: each has a function of its own.

    [r[key] for r in rows]               [r["x"] for r in rows]
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_objects
from unpython._writing.nodes import copy_tree, walk


def names(node: Any) -> frozenset[str]:
    """The parameters with which the dicts of a list are asked, and which always stand for what the call gives. A key of any other dict
    may be another one in each call, and is none of them."""
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    parts = [n for n in walk(node) if n is not node and isinstance(n, (ast.FunctionDef, ast.Lambda, ast.ClassDef))]
    stored |= {a.arg for n in parts if not isinstance(n, ast.ClassDef) for a in walk(n.args) if isinstance(a, ast.arg)}
    stored |= {name for n in walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
    own = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    items = _items(node, parts, own)
    asked = {key.id for n in walk(node) for owner, key in _asked(n) if isinstance(key, ast.Name) and _is_item(owner, items, own)}
    return frozenset(asked & own - stored)


def _items(node: Any, parts: list[Any], own: set[str]) -> set[str]:
    """The names of loops, of functions inside, and of r = rows[0] and r = max(rows, key=...)."""
    found = {a.arg for n in parts if not isinstance(n, ast.ClassDef) for a in walk(n.args) if isinstance(a, ast.arg)}
    for n in walk(node):
        if isinstance(n, (ast.For, ast.comprehension)):
            found |= {t.id for t in walk(n.target) if isinstance(t, ast.Name)}
        elif isinstance(n, ast.Assign) and (_is_item(n.value, set(), own) or _is_extreme(n.value)):
            found |= {t.id for t in n.targets if isinstance(t, ast.Name)}
    return found


def _is_extreme(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min")


def _is_item(node: ast.expr, items: set[str], own: set[str]) -> bool:
    """r, rows[i]"""
    if isinstance(node, ast.Name):
        return node.id in items
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in own


def _asked(node: Any) -> list[tuple[ast.expr, ast.expr]]:
    """r and key of r[key], r.get(key) and `key in r`"""
    if isinstance(node, ast.Subscript):
        return [(node.value, node.slice)]
    if isinstance(node, ast.Compare):
        return [(node.comparators[0], node.left)] if isinstance(node.ops[0], (ast.In, ast.NotIn)) else []
    is_get = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and bool(node.args)
    return [(node.func.value, node.args[0])] if is_get else []


def may_apply(layouts: dict[str, Layout]) -> bool:
    """Whether there are given dicts, whose keys are texts."""
    return any(is_objects(layout) and layout.type[0] is dict for layout in layouts.values())


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with the texts among the layouts written out, no names, and no free names."""
    texts = {name: layout for name, layout in layouts.items() if isinstance(layout, str)}
    found = names(node) & texts.keys() if texts and may_apply(layouts) and isinstance(node, ast.FunctionDef) else frozenset()
    if not found:
        return node, frozenset(), []
    made = copy_tree(node)
    writer = _Writer({name: texts[name] for name in found})
    made.body = [writer.visit(s) for s in made.body]
    return ast.fix_missing_locations(made), frozenset(), []


class _Writer(ast.NodeTransformer):
    def __init__(self, texts: dict[str, str]):
        self._texts = texts

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.copy_location(ast.Constant(self._texts[node.id]), node) if node.id in self._texts else node
