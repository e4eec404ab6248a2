"""Sums and returned lists of what a comprehension makes of the rows of an array, where these are arrays.

    sum(q - p for q in x)                    sum_of_rows(np.array([q - p for q in x]))
    return [p - x[0] for p in x]             made = [p - x[0] for p in x]; return made, which array_lists.py knows

Asked only where a function was refused as it is: what the text shows and the call says is that the items are arrays.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

import numpy

from unpython import _bindings
from unpython._layouts import rows_of
from unpython._library.containers import array_lists
from unpython._local_names import local_names
from unpython._writing.arrays.evidence import Evidence
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, load, store, walk

_MADE = "_made_of_rows_"


def may_have(function: FunctionType, node: Any) -> bool:
    """Whether there may be such ones: a comprehension that is summed, or returned."""
    sums = [n for n in walk(node) if isinstance(n, ast.Call) and len(n.args) == 1 and isinstance(n.args[0], (ast.GeneratorExp, ast.ListComp))]
    return any(full_name(n.func, function, local_names(function)) == "builtins.sum" for n in sums) or isinstance(_returned(node), ast.ListComp)


def _returned(node: Any) -> Any:
    return getattr(node.body[-1], "value", None) if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return) else None


def rewritten(
    function: FunctionType, node: Any, lists_given: frozenset[str], arrays: tuple[str, ...]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the name of what is returned, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(function, Evidence(function, node, lists_given, arrays))
    made = writer.visit(copy_tree(node))
    last, value = made.body[-1], _returned(made)
    names: set[str] = set()
    if isinstance(value, ast.ListComp) and writer.evidence.is_array(value.elt):
        made.body[-1:] = [ast.copy_location(store(_MADE, value), last), ast.copy_location(ast.Return(load(_MADE)), last)]
        names.add(_MADE)
        made.names_of_entries = getattr(made, "names_of_entries", frozenset()) | names
    if not names and not writer.is_changed:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(names), []


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, evidence: Evidence):
        self._function = function
        self._local = local_names(function)
        self.evidence = evidence
        self.is_changed = False

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        given = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if not isinstance(given, (ast.GeneratorExp, ast.ListComp)) or not self.evidence.is_array(given.elt) or not self._is_of_rows(given.generators[0].iter):
            return node
        if full_name(node.func, self._function, self._local) != "builtins.sum":
            return node
        self.is_changed = True
        listed = ast.copy_location(ast.ListComp(given.elt, given.generators), given)
        rows = ast.copy_location(OwnCall(numpy.array, [listed]), given)
        return ast.copy_location(OwnCall(array_lists.sum_of_rows, [rows]), node)

    def _is_of_rows(self, source: ast.expr) -> bool:
        """Whether rows of an array are gone through, or numbers."""
        if isinstance(source, ast.Call) and full_name(source.func, self._function, self._local) == "builtins.range":
            return True
        return any(isinstance(n, ast.Name) and rows_of(n.id) in self.evidence.arrays for n in walk(source))
