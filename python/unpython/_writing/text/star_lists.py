"""Lists with stars as sums of lists: [*words, total] is list(words) + [total], and {*words} is set(words).

The names of Python's functions must stand for them.
"""

from __future__ import annotations

import ast
import builtins
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import load, walk


def written(function: FunctionType, node: Any) -> tuple[Any, list[_bindings.Binding]]:
    """The `def`, changed in place, and what free names it relies on."""
    if not any(isinstance(n, ast.Starred) for n in walk(node)):
        return node, []
    writer = _Writer(function)
    node.body = [writer.visit(s) for s in node.body]
    return ast.fix_missing_locations(node), writer.used


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []

    def _call(self, name: str, value: ast.expr) -> ast.expr | None:
        if name in self._own:
            return None
        binding = _bindings.resolve(self._function, name, [])
        if binding.value is not getattr(builtins, name):
            return None
        self.used.append(binding)
        return ast.Call(load(name), [value], [])

    def visit_List(self, node: ast.List) -> Any:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(e, ast.Starred) for e in node.elts):
            return node
        parts: list[ast.expr] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                listed = self._call("list", element.value)
                if listed is None:
                    return node
                parts.append(listed)
            elif parts and isinstance(parts[-1], ast.List):
                parts[-1].elts.append(element)
            else:
                parts.append(ast.List([element], ast.Load()))
        made = parts[0]
        for part in parts[1:]:
            made = ast.BinOp(made, ast.Add(), part)
        return ast.copy_location(made, node)

    def visit_Set(self, node: ast.Set) -> Any:
        self.generic_visit(node)
        if len(node.elts) != 1 or not isinstance(node.elts[0], ast.Starred):
            return node
        return ast.copy_location(self._call("set", node.elts[0].value) or node, node)
