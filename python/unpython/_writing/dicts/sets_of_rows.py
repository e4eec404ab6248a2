"""Sets of tuples as lists of them, which lists/rows.py knows, and such sets that are made of a given list of tuples:

    alive = set(cells)              alive = {(a, b) for a, b in cells}
    return sorted(alive)            return sorted([(a, b) for a, b in alive])
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_rows
from unpython._writing.dicts.set_expressions import is_new
from unpython._writing.dicts.table_kinds import Finder
from unpython._writing.nodes import copy_tree, walk

_GIVES = frozenset(f"builtins.{name}" for name in "sorted list min max".split())


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or not any(isinstance(n, (ast.SetComp, ast.Set)) or _is_call_of_set(n) for n in walk(node)):
        return node, frozenset(), []
    finder = Finder(function, node)
    rows = {name: len(layout.type) for name, layout in layouts.items() if is_rows(layout) and str not in layout.type}
    sets = {name: table.width for name, table in finder.tables.items() if table.kind == "set" and table.width}
    writer = _Writer(finder, rows, sets)
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), frozenset(writer.names), finder.used) if writer.names else (node, frozenset(), [])


def _is_call_of_set(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set"


class _Writer(ast.NodeTransformer):
    def __init__(self, finder: Finder, rows: dict[str, int], sets: dict[str, int]):
        self._finder = finder
        self._rows = rows
        self._sets = sets
        self.names: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Not what stands in functions inside."""
        return node if self._is_inside else self._begun(node)

    _is_inside = False

    def _begun(self, node: ast.FunctionDef) -> Any:
        self._is_inside = True
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        given = node.args[0] if len(node.args) == 1 else None
        name = given.id if isinstance(given, ast.Name) else ""
        if name in self._rows and is_new(node, self._finder.library):
            return self._gone_through(ast.SetComp, node, name, self._rows[name])
        called = self._finder.library(node.func) if name in self._sets else ""
        if called in _GIVES:
            rows = self._gone_through(ast.ListComp, node.args[0], name, self._sets[name])
            if called == "builtins.list":
                return rows
            node.args = [rows]
        return self.generic_visit(node)

    def _gone_through(self, kind: Any, at: ast.expr, name: str, width: int) -> Any:
        parts = [f"_{name}_place_{i}_of_row_" for i in range(width)]
        self.names.update(parts)
        row = ast.Tuple([ast.Name(part, ast.Load()) for part in parts], ast.Load())
        target = ast.Tuple([ast.Name(part, ast.Store()) for part in parts], ast.Store())
        return ast.copy_location(kind(row, [ast.comprehension(target, ast.Name(name, ast.Load()), [], 0)]), at)
