"""Which names of a function stand for dicts and sets, of what kind, for tables.py."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.dicts import entered_lists, group_uses
from unpython._writing.dicts.set_algebra import note_orders
from unpython._writing.dicts.set_expressions import is_new, is_set
from unpython._writing.nodes import is_name, walk
from unpython._writing.rewriter import NoOtherWords

_DEFAULTS = {"builtins.int": 0, "builtins.float": 0.0, "builtins.bool": False}
_TAKES_OUT = frozenset("pop remove discard clear".split())
_WIDEST = 6  # of tuples as keys


class NotATable(NoOtherWords):
    """A name is used in a way that no lists stand for."""


class Table:
    """How a name is used. `kind`: `dict`, `default`, `lists` (defaultdict(list)), `counter` or `set`; `default`: the value of a new
    key; `of_lists`: its values are lists that grow; `of_sets`: and take no item twice; `width`: of the tuples that are its keys,
    0 for integers; `loses_keys`: keys are
    taken out; `order_is_known`: CPython fills a set in the order of the program (a set of many constants is a frozenset first);
    `is_filled`: nothing but single items comes into a set, so that filling another one with them gives the same order;
    `is_given`: a set of the caller's, whose items come in its order, but whose table is not known."""

    def __init__(self, kind: str, default: Any = None):
        self.kind = kind
        self.default = default
        self.width = 0
        self.of_lists = kind == "lists"
        self.of_sets = False
        self.loses_keys = False
        self.order_is_known = True
        self.is_filled = True
        self.is_given = False

    def is_like(self, other: Table) -> bool:
        return (self.kind, repr(self.default)) == (other.kind, repr(other.default))


def may_be_key(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    if isinstance(node, ast.Tuple):
        return 2 <= len(node.elts) <= _WIDEST and all(may_be_key(e) and not isinstance(e, ast.Tuple) for e in node.elts)
    return not isinstance(node, (ast.Starred, ast.JoinedStr))


class Finder:
    """The names that stand for tables of one kind wherever they are assigned."""

    def __init__(self, function: FunctionType, node: Any, given: dict[str, type] | None = None, of_lists: Iterable[str] = (), of_sets: Iterable[str] = ()):
        self._function = function
        given = given or {}
        self.function = function
        self.locals = self._locals = local_names(function)
        self.used: list[_bindings.Binding] = []
        arguments = node.args
        parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        excluded = {a.arg for a in parameters if a is not None} - set(given)
        self.tables: dict[str, Table] = {}
        for name, kind in given.items():
            self.tables[name] = Table("set" if kind is set else "dict")
            self.tables[name].is_given = kind is set
        for name in of_lists:
            self.tables[name].of_lists = True
        for statement in walk(node):
            if isinstance(statement, ast.FunctionDef) and statement is not node:
                excluded |= {n.id for n in walk(statement) if isinstance(n, ast.Name)}
            if isinstance(statement, ast.Lambda):
                excluded |= {a.arg for a in walk(statement) if isinstance(a, ast.arg)}
        assigned = [
            (n.targets[0].id, n.value) for n in walk(node)
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)
        ]  # fmt: skip
        self._find(assigned, excluded)
        if self.tables:
            self._note_uses(node)
            note_orders(self.tables, node)
        for name in self.tables.keys() & {*of_sets}:
            self.tables[name].of_sets = True

    def _find(self, assigned: list[tuple[str, ast.expr]], excluded: set[str]) -> None:
        """The names that stand for tables wherever they are assigned: what operators make of sets is one if these are."""
        known = -1
        while known < len(self.tables):
            known = len(self.tables)
            for name, value in assigned:
                table = self.table_of(value)
                if table is not None:
                    self.tables.setdefault(name, table)
        while others := (excluded & self.tables.keys()) | {name for name, value in assigned if not self._is_like(name, value)}:
            for name in others:
                del self.tables[name]

    def _is_like(self, name: str, value: ast.expr) -> bool:
        """Whether a value is what other values of the name are, if they are tables."""
        if name not in self.tables:
            return True
        table = self.table_of(value)
        return table is not None and self.tables[name].is_like(table)

    def library(self, node: ast.expr) -> str:
        """Full name of what a name that is not a local stands for."""
        binding = _bindings.of_node(self._function, node, self._locals)
        if binding is None:
            return ""
        value = binding.value
        module = getattr(value, "__module__", None)
        if module not in ("builtins", "collections") or not callable(value):
            return ""
        self.used.append(binding)
        return f"{module}.{getattr(value, '__name__', '')}"

    def is_numpy(self, node: ast.expr) -> bool:
        """Whether a name stands for a function of NumPy, of which np.random.shuffle alone changes a list."""
        node, path = _bindings.dotted(node)
        if not isinstance(node, ast.Name) or node.id in self._locals or "random" in path:
            return False
        binding = _bindings.resolve(self._function, node.id, path)
        self.used.append(binding)
        return binding.kind == "library" and binding.target.startswith("numpy.") and "shuffle" not in binding.target

    def table_of(self, value: ast.expr) -> Table | None:
        if isinstance(value, ast.Dict):
            return Table("dict") if all(key is not None and may_be_key(key) for key in value.keys) else None
        if isinstance(value, ast.DictComp):
            return Table("dict") if may_be_key(value.key) and all(_names_items(g.target) for g in value.generators) else None
        if isinstance(value, ast.SetComp):
            return Table("set") if may_be_key(value.elt) and all(_names_items(g.target) for g in value.generators) else None
        if isinstance(value, ast.Set):
            return Table("set") if all(map(may_be_key, value.elts)) else None
        if isinstance(value, ast.BinOp):
            has_names = isinstance(value.left, ast.Name) and isinstance(value.right, ast.Name)  # as set_names.py leaves it
            return Table("set") if has_names and is_set(value, self._names_set, self.library) else None
        if not isinstance(value, ast.Call) or value.keywords:
            return None
        called = self.library(value.func)
        count = len(value.args)
        if called == "builtins.dict" and count == 0:
            return Table("dict")
        if is_new(value, self.library):
            return Table("set")
        if called == "collections.Counter" and count <= 1:
            return Table("counter", 0)
        if called == "collections.defaultdict" and count == 1:
            made = self.library(value.args[0])
            if made == "builtins.list":
                return Table("lists")
            default = _DEFAULTS[made] if made in _DEFAULTS else self._constant_of(value.args[0])
            return None if default is None else Table("default", default)
        return None

    def _constant_of(self, factory: ast.expr) -> int | float | None:
        """The number that a lambda without parameters gives: `lambda: -1`, `lambda: math.inf`, `lambda: float("inf")`."""
        if not isinstance(factory, ast.Lambda) or any(isinstance(n, ast.arg) for n in walk(factory)):
            return None
        node, sign = factory.body, 1
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node, sign = node.operand, -1
        value: Any = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Attribute) and (binding := _bindings.of_node(self._function, node, self._locals)) is not None:
            value = math.inf if binding.kind == "library" and binding.target in ("math.inf", "numpy.inf") else None
            self.used.append(binding)
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self.library(node.func) == "builtins.float":
            text = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            value = float(text) if text in ("inf", "-inf") else None
        return sign * value if type(value) in (int, float) else None

    def _names_set(self, name: str) -> bool:
        return name in self.tables and self.tables[name].kind == "set"

    def _is_new_list(self, node: ast.expr) -> bool:
        return entered_lists.is_new_list(node, self.function, self.locals)

    # What the uses say of a table.

    def _note_uses(self, node: Any) -> None:
        nodes = list(walk(node))
        tuples = {  # names that stand for tuples
            t.id: len(n.value.elts)
            for n in nodes if isinstance(n, ast.Assign) and isinstance(n.value, ast.Tuple)
            for t in n.targets if isinstance(t, ast.Name)
        }  # fmt: skip
        loops = [n for n in nodes if isinstance(n, (ast.For, ast.comprehension))]
        for name, table in self.tables.items():
            table.of_lists |= table.kind == "dict" and group_uses.holds_lists(name, nodes, self._is_new_list)
        keys = [(name, key) for n in nodes for name, key in _keys(n) if name in self.tables]
        before = None
        while before != (before := (dict(tuples), [table.width for table in self.tables.values()])):
            for name, key in keys:
                if isinstance(key, ast.Tuple):
                    self.tables[name].width = len(key.elts)
                elif isinstance(key, ast.Name) and key.id in tuples:
                    self.tables[name].width = tuples[key.id]
            for loop in loops:
                self._note_loop(loop, tuples)
        for n in nodes:
            self._note_losses(n)
        for n in nodes:
            if isinstance(n, ast.Assign) and isinstance(n.value, ast.Set) and isinstance(n.targets[0], ast.Name):
                is_table = n.targets[0].id in self.tables
                if is_table and len(n.value.elts) > 4 and all(map(_is_constant, n.value.elts)):
                    self.tables[n.targets[0].id].order_is_known = False

    def _note_loop(self, loop: Any, tuples: dict[str, int]) -> None:
        """What a loop over a set or the keys of a dict says of these, and of the name that it gives them to."""
        over, target = loop.iter, loop.target
        method = over.func.attr if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and not over.args else ""
        place = over.func.value if method else over
        table = self.tables.get(place.id) if isinstance(place, ast.Name) else None
        if table is None or method not in ("", "keys", "items"):
            return
        if method == "items":
            target = target.elts[0] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else None
        if isinstance(target, ast.Name) and table.width:
            tuples[target.id] = table.width
        elif isinstance(target, ast.Tuple) and 2 <= len(target.elts) <= _WIDEST and not any(isinstance(e, (ast.Tuple, ast.Starred)) for e in target.elts):
            table.width = table.width or len(target.elts)

    def _note_losses(self, node: ast.AST) -> None:
        places: list[Any] = []
        if isinstance(node, ast.Delete):
            places = [t.value for t in node.targets if isinstance(t, ast.Subscript)]
        elif isinstance(node, ast.Attribute) and node.attr in _TAKES_OUT:
            places = [node.value]
        for place in places:
            if isinstance(place, ast.Name) and place.id in self.tables:
                self.tables[place.id].loses_keys = True


def _is_constant(node: ast.expr) -> bool:
    """Whether CPython knows the value when it reads the text: 1, -1, (0, -1)."""
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and _is_constant(node.operand))


def _names_items(target: ast.expr) -> bool:
    """Whether a target is made of names."""
    return isinstance(target, ast.Name) or (isinstance(target, ast.Tuple) and all(map(_names_items, target.elts)))


def _keys(node: ast.AST) -> list[tuple[str, ast.expr]]:
    """Names, and what is a key of them if they stand for tables."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return [(node.value.id, node.slice)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        if node.func.attr == "update":
            items = node.args[0].elts if node.args and isinstance(node.args[0], (ast.List, ast.Tuple, ast.Set)) else []
            return [(node.func.value.id, item) for item in items]
        return [(node.func.value.id, key) for key in node.args[:1]]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.comparators[0], ast.Name):
        return [(node.comparators[0].id, node.left)] if isinstance(node.ops[0], (ast.In, ast.NotIn)) else []
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return []
    value, name = node.value, node.targets[0].id
    given: list[Any] = list(value.keys) if isinstance(value, ast.Dict) else list(value.elts) if isinstance(value, ast.Set) else []
    given += [value.key] if isinstance(value, ast.DictComp) else [value.elt] if isinstance(value, ast.SetComp) else []
    if isinstance(value, ast.Call) and value.args:
        given += items_of(value.args[0])
    return [(name, key) for key in given]


def items_of(node: Any) -> list[ast.expr]:
    """What an expression that is gone through gives, as far as its text says that; zip(a, b) gives tuples like (a, b)."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return list(node.elts)
    if isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        return [node.elt]
    is_zip = isinstance(node, ast.Call) and is_name(node.func, "zip") and len(node.args) > 1
    return [ast.Tuple(node.args, ast.Load())] if is_zip else []
