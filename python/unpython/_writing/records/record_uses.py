"""Uses of a dict of dicts whose dicts all have the same keys, as uses of a dict of rows and a list for each key: see nested_tables.py.

    table[r] = {"n": 0, "name": x}      n.append(0); name.append(x); rows[r] = count; count += 1
    table[r]["n"] += 1                  n[rows[r]] += 1
    return table                        return rows, n, name, of which the call makes it again

Each list has a type of its own: what is under one key is a number, under another one a text.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.dicts.nested_reads import NotNested, Table, is_simple
from unpython._writing.dicts.nested_uses import NestedUses
from unpython._writing.nodes import copy_tree, is_none, load, store


def have_one_form(table: Table) -> bool:
    """Whether all dicts that the text writes out have the same keys in the same order."""
    forms = [[getattr(key, "value", None) if isinstance(key, ast.Constant) else None for key in made.keys] for made in table.literals]
    first = forms[0] if forms else []
    is_known = table.kind == "dict" and bool(first) and all(type(key) is str for key in first) and len({*first}) == len(first)
    return is_known and all(form == first for form in forms)


class RecordUses(NestedUses):
    def __init__(self, name: str, table: Table, library: Callable[[ast.expr], str]):
        super().__init__(name, table, library)
        keys = [str(key.value) for key in table.literals[0].keys if isinstance(key, ast.Constant)]
        self._lists = {key: f"_{name}_{key if key.isidentifier() else i}_of_rows_" for i, key in enumerate(keys)}

    def _list(self, key: Any) -> str:
        """The list of what is under a key."""
        if not isinstance(key, ast.Constant) or type(key.value) is not str or key.value not in self._lists:
            raise NotNested
        return self._lists[key.value]

    def _cell(self, row: ast.expr, key: ast.expr, context: Any = None) -> ast.expr:
        return ast.Subscript(load(self._list(key)), copy_tree(row), context or ast.Load())

    def _keys(self, row: ast.expr) -> ast.expr:
        raise NotNested

    def _noted(self, row: ast.expr, key: ast.expr, *more: ast.stmt) -> ast.stmt:
        raise NotNested

    def _stored_in(self) -> list[str]:
        return list(self._lists.values())

    def _fields(self) -> tuple[Any, ...]:
        return tuple(self._lists)

    # New rows.

    def _values(self, value: Any) -> list[ast.expr]:
        keys: list[Any] = value.keys if isinstance(value, ast.Dict) else [None]
        if not all(map(self._is_key, keys)) or [key.value for key in keys] != list(self._lists):
            raise NotNested
        return value.values

    def _is_key(self, node: Any) -> bool:
        return isinstance(node, ast.Constant) and type(node.value) is str

    def _appended(self, values: list[Any]) -> list[ast.stmt]:
        pairs = zip(self._lists.values(), values, strict=True)
        return [ast.Expr(ast.Call(ast.Attribute(load(held), "append", ast.Load()), [value], [])) for held, value in pairs]

    def _more(self) -> ast.stmt:
        return ast.AugAssign(ast.Name(self._count, ast.Store()), ast.Add(), ast.Constant(1))

    def _new_row(self, value: ast.expr | None = None) -> list[ast.stmt]:
        values = self._values(value)
        if not all(map(_is_new, values)):
            raise NotNested
        return [*self._appended([copy_tree(v) for v in values]), self._more()]

    def _is_empty(self, node: Any) -> bool:
        """What d.setdefault() may give a key: all that it holds is as good before as after."""
        return isinstance(node, ast.Dict) and all(map(_is_new, node.values))

    def _row_of(self, number: str, value: Any) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        values: list[Any] = []
        for part in self._values(value):
            item = self.visit(part)
            if not is_simple(item) and not _is_new(item):
                name = self._new("value")
                made.append(store(name, item))
                item = load(name)
            values.append(item)
        return [*made, *self._appended(values), store(number, load(self._count)), self._more()]

    def _made(self, value: Any) -> list[ast.stmt]:
        made = super()._made(value)
        made[:3] = [store(self._rows, ast.Dict([], [])), *(store(held, ast.List([], ast.Load())) for held in self._lists.values())]
        return made

    # Uses.

    def _stored(self, row: ast.expr, key: ast.expr, value: ast.expr, is_key_first: bool) -> list[ast.stmt]:
        return [ast.Assign([self._cell(row, key, ast.Store())], value)]

    def visit_Compare(self, node: ast.Compare) -> Any:
        """`"n" in row`"""
        is_in = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn))
        if not is_in or not isinstance(self._row(node.comparators[0]), ast.Name):
            return super().visit_Compare(node)
        if not self._is_key(node.left):
            raise NotNested
        return ast.Constant((node.left.value in self._lists) == isinstance(node.ops[0], ast.In))  # type: ignore[attr-defined]

    def visit_Call(self, node: ast.Call) -> Any:
        """row.get("n", 0), table.get(r, {}).get("n", 0)"""
        called: Any = node.func
        is_get = isinstance(called, ast.Attribute) and called.attr == "get" and len(node.args) == 2 and not node.keywords
        row = self._row(called.value) if is_get else None
        if row is not None:
            if not is_simple(node.args[1]):
                raise NotNested
            return self._cell(row, node.args[0])
        if is_get and self._asked_row(called.value) is not None:
            key: Any = called.value.args[0]
            if not is_simple(key) or not is_simple(node.args[1]) or is_none(node.args[1]):
                raise NotNested
            key = self.visit(key)
            cell = self._cell(ast.Subscript(load(self._rows), copy_tree(key), ast.Load()), node.args[0])
            return ast.IfExp(ast.Compare(key, [ast.In()], [load(self._rows)]), cell, node.args[1])
        return super().visit_Call(node)


def _is_new(node: Any) -> bool:
    """What is as good before as after anything else: a constant, an empty list."""
    is_constant = isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))
    return is_constant or (isinstance(node, ast.List) and not node.elts)
