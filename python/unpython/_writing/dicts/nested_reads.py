"""What a function reads of a dict of dicts, and how it goes through one: see nested_tables.py."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._library.containers import tables
from unpython._writing.calls import with_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import TestRewriter

_TAKE = frozenset("len sorted list enumerate max min set any all sum tuple".split())
_REFUSES = "_refused_"
_CELLS = "_cells_of_rows_"


class NotNested(Exception):
    """A dict of dicts is used in a way that no two dicts stand for."""


class Table:
    """`kind`: of the dicts that it holds: dict, Counter, builtins.int or builtins.float (of a defaultdict), whose new values are `default`;
    `makes`: a key that is asked for is entered; `factory`: by what; `rows`: names of
    new dicts that it holds later; `literals`: the dicts that the text writes out; `new`: that which a new key gets;
    `is_tried`: whether the function goes on after exceptions."""

    def __init__(self) -> None:
        self.kind = ""
        self.default: Any = None
        self.makes = False
        self.factory = ""
        self.rows: frozenset[str] = frozenset()
        self.literals: list[ast.Dict] = []
        self.new: ast.Dict | None = None
        self.is_tried = False


def finders(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """What finds the value of a key in a dict of that name, and its place: raise where the dict lacks it."""
    if name.endswith(_CELLS):
        return tables.value_of_cell, tables.place_of_cell
    return (tables.value_of_refused, tables.place_of_refused) if name.endswith(_REFUSES) else (tables.value_of, tables.place_of_key)


def pair(row: ast.expr, key: ast.expr) -> ast.expr:
    return ast.Tuple([copy_tree(row), key], ast.Load())


def is_simple(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Constant))


def is_given(name: str, node: ast.AST) -> int:
    """How often something gives a name a value."""
    stored = [n for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    return len(stored) + sum(isinstance(n, ast.arg) and n.arg == name for n in walk(node))


class NestedReads(TestRewriter):
    def __init__(self, name: str, table: Table, library: Callable[[ast.expr], str]):
        self._name = name
        self._table = table
        self._library = library
        begin = f"_{name}_"
        self._rows = f"{begin}rows{_REFUSES}" if table.makes else f"{begin}rows_"
        self._cells = f"_{name}{_CELLS}"
        self._held = f"{begin}held_"
        self._count = f"{begin}count_"
        self._aliases: dict[str, str] = {}
        self._is_there = False  # the dict, in front of the statement that is written
        self._number = 0

    def _new(self, what: str) -> str:
        self._number += 1
        return f"_{self._name}_{what}_{self._number}_"

    # Rows and cells.

    def _is_table(self, node: Any) -> bool:
        return is_name(node, self._name)

    def _row(self, node: Any) -> ast.expr | None:
        """The number of the inner dict that an expression is: d[k], a name for one, d.get(k, {}) where it is only asked."""
        if isinstance(node, ast.Name):
            return load(self._aliases[node.id]) if node.id in self._aliases else None
        if isinstance(node, ast.Subscript) and self._is_table(node.value) and isinstance(node.ctx, ast.Load):
            return ast.Subscript(load(self._rows), self.visit(node.slice), ast.Load())
        return None

    _entered_row: Any  # the statements that make sure of an inner dict, and its number: nested_uses.py

    def _cell(self, row: ast.expr, key: ast.expr, context: Any = None) -> ast.expr:
        """What is in a row under a key."""
        return ast.Subscript(load(self._cells), pair(row, key), context or ast.Load())

    def _keys(self, row: ast.expr) -> ast.expr:
        """The keys of a row, in order."""
        return ast.Subscript(load(self._held), row, ast.Load())

    def _keys_or_none(self, row: ast.expr) -> ast.expr:
        """Those of a row that may not be there."""
        return ast.Call(ast.Attribute(load(self._held), "get", ast.Load()), [row, ast.List([], ast.Load())], [])

    def _is_inner(self, node: Any) -> bool:
        is_item = isinstance(node, ast.Subscript) and self._is_table(node.value)
        return is_item or self._is_setdefault(node) or (isinstance(node, ast.Name) and node.id in self._aliases)

    def _is_setdefault(self, node: Any) -> bool:
        """d.setdefault(k, {})"""
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault"
        return is_call and self._is_table(node.func.value) and len(node.args) == 2 and not node.keywords and self._is_empty(node.args[1])

    def _is_empty(self, node: Any) -> bool:
        return (isinstance(node, ast.Dict) and not node.keys) or (isinstance(node, ast.Call) and not any(map(self._holds, node.args)))

    # Loops.

    def visit_For(self, node: ast.For) -> Any:
        over = self._gone_through(node)
        if over is None:
            node.iter = self.visit(node.iter)
            node.target = self.visit(node.target)
            before: list[ast.stmt] = []
            first: list[ast.stmt] = []
        else:
            before, first = over
        node.body = [*first, *self.statements(node.body)]
        node.orelse = self.statements(node.orelse)
        return [*before, node]

    def _asked(self, node: Any) -> tuple[Any, str]:
        """What a head goes through, and what of it: keys, values or items."""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("keys", "values", "items")
        return (node.func.value, node.func.attr) if is_method and not node.args and not node.keywords else (node, "keys")

    def _ordered_items(self, node: Any) -> Any:
        """sorted(d.items())"""
        return None

    def _of_table(self, node: Any, what: str, ordered: Any = None) -> None:
        """Gives the rows another name in a head over the outer dict; its clause or loop is changed. `ordered`: what it goes through."""
        target: Any = node.target
        if what == "keys":
            node.iter = load(self._rows)
            return
        row = target.elts[1] if what == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2 else target if what == "values" else None
        if not isinstance(row, ast.Name):
            raise NotNested
        number = self._aliases.setdefault(row.id, f"_{self._name}_row_of_{row.id}_")
        node.target = ast.Tuple([target.elts[0], ast.Name(number, ast.Store())], ast.Store()) if what == "items" else ast.Name(number, ast.Store())
        node.iter = ordered or ast.Call(ast.Attribute(load(self._rows), what, ast.Load()), [], [])

    def _gone_through(self, node: ast.For) -> tuple[list[ast.stmt], list[ast.stmt]] | None:
        """The statements before the loop, and those that its body begins with."""
        owner, what = self._asked(node.iter)
        if self._is_table(owner):
            self._of_table(node, what)
            return [], []
        if (ordered := self._ordered_items(owner)) is not None:
            self._of_table(node, "items", ordered)
            return [], []
        row = self._row(owner) or self._asked_row(owner)
        if row is None:
            return None
        self._refuse_changes(node, owner)
        before: list[ast.stmt] = []
        if self._table.makes and isinstance(owner, ast.Subscript):
            before, row = self._entered_row(owner)
        if not isinstance(row, ast.Name):
            name = self._new("row")
            before, row = [store(name, row)], load(name)
        target: Any = node.target
        node.iter = self._keys_or_none(row) if self._asked_row(owner) is not None else self._keys(row)
        if what == "keys":
            return before, []
        key: Any = target.elts[0] if what == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2 else ast.Name(self._new("key"), ast.Store())
        value = target.elts[1] if what == "items" and isinstance(target, ast.Tuple) else target
        if not isinstance(key, ast.Name) or (what == "items" and not isinstance(target, ast.Tuple)):
            raise NotNested
        node.target = key
        cell = self._cell(row, load(key.id))
        return before, [ast.copy_location(ast.Assign([value], cell), node)]

    def _refuse_changes(self, node: ast.For, owner: Any) -> None:
        """A loop through an inner dict whose body may enter a key: of which CPython says that it changed."""
        target: Any = node.target
        key = target.elts[0] if isinstance(target, ast.Tuple) else target
        for n in (n for s in node.body for n in walk(s)):
            if isinstance(n, ast.Attribute) and n.attr in ("setdefault", "update", "pop") and self._is_inner(n.value):
                raise NotNested
            if not isinstance(n, ast.Subscript) or isinstance(n.ctx, ast.Load) or not self._is_inner(n.value):
                continue
            is_same = ast.dump(n.value) == ast.dump(owner) and isinstance(n.slice, ast.Name) and isinstance(key, ast.Name) and n.slice.id == key.id
            if not is_same or isinstance(n.ctx, ast.Del):
                raise NotNested

    def _comprehension(self, node: Any) -> Any:
        parts = ["key", "value"] if isinstance(node, ast.DictComp) else ["elt"]
        kept = dict(self._aliases)
        for number, clause in enumerate(node.generators):
            owner, what = self._asked(clause.iter)
            if self._is_table(owner):
                self._of_table(clause, what)
            elif (ordered := self._ordered_items(owner)) is not None:
                self._of_table(clause, "items", ordered)
            elif (row := self._row(owner)) is not None:
                clause.iter = self._keys(row)
                self._of_cells(node, number, clause, row, what, parts)
            elif (row := self._asked_row(owner)) is not None:
                clause.iter = self._keys_or_none(row)
                self._of_cells(node, number, clause, row, what, parts)
            else:
                clause.iter = self.visit(clause.iter)
                self._aliases = {name: row for name, row in self._aliases.items() if not is_given(name, clause.target)}
            clause.ifs = [self.visit(test) for test in clause.ifs]
        for part in parts:
            setattr(node, part, self.visit(getattr(node, part)))
        self._aliases = kept
        return node

    def _of_cells(self, node: Any, number: int, clause: ast.comprehension, row: ast.expr, what: str, parts: list[str]) -> None:
        """x of `for k, x in d[r].items()` as what is in the cell."""
        if what == "keys":
            return
        target: Any = clause.target
        is_pair = isinstance(target, ast.Tuple) and len(target.elts) == 2
        key: Any = target.elts[0] if what == "items" and is_pair else ast.Name(self._new("key"), ast.Store())
        value = target.elts[1] if what == "items" and is_pair else target
        if not isinstance(key, ast.Name) or not isinstance(value, ast.Name):
            raise NotNested
        if is_given(value.id, node) > 1:
            raise NotNested
        clause.target = key
        cell = _Cell(self._cell(row, load(key.id)))
        clause.ifs = [with_names(test, value.id, cell) for test in clause.ifs]
        for later in node.generators[number + 1 :]:
            later.iter, later.ifs = with_names(later.iter, value.id, cell), [with_names(t, value.id, cell) for t in later.ifs]
        for part in parts:
            setattr(node, part, with_names(getattr(node, part), value.id, cell))

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    def visit__Cell(self, node: _Cell) -> Any:
        return node.made

    # Expressions.

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """Whose own names stand for other things."""
        kept = self._aliases
        self._aliases = {name: row for name, row in kept.items() if not is_given(name, node.args)}
        node.args, node.body = self.visit(node.args), self.visit(node.body)
        self._aliases = kept
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name or node.id in self._aliases:
            raise NotNested
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        row = self._row(node.value)
        if row is None:
            return self.generic_visit(node)
        if isinstance(node.slice, (ast.Slice, ast.Tuple)) or not isinstance(node.ctx, ast.Load):
            raise NotNested
        return self._cell(row, self.visit(node.slice), node.ctx)

    def visit_Compare(self, node: ast.Compare) -> Any:
        among = node.comparators[-1]
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            if self._is_table(among):
                return ast.Compare(self.visit(node.left), node.ops, [load(self._rows)])
            row = self._row(among) or self._asked_row(among)
            if row is not None:
                if not is_simple(node.left):
                    raise NotNested
                return ast.Compare(pair(row, self.visit(node.left)), node.ops, [load(self._cells)])
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        called: Any = node.func
        if isinstance(called, ast.Attribute) and called.attr == "get" and len(node.args) == 2 and not node.keywords:
            row = self._row(called.value) or self._asked_row(called.value)
            if row is not None:
                place = pair(row, self.visit(node.args[0]))
                return ast.Call(ast.Attribute(load(self._cells), "get", ast.Load()), [place, self.visit(node.args[1])], [])
        if self._library(called).removeprefix("builtins.") in _TAKE and node.args:
            node.args[0] = self._taken(node.args[0])
            node.keywords = [self._by_value(k) for k in node.keywords]
        return self.generic_visit(node)

    def _asked_row(self, node: Any) -> ast.expr | None:
        """d.get(k, {}), of which nothing but a key is asked."""
        is_get = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and self._is_table(node.func.value)
        if not is_get or len(node.args) != 2 or not isinstance(node.args[1], ast.Dict) or node.args[1].keys:
            return None
        return ast.Call(ast.Attribute(load(self._rows), "get", ast.Load()), [self.visit(node.args[0]), ast.Constant(-1)], [])

    def _taken(self, node: Any) -> ast.expr:
        """What len, sorted, sum, ... get of a dict."""
        owner, what = self._asked(node)
        if self._is_table(owner):
            if what != "keys":
                raise NotNested
            return load(self._rows)
        row = self._row(owner)
        keys = None if row is None else self._keys(row)
        if row is None and (row := self._asked_row(owner)) is not None:
            keys = self._keys_or_none(row)
        if row is None or keys is None:
            return node
        if what == "keys":
            return keys
        key = self._new("key")
        cell = self._cell(row, load(key))
        if what == "items":
            cell = ast.Tuple([load(key), cell], ast.Load())
        return ast.ListComp(cell, [ast.comprehension(ast.Name(key, ast.Store()), keys, [], 0)])

    def _by_value(self, node: ast.keyword) -> ast.keyword:
        """key=d[k].get"""
        key: Any = node.value
        row = self._row(key.value) if node.arg == "key" and isinstance(key, ast.Attribute) and key.attr == "get" else None
        if row is None:
            return node
        item = ast.arguments([], [ast.arg("item")], None, [], [], None, [])
        return ast.keyword("key", ast.Lambda(item, self._cell(row, load("item"))))

    def _holds(self, node: ast.AST) -> bool:
        return any(isinstance(n, ast.Name) and (n.id == self._name or n.id in self._aliases) for n in walk(node))


class _Cell(ast.expr):
    """A cell that is said already."""

    _fields = ("made",)

    def __init__(self, made: ast.expr | None = None):
        super().__init__(made)  # type: ignore[call-arg, arg-type]
        self.made = made
