"""The rows of an array as tuples, in a list that is returned: Python makes the tuples when the call ends.

    return [tuple(r) for r in m.tolist()], n        the array, of which list(map(tuple, m.tolist())) is made, and n
    return sorted(map(tuple, m.tolist()))           the same in order

How long the tuples are is not known before. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns arrays in the place of such lists, no names, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(function)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(), []) if writer.is_changed else (node, frozenset(), [])


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def _is(self, node: Any, name: str) -> bool:
        return full_name(node, self._function, self._own) == f"builtins.{name}"

    def visit_Return(self, node: ast.Return) -> Any:
        if type(node.value) is ast.Tuple:
            node.value.elts = list(map(self._written, node.value.elts))
        elif node.value is not None:
            node.value = self._written(node.value)
        return node

    def _written(self, node: Any) -> Any:
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
        make: Callable[[tuple[Any, ...]], Any] = _tuples
        rows = self._rows(node) if isinstance(node, ast.ListComp) else None
        if is_call and (self._is(node.func, "list") or self._is(node.func, "sorted")):
            rows = self._rows(node.args[0])
            make = _in_order if self._is(node.func, "sorted") else _tuples
        if rows is None:
            return node
        self.is_changed = True
        if isinstance(rows, (ast.Name, ast.Attribute, ast.Subscript)):  # which what is computed behind it may change
            rows = ast.Call(ast.Attribute(rows, "copy", ast.Load()), [], [])
        made = Joined("text", [rows])
        made.make = make
        return ast.copy_location(made, node)

    def _rows(self, node: Any) -> ast.expr | None:
        """m of [tuple(r) for r in m.tolist()] and map(tuple, m.tolist())"""
        over: Any = None
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and len(node.generators) == 1:
            clause, elt = node.generators[0], node.elt
            is_tuple = isinstance(elt, ast.Call) and len(elt.args) == 1 and not elt.keywords and self._is(elt.func, "tuple")
            is_row = is_tuple and isinstance(clause.target, ast.Name) and is_name(elt.args[0], clause.target.id) and not clause.ifs  # type: ignore[attr-defined]
            over = clause.iter if is_row else None
        elif isinstance(node, ast.Call) and len(node.args) == 2 and self._is(node.func, "map") and self._is(node.args[0], "tuple"):
            over = node.args[1]
        is_list = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr == "tolist" and not over.args
        return over.func.value if is_list else None


def _tuples(values: tuple[Any, ...]) -> Any:
    return list(map(tuple, values[0].tolist()))


def _in_order(values: tuple[Any, ...]) -> Any:
    return sorted(_tuples(values))
