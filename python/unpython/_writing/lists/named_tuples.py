"""Names of tuples that come into lists, as tuples that are written out: lists of tuples are known by what comes into them.

    queue = deque([start])          queue = deque([(start[0], start[1])])
    queue.append(cell)              queue.append((cell[0], cell[1]))

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout
from unpython._writing.dicts.tuple_widths import Widths
from unpython._writing.nodes import copy_tree, load, walk

_ENTER = frozenset("append appendleft insert heappush".split())
_WIDEST = 6


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, and no names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    if not any(_places(n) for n in walk(node)):
        return node, frozenset(), []
    widths = Widths(node, {name: len(layout) for name, layout in layouts.items() if isinstance(layout, tuple)})
    writer = _Writer(widths)
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


def _places(node: Any) -> list[ast.expr]:
    """What comes into a list."""
    if isinstance(node, ast.List) and isinstance(node.ctx, ast.Load):
        return [e for e in node.elts if isinstance(e, ast.Name)]
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[-1], ast.Name):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return node.args[-1:] if name in _ENTER else []
    return []


class _Writer(ast.NodeTransformer):
    def __init__(self, widths: Widths):
        self._widths = widths
        self.is_changed = False

    def _written(self, node: Any) -> Any:
        width = self._widths.of(node) if isinstance(node, ast.Name) else 0
        if not 2 <= width <= _WIDEST:
            return node
        self.is_changed = True
        parts: list[ast.expr] = [ast.Subscript(load(node.id), ast.Constant(i), ast.Load()) for i in range(width)]
        return ast.copy_location(ast.Tuple(parts, ast.Load()), node)

    def visit_List(self, node: ast.List) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.elts = list(map(self._written, node.elts))
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if _places(node):
            node.args[-1] = self._written(node.args[-1])
        return node
