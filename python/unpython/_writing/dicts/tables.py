"""Dicts and sets that stay in their function, as lists: see _library/containers/tables.py and sets.py.

Problem:  a dict with integers or tuples of integers as keys keeps a loop from being compiled.
Choice:   a name that stands for nothing but dicts of one kind, and is only used in the ways below, becomes lists; each use
          becomes a call of a function that is written in the language. Types are found as for any list.
Rejected: a type of its own in the compiler (each pass would have to know it); dicts that are passed on.

A name that is used in any other way stays as it is, and its statements run in Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import keys, sets, tables
from unpython._library.containers import set_algebra as algebra
from unpython._writing.calls import OwnCall, listed, with_names
from unpython._writing.dicts import entered_lists, groups, set_algebra, sets_by_key
from unpython._writing.dicts.nested_reads import finders
from unpython._writing.dicts.set_names import named_sets
from unpython._writing.dicts.set_uses import UsesOfSets
from unpython._writing.dicts.table_kinds import (
    Finder,
    NotATable,
    Table,
    may_be_key,
)
from unpython._writing.dicts.table_names import named_tables, sets_of_lists
from unpython._writing.flow import that_are_read
from unpython._writing.nodes import copy_tree, is_name, is_none, part_of, walk

_OVER_ALL = frozenset("sum min max any all len sorted".split())
_IN_ORDER = frozenset("list enumerate zip reversed".split())
_PARTS = ("number", *groups.PARTS, *groups.PARTS_OF_SETS, "members", "values", "table", "gone", "state", "at", "item", *(f"keys{i}" for i in range(5)))


def rewritten(
    function: FunctionType, node: Any, given: dict[str, type] | None = None, of_lists: frozenset[str] = frozenset()
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists in place of tables, the names that came with them, and what free names it relies on. `given`: the
    parameters that are dicts, with the type of their values, or of the items of these: `of_lists`."""
    given = given or {}
    original = node
    node, of_sets, beside = sets_by_key.rewritten(function, sets_of_lists(function, node, of_lists))
    node, kept = named_sets(function, node, [name for name, kind in given.items() if kind is set])
    node, entries = entered_lists.entered(function, named_tables(node))
    finder = Finder(function, node, given, of_lists, of_sets)
    found = finder.tables
    while found:
        made = copy_tree(node)
        try:
            rewriter = Rewriter(found, finder, made.body)
            begin = sum(1 for s in made.body if getattr(s, "is_of_words", False))
            lists = [s for name, kind in given.items() for s in rewriter.given(made, name, kind)]
            body = rewriter.statements(made.body[begin:])
            made.body = [*made.body[:begin], *that_are_read(lists, body), *body]
        except NotATable as other:
            del found[other.name]
            given = {name: kind for name, kind in given.items() if name in found}
            continue
        ast.fix_missing_locations(made)
        return made, frozenset(rewriter.own | entries | kept | beside) | frozenset(part_of(name, part) for name in found for part in _PARTS), finder.used
    return original, frozenset(), []


class _Entry(ast.expr):
    """What a comprehension enters into the table of that name."""

    _fields = ("key", "value")
    key: ast.expr
    value: ast.expr | None

    def __init__(self, name: str, key: ast.expr, value: ast.expr | None):
        super().__init__(key, value)  # type: ignore[call-arg, arg-type]
        self.name = name


class Rewriter(UsesOfSets):
    """Writes each use of a table as a use of its lists; NotATable where there is no such way."""

    _wrong = NotATable

    def __init__(self, found: dict[str, Table], finder: Finder, whole: list[ast.stmt]):
        self._tables = self._named = found
        self._whole = copy_tree(whole)
        self._finder = finder
        self.own: set[str] = set()  # names of comprehensions

    # The parts of a table.

    def _read(self, name: str, part: str) -> ast.expr:
        """One of its lists; the keys of tuples are a tuple of lists."""
        if part != "keys":
            return ast.Name(part_of(name, part), ast.Load())
        width = self._tables[name].width
        parts: list[ast.expr] = [ast.Name(part_of(name, f"keys{i}"), ast.Load()) for i in range(width or 1)]
        return ast.Tuple(parts, ast.Load()) if width else parts[0]

    @staticmethod
    def _store(name: str, part: str) -> ast.expr:
        return ast.Name(part_of(name, part), ast.Store())

    def _call(self, at: Any, name: str, function: Callable[..., Any], parts: str, *arguments: ast.expr) -> ast.expr:
        given = [*(self._read(name, part) for part in parts.split()), *arguments]
        return ast.copy_location(OwnCall(function, given), at)

    def _key(self, name: str, node: ast.expr) -> ast.expr:
        width = self._tables[name].width
        fits = isinstance(node, (ast.Name, ast.Subscript)) or (len(node.elts) if isinstance(node, ast.Tuple) else 0) == width
        if not may_be_key(node) or not fits:
            raise NotATable(name)
        return self.visit(node)

    def _default(self, name: str) -> ast.expr:
        return ast.Constant(self._tables[name].default)

    def _count(self, name: str, at: Any) -> ast.expr:
        table = self._tables[name]
        if table.kind == "set":
            return self._call(at, name, sets.count_of_items, "keys state")
        if table.loses_keys:
            return self._call(at, name, tables.count_left, "keys gone")
        return self._call(at, name, keys.count_of_keys, "keys")

    def _all(self, name: str, what: str, at: Any, is_ordered: bool = True) -> list[ast.expr]:
        """The lists of all keys, or of all values: one for each place of a tuple."""
        table = self._tables[name]
        if table.kind == "set" and not table.is_given and (table.loses_keys or is_ordered):
            if is_ordered and not table.order_is_known:
                raise NotATable(name)
            places = [self._read(name, f"keys{i}") for i in range(table.width or 1)]
            return [ast.copy_location(OwnCall(sets.items_in_order, [place, self._read(name, "table")]), at) for place in places]
        parts = [f"keys{i}" for i in range(table.width or 1)] if what == "keys" else [what]
        lists = [self._read(name, part) for part in parts]
        if table.kind != "set" and table.loses_keys:
            lists = [OwnCall(tables.left_of, [one, self._read(name, "keys"), self._read(name, "gone")]) for one in lists]
        return [ast.copy_location(one, at) for one in lists]

    def _set_of(self, node: Any) -> str | None:
        name = self._name_of(node)
        return name if name is not None and self._tables[name].kind == "set" else None

    def _part_of_set(self, name: str, part: str) -> ast.expr:
        if self._tables[name].width:
            raise NotATable(name)
        return self._all(name, "keys", self._read(name, "keys"), is_ordered=False)[0] if part == "items" else self._read(name, part)

    # Uses.

    def _stored(self, node: ast.Assign, name: str, place: ast.expr, value: ast.expr) -> Any:
        if self._tables[name].of_lists:
            return self._list_stored(node, name, place, value)
        if self._tables[name].kind == "set" or isinstance(place, ast.Slice):
            raise NotATable(name)
        if isinstance(value, ast.IfExp) and any(map(is_none, (value.body, value.orelse))):
            ways: list[list[ast.stmt]] = []  # d[k] = x if c else None, as statements
            for way in (value.body, value.orelse):
                stored = self._stored(node, name, copy_tree(place), way)
                ways.append(stored if isinstance(stored, list) else [stored])
            return ast.copy_location(ast.If(self._truth(value.test), *ways), node)
        given, store = ([], tables.store_none) if is_none(value) else ([self.visit(value)], tables.store_value)
        call = self._call(node, name, store, "keys values table", *given, self._key(name, place))
        return ast.copy_location(ast.Expr(call), node)

    def _entered(self, at: Any, name: str, key: ast.expr, value: ast.expr | None) -> ast.stmt:
        """The statement that enters a key with its value, or an item of a set."""
        if value is None:
            return ast.Expr(self._call(at, name, sets.add_item, "keys table state", key))
        return ast.Expr(self._call(at, name, tables.store_value, "keys values table", value, key))

    def _entered_key_first(self, at: Any, name: str, key: ast.expr, value: ast.expr | None) -> list[ast.stmt]:
        """As a display or a comprehension enters: unlike `d[k] = v`, these compute the key before the value."""
        made = self._key(name, key)
        if value is None and self._tables[name].kind == "counter":
            return self._updated(at, name, made, ast.Add(), ast.Constant(1))
        if value is None:
            return [self._entered(at, name, made, None)]
        first: list[ast.stmt] = []
        if any(isinstance(n, (ast.Call, ast.NamedExpr)) for part in (key, value) for n in walk(part)):
            first.append(ast.Assign([self._store(name, "entered")], made))
            made = self._read(name, "entered")
        return [*first, self._entered(at, name, made, self.visit(value))]

    def _made(self, node: ast.Assign, name: str, value: Any) -> list[ast.stmt]:
        """A new table, and what it holds from the beginning."""
        table = self._tables[name]
        entries: list[ast.stmt] = []
        if any(is_name(n, name) for n in walk(value)):
            raise NotATable(name)  # d = {k: 0 for k in d}: the lists of the old one are the lists of the new one
        if table.of_lists and (table.loses_keys or (isinstance(value, ast.Dict) and value.keys) or isinstance(value, ast.DictComp)):
            raise NotATable(name)  # see entered_lists.py for those of new lists
        if isinstance(value, ast.Dict):
            pairs = zip(value.keys, value.values, strict=True)
            entries += [s for key, item in pairs if key is not None for s in self._entered_key_first(node, name, key, item)]
        elif isinstance(value, (ast.DictComp, ast.SetComp)):
            entries.append(self._comprehended(node, name, value))
        elif isinstance(value, ast.Set):
            entries += [self._entered(node, name, self._key(name, item), None) for item in value.elts]
        elif table.kind == "set" and (held := self._of_sets(node, name, value)):
            entries += held
        elif value.args and table.kind in ("set", "counter") and isinstance(value.args[0], ast.GeneratorExp) and table.width:
            entries.append(self._comprehended(node, name, value.args[0]))
        elif value.args and table.kind in ("set", "counter"):
            items = listed(value.args[0]) if isinstance(value.args[0], ast.GeneratorExp) else value.args[0]
            entries.append(self._filled(node, name, self.visit(items)))
        made: list[ast.stmt] = [ast.Assign([self._store(name, f"keys{i}")], ast.List([], ast.Load())) for i in range(table.width or 1)]
        if table.kind == "set":
            made.append(ast.Assign([self._store(name, "state")], ast.List([ast.Constant(0), ast.Constant(0)], ast.Load())))
        else:
            made.append(ast.Assign([self._store(name, "values")], ast.List([], ast.Load())))
        if table.of_sets:
            made += self._parts_of_sets(name)
        more = groups.PARTS if table.of_lists else ("gone",) if table.kind != "set" and table.loses_keys else ()
        made += [ast.Assign([self._store(name, part)], ast.List([], ast.Load())) for part in more]
        empty = ast.BinOp(ast.List([ast.UnaryOp(ast.USub(), ast.Constant(1))], ast.Load()), ast.Mult(), ast.Constant(8))
        made.append(ast.Assign([self._store(name, "table")], empty))
        return [ast.copy_location(statement, node) for statement in [*made, *entries]]

    def _comprehended(self, node: Any, name: str, value: ast.DictComp | ast.SetComp | ast.GeneratorExp) -> ast.stmt:
        """The loops of a comprehension, whose names are its own."""
        parts = [value.key, value.value] if isinstance(value, ast.DictComp) else [value.elt]
        for number, clause in enumerate(value.generators):
            targets = sorted({n.id for n in walk(clause.target) if isinstance(n, ast.Name)})
            for place, target in enumerate(targets):
                own = ast.Name(f"{part_of(name, 'item')}{number}" + (f"{place}_" if place else ""), ast.Load())
                self.own.add(own.id)
                parts = [with_names(part, target, own) for part in parts]
                clause.ifs = [with_names(condition, target, own) for condition in clause.ifs]
                value.generators[number + 1 :] = [with_names(later, target, own) for later in value.generators[number + 1 :]]
                clause.target = with_names(clause.target, target, ast.Name(own.id, ast.Store()))
        key, *item = parts
        held = _Entry(name, key, item[0] if item else None)
        body: list[ast.stmt] = [ast.copy_location(ast.Expr(ast.copy_location(held, node)), node)]
        for clause in reversed(value.generators):
            for condition in reversed(clause.ifs):
                body = [ast.copy_location(ast.If(condition, body, []), node)]
            body = [ast.copy_location(ast.For(clause.target, clause.iter, body, []), node)]
        return self.visit(body[0])

    def _filled(self, node: Any, name: str, items: ast.expr) -> ast.stmt:
        item: ast.expr = ast.Name(part_of(name, "item"), ast.Load())
        is_set = self._tables[name].kind == "set"
        body = [self._entered(node, name, item, None)] if is_set else self._updated(node, name, item, ast.Add(), ast.Constant(1))
        return ast.For(self._store(name, "item"), items, [ast.copy_location(s, node) for s in body], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        name = self._name_of(node.target.value) if isinstance(node.target, ast.Subscript) else None
        if name is None:
            return self._changed_in_place(node) or self._item_stored(node, node.target, node.op, node.value) or self.generic_visit(node)
        assert isinstance(node.target, ast.Subscript)
        if self._tables[name].kind == "set" or self._tables[name].of_lists or self._moves_place(name, node.value):
            raise NotATable(name)
        made = self._updated(node, name, self._key(name, node.target.slice), node.op, self.visit(node.value))
        return [ast.copy_location(statement, node) for statement in made]

    def _moves_place(self, name: str, value: ast.expr) -> bool:
        """Whether the right side takes entries out, or sees the key that a Counter enters too early."""
        nodes = list(walk(value))
        if self._tables[name].kind == "counter":
            reads = sum(isinstance(n, ast.Subscript) and self._name_of(n.value) == name for n in nodes)
            return sum(self._name_of(n) == name for n in nodes) > reads
        return any(isinstance(n, ast.Attribute) and self._name_of(n.value) == name and n.attr in ("pop", "clear") for n in nodes)

    def _updated(self, node: Any, name: str, key: ast.expr, op: ast.operator, value: ast.expr) -> list[ast.stmt]:
        if self._tables[name].default is None:
            place = self._call(node, name, finders(name)[1], "keys table", key)
        else:
            place = self._call(node, name, tables.place_or_new, "keys values table", key, self._default(name))
        element = ast.Subscript(self._read(name, "values"), self._read(name, "at"), ast.Store())
        return [ast.Assign([self._store(name, "at")], place), ast.AugAssign(element, op, value)]

    def visit_Delete(self, node: ast.Delete) -> Any:
        made: list[ast.stmt] = []
        for target in node.targets:
            name = self._name_of(target.value) if isinstance(target, ast.Subscript) else None
            if name is None:
                made.append(ast.copy_location(ast.Delete([self.visit(target)]), node))
                continue
            if self._tables[name].kind == "set":
                raise NotATable(name)
            key = self._key(name, target.slice)  # type: ignore[attr-defined]
            take_out = tables.discard_key if self._tables[name].kind == "counter" else tables.delete_key  # which a Counter takes for done
            made.append(ast.copy_location(ast.Expr(self._call(node, name, take_out, "keys values table gone", key)), node))
        return made

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._name_of(node.value)
        if name is None:
            read = self._read_list(node.value) if isinstance(node.ctx, ast.Load) else None
            if read is not None:  # d[k][i]
                node.value, node.slice = read, self.visit(node.slice)
                return node
            return self.generic_visit(node)
        table = self._tables[name]
        if table.kind == "set" or not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice):
            raise NotATable(name)
        if table.of_lists:
            raise NotATable(name)  # but where it is only read: _read_list
        key = self._key(name, node.slice)
        if table.kind == "dict":
            return self._call(node, name, finders(name)[0], "keys values table", key)
        function = tables.value_or if table.kind == "counter" else tables.value_or_new
        return self._call(node, name, function, "keys values table", key, self._default(name))

    def visit_Compare(self, node: ast.Compare) -> Any:
        asked = self._asked_of_set(node)
        if asked is not None:
            return asked
        compared = set_algebra.comparison(node, self._set_of, self._parts_of)
        if compared is not None:
            return compared
        name = self._name_of(node.comparators[-1])
        is_asked = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn))
        if is_asked and (read := self._read_list(node.comparators[0])) is not None:  # x in d[k]
            node.left, node.comparators = self.visit(node.left), [read]
            return node
        if name is None or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return self.generic_visit(node)
        find = sets.find_item if self._tables[name].kind == "set" else tables.find_key
        found = self._call(node, name, find, "keys table", self._key(name, node.left))
        op = ast.GtE() if isinstance(node.ops[0], ast.In) else ast.Lt()
        return ast.copy_location(ast.Compare(found, [op], [ast.Constant(0)]), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test, node.body, node.orelse = self._truth(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def _truth(self, node: ast.expr) -> ast.expr:
        """Also in `and` and `or`, whose value is only asked for its truth."""
        name = self._name_of(node)
        if name is not None:
            return self._count(name, node)
        if (read := self._read_list(node)) is not None:  # if d[k]
            return read
        if (count := set_algebra.count(node, self._set_of, self._parts_of)) is not None:
            return count
        if isinstance(node, ast.BoolOp):
            node.values = [self._truth(value) for value in node.values]
            return node
        return self.visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, _Entry):
            entry = node.value
            return [ast.copy_location(s, node) for s in self._entered_key_first(node, entry.name, entry.key, entry.value)]
        appended = self._appended(node)
        if appended is not None:
            return appended
        call = node.value
        name = self._name_of(call.func.value) if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        if name is None:
            return self.generic_visit(node)
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if self._tables[name].kind in ("set", "counter") and call.func.attr == "update" and len(call.args) == 1 and not call.keywords:
            return ast.copy_location(self._filled(node, name, self.visit(call.args[0])), node)
        made = self._method(name, call, is_statement=True)
        return made if isinstance(made, ast.stmt) else ast.copy_location(ast.Expr(made), node)

    def visit_Call(self, node: ast.Call) -> Any:
        name = self._name_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if name is not None:
            return self._method(name, node, is_statement=False)
        return self._over_all(node) or self.generic_visit(node)

    def _method(self, name: str, node: ast.Call, is_statement: bool) -> ast.expr:
        """d.get(key, otherwise), s.add(key) and their kin."""
        table = self._tables[name]
        method, given = node.func.attr, node.args  # type: ignore[attr-defined]
        if node.keywords or table.of_lists:
            raise NotATable(name)
        if method == "isdisjoint" and len(given) == 1 and self._set_of(node.func.value) and (other := self._set_of(given[0])):  # type: ignore[attr-defined]
            return self._call(node, name, algebra.are_apart, "keys table state", *self._parts_of(other))
        found = (_OF_SETS if table.kind == "set" else _OF_DICTS).get((method, len(given)))
        if found is None:
            raise NotATable(name)
        function, parts = found
        if function is sets.pop_item and (table.is_given or not table.order_is_known):
            raise NotATable(name)
        is_default_none = len(given) == 2 and isinstance(given[1], ast.Constant) and given[1].value is None
        if method == "pop" and is_default_none and is_statement:
            function, given = tables.discard_key, given[:1]
        elif is_default_none or (function in _GIVE_NOTHING and not is_statement):
            raise NotATable(name)
        arguments = [self._key(name, given[0]), *map(self.visit, given[1:])] if given else []
        return self._call(node, name, function, parts, *arguments)

    def _reads_only(self, called: ast.expr) -> bool:
        """Whether a function changes no list that it is given, and keeps none."""
        name = self._finder.library(called)
        return name.removeprefix("builtins.") in _OVER_ALL | _IN_ORDER or self._finder.is_numpy(called)

    def _over_all(self, node: ast.Call) -> ast.expr | None:
        """len(d); and max(d.values()), list(d) and their kin, which get the lists as arguments here."""
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        is_library = self._finder.library(node.func) == f"builtins.{called}" if called in _OVER_ALL | _IN_ORDER else False
        is_ordered = called in _IN_ORDER or bool(node.keywords)
        for i, argument in enumerate(node.args):
            is_added = isinstance(node.func, ast.Attribute) and node.func.attr in ("extend", "extendleft")  # of a list
            read = self._read_list(argument) if is_added or self._reads_only(node.func) else None
            if read is not None:
                node.args[i] = read
                continue
            if called == "len" and is_library and len(node.args) == 1 and (count := set_algebra.count(argument, self._set_of, self._parts_of)) is not None:
                return count
            made = set_algebra.items(argument, self._set_of, self._part_of_set)
            if made is not None and is_library and called in _OVER_ALL and not is_ordered and len(node.args) == 1:
                node.args[i] = made if called != "sum" else ast.copy_location(OwnCall(sets.integers_alone, [made]), argument)
                continue
            seen = self._seen(argument)
            if seen is None:
                continue
            name, what = seen
            if not is_library or what == "items" or (what == "values" and self._tables[name].of_lists):
                raise NotATable(name)
            if called == "len" and len(node.args) == 1:
                return self._count(name, node)
            shows_order = called == "sum" and self._tables[name].order_is_known  # that of floats
            lists = self._all(name, what, argument, is_ordered or shows_order)
            if len(lists) > 1:
                raise NotATable(name)
            is_hidden = called == "sum" and self._tables[name].kind == "set" and not shows_order
            node.args[i] = ast.copy_location(OwnCall(sets.integers_alone, lists), argument) if is_hidden else lists[0]
        return None


_OF_DICTS: dict[tuple[str, int], tuple[Any, str]] = {
    ("get", 2): (tables.value_or, "keys values table"),
    ("setdefault", 2): (tables.value_or_new, "keys values table"),
    ("pop", 1): (tables.pop_value, "keys values table gone"),
    ("pop", 2): (tables.pop_value_or, "keys values table gone"),
    ("clear", 0): (tables.clear_table, "keys values table gone"),
}
_OF_SETS: dict[tuple[str, int], tuple[Any, str]] = {
    ("add", 1): (sets.add_item, "keys table state"),
    ("discard", 1): (sets.discard_item, "keys table state"),
    ("remove", 1): (sets.remove_item, "keys table state"),
    ("pop", 0): (sets.pop_item, "keys table state"),
    ("clear", 0): (sets.take_all_out, "keys table state"),
}
_GIVE_NOTHING = (tables.clear_table, sets.add_item, sets.discard_item, sets.remove_item, sets.take_all_out)
