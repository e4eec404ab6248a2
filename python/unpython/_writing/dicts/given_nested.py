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
from unpython._writing.nodes import Renamed, copy_tree, walk


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
