"""The item of a dict that is the largest by its value and its key, as that of the key:

    max(d.items(), key=lambda kv: (kv[1], kv[0]))[0]        max(d, key=lambda k: (d[k], k))
    w, n = max(d.items(), key=lambda kv: (kv[1], kv[0]))    k = max(d, key=lambda k: (d[k], k)); w, n = (k, d[k])

and min likewise. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import WholeRewriter, by_statements


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    return by_statements(_Writer(function), node)


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.names: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _of_value(self, node: Any) -> Any:
        if (found := self._key_of(node.value)) is not None:
            before, node.value = found
            return [ast.copy_location(before, node), node]
        return self.generic_visit(node)

    visit_Assign = visit_Return = _of_value

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        place = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if type(place) is int and place == 0 and isinstance(node.ctx, ast.Load) and (found := self._key_of(node.value)) is not None:
            return ast.copy_location(found[0].value, node)  # type: ignore[attr-defined]
        return self.generic_visit(node)

    def _key_of(self, node: Any) -> tuple[ast.stmt, ast.expr] | None:
        """The statement that gives the key of the item a name, and the item."""
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and [k.arg for k in node.keywords] == ["key"]
        if not is_call or full_name(node.func, self._function, self._own) not in ("builtins.max", "builtins.min"):
            return None
        items, key = node.args[0], node.keywords[0].value
        is_of_dict = isinstance(items, ast.Call) and isinstance(items.func, ast.Attribute) and items.func.attr == "items" and not items.args
        if not is_of_dict or not isinstance(items.func.value, ast.Name) or not isinstance(key, ast.Lambda) or not isinstance(key.body, ast.Tuple):
            return None
        name, held = _argument(key), items.func.value.id
        if not name or any(is_name(n, held) for n in walk(key.body)):
            return None
        self.names += [own := f"_key_{len(self.names)}_", item := f"_key_{len(self.names) + 1}_"]
        parts = {0: load(own), 1: ast.Subscript(load(held), load(own), ast.Load())}
        body = _ByParts(name, parts).visit(copy_tree(key.body))
        if any(is_name(n, name) for n in walk(body)):
            return None
        by_key = ast.Lambda(ast.arguments([], [ast.arg(own)], None, [], [], None, []), body)
        chosen = ast.copy_location(ast.Call(node.func, [load(held)], [ast.keyword("key", by_key)]), node)
        whole = ast.Tuple([load(item), ast.Subscript(load(held), load(item), ast.Load())], ast.Load())
        return ast.fix_missing_locations(ast.copy_location(store(item, chosen), node)), ast.copy_location(whole, node)


def _argument(node: ast.Lambda) -> str:
    given = node.args
    is_one = len(given.args) == 1 and not (given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults)
    return given.args[0].arg if is_one else ""


class _ByParts(ast.NodeTransformer):
    """kv[0] and kv[1] as what they are."""

    def __init__(self, name: str, parts: dict[int, ast.expr]):
        self._name = name
        self._parts = parts

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        place = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if is_name(node.value, self._name) and type(place) is int and place in self._parts:
            return copy_tree(self._parts[place])
        return self.generic_visit(node)
