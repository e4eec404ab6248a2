"""Dicts whose values are lists, for tables.py: `d.setdefault(k, []).append(x)`, `d[k].append(x)`, and lists that are only read.

`d[k]` where it is read is a new list with the same items: who only reads it cannot tell.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import groups as by_key
from unpython._library.containers import sets_by_key
from unpython._library.python_functions.recursion import size
from unpython._writing.calls import OwnCall
from unpython._writing.dicts import entered_lists, group_uses
from unpython._writing.dicts.table_kinds import NotATable
from unpython._writing.flow import read_outside_of_loops
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, part_of, walk
from unpython._writing.rewriter import AssignedNames

#: Lists of such a dict beside those that all dicts have.
PARTS = ("lasts", "counts", "items", "nexts")
#: And of one whose values are sets.
PARTS_OF_SETS = ("owners", "ids")


class ListsByKey(AssignedNames):
    """The part of the rewriter of tables.py that knows of dicts of lists."""

    _tables: Any
    _whole: Any
    _call: Any
    _read: Any
    _key: Any
    _all: Any
    _store: Any
    _zipped: Any
    _reads_only: Any
    _finder: Any
    own: set[str]

    def _place(self, at: Any, name: str, key: ast.expr, is_new: bool) -> ast.expr:
        function = by_key.place_of_group if is_new else by_key.place_of_known_group
        return self._call(at, name, function, "keys values lasts counts table", self._key(name, key))

    def _read_list(self, node: Any) -> ast.expr | None:
        """d[k] and d.get(k, []) where it is only read."""
        if isinstance(node, ast.Call):
            return self._read_or_empty(node)
        name = self._name_of(node.value) if isinstance(node, ast.Subscript) else None
        if name is None or not self._tables[name].of_lists or isinstance(node.slice, ast.Slice):
            return None
        place = self._place(node, name, node.slice, self._tables[name].kind == "lists")
        return self._call(node, name, by_key.group_at, "values counts items nexts", place)

    def _read_or_empty(self, node: ast.Call) -> ast.expr | None:
        name = self._name_of(node.func.value) if isinstance(node.func, ast.Attribute) and node.func.attr == "get" else None
        if name is None or not self._tables[name].of_lists or len(node.args) != 2 or node.keywords:
            return None
        if not isinstance(node.args[1], (ast.List, ast.Tuple)) or node.args[1].elts:
            return None
        return self._call(node, name, by_key.group_or_empty, "keys values counts items nexts table", self._key(name, node.args[0]))

    def visit_OwnCall(self, node: OwnCall) -> Any:
        """How long d[k] is, for a loop over it in which the function calls itself; and functions of lists of texts, which change none."""
        if node.function in sets_by_key.READS or group_uses.is_of_words(node):
            node.elts = [self._read_list(part) or self.visit(part) for part in node.elts]
            return node
        place = node.elts[0] if node.function in (size, by_key.put_back) else None
        name = self._name_of(place.value) if isinstance(place, ast.Subscript) else None
        if name is None or not self._tables[name].of_lists:
            return self.generic_visit(node)
        assert isinstance(place, ast.Subscript)
        found = self._place(node, name, place.slice, self._tables[name].kind == "lists")
        if node.function is by_key.put_back:
            if self._tables[name].of_sets:
                raise NotATable(name)
            return self._call(node, name, by_key.store_items, "values counts items nexts", found, self.visit(node.elts[1]))
        return self._call(node, name, by_key.count_at, "counts", found)

    def _added(self, at: Any, name: str, place: ast.expr, items: list[ast.expr]) -> list[ast.stmt]:
        made: list[ast.stmt] = [ast.Assign([self._store(name, "number")], place)]
        function: Any = by_key.add_to_group
        parts = "values lasts counts items nexts number"
        if self._tables[name].of_sets:
            function, parts = sets_by_key.add_to_set, "values lasts counts items nexts owners members state ids number"
        for item in items:
            made.append(ast.Expr(self._call(at, name, function, parts, self.visit(item))))
        return [ast.copy_location(s, at) for s in made]

    def _list_stored(self, node: ast.Assign, name: str, key: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """d[k] = [x]"""
        if any(is_name(n, name) for n in walk(value)) or isinstance(key, ast.Slice):
            raise NotATable(name)
        if not isinstance(value, ast.List):
            return self._new_list_stored(node, name, key, value)
        if len(value.elts) > 1 or (value.elts and not isinstance(value.elts[0], (ast.Name, ast.Constant))):
            return self._new_list_stored(node, name, key, value)
        begin, *more = self._added(node, name, self._place(node, name, key, True), value.elts)
        empty = [ast.Expr(self._call(node, name, by_key.empty_group, "values lasts counts number"))]
        if self._tables[name].of_sets:
            empty.append(ast.Expr(self._call(node, name, sets_by_key.make_new_set, "state ids number")))
        return [begin, *(ast.copy_location(s, node) for s in empty), *more]

    def _asked_of_set(self, node: ast.Compare) -> ast.expr | None:
        """x in d[k]"""
        place = node.comparators[-1]
        name = self._name_of(place.value) if isinstance(place, ast.Subscript) else None
        if name is None or not self._tables[name].of_sets or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return None
        assert isinstance(place, ast.Subscript)
        found = self._place(node, name, place.slice, self._tables[name].kind == "lists")
        given = [self.visit(node.left), *(self._read(name, part) for part in ("counts", "items", "owners", "members", "ids")), found]
        made: ast.expr = ast.copy_location(OwnCall(sets_by_key.is_in_set, given), node)
        return made if isinstance(node.ops[0], ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), made), node)

    def _new_list_stored(self, node: ast.Assign, name: str, key: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """d[k] = sorted(x): the list is there before the key is asked for."""
        if not entered_lists.is_new_list(value, self._finder.function, self._finder.locals):
            raise NotATable(name)
        held, item = (f"{part_of(name, 'item')}{what}{node.lineno}_" for what in ("list", "of_list"))
        self.own |= {held, item}
        begin, *_ = self._added(node, name, self._place(node, name, key, True), [])
        empty = ast.Expr(self._call(node, name, by_key.empty_group, "values lasts counts number"))
        add = ast.Expr(self._call(node, name, by_key.add_to_group, "values lasts counts items nexts number", ast.Name(item, ast.Load())))
        loop = ast.For(ast.Name(item, ast.Store()), ast.Name(held, ast.Load()), [ast.copy_location(add, node)], [])
        made = [ast.Assign([ast.Name(held, ast.Store())], self.visit(value)), begin, empty, loop]
        return [ast.copy_location(s, node) for s in made]

    def _appended(self, node: ast.Expr) -> list[ast.stmt] | None:
        """d[k].append(x) and d.setdefault(k, []).append(x)"""
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in ("append", "add") or len(call.args) != 1:
            return None
        place = call.func.value
        root: Any = place.func.value if isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) else getattr(place, "value", None)
        if (of := self._name_of(root)) is not None and self._tables[of].of_sets != (call.func.attr == "add"):
            return None
        if isinstance(place, ast.Subscript) and (name := self._name_of(place.value)) is not None and self._tables[name].of_lists:
            return self._added(node, name, self._place(node, name, place.slice, self._tables[name].kind == "lists"), call.args)
        if not isinstance(place, ast.Call) or not isinstance(place.func, ast.Attribute) or place.func.attr != "setdefault":
            return None
        name = self._name_of(place.func.value)
        if name is None or not self._tables[name].of_lists or len(place.args) != 2 or ast.dump(place.args[1]) != ast.dump(ast.List([], ast.Load())):
            return None
        return self._added(node, name, self._place(node, name, place.args[0], True), call.args)

    def visit_Assign(self, node: ast.Assign) -> Any:
        made = self._item_stored(node, node.targets[0], None, node.value) if len(node.targets) == 1 else None
        return super().visit_Assign(node) if made is None else made

    def _item_stored(self, node: Any, target: ast.expr, op: ast.operator | None, value: ast.expr) -> list[ast.stmt] | None:
        """d[k][i] = x and d[k][i] += x"""
        place = target.value if isinstance(target, ast.Subscript) else None
        name = self._name_of(place.value) if isinstance(place, ast.Subscript) else None
        if name is None or not self._tables[name].of_lists:
            return None
        assert isinstance(place, ast.Subscript) and isinstance(target, ast.Subscript)
        if self._tables[name].of_sets or isinstance(target.slice, ast.Slice) or not is_simple(place.slice) or not is_simple(target.slice):
            raise NotATable(name)
        number, held, index = (part_of(name, part) for part in ("number", "held", "index"))
        self.own |= {held, index}
        made = [ast.Assign([self._store(name, "number")], self._place(node, name, place.slice, self._tables[name].kind == "lists"))]
        made.append(ast.Assign([ast.Name(index, ast.Store())], self.visit(target.slice)))
        where: list[ast.expr] = [load(number), load(index)]
        if op is None:  # Python computes what is stored first
            made = [ast.Assign([ast.Name(held, ast.Store())], self.visit(value)), *made]
        else:
            if any(isinstance(n, ast.Attribute) and any(self._name_of(part) == name for part in walk(n)) for n in walk(value)):
                raise NotATable(name)  # a method may change the list
            made.append(ast.Assign([ast.Name(held, ast.Store())], self._call(node, name, by_key.item_at, "values counts items nexts", *where)))
            made.append(ast.Assign([ast.Name(held, ast.Store())], ast.BinOp(load(held), op, self.visit(value))))
        store_ = self._call(node, name, by_key.store_item, "values counts items nexts", *copy_tree(where), load(held))
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in [*made, ast.Expr(store_)]]

    def _over_lists(self, node: ast.For, name: str, what: str) -> ast.For:
        """A loop over d.values() or d.items(): over the numbers of the lists, of which each gets its name in the body."""
        target = node.target
        is_pair = isinstance(target, ast.Tuple) and len(target.elts) == 2
        held = target.elts[1] if isinstance(target, ast.Tuple) and is_pair and what == "items" else target
        if not isinstance(held, ast.Name) or not all(group_uses.only_read(s, held.id, self._reads_only) for s in [*self._whole, *node.body]):
            raise NotATable(name)
        if held.id in read_outside_of_loops(ast.Module(self._whole, [])):  # where the list may have changed since
            raise NotATable(name)
        numbers = self._call(node, name, by_key.numbers_of_groups, "keys")
        number = ast.Name(part_of(name, "item"), ast.Store())
        lists = [numbers]
        if what == "items":
            assert isinstance(target, ast.Tuple)
            lists, number = [*self._all(name, "keys", node), numbers], ast.Tuple([target.elts[0], number], ast.Store())  # type: ignore[assignment]
            if len(lists) > 2:
                raise NotATable(name)
        node.target, node.iter = number, self._zipped(name, lists, node.iter)
        made = self._call(node, name, by_key.group_at, "values counts items nexts", ast.Name(part_of(name, "item"), ast.Load()))
        node.body = [ast.copy_location(ast.Assign([held], made), node), *self.statements(node.body)]
        node.orelse = self.statements(node.orelse)
        return node
