"""The first of the lists of a list whose key is the largest or the smallest, by its place:

    max(x, key=len)                      x[max(range(len(x)), key=lambda i: len(x[i]))]
"""

from __future__ import annotations

import ast
from collections.abc import Container
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import full_name, with_names
from unpython._writing.nodes import copy_tree, load, walk

#: Functions of a list that are keys.
OF_LISTS = frozenset(f"builtins.{name}" for name in ("len", "sum", "max", "min"))


def by_place(function: FunctionType, node: Any, names: Container[str]) -> Any:
    """The `def` with places; `names`: of lists of lists."""
    own = local_names(function)
    if any(full_name(load(name), function, own) != f"builtins.{name}" for name in ("range", "len")):
        return node
    writer = _Writer(function, own, names)
    found = [n for n in walk(node) if writer.is_extreme(n)]
    return ast.fix_missing_locations(writer.visit(copy_tree(node))) if found else node


def as_lambda(key: Any, function: FunctionType, own: frozenset[str], item: str) -> ast.Lambda | None:
    """`len` as a lambda, and a lambda of one name as it is; `item`: a new name."""
    if full_name(key, function, own) in OF_LISTS:
        asked = ast.Call(key, [load(item)], [])
        return ast.fix_missing_locations(ast.copy_location(ast.Lambda(ast.arguments([], [ast.arg(item)], None, [], [], None, []), asked), key))
    is_plain = isinstance(key, ast.Lambda) and len(key.args.args) == 1 and not (key.args.defaults or key.args.vararg or key.args.kwonlyargs)
    return key if is_plain else None


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, own: frozenset[str], names: Container[str]):
        self._function = function
        self._own = own
        self._names = names

    def is_extreme(self, node: Any) -> bool:
        if not isinstance(node, ast.Call) or len(node.args) != 1 or [k.arg for k in node.keywords] != ["key"]:
            return False
        is_named = isinstance(node.args[0], ast.Name) and node.args[0].id in self._names
        is_known = is_named and full_name(node.func, self._function, self._own) in ("builtins.max", "builtins.min")
        return is_known and as_lambda(node.keywords[0].value, self._function, self._own, "") is not None

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if not self.is_extreme(node):
            return node
        name, number = node.args[0].id, f"_{node.lineno}_{node.col_offset}_place_of_list_"  # type: ignore[attr-defined]
        key: Any = as_lambda(node.keywords[0].value, self._function, self._own, f"{number}list_")
        body = with_names(key.body, key.args.args[0].arg, ast.Subscript(load(name), load(number), ast.Load()))
        places = ast.Call(load("range"), [ast.Call(load("len"), [load(name)], [])], [])
        by = ast.Lambda(ast.arguments([], [ast.arg(number)], None, [], [], None, []), body)
        return ast.copy_location(ast.Subscript(load(name), ast.Call(node.func, [places], [ast.keyword("key", by)]), ast.Load()), node)
