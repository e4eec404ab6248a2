"""`d[a] = d[b] = x`, with a statement for each place:

    dist[a, b] = dist[b, a] = int(w)        value = int(w); dist[a, b] = value; dist[b, a] = value

The value is computed first, then the places in their order, which is what Python does. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, load, store
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer()
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.own), []) if writer.is_changed else (node, frozenset(), [])


class _Writer(BlockRewriter):
    def __init__(self) -> None:
        self.own: list[str] = []
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """A function inside, which has names of its own."""
        around, self.own = self.own, []
        node.body = self.statements(node.body)
        self.own = around
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if len(node.targets) < 2 or not any(isinstance(t, ast.Subscript) for t in node.targets):
            return node
        if not all(isinstance(t, ast.Name) or (isinstance(t, ast.Subscript) and not isinstance(t.slice, ast.Slice)) for t in node.targets):
            return node
        self.is_changed = True
        stored = {t.id for t in node.targets if isinstance(t, ast.Name)}
        stays = isinstance(node.value, ast.Constant) or (isinstance(node.value, ast.Name) and node.value.id not in stored)
        value, made = node.value, []
        if not stays:
            self.own.append(f"_stored_{node.lineno}_{node.col_offset}_")
            made.append(store(self.own[-1], node.value))
            value = load(self.own[-1])
        made += [ast.Assign([target], copy_tree(value)) for target in node.targets]
        return made
