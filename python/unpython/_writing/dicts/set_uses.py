"""Statements that make a set of others, or change one by another, and those that make tables of parameters: for tables.py."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import groups as lists_by_key
from unpython._library.containers import keys, set_algebra, sets, tables
from unpython._writing.calls import OwnCall
from unpython._writing.dicts.groups import PARTS_OF_SETS
from unpython._writing.dicts.set_algebra import IN_PLACE, INTO_NEW
from unpython._writing.dicts.set_algebra import items as items_of
from unpython._writing.dicts.table_kinds import NotATable
from unpython._writing.dicts.table_results import TablesAsResults


class UsesOfSets(TablesAsResults):
    _call: Any
    _store: Any
    _set_of: Any
    _part_of_set: Any

    def _parts_of(self, name: str) -> list[ast.expr]:
        return [self._read(name, part) for part in ("keys", "table", "state")]

    def visit_OwnCall(self, node: OwnCall) -> Any:
        """The items of a set in an order that the program does not see."""
        if node.function is not sets.in_any_order:
            return super().visit_OwnCall(node)
        name = self._set_of(node.elts[0])
        if name is not None:
            return self._part_of_set(name, "items")
        return items_of(node.elts[0], self._set_of, self._part_of_set) or self._read_list(node.elts[0]) or self.visit(node.elts[0])

    def _of_sets(self, node: Any, name: str, value: Any) -> list[ast.stmt]:
        """What a set that is made of others holds, whose lists are new: nothing where it is made of something else."""
        if isinstance(value, ast.BinOp):
            operands = [self._set_of(part) for part in (value.left, value.right)]
            function = INTO_NEW[type(value.op)]
        elif isinstance(value, ast.Call) and len(value.args) == 1 and (source := self._set_of(value.args[0])) is not None:
            operands, function = [source], set_algebra.move if getattr(value, "is_moved", False) else set_algebra.merge
        else:
            return []
        if None in operands or len(set(operands)) < len(operands) or name in operands:
            raise NotATable(name)
        parts = [part for operand in operands for part in self._parts_of(operand)]
        return [ast.copy_location(ast.Expr(self._call(node, name, function, "keys table state", *parts)), node)]

    def _changed_in_place(self, node: ast.AugAssign) -> ast.stmt | None:
        """s &= t"""
        name, other = self._set_of(node.target), self._set_of(node.value)
        if name is None:
            return None
        if other is None or other == name or type(node.op) not in IN_PLACE or (self._tables[name].width and isinstance(node.op, ast.BitAnd)):
            raise NotATable(name)
        call = self._call(node, name, IN_PLACE[type(node.op)], "keys table state", *self._parts_of(other))
        return ast.copy_location(ast.Expr(call), node)

    def given(self, at: Any, name: str, kind: type) -> list[ast.stmt]:
        """The lists of a parameter, whose keys and values are arrays."""
        if self._tables[name].kind == "set":
            return [ast.copy_location(s, at.body[0]) for s in self._given_set(name)]
        lists = {bool: keys.list_of_bools, int: keys.list_of_integers, float: keys.list_of_floats, str: keys.list_of_integers}
        made: list[ast.stmt] = []
        if self._tables[name].of_lists:
            given = [ast.Name(f"{name}.values.{end}", ast.Load()) for end in ("items", "counts")]
            made.append(ast.Assign([self._store(name, "items")], OwnCall(lists[kind], [given[0]])))
            made.append(ast.Assign([self._store(name, "counts")], OwnCall(keys.list_of_integers, [given[1]])))
            for part, function in (("values", lists_by_key.firsts_of), ("lasts", lists_by_key.lasts_of), ("nexts", lists_by_key.nexts_of)):
                made.append(ast.Assign([self._store(name, part)], OwnCall(function, [self._read(name, "counts")])))
        parts = (("keys0", "keys", int), ("values", "values", kind))[: 1 if self._tables[name].of_lists else 2]
        for part, end, held in parts:
            made.append(ast.Assign([self._store(name, part)], OwnCall(lists[held], [ast.Name(f"{name}.{end}", ast.Load())])))
        made.append(ast.Assign([self._store(name, "table")], OwnCall(tables.table_of_keys, [self._read(name, "keys")])))
        return [ast.copy_location(s, at.body[0]) for s in made]

    def _given_set(self, name: str) -> list[ast.stmt]:
        """The lists of a parameter, whose items are an array."""
        items = OwnCall(keys.list_of_integers, [ast.Name(f"{name}.keys", ast.Load())])
        table = OwnCall(set_algebra.table_of_items, [self._read(name, "keys")])
        state = ast.List([ast.Constant(0), ast.Constant(0)], ast.Load())
        made = (("keys0", items), ("table", table), ("state", state))
        return [ast.Assign([self._store(name, part)], value) for part, value in made]

    def _parts_of_sets(self, name: str) -> list[ast.stmt]:
        """The lists of a dict of sets beside those of a dict of lists."""
        empty = ast.BinOp(ast.List([ast.UnaryOp(ast.USub(), ast.Constant(1))], ast.Load()), ast.Mult(), ast.Constant(8))
        made: list[tuple[str, ast.expr]] = [(part, ast.List([], ast.Load())) for part in PARTS_OF_SETS]
        made += [("members", empty), ("state", ast.List([ast.Constant(0)] * 3, ast.Load()))]
        return [ast.Assign([self._store(name, part)], value) for part, value in made]
