"""Whether a function does nothing with dicts that it is given but read them, in ways that tables.py knows."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.dicts import sets_by_key, table_loops, tables
from unpython._writing.dicts.set_names import named_sets
from unpython._writing.dicts.table_kinds import Finder, NotATable
from unpython._writing.dicts.table_names import named_tables, sets_of_lists
from unpython._writing.nodes import copy_tree, walk

_GIVE_ITEMS = frozenset("list tuple sorted reversed max min next iter dict".split())
_CHANGES_LISTS = OF_LISTS | {"setdefault", "update"}


def reads(function: FunctionType, node: Any, given: dict[str, type], of_lists: frozenset[str] = frozenset()) -> bool:
    """Whether dicts that a function is given are only read, in ways that are known here."""
    if any(_changes_list(n, of_lists) for n in walk(node)):
        return False
    node, of_sets, _ = sets_by_key.rewritten(function, sets_of_lists(function, node, of_lists))
    node, _ = named_sets(function, node, [name for name, kind in given.items() if kind is set])
    node = named_tables(node)
    for n in walk(node):
        place = n.value if isinstance(n, (ast.Subscript, ast.Attribute)) else n
        if not isinstance(place, ast.Name) or place.id not in given:
            continue
        is_changed = isinstance(n, ast.Attribute) and n.attr in table_loops.CHANGES_KEYS
        if is_changed or not isinstance(getattr(n, "ctx", None), ast.Load):
            return False
    returned = {m.id for n in walk(node) if isinstance(n, ast.Return) and n.value for m in _whole(n.value) if isinstance(m, ast.Name)}
    if returned & given.keys():
        return False  # it is the same object
    finder = Finder(function, node, given, of_lists, of_sets)
    while not given.keys() - finder.tables.keys():
        try:
            tables.Rewriter(finder.tables, finder, []).statements(copy_tree(node).body)
        except NotATable as other:
            del finder.tables[other.name]
        else:
            return True
    return False


def _changes_list(node: ast.AST, names: frozenset[str]) -> bool:
    """Whether a list of one of these dicts may change there, or go to the caller."""
    place: Any = None
    if isinstance(node, ast.Attribute) and node.attr in _CHANGES_LISTS:
        place = node.value
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        place = node.value
    elif isinstance(node, (ast.Return, ast.Assign, ast.AugAssign)) and node.value is not None:
        if any(map(_gives_lists_of(names), _whole(node.value))):
            return True
        given = [getattr(part, "func", part) for part in _whole(node.value)]
        return any(isinstance(n, (ast.Subscript, ast.Attribute)) and isinstance(n.value, ast.Name) and n.value.id in names for n in given)
    return place is not None and any(isinstance(n, ast.Name) and n.id in names for n in walk(place))


def _gives_lists_of(names: frozenset[str]) -> Callable[[ast.expr], bool]:
    """list(d.values()), max(d.values(), key=len), dict(d): what is in them is the caller's."""

    def gives(node: Any) -> bool:
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _GIVE_ITEMS and bool(node.args)
        view: Any = node.args[0] if is_call else None
        if isinstance(view, ast.Call) and isinstance(view.func, ast.Attribute) and view.func.attr in ("values", "items"):
            return isinstance(view.func.value, ast.Name) and view.func.value.id in names
        return is_call and node.func.id == "dict" and isinstance(view, ast.Name) and view.id in names

    return gives


def _whole(node: ast.expr) -> list[ast.expr]:
    return [part for e in node.elts for part in _whole(e)] if isinstance(node, ast.Tuple) else [node]
