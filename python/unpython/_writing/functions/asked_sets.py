"""Sets that an inner function passes on to itself with more items, and of which it asks nothing but what is in them, as lists:

    def place(row, columns):                            def place(row, columns):
        ... if c not in columns:                            ... if c not in columns:
            total += place(row + 1, columns | {c})              total += place(row + 1, columns + [c])
    place(0, frozenset())                               place(0, [])
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import walk


def rewritten(node: Any, library: Callable[[ast.expr], str]) -> Any:
    """The `def`, which is changed. `library`: the full name of a function of a library."""
    inner = [n for n in walk(node) if isinstance(n, ast.FunctionDef) and n is not node]
    for definition in inner:
        calls = [n for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == definition.name]
        names = [a.arg for a in definition.args.args]
        is_plain = not definition.args.defaults and all(len(c.args) == len(names) and not c.keywords for c in calls)
        own = {id(n) for n in walk(definition)}
        if is_plain and any(id(c) in own for c in calls):
            _rewrite(definition, calls, names, own, library)
    return ast.fix_missing_locations(node)


def _rewrite(definition: ast.FunctionDef, calls: list[ast.Call], names: list[str], own: set[int], library: Callable[[ast.expr], str]) -> None:
    found = {name for i, name in enumerate(names) if all(_is_set(c.args[i], names, library) and (id(c) in own or not _named(c.args[i])) for c in calls)}
    while True:
        asked = {
            name for name in found
            if _only_asked(definition, name, [c.args[i] for c in calls for i, of in enumerate(names) if of in found])
            and all(set(_named(c.args[names.index(name)])) <= found for c in calls if id(c) in own)
        }  # fmt: skip
        if asked == found:
            break
        found = asked
    for call in calls:
        for i, name in enumerate(names):
            if name in found:
                call.args[i] = _as_list(call.args[i])


def _is_set(node: ast.expr, names: list[str], library: Callable[[ast.expr], str]) -> bool:
    """set(), {x}, and with more: s | {x}"""
    if isinstance(node, ast.Call):
        return not node.args and not node.keywords and library(node.func) in ("builtins.set", "builtins.frozenset")
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and isinstance(node.right, ast.Set) and _is_set(node.left, names, library)
    return isinstance(node, ast.Set) or (isinstance(node, ast.Name) and node.id in names)


def _named(node: ast.expr) -> list[str]:
    """The name that such an expression begins with."""
    if isinstance(node, ast.BinOp):
        return _named(node.left)
    return [node.id] if isinstance(node, ast.Name) else []


def _only_asked(definition: ast.FunctionDef, name: str, given: list[ast.expr]) -> bool:
    """Whether a parameter is only asked what is in it, and passed on."""
    fine: set[int] = set()
    for n in walk(definition):
        if isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            fine.add(id(n.comparators[0]))
    for value in given:
        while isinstance(value, ast.BinOp):
            value = value.left
        fine.add(id(value))
    return all(id(n) in fine for n in walk(definition) if isinstance(n, ast.Name) and n.id == name)


def _as_list(node: Any) -> ast.expr:
    if isinstance(node, ast.BinOp):
        return ast.copy_location(ast.BinOp(_as_list(node.left), ast.Add(), _as_list(node.right)), node)
    return node if isinstance(node, ast.Name) else ast.copy_location(ast.List(getattr(node, "elts", []), ast.Load()), node)
