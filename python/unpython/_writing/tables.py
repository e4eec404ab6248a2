"""Dicts and sets that stay in their function, as lists: see _numpy_functions/tables.py.

Problem:  a dict with integer keys keeps a loop from being compiled.
Choice:   a name that stands for nothing but dicts of one kind, and is only used in the ways below, becomes three lists; each use
          becomes a call of a function that is written in the language. Types are found as for any list.
Rejected: a type of its own in the compiler (each pass would have to know it); dicts that are passed on or returned.

A name that is used in any other way stays as it is, and its statements run in Python.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined
from unpython._writing import set_algebra
from unpython._writing.calls import with_names
from unpython._writing.rewriter import StatementRewriter
from unpython._writing.table_names import named_tables

_DEFAULTS = {"builtins.int": 0, "builtins.float": 0.0, "builtins.bool": False}
_OVER_ALL = frozenset("sum min max any all len sorted".split())
_IN_ORDER = frozenset("list enumerate zip reversed".split())


class Table:
    """How a name is used: `dict`, `default`, `counter` or `set`; `default`: the value of a new key."""

    def __init__(self, kind: str, default: Any = None):
        self.kind = kind
        self.default = default

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.kind, repr(self.default)) == (other.kind, repr(other.default))


class _NotATable(Exception):
    def __init__(self, name: str):
        self.name = name


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists in place of tables, the names that came with them, and what free names it relies on."""
    node = named_tables(node)
    finder = _Finder(function, node)
    tables = finder.tables
    while tables:
        made = copy.deepcopy(node)
        try:
            rewriter = _Rewriter(tables, finder)
            made.body = rewriter.statements(made.body)
        except _NotATable as other:
            del tables[other.name]
            continue
        ast.fix_missing_locations(made)
        names = frozenset(rewriter.own) | frozenset(_part(name, part) for name in tables for part in ("keys", "values", "table", "at", "item"))
        return made, names, finder.used
    return node, frozenset(), []


def _part(name: str, part: str) -> str:
    return f"_{name}_{part}_"


class _Finder:
    """The names that stand for tables of one kind wherever they are assigned."""

    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        code = function.__code__
        self._locals = frozenset(code.co_varnames + code.co_cellvars)
        self.used: list[_bindings.Binding] = []
        arguments = node.args
        parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        excluded = {a.arg for a in parameters if a is not None}
        self.tables: dict[str, Table] = {}
        for statement in ast.walk(node):
            if isinstance(statement, (ast.FunctionDef, ast.Lambda)) and statement is not node:
                excluded |= {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                continue
            target = statement.targets[0]
            if not isinstance(target, ast.Name):
                continue
            table = self.table_of(statement.value)
            if table is None or self.tables.get(target.id, table) != table:
                excluded.add(target.id)
            else:
                self.tables[target.id] = table
        for name in excluded & self.tables.keys():
            del self.tables[name]

    def library(self, node: ast.expr) -> str:
        """Full name of what a name that is not a local stands for."""
        if not isinstance(node, ast.Name) or node.id in self._locals:
            return ""
        binding = _bindings.resolve(self._function, node.id, [])
        value = binding.value
        module = getattr(value, "__module__", None)
        if module not in ("builtins", "collections") or not callable(value):
            return ""
        self.used.append(binding)
        return f"{module}.{getattr(value, '__name__', '')}"

    def table_of(self, value: ast.expr) -> Table | None:
        if isinstance(value, ast.Dict):
            return Table("dict") if all(key is not None and _may_be_key(key) for key in value.keys) else None
        if isinstance(value, ast.DictComp):
            return Table("dict") if _may_be_key(value.key) and all(isinstance(g.target, ast.Name) for g in value.generators) else None
        if isinstance(value, ast.SetComp):
            return Table("set") if _may_be_key(value.elt) and all(isinstance(g.target, ast.Name) for g in value.generators) else None
        if isinstance(value, ast.Set):
            return Table("set") if all(map(_may_be_key, value.elts)) else None
        if not isinstance(value, ast.Call) or value.keywords:
            return None
        called = self.library(value.func)
        count = len(value.args)
        if called == "builtins.dict" and count == 0:
            return Table("dict")
        if called == "builtins.set" and count <= 1:
            return Table("set")
        if called == "collections.Counter" and count <= 1:
            return Table("counter", 0)
        if called == "collections.defaultdict" and count == 1:
            made = self.library(value.args[0])
            return Table("default", _DEFAULTS[made]) if made in _DEFAULTS else None
        return None


def _may_be_key(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    return not isinstance(node, (ast.Starred, ast.Tuple, ast.JoinedStr))


class _Rewriter(StatementRewriter):
    """Writes each use of a table as a use of its lists; _NotATable where there is no such way."""

    def __init__(self, tables: dict[str, Table], finder: _Finder):
        self._tables = tables
        self._finder = finder
        self.own: set[str] = set()  # names of comprehensions

    # The parts of a table.

    def _name_of(self, node: Any) -> str | None:
        return node.id if isinstance(node, ast.Name) and node.id in self._tables else None

    @staticmethod
    def _read(name: str, part: str) -> ast.expr:
        return ast.Name(_part(name, part), ast.Load())

    @staticmethod
    def _store(name: str, part: str) -> ast.expr:
        return ast.Name(_part(name, part), ast.Store())

    def _call(self, at: Any, name: str, function: str, parts: str, arguments: list[ast.expr]) -> ast.expr:
        """A method that the writer knows, of the list of keys."""
        method = ast.Attribute(self._read(name, "keys"), f"__{function}__", ast.Load())
        given = [*(self._read(name, part) for part in parts.split()), *arguments]
        return ast.copy_location(ast.Call(method, given, []), at)

    def _key(self, name: str, node: ast.expr) -> ast.expr:
        if not _may_be_key(node):
            raise _NotATable(name)
        return self.visit(node)

    def _default(self, name: str) -> ast.expr:
        return ast.Constant(self._tables[name].default)

    # Uses.

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._tables:
            raise _NotATable(node.id)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) == 1 and self._name_of(target) is not None:
            return self._made(node, target.id, node.value)  # type: ignore[attr-defined]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            name = self._name_of(target.value)
            if name is not None:
                if self._tables[name].kind == "set" or isinstance(target.slice, ast.Slice):
                    raise _NotATable(name)
                value, key = self.visit(node.value), self._key(name, target.slice)
                call = self._call(node, name, "store_value", "values table", [value, key])
                return ast.copy_location(ast.Expr(call), node)
        return self.generic_visit(node)

    def _made(self, node: ast.Assign, name: str, value: Any) -> list[ast.stmt]:
        """A new table, and what it holds from the beginning."""
        empty = ast.BinOp(ast.List([ast.UnaryOp(ast.USub(), ast.Constant(1))], ast.Load()), ast.Mult(), ast.Constant(8))
        made: list[ast.stmt] = []
        entries: list[ast.stmt] = []
        if isinstance(value, ast.Dict):
            for key, item in zip(value.keys, value.values, strict=True):
                assert key is not None
                arguments = [self.visit(item), self.visit(key)]
                entries.append(ast.Expr(self._call(node, name, "store_value", "values table", arguments)))
        elif isinstance(value, (ast.DictComp, ast.SetComp)):
            entries.append(self._comprehended(node, name, value))
        elif isinstance(value, ast.Set):
            entries += [ast.Expr(self._call(node, name, "add_key", "table", [self.visit(e)])) for e in value.elts]
        elif value.args and self._tables[name].kind in ("set", "counter"):
            entries.append(self._filled(node, name, self.visit(value.args[0])))
        made.append(ast.Assign([self._store(name, "keys")], ast.List([], ast.Load())))
        if self._tables[name].kind != "set":
            made.append(ast.Assign([self._store(name, "values")], ast.List([], ast.Load())))
        made.append(ast.Assign([self._store(name, "table")], empty))
        return [ast.copy_location(statement, node) for statement in [*made, *entries]]

    def _comprehended(self, node: Any, name: str, value: ast.DictComp | ast.SetComp) -> ast.stmt:
        """The loops of a comprehension, whose names are its own."""
        parts = [value.value, value.key] if isinstance(value, ast.DictComp) else [value.elt]
        for number, clause in enumerate(value.generators):
            own = ast.Name(f"{_part(name, 'item')}{number}", ast.Load())
            self.own.add(own.id)
            target = clause.target.id  # type: ignore[attr-defined]
            rest = value.generators[number + 1 :]
            parts = [with_names(part, target, own) for part in parts]
            clause.ifs = [with_names(condition, target, own) for condition in clause.ifs]
            value.generators[number + 1 :] = [with_names(later, target, own) for later in rest]
            clause.target = ast.copy_location(ast.Name(own.id, ast.Store()), node)
        method = ("store_value", "values table") if isinstance(value, ast.DictComp) else ("add_key", "table")
        body: list[ast.stmt] = [ast.Expr(self._call(node, name, *method, [self.visit(part) for part in parts]))]
        for clause in reversed(value.generators):
            for condition in reversed(clause.ifs):
                body = [ast.If(self.visit(condition), body, [])]
            body = [ast.For(clause.target, self.visit(clause.iter), body, [])]
        return body[0]

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is not None:
            node.value = self._returned(node.value)
        return node

    def _returned(self, node: ast.expr) -> ast.expr:
        """A dict becomes one again; not twice, for it is one object."""
        name = self._name_of(node)
        if name is not None and self._tables[name].kind == "dict":
            return ast.copy_location(Joined("table", [self._read(name, "keys"), self._read(name, "values")]), node)
        if isinstance(node, ast.Tuple):
            names = [n.id for n in node.elts if isinstance(n, ast.Name) and n.id in self._tables]
            if len(set(names)) < len(names):
                raise _NotATable(names[0])
            node.elts = [self._returned(item) for item in node.elts]
            return node
        return self.visit(node)

    def _filled(self, node: Any, name: str, items: ast.expr) -> ast.stmt:
        item = self._read(name, "item")
        body: list[ast.stmt] = (
            [ast.Expr(self._call(node, name, "add_key", "table", [item]))]
            if self._tables[name].kind == "set"
            else self._updated(node, name, item, ast.Add(), ast.Constant(1))
        )
        return ast.For(self._store(name, "item"), items, [ast.copy_location(s, node) for s in body], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        name = self._name_of(node.target.value) if isinstance(node.target, ast.Subscript) else None
        if name is None:
            return self.generic_visit(node)
        assert isinstance(node.target, ast.Subscript)
        if self._tables[name].kind == "set":
            raise _NotATable(name)
        made = self._updated(node, name, self._key(name, node.target.slice), node.op, self.visit(node.value))
        return [ast.copy_location(statement, node) for statement in made]

    def _updated(self, node: Any, name: str, key: ast.expr, op: ast.operator, value: ast.expr) -> list[ast.stmt]:
        if self._tables[name].default is None:
            place = self._call(node, name, "place_of_key", "table", [key])
        else:
            place = self._call(node, name, "place_or_new", "values table", [key, self._default(name)])
        element = ast.Subscript(self._read(name, "values"), self._read(name, "at"), ast.Store())
        return [ast.Assign([self._store(name, "at")], place), ast.AugAssign(element, op, value)]

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._name_of(node.value)
        if name is None:
            return self.generic_visit(node)
        table = self._tables[name]
        if table.kind == "set" or not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice):
            raise _NotATable(name)
        key = self._key(name, node.slice)
        if table.kind == "dict":
            return self._call(node, name, "value_of", "values table", [key])
        if table.kind == "counter":
            return self._call(node, name, "value_or", "values table", [key, self._default(name)])
        place = self._call(node, name, "place_or_new", "values table", [key, self._default(name)])
        return ast.copy_location(ast.Subscript(self._read(name, "values"), place, ast.Load()), node)

    def _set_of(self, node: Any) -> str | None:
        name = self._name_of(node)
        return name if name is not None and self._tables[name].kind == "set" else None

    def visit_Compare(self, node: ast.Compare) -> Any:
        compared = set_algebra.comparison(node, self._set_of, self._read)
        if compared is not None:
            return compared
        name = self._name_of(node.comparators[-1])
        if name is None or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return self.generic_visit(node)
        found = self._call(node, name, "find_key", "table", [self._key(name, node.left)])
        op = ast.GtE() if isinstance(node.ops[0], ast.In) else ast.Lt()
        return ast.copy_location(ast.Compare(found, [op], [ast.Constant(0)]), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        node.test = self._truth(node.test)
        return self._with_bodies(node)

    def visit_While(self, node: ast.While) -> Any:
        node.test = self._truth(node.test)
        return self._with_bodies(node)

    def _truth(self, node: ast.expr) -> ast.expr:
        name = self._name_of(node)
        return node if name is None else ast.copy_location(self._read(name, "keys"), node)

    def _with_bodies(self, node: Any) -> Any:
        node.test = self.visit(node.test)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._iterated(node.iter, node.body)
        node.target = self.visit(node.target)
        node.iter = self.visit(node.iter)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._iterated(node.iter, [])
        return self.generic_visit(node)

    def _iterated(self, node: ast.expr, body: list[ast.stmt]) -> ast.expr:
        """What a loop goes through: in the order of the keys, which must stay as they are."""
        seen = self._seen(node)
        if seen is None:
            return node
        name, what = seen
        if self._tables[name].kind == "set" or self._may_add(name, body):
            raise _NotATable(name)
        if what == "items":
            pair: ast.expr = ast.Call(ast.Name("zip", ast.Load()), [self._read(name, "keys"), self._read(name, "values")], [])
            if not self._finder.library(pair.func):  # type: ignore[attr-defined]
                raise _NotATable(name)
            return ast.copy_location(pair, node)
        return ast.copy_location(self._read(name, what), node)

    def _seen(self, node: ast.expr) -> tuple[str, str] | None:
        """d, d.keys(), d.values() or d.items()."""
        name = self._name_of(node)
        if name is not None:
            return name, "keys"
        if not isinstance(node, ast.Call) or node.args or node.keywords or not isinstance(node.func, ast.Attribute):
            return None
        name = self._name_of(node.func.value)
        if name is None or self._tables[name].kind == "set" or node.func.attr not in ("keys", "values", "items"):
            return None
        return name, node.func.attr

    def _may_add(self, name: str, body: list[ast.stmt]) -> bool:
        is_dict = self._tables[name].kind == "dict"
        nodes = [node for statement in body for node in ast.walk(statement)]
        changed = {id(n.target) for n in nodes if isinstance(n, ast.AugAssign) and is_dict}

        def adds(node: ast.AST) -> bool:
            if isinstance(node, ast.Assign):
                return any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
            if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name) or node.value.id != name:
                return False
            return (isinstance(node.ctx, ast.Store) and id(node) not in changed) or self._tables[name].kind == "default"

        return any(map(adds, nodes))

    def visit_Call(self, node: ast.Call) -> Any:
        special = self._method(node) or self._over_all(node)
        return special if special is not None else self.generic_visit(node)

    def _method(self, node: ast.Call) -> ast.expr | None:
        """d.get(key, otherwise) and s.add(key)."""
        if not isinstance(node.func, ast.Attribute) or node.keywords:
            return None
        name = self._name_of(node.func.value)
        if name is None:
            return None
        is_set = self._tables[name].kind == "set"
        arguments: Callable[[], list[ast.expr]] = lambda: [self.visit(a) for a in node.args]  # noqa: E731
        if node.func.attr == "get" and len(node.args) == 2 and not is_set:
            return self._call(node, name, "value_or", "values table", arguments())
        if node.func.attr == "add" and len(node.args) == 1 and is_set:
            return self._call(node, name, "add_key", "table", arguments())
        raise _NotATable(name)

    def _over_all(self, node: ast.Call) -> ast.expr | None:
        """len(d), max(d.values()), list(d) and their kin."""
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        is_library = self._finder.library(node.func) == f"builtins.{called}" if called in _OVER_ALL | _IN_ORDER else False
        for i, argument in enumerate(node.args):
            made = set_algebra.items(argument, self._set_of, self._read)
            if made is not None and is_library and called in _OVER_ALL and len(node.args) == 1:
                node.args[i] = made
                continue
            seen = self._seen(argument)
            if seen is None:
                continue
            name, what = seen
            if not is_library or what == "items" or (self._tables[name].kind == "set" and called in _IN_ORDER):
                raise _NotATable(name)
            node.args[i] = ast.copy_location(self._read(name, what), argument)
        return None
