"""`v[i:j] = [...]` of a list, which may be longer or shorter behind it, as a call of a function of the library:

    v[1:2] = [7, 8]                 store_part([7, 8], v, 1, 2)
    v[:] = v[k:] + v[:k]            store_end(v[k:] + v[:k], v, 0)
    v[i::k] = [0] * n               store_each_to_end([0] * n, v, i, k)
    del v[1:3]                      store_part(v[:0], v, 1, 3)
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import lists as library
from unpython._local_names import local_names
from unpython._writing.arrays.only_lists import OnlyLists
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, load
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any, given: Iterable[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on. `given`: the parameters that are lists of numbers."""
    writer = _Writer(function, node, given)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(), writer.used) if writer.is_changed else (node, frozenset(), [])


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: Any, given: Iterable[str]):
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []
        self.is_changed = False
        self._lists = OnlyLists(node, given, functools.partial(full_name, function=function, names=self._own))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Delete(self, node: ast.Delete) -> Any:
        target: Any = node.targets[0]
        part = getattr(target, "slice", None)
        if len(node.targets) > 1 or not isinstance(part, ast.Slice) or part.upper is None or part.step is not None:
            return node
        if not isinstance(target.value, ast.Name) or target.value.id not in self._lists.names:
            return node
        self.is_changed = True
        name = load(target.value.id)
        call = OwnCall(library.store_part, [_nothing_of(name), name, part.lower or ast.Constant(0), part.upper])
        return ast.copy_location(ast.Expr(ast.copy_location(call, node)), node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Subscript) or not isinstance(target.slice, ast.Slice):
            return node
        if not isinstance(target.value, ast.Name) or target.value.id not in self._lists.names or not self._lists.holds(node.value):
            return node
        if target.slice.step is not None:
            return self._stepped(node, target.value.id, target.slice)
        self.is_changed = True
        lower, upper = target.slice.lower or ast.Constant(0), target.slice.upper
        name = load(target.value.id)
        is_empty = isinstance(node.value, ast.List) and not node.value.elts
        given = [_nothing_of(name) if is_empty else node.value, name, lower]
        call = OwnCall(library.store_end, given) if upper is None else OwnCall(library.store_part, [*given, upper])
        return ast.copy_location(ast.Expr(ast.copy_location(call, node)), node)

    def _stepped(self, node: ast.Assign, name: str, part: ast.Slice) -> Any:
        """v[i::k] = [...], v[i:j:k] = [...]; without a beginning where the step says which end that is."""
        step: Any = part.step
        is_ahead = isinstance(step, ast.Constant) and type(step.value) is int and step.value > 0
        if (part.lower is None and not is_ahead) or (isinstance(node.value, ast.List) and not node.value.elts):
            return node
        self.is_changed = True
        given = [node.value, ast.Name(name, ast.Load()), part.lower or ast.Constant(0)]
        if part.upper is None:
            call = OwnCall(library.store_each_to_end, [*given, step])
        else:
            call = OwnCall(library.store_each, [*given, part.upper, step])
        return ast.copy_location(ast.Expr(ast.copy_location(call, node)), node)


def _nothing_of(name: ast.expr) -> ast.expr:
    """v[:0], which has the type of `v`"""
    return ast.Subscript(name, ast.Slice(None, ast.Constant(0), None), ast.Load())
