"""`return {k: (f(v), g(v)) for ...}`: the rows of keys and values are a list, of which the call makes the dict:

    rows = [(k, f(v), g(v)) for ...]
    return rows                         and then {row[0]: row[1:] for row in rows}
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._records import Joined
from unpython._writing.nodes import copy_tree
from unpython._writing.rewriter import BlockRewriter

_ROWS = "_rows_of_dict_"


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` with lists of rows."""
    returns = _Returns()
    made = copy_tree(node)
    made.body = returns.statements(made.body)
    return ast.fix_missing_locations(made) if returns.is_changed else node


class _Returns(BlockRewriter):
    is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        given = node.value
        if not isinstance(given, ast.DictComp) or type(given.value) is not ast.Tuple or isinstance(given.key, ast.Tuple):
            return node
        if len(given.value.elts) < 2 or any(isinstance(e, (ast.Starred, ast.Tuple, ast.List)) for e in given.value.elts):
            return node
        self.is_changed = True
        row = ast.copy_location(ast.Tuple([given.key, *given.value.elts], ast.Load()), given)
        rows = ast.copy_location(ast.ListComp(row, given.generators), given)
        joined = Joined("text", [ast.copy_location(ast.Name(_ROWS, ast.Load()), given)])
        joined.make = _dict_of_rows
        node.value = ast.copy_location(joined, given)
        return [ast.copy_location(ast.Assign([ast.Name(_ROWS, ast.Store())], rows), given), node]


def _dict_of_rows(values: tuple[Any, ...]) -> Any:
    return {row[0]: row[1:] for row in values[0]}
