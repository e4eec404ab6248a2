"""Second names of what a function made or was given: `d = c` where both stand for one object as long as the function runs.

    c = Counter(x)                       c = Counter(x)
    d = c
    d[k] += 1; return c[k], d is c       c[k] += 1; return c[k], True

Asked only where a function was refused as it is, and calls itself nowhere: what a recursion does with names, it knows by itself.
"""

from __future__ import annotations

import ast
from collections import Counter
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import Renamed, copy_tree, is_name, walk

_INSIDE = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global, ast.Nonlocal)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with the first names alone, no names, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, _INSIDE) for n in walk(node) if n is not node):
        return node, frozenset(), []
    is_recursion = any(isinstance(n, ast.Call) and is_name(n.func, node.name) for n in walk(node))
    names = {} if is_recursion else _second_names(node)
    if not names:
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = [s for s in made.body if not (isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id in names)]
    made.body = [_Compared().visit(Renamed(names).visit(s)) for s in made.body]
    return ast.fix_missing_locations(made), frozenset(), []


def _second_names(node: ast.FunctionDef) -> dict[str, str]:
    """The first name of each: both get one value each, in statements of the function itself, one after the other."""
    count = Counter(n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    known = {a.arg for a in walk(node.args) if isinstance(a, ast.arg) and a.arg not in count}
    found: dict[str, str] = {}
    for statement in node.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, ast.Name) or count[target.id] > 1 or target.id in known:
            continue
        first = getattr(statement.value, "id", "")  # type: ignore[attr-defined]
        if first in known and not _is_read(target.id, node.body[: node.body.index(statement)]):
            found[target.id] = found.get(first, first)
        known.add(target.id)
    return found


def _is_read(name: str, body: list[ast.stmt]) -> bool:
    return any(is_name(n, name) for statement in body for n in walk(statement))


class _Compared(ast.NodeTransformer):
    """c is c"""

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        is_same = isinstance(node.left, ast.Name) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot))
        if not is_same or not is_name(node.comparators[0], node.left.id):  # type: ignore[attr-defined]
            return node
        return ast.copy_location(ast.Constant(isinstance(node.ops[0], ast.Is)), node)
