"""Lists of the tuples at some places of a list that is given, as loops:

    best = [points[i] for i in order if i > 0]          best = []
                                                        for i in order:
                                                            if i > 0:
                                                                best.append(points[i])
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_rows
from unpython._writing.functions.inlining import Renamed
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with loops in place of these comprehensions, the names that came with them, and no free names."""
    rows = {name for name, layout in layouts.items() if is_rows(layout)} - set(assigned_names(node.body))
    if not any(isinstance(n, ast.ListComp) and _is_picked(n, rows) for n in walk(node)):
        return node, frozenset(), []
    writer = _Picks(rows)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return ast.fix_missing_locations(made), frozenset(writer.names), []


def _is_picked(node: Any, rows: set[str]) -> bool:
    """[points[i] for i in ...]"""
    elt = node.elt if isinstance(node, ast.ListComp) and len(node.generators) == 1 else None
    return isinstance(elt, ast.Subscript) and isinstance(elt.value, ast.Name) and elt.value.id in rows and not isinstance(elt.slice, ast.Slice)


class _Picks(BlockRewriter):
    def __init__(self, rows: set[str]):
        self._rows = rows
        self.names: set[str] = set()

    def _new(self, of: str) -> str:
        name = f"_{of}_picked_{len(self.names)}_"
        self.names.add(name)
        return name

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or not _is_picked(node.value, self._rows):
            return node
        if any(is_name(n, target.id) for n in walk(node.value)):
            name = self._new("rows")
            return [*self._loop(node.value, name), ast.copy_location(ast.Assign([target], load(name)), node)]
        return self._loop(node.value, target.id)

    def visit_Return(self, node: ast.Return) -> Any:
        if not _is_picked(node.value, self._rows):
            return node
        name = self._new("rows")
        return [*self._loop(node.value, name), ast.copy_location(ast.Return(load(name)), node)]

    def _loop(self, picked: Any, name: str) -> list[ast.stmt]:
        """What fills a list of that name."""
        clause = picked.generators[0]
        own = {n.id: self._new(n.id) for n in walk(clause.target) if isinstance(n, ast.Name)}
        renamed = Renamed(own, {})
        append = ast.Call(ast.Attribute(load(name), "append", ast.Load()), [renamed.visit(picked.elt)], [])
        inner: ast.stmt = ast.Expr(append)
        for test in reversed(clause.ifs):
            inner = ast.If(renamed.visit(test), [inner], [])
        return [store(name, ast.List([], ast.Load())), ast.For(renamed.visit(clause.target), clause.iter, [inner], [])]
