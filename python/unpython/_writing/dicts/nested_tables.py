"""Dicts of dicts that a function makes, as two dicts: by key which row it is, and by row and key what is in it.

    table = {}                          rows = {}; cells = {}; held = {}; count = 0
    table[r] = {}                       rows[r] = count; held[count] = []; count += 1
    table[r][c] = x                     row = rows[r]
                                        if (row, c) not in cells:
                                            held[row].append(c)
                                        cells[row, c] = x
    for c, x in table[r].items():       for c in held[row]: x = cells[row, c]

Problem:  a dict is lists of numbers for the compiler (tables.py): it holds no other dict.
Choice:   a dict that another one holds is a number. Names for it (`row = table[r]`, `for r, row in table.items()`) stand for that number,
          so two names for one dict see what changes under either. What is said of dicts with tuples as keys and of dicts of lists holds.
Rejected: a list of tables (each a part of one list: what grows would move all behind it).

A KeyError of an inner dict names the inner key alone: finders() tells by their names which dicts hold cells. A name that is used in any
other way stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._writing.dicts.nested_reads import NotNested, Table
from unpython._writing.dicts.nested_uses import NestedUses
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_item_of, is_name, walk
from unpython._writing.records import nested_names
from unpython._writing.records.record_uses import RecordUses, have_one_form


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` without dicts of dicts."""
    own = frozenset(assigned_names(node.body)) | {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    if not isinstance(node, ast.FunctionDef) or any(
        isinstance(n, (ast.FunctionDef, ast.Global, ast.Nonlocal, ast.NamedExpr)) for s in node.body for n in walk(s)
    ):
        return node
    node = nested_names.rewritten(node, library_of(function, own))
    finder = _Finder(function, node, own)
    for name, table in finder.found.items():
        ways: list[type[NestedUses]] = [RecordUses, NestedUses] if have_one_form(table) else [NestedUses]
        for way in ways:
            try:
                made = copy_tree(node)
                made.body = way(name, table, finder.library).statements(made.body)
            except NotNested:
                continue
            node = ast.fix_missing_locations(made)
            break
    return node


def library_of(function: FunctionType, own: frozenset[str]) -> Callable[[ast.expr], str]:
    """What gives the name of a function or class of Python, or of its collections; empty for all else. `own`: names of the function."""

    def library(node: ast.expr) -> str:
        from unpython import _bindings

        binding = _bindings.of_node(function, node, own)
        if binding is None:
            return ""
        module = getattr(binding.value, "__module__", None)
        return f"{module}.{getattr(binding.value, '__name__', '')}" if module in ("builtins", "collections") and callable(binding.value) else ""

    return library


class _Finder:
    """`found`: the names that stand for dicts of dicts wherever they are assigned."""

    def __init__(self, function: FunctionType, node: Any, own: frozenset[str]):
        self.library = library_of(function, own)
        self.found: dict[str, Table] = {}
        nodes = list(walk(node))
        parameters = {n.arg for n in nodes if isinstance(n, ast.arg)}
        values: dict[str, list[ast.expr]] = {}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                values.setdefault(n.targets[0].id, []).append(n.value)
        for name, given in values.items():
            stores = sum(is_name(n, name) and not isinstance(n.ctx, ast.Load) for n in nodes)
            if name in parameters or stores != len(given) or len(given) > 1:
                continue
            table = self._table(name, given[0], nodes)
            if table is not None:
                table.is_tried = any(isinstance(n, ast.Try) for n in nodes)
                self.found[name] = table

    def _table(self, name: str, value: ast.expr, nodes: list[ast.AST]) -> Table | None:
        """What the values of a name and what it holds say of it: None where that is no dict of dicts of one kind."""
        table = Table()
        if isinstance(value, ast.Call) and self.library(value.func) == "collections.defaultdict" and len(value.args) == 1 and not value.keywords:
            inner = value.args[0]
            made = inner.body if isinstance(inner, ast.Lambda) and not inner.args.args else ast.Call(inner, [], [])
            if not self._note(table, made):
                return None
            table.new = made if isinstance(made, ast.Dict) and made.keys else None
            table.makes, table.factory = True, "lambda" if isinstance(inner, ast.Lambda) else self.library(inner).split(".")[-1]
            return table
        is_empty = isinstance(value, ast.Call) and self.library(value.func) == "builtins.dict" and not value.args and not value.keywords
        held: list[ast.expr] = []
        if isinstance(value, ast.DictComp):
            held.append(value.value)
        elif isinstance(value, ast.Dict) and None not in value.keys:
            held += value.values
            is_asked = any(isinstance(n, ast.Subscript) and is_name(n.value, name) and not isinstance(n.slice, ast.Constant) for n in nodes)
            if held and not is_asked and all(isinstance(key, ast.Constant) for key in value.keys):
                return None
        elif not is_empty:
            return None
        for n in nodes:
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Subscript) and is_name(n.targets[0].value, name):
                held.append(n.value)
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "setdefault" and is_name(n.func.value, name):
                held += n.args[1:]
        rows = {h.id for h in held if isinstance(h, ast.Name)}
        for n in nodes:  # row = {} and later d[k] = row
            if not (isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)):
                continue
            if n.targets[0].id in rows and not is_item_of(n.value, name):
                held.append(n.value)
        table.rows = frozenset(rows)
        made_rows = [h for h in held if not isinstance(h, ast.Name)]
        return table if made_rows and all(self._note(table, h) for h in made_rows) else None

    def _note(self, table: Table, value: ast.expr) -> bool:
        """Whether an expression is a new dict, of the kind of those that were seen."""
        if isinstance(value, (ast.Dict, ast.DictComp)):
            kind, default = "dict", None
        elif not isinstance(value, ast.Call) or value.keywords:
            return False
        elif (library := self.library(value.func)) in ("builtins.dict", "collections.Counter") and not value.args:
            kind, default = library.split(".")[1], 0 if library == "collections.Counter" else None
        elif library == "collections.defaultdict" and len(value.args) == 1 and (of := self.library(value.args[0])) in _DEFAULTS:
            kind, default = of, _DEFAULTS[of]
        else:
            return False
        if table.kind and table.kind != kind:
            return False
        table.kind, table.default = kind, default
        table.literals += [value] if isinstance(value, ast.Dict) else []
        return True


_DEFAULTS: dict[str, Any] = {"builtins.int": 0, "builtins.float": 0.0}
