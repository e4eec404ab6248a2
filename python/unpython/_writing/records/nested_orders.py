"""The dicts of a dict of dicts in an order, or some of them, as their numbers: see nested_tables.py.

    for k, row in sorted(d.items(), key=lambda kv: kv[1]["n"])[:3]:     for k, row in sorted(rows.items(), key=...)[:3]:
    max(d.values(), key=lambda row: row["n"])                           max(rows.values(), key=lambda row: cells[row, "n"])
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.dicts.nested_reads import NestedReads, NotNested
from unpython._writing.nodes import copy_tree, is_name, load, walk

_ORDERED = ("sorted", "max", "min")


class NestedOrders(NestedReads):
    def _ordered_items(self, node: Any) -> Any:
        """sorted(d.items(), key=...), also a part of it."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and (made := self._ordered_items(node.value)) is not None:
            return ast.Subscript(made, self.visit(node.slice), ast.Load())
        return self._ordered(node, "items") if isinstance(node, ast.Call) and self._builtin(node) == "sorted" else None

    def _builtin(self, node: ast.Call) -> str:
        return self._library(node.func).removeprefix("builtins.")

    def _view(self, what: str) -> ast.expr:
        return ast.Call(ast.Attribute(load(self._rows), what, ast.Load()), [], [])

    def _ordered(self, node: Any, what: str) -> Any:
        """sorted(d.items()), max(d.values(), key=...): of the numbers of the dicts."""
        if not isinstance(node, ast.Call) or self._builtin(node) not in _ORDERED or len(node.args) != 1:
            return None
        owner, of = self._asked(node.args[0])
        if not self._is_table(owner) or of != what or not all(k.arg in ("key", "reverse") for k in node.keywords):
            return None
        keys = [k for k in node.keywords if k.arg == "key"]
        if not keys and what == "values":
            return None
        others = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords if k.arg != "key"]
        return ast.Call(node.func, [self._view(what)], [*(ast.keyword("key", self._by(k.value, what)) for k in keys), *others])

    def _by(self, key: Any, what: str) -> ast.expr:
        """lambda row: row["n"], lambda kv: kv[1]["n"]"""
        if not isinstance(key, ast.Lambda) or len(key.args.args) != 1 or len([a for a in walk(key.args) if isinstance(a, ast.arg)]) != 1:
            raise NotNested
        given = key.args.args[0].arg
        number = f"_{self._name}_row_of_{given}_"
        kept = dict(self._aliases)
        self._aliases[given] = number
        if what == "items":
            body: ast.expr = _Parts(given, number).visit(copy_tree(key.body))
            argument = given
        else:
            body, argument = copy_tree(key.body), number
        made = self.visit(body)
        self._aliases = kept
        if what == "items":
            made = _Numbered(number, given).visit(made)
        return ast.Lambda(ast.arguments([], [ast.arg(argument)], None, [], [], None, []), made)

    # What is one of the dicts, or a list of them.

    def _number_of(self, node: Any) -> ast.expr | None:
        """The number of a dict that is returned."""
        if isinstance(node, ast.Subscript) or (isinstance(node, ast.Name) and node.id in self._aliases):
            return self._row(node)
        is_one = isinstance(node, ast.Call) and self._builtin(node) in ("max", "min")
        return self._ordered(node, "values") if is_one else None

    def _numbers_of(self, node: Any) -> tuple[ast.expr, bool] | None:
        """The numbers of the dicts in a list of them, or in a dict, and whether these are copies, dict(row)."""
        if isinstance(node, ast.Call) and self._builtin(node) == "list" and len(node.args) == 1 and not node.keywords:
            owner, what = self._asked(node.args[0])
            return (ast.Call(node.func, [self._view("values")], []), False) if self._is_table(owner) and what == "values" else None
        if isinstance(node, ast.Call) and self._builtin(node) == "sorted":
            ordered = self._ordered(node, "values")
            return None if ordered is None else (ordered, False)
        part = "value" if isinstance(node, ast.DictComp) else "elt" if isinstance(node, ast.ListComp) else ""
        held: Any = getattr(node, part, None)
        is_copied = isinstance(held, ast.Call) and len(held.args) == 1 and not held.keywords and self._builtin(held) == "dict"
        held = held.args[0] if is_copied else held
        if not isinstance(held, ast.Name) or not any(self._gives(clause, held.id) for clause in node.generators):
            return None
        setattr(node, part, _Number(held.id))
        return self.visit(node), is_copied

    def _gives(self, clause: ast.comprehension, name: str) -> bool:
        """Whether a clause goes through the dicts with this name."""
        over: Any = clause.iter
        while isinstance(over, ast.Subscript) and isinstance(over.slice, ast.Slice):
            over = over.value
        if isinstance(over, ast.Call) and over.args and self._builtin(over) == "sorted":
            over = over.args[0]
        owner, what = self._asked(over)
        target: Any = clause.target
        if not self._is_table(owner):
            return False
        return is_name(target, name) if what == "values" else what == "items" and isinstance(target, ast.Tuple) and is_name(target.elts[-1], name)

    def visit__Number(self, node: _Number) -> Any:
        if node.name not in self._aliases:
            raise NotNested
        return load(self._aliases[node.name])


class _Number(ast.expr):
    """The number of the dict that a name stands for."""

    _fields = ()

    def __init__(self, name: str = ""):
        super().__init__()
        self.name = name


class _Parts(ast.NodeTransformer):
    """kv[1] as a name for the dict, kv[0] as it is; any other use of the pair is none that is written."""

    def __init__(self, pair: str, number: str):
        self._pair = pair
        self._number = number

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not is_name(node.value, self._pair):
            return self.generic_visit(node)
        place = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if type(place) is not int or place not in (0, 1):
            raise NotNested
        return load(self._pair) if place else _Key()

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._pair:
            raise NotNested
        return node


class _Key(ast.expr):
    """kv[0]"""

    _fields = ()


class _Numbered(ast.NodeTransformer):
    """The pair in place of its parts."""

    def __init__(self, number: str, pair: str):
        self._number = number
        self._pair = pair

    def _part(self, place: int) -> ast.expr:
        return ast.Subscript(load(self._pair), ast.Constant(place), ast.Load())

    def visit_Name(self, node: ast.Name) -> Any:
        return self._part(1) if node.id == self._number else node

    def visit__Key(self, node: _Key) -> Any:
        return self._part(0)
