"""Dicts of dicts that a call gives, as those that a function makes (nested_tables.py):

    def total(graph):                        def total(graph):            # a dict of lists of tuples: objects_layout_of()
        for a in graph:                          _graph_of_dicts_ = {}
            for b, w in graph[a].items():        for key in graph:
                ...                                  _graph_of_dicts_[key] = {}
                                                     for inner, value in graph[key]:
                                                         _graph_of_dicts_[key][inner] = value
                                                 ... and the rest with _graph_of_dicts_

The rest may do nothing but read: the dicts are the caller's, so nothing is stored in them, and none of them is returned.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, NoReturn

from unpython import _bindings
from unpython._layouts import Layout, holds_dicts
from unpython._writing.dicts import nested_tables
from unpython._writing.dicts.nested_reads import NotNested, Table
from unpython._writing.dicts.nested_uses import NestedUses
from unpython._writing.names import assigned_names
from unpython._writing.nodes import Renamed, copy_tree, is_simple, walk
from unpython._writing.rewriter import WholeRewriter


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without such dicts, the names that came with it, and no free names. Raises NotNested where it does more than read them."""
    given = [name for name, layout in layouts.items() if holds_dicts(layout)]
    if not given:
        return node, frozenset(), []
    if any(isinstance(n, (ast.FunctionDef, ast.Global, ast.Nonlocal, ast.NamedExpr)) for s in node.body for n in walk(s)):
        raise NotNested
    before = frozenset(assigned_names(node.body))
    library = nested_tables.library_of(function, before | {a.arg for a in walk(node.args) if isinstance(a, ast.arg)})
    made = copy_tree(node)
    made.body = _OrEmpty(frozenset(given), library).statements(made.body)
    for name in given:
        if any(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for n in walk(made)):
            raise NotNested
        table = Table()
        table.kind = "dict"
        held = f"_{name}_of_dicts_"
        filling = NestedUses(held, table, library)
        filled = filling.statements(_filled(name, held, made))
        reading = _Reads(held, table, library, filling.count)
        body = reading.statements([Renamed({name: held}).visit(statement) for statement in made.body])
        made.body = [*filled, *body]
    return ast.fix_missing_locations(made), frozenset(assigned_names(made.body)) - before, []


class _OrEmpty(WholeRewriter):
    """`for v, w in d.get(k, {}).items(): ...` as `if k in d:` and a loop through d[k], `x in d.get(k, {})` as `k in d and x in d[k]`,
    len(d.get(k, {})) as `len(d[k]) if k in d else 0`."""

    def __init__(self, given: frozenset[str], library: Any):
        self._given = given
        self._library = library

    def _got(self, node: Any) -> tuple[ast.expr, ast.expr] | None:
        """`k in d` and d[k] of d.get(k, {})"""
        is_get = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and len(node.args) == 2 and not node.keywords
        if not is_get or not isinstance(node.func.value, ast.Name) or node.func.value.id not in self._given or not is_simple(node.args[0]):
            return None
        empty: Any = node.args[1]
        if not (isinstance(empty, (ast.Dict, ast.Tuple, ast.List)) and not (empty.keys if isinstance(empty, ast.Dict) else empty.elts)):
            return None
        test = ast.Compare(copy_tree(node.args[0]), [ast.In()], [copy_tree(node.func.value)])
        return test, ast.copy_location(ast.Subscript(node.func.value, node.args[0], ast.Load()), node)

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        over: Any = node.iter
        is_view = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr in ("items", "keys", "values") and not over.args
        found = self._got(over.func.value if is_view else over)
        if found is None or node.orelse or (is_view and not isinstance(over.func.value.args[1], ast.Dict)):
            return node
        if is_view:
            over.func.value = found[1]
        else:
            node.iter = found[1]
        return ast.copy_location(ast.If(found[0], [node], []), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        found = self._got(node.comparators[0]) if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_simple(node.left) else None
        if found is None:
            return node
        node.comparators[0] = found[1]
        if isinstance(node.ops[0], ast.In):
            return ast.copy_location(ast.BoolOp(ast.And(), [found[0], node]), node)
        return ast.copy_location(ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), found[0]), node]), node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        found = self._got(node.args[0]) if len(node.args) == 1 and self._library(node.func) == "builtins.len" else None
        if found is None:
            return node
        node.args[0] = found[1]
        return ast.copy_location(ast.IfExp(found[0], node, ast.Constant(0)), node)


def _filled(name: str, held: str, node: Any) -> list[ast.stmt]:
    """What makes the dict of dicts."""
    text = (
        f"{held} = {{}}\n"
        f"for {held}key in {name}:\n"
        f"    {held}[{held}key] = {{}}\n"
        f"    for {held}inner, {held}value in {name}[{held}key]:\n"
        f"        {held}[{held}key][{held}inner] = {held}value\n"
    )
    made = ast.parse(text).body
    for statement in made:
        for n in walk(statement):
            ast.copy_location(n, node.body[0])
    return made


class _Reads(NestedUses):
    """Uses that change nothing."""

    def __init__(self, name: str, table: Table, library: Any, number: int):
        super().__init__(name, table, library)
        self._number = number

    def _changes(self, *_: Any) -> NoReturn:
        raise NotNested

    _made: Any = _changes
    _new_row: Any = _changes
    _stored: Any = _changes
    _row_stored: Any = _changes
    _noted: Any = _changes

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.target, ast.Subscript) and self._is_inner(node.target.value):
            raise NotNested
        return super().visit_AugAssign(node)

    def visit_Delete(self, node: ast.Delete) -> Any:
        if any(map(self._holds, node.targets)):
            raise NotNested
        return super().visit_Delete(node)

    def _returned(self, node: Any) -> None:
        if super()._returned(node):
            raise NotNested  # the caller's dict, or one like it
