"""What `__iter__` of a class says in so many words: the items of its objects, for objects/fixed_items.py and iterated_objects.py."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._writing.functions.inlining import without_text
from unpython._writing.nodes import copy_tree, is_name, walk


def of_method(method: FunctionType, definition: Any, is_at_once: bool) -> tuple[str, list[ast.expr]] | None:
    if not isinstance(definition, ast.FunctionDef) or len(definition.args.args) != 1 or definition.decorator_list:
        return None
    own = definition.args.args[0].arg
    items = _items(without_text(definition.body), is_at_once, "iter" not in method.__globals__)
    parts = [n for item in items or () for n in walk(item)]
    are_known = all(isinstance(n, (ast.Attribute, ast.Constant, ast.BinOp, ast.operator, ast.Load)) or is_name(n, own) for n in parts)
    return (own, items) if items and are_known else None


def written(own: str, items: list[ast.expr], name: ast.Name) -> list[ast.expr]:
    """The items of the object with a name."""
    return [_Of(own, name).visit(copy_tree(item)) for item in items]


def _items(body: list[ast.stmt], may_yield: bool, has_iter: bool) -> list[ast.expr] | None:
    value: Any = getattr(body[0], "value", None)
    if len(body) == 1 and isinstance(body[0], ast.Return) and isinstance(value, ast.Call) and is_name(value.func, "iter") and len(value.args) == 1:
        return value.args[0].elts if has_iter and isinstance(value.args[0], (ast.Tuple, ast.List)) else None
    if len(body) == 1 and isinstance(value, ast.YieldFrom):
        return value.value.elts if isinstance(value.value, (ast.Tuple, ast.List)) else None
    values = [getattr(s, "value", None) for s in body if isinstance(s, ast.Expr)]
    are_yields = may_yield and len(values) == len(body) and all(isinstance(v, ast.Yield) and v.value is not None for v in values)
    return [v.value for v in values] if are_yields else None  # type: ignore[union-attr]


def changes_nothing(nodes: list[Any], builtin: Any, class_of: Any) -> bool:
    """Whether they store into no field, and call nothing that might."""
    parts = [n for node in nodes for n in walk(node)]
    calls = [n for n in parts if isinstance(n, ast.Call) and not builtin(n.func)]
    are_plain = all(isinstance(n.func, ast.Attribute) and n.func.attr == "append" and class_of(n.func.value) is None for n in calls)
    return are_plain and not any(isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load) for n in parts)


class _Of(ast.NodeTransformer):
    """The object in the place of the name that its method has for it."""

    def __init__(self, own: str, node: ast.Name):
        self._own = own
        self._node = node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy_tree(self._node) if node.id == self._own else node
