"""Uses of a dict of dicts as uses of the two dicts that stand for it: see nested_tables.py."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from unpython._writing.calls import with_own_targets
from unpython._writing.dicts.nested_reads import NotNested, is_simple, pair
from unpython._writing.dicts.nested_results import NestedResults
from unpython._writing.nodes import copy_tree, is_name, load, store, walk


class NestedUses(NestedResults):
    @property
    def count(self) -> int:
        """How many names are taken."""
        return self._number

    # Rows and cells.

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        if self._table.makes and not self._table.is_tried:
            body = [part for s in body for part in (*self._entered_before(s), s)]
        return super().statements(body)

    def _entered_before(self, node: ast.stmt) -> list[ast.stmt]:
        """What a statement reads of rows that may not be there: each enters one, in this order, whatever else the statement does."""
        value: Any = node.test if isinstance(node, ast.If) else getattr(node, "value", None)
        if not isinstance(node, (ast.Assign, ast.AugAssign, ast.Return, ast.Expr, ast.If)) or value is None:
            return []
        whole = value if isinstance(node, ast.If) else node
        mentioned = [n for n in walk(whole) if is_name(n, self._name)]
        items = [n for n in walk(whole) if isinstance(n, ast.Subscript) and is_name(n.value, self._name)]
        target: Any = node.target if isinstance(node, ast.AugAssign) else None
        first = [target.value.slice] if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Subscript) and self._is_inner(target.value) else []
        read = [*first, *self._surely_read(value)]
        stored = {n.id for n in walk(whole) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if len(mentioned) != len(items) or not read or not all(map(is_simple, read)) or any(isinstance(k, ast.Name) and k.id in stored for k in read):
            return []
        return [_Read(ast.Subscript(load(self._name), copy_tree(key), ast.Load())) for key in read]

    def _surely_read(self, node: Any) -> Iterator[ast.expr]:
        """The keys of what an expression reads each time, in order."""
        if isinstance(node, (ast.Lambda, ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            return
        for part in ast.iter_child_nodes(node):
            yield from self._surely_read(part)
        if isinstance(node, ast.Subscript) and self._is_table(node.value):
            yield node.slice

    def visit__Read(self, node: _Read) -> Any:
        entered = self._entered_row(node.row)
        assert entered is not None
        return entered[0]

    def _entered_row(self, node: Any) -> tuple[list[ast.stmt], ast.expr] | None:
        """The statements that make sure of an inner dict, and its number."""
        key: Any = None
        if isinstance(node, ast.Subscript) and self._is_table(node.value) and self._table.makes:
            key = self.visit(node.slice)
        elif self._is_setdefault(node):
            key = self.visit(node.args[0])
        if key is None:
            row = self._row(node)
            if row is None or isinstance(row, ast.Name):
                return None if row is None else ([], row)
            name = self._new("row")
            return [store(name, row)], load(name)
        before: list[ast.stmt] = []
        if not is_simple(key):
            held = self._new("key")
            before, key = [store(held, key)], load(held)
        name = self._new("row")
        missing = ast.Compare(copy_tree(key), [ast.NotIn()], [load(self._rows)])
        enter = ast.Assign([ast.Subscript(load(self._rows), copy_tree(key), ast.Store())], load(self._count))
        before.append(ast.If(missing, [enter, *self._new_row(node.args[1] if self._is_setdefault(node) else self._table.new)], []))
        before.append(store(name, ast.Subscript(load(self._rows), key, ast.Load())))
        return before, load(name)

    def _new_row(self, value: ast.expr | None = None) -> list[ast.stmt]:
        """After the number was given to what stands for it. `value`: what it holds from the beginning."""
        if isinstance(value, ast.Dict) and value.keys:
            raise NotNested
        empty = ast.Assign([ast.Subscript(load(self._held), load(self._count), ast.Store())], ast.List([], ast.Load()))
        return [empty, ast.AugAssign(ast.Name(self._count, ast.Store()), ast.Add(), ast.Constant(1))]

    def _row_of(self, number: str, value: Any) -> list[ast.stmt]:
        """Gives the number of a new row, which holds what a new dict does, to a name."""
        return [store(number, load(self._count)), *self._new_row(), *self._filled(load(number), value)]

    def _filled(self, row: ast.expr, value: Any) -> list[ast.stmt]:
        """What a new dict holds from the beginning."""
        if isinstance(value, ast.Dict):
            if None in value.keys:
                raise NotNested
            items = [(key, item) for key, item in zip(value.keys, value.values, strict=True) if key is not None]
            return [s for key, item in items for s in self._stored(row, self.visit(key), self.visit(item), True)]
        if isinstance(value, ast.DictComp):
            made = with_own_targets(ast.Tuple([value.key, value.value], ast.Load()), value.generators, self._own_target)
            self._number += 1
            loops = self._loops(value.generators, [_Stored(row, *made.elts)])
            return loops
        return []

    def _own_target(self, name: str, place: int) -> str:
        """The name that a target of a comprehension gets where the comprehension becomes a loop."""
        return f"_{self._name}_{name}_{self._number}_{place}_"

    def _loops(self, generators: list[ast.comprehension], body: list[ast.stmt]) -> list[ast.stmt]:
        for clause in reversed(generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return [part for s in body for part in self._listed(self.visit(s))]

    @staticmethod
    def _listed(made: Any) -> list[ast.stmt]:
        return made if isinstance(made, list) else [made]

    def visit__Stored(self, node: _Stored) -> Any:
        return self._stored(node.row, self.visit(node.key), self.visit(node.value), True)

    def _stored(self, row: ast.expr, key: ast.expr, value: ast.expr, is_key_first: bool) -> list[ast.stmt]:
        """cells[row, key] = value, where the value is computed before the key or after it."""
        before: list[ast.stmt] = []
        parts = [("key", key), ("value", value)]
        made: dict[str, ast.expr] = {}
        for what, part in parts if is_key_first else parts[::-1]:
            if not is_simple(part):
                name = self._new(what)
                before.append(store(name, part))
                part = load(name)
            made[what] = part
        cell = self._cell(row, copy_tree(made["key"]), ast.Store())
        return [*before, self._noted(row, made["key"]), ast.Assign([cell], made["value"])]

    def _noted(self, row: ast.expr, key: ast.expr, *more: ast.stmt) -> ast.stmt:
        """A key that a row does not hold yet."""
        missing = ast.Compare(pair(row, copy_tree(key)), [ast.NotIn()], [load(self._cells)])
        place = ast.Subscript(load(self._held), copy_tree(row), ast.Load())
        append = ast.Expr(ast.Call(ast.Attribute(place, "append", ast.Load()), [copy_tree(key)], []))
        return ast.If(missing, [append, *more], [])

    # Statements.

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) != 1:
            return self.generic_visit(node)
        if self._is_table(target):
            return self._made(node.value)
        if isinstance(target, ast.Subscript) and self._is_table(target.value):
            return self._row_stored(target.slice, node.value)
        if isinstance(target, ast.Subscript) and (self._is_inner(target.value)):
            value = self.visit(node.value)
            before: list[ast.stmt] = []
            if not is_simple(value):
                name = self._new("value")
                before, value = [store(name, value)], load(name)
            entered = self._entered_row(target.value)
            assert entered is not None
            return [*before, *entered[0], *self._stored(entered[1], self.visit(target.slice), value, True)]
        if isinstance(target, ast.Name) and (self._is_inner(node.value) or self._is_kept_row(target.id, node.value)):
            return self._named(target.id, node.value)
        return self.generic_visit(node)

    def _made(self, value: Any) -> list[ast.stmt]:
        self._is_there = True
        made = [store(name, ast.Dict([], [])) for name in (self._rows, self._cells, self._held)]
        made.append(store(self._count, ast.Constant(0)))
        if isinstance(value, ast.Dict):
            for key, item in zip(value.keys, value.values, strict=True):
                made += self._row_stored(key, item, is_key_first=True)
        elif isinstance(value, ast.DictComp):
            both = with_own_targets(ast.Tuple([value.key, value.value], ast.Load()), value.generators, self._own_target)
            self._number += 1
            key, item = both.elts
            body: list[ast.stmt] = []
            if not is_simple(key):  # which is computed before the value
                name = self._new("key")
                body, key = [store(name, key)], load(name)
            body.append(ast.Assign([ast.Subscript(load(self._name), key, ast.Store())], item))
            made += self._loops(value.generators, body)
        return made

    def _row_stored(self, key: Any, value: Any, is_key_first: bool = False) -> list[ast.stmt]:
        """d[k] = {...}"""
        if isinstance(value, ast.Name) and value.id in self._aliases:
            return [ast.Assign([ast.Subscript(load(self._rows), self.visit(key), ast.Store())], load(self._aliases[value.id]))]
        if not isinstance(value, (ast.Dict, ast.DictComp, ast.Call)) or (isinstance(value, ast.Call) and not self._is_empty(value)):
            raise NotNested
        if not is_simple(key) and is_key_first:
            raise NotNested
        row = self._new("row")
        return [*self._row_of(row, value), ast.Assign([ast.Subscript(load(self._rows), self.visit(key), ast.Store())], load(row))]

    def _is_kept_row(self, name: str, value: ast.expr) -> bool:
        """row = {} of a name that d[k] = row stores later."""
        return name in self._table.rows and isinstance(value, (ast.Dict, ast.DictComp, ast.Call)) and (not isinstance(value, ast.Call) or self._is_empty(value))

    def _named(self, name: str, value: Any) -> list[ast.stmt]:
        """row = d[k], row = {}"""
        number = self._aliases.setdefault(name, f"_{self._name}_row_of_{name}_")
        if name in self._table.rows and not self._is_inner(value):
            if not self._is_there:
                raise NotNested
            return self._row_of(number, value)
        entered = self._entered_row(value)
        assert entered is not None
        return [*entered[0], store(number, entered[1])]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        target: Any = node.target
        if not isinstance(target, ast.Subscript) or not self._is_inner(target.value):
            return self.generic_visit(node)
        entered = self._entered_row(target.value)
        assert entered is not None
        before, row = entered
        key = self.visit(target.slice)
        if not is_simple(key):
            name = self._new("key")
            before, key = [*before, store(name, key)], load(name)
        cell: Any = self._cell(row, key, ast.Store())
        if self._table.default is not None:
            default = ast.Assign([copy_tree(cell)], ast.Constant(self._table.default))
            before = [*before, self._noted(row, key, default)]
        return [*before, ast.AugAssign(cell, node.op, self.visit(node.value))]

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        if self._is_setdefault(call):
            entered = self._entered_row(call)
            assert entered is not None
            return entered[0]
        is_inner = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "setdefault" and self._is_inner(call.func.value)
        if is_inner and len(call.args) == 2 and not call.keywords and all(map(is_simple, call.args)):
            entered = self._entered_row(call.func.value)
            assert entered is not None
            key = self.visit(call.args[0])
            cell = self._cell(entered[1], key, ast.Store())
            return [*entered[0], self._noted(entered[1], key, ast.Assign([cell], self.visit(call.args[1])))]
        of_cell = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        if isinstance(of_cell, ast.Subscript) and self._is_inner(of_cell.value) and not isinstance(of_cell.value, ast.Name):
            entered = self._entered_row(of_cell.value)
            assert entered is not None
            call.func.value = self._cell(entered[1], self.visit(of_cell.slice))
            call.args, call.keywords = list(map(self.visit, call.args)), list(map(self.visit, call.keywords))
            return [*entered[0], node]
        return self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and self._is_table(target.value):
            target.value, target.slice = load(self._rows), self.visit(target.slice)
            return node
        return self.generic_visit(node)


class _Read(ast.stmt):
    """Enters a row that is read."""

    _fields = ("row",)

    def __init__(self, row: ast.expr):
        super().__init__(row)  # type: ignore[call-arg, arg-type]
        self.row = row


class _Stored(ast.stmt):
    """Enters what a comprehension gives into a row."""

    _fields = ("row", "key", "value")

    def __init__(self, row: ast.expr, key: ast.expr, value: ast.expr):
        super().__init__(row, key, value)  # type: ignore[call-arg, arg-type]
        self.row, self.key, self.value = row, key, value


