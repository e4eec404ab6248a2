"""Objects that are gone through, by what their class says of it:

    def __iter__(self):                 def _items_of_Chain_(self): ...         a generator, for taken_generators.py
        node = self.head                for x in _items_of_Chain_(chain):
        while node: yield node.x; ...   list(_items_of_Chain_(chain))
    for x in chain: ...

    return iter(self.items)             for x in chain.items:

It is known of a name that it stands for nothing but new objects of one class.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import FunctionSource, SourceNotFound
from unpython._writing.calls import with_names
from unpython._writing.functions.inlining import without_text
from unpython._writing.loops import item_methods
from unpython._writing.names import own_names
from unpython._writing.nodes import copy_tree, is_name, load, walk

_TAKE_ALL = frozenset("list tuple sum min max sorted set any all enumerate".split())


def rewritten(
    function: FunctionType, node: Any, value_of: Callable[[ast.expr], Any], find_source: Callable[[FunctionType], FunctionSource]
) -> list[_bindings.Binding] | None:
    """Changes the `def`; what it relies on then, None where it stays as it is."""
    writer = _Writer(function, node, value_of, find_source)
    if not writer.classes:
        return None
    node.body = [writer.visit(statement) for statement in node.body]
    node.body = [*writer.made.values(), *node.body]
    ast.fix_missing_locations(node)
    return writer.used or None


class _Writer(ast.NodeTransformer):
    """`classes`: of the objects that a name stands for."""

    def __init__(self, function: FunctionType, node: Any, value_of: Callable[[ast.expr], Any], find_source: Callable[[FunctionType], FunctionSource]):
        self._function = function
        self._value_of = value_of
        self._find_source = find_source
        nodes = list(walk(node))
        self._own = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        values: dict[str, list[ast.expr]] = {}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                values.setdefault(n.targets[0].id, []).append(n.value)
        parameters = {n.arg for n in nodes if isinstance(n, ast.arg)}
        self.classes: dict[str, tuple[type, FunctionType]] = {}
        for name, given in values.items():
            found = {self._class(value) for value in given}
            if name not in parameters and stored.count(name) == len(given) and len(found) == 1 and (of := found.pop()) is not None:
                self.classes[name] = of
        self.made: dict[type, ast.stmt] = {}
        self.used: list[_bindings.Binding] = []

    def _class(self, value: Any) -> tuple[type, FunctionType] | None:
        """The class of a new object, and its `__iter__`."""
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name) or value.func.id in self._own:
            return None
        of = self._value_of(value.func)
        if not isinstance(of, type) or of.__module__ != self._function.__module__:
            return None
        method = inspect.getattr_static(of, "__iter__", None)
        is_known = isinstance(method, FunctionType) and method.__globals__ is self._function.__globals__ and not method.__code__.co_freevars
        return (of, method) if is_known else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._gone_through(node.iter, item_methods.changes_nothing([*node.body, *node.orelse], self._builtin, self._named_class))
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._gone_through(node.iter, False)
        return self.generic_visit(node)

    def _builtin(self, node: ast.expr) -> str:
        value = self._value_of(node)
        return value.__name__ if getattr(value, "__module__", "") in ("builtins", "math") else ""

    def _named_class(self, node: ast.expr) -> type | None:
        """Of a name that stands for objects of one class."""
        return self.classes[node.id][0] if isinstance(node, ast.Name) and node.id in self.classes else None

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _TAKE_ALL and node.func.id not in self._own and len(node.args) == 1:
            node.args = [self._gone_through(node.args[0], node.func.id in ("list", "tuple", "sum", "min", "max", "sorted", "set"))]
        return node

    def _gone_through(self, node: ast.expr, is_at_once: bool) -> ast.expr:
        if not isinstance(node, ast.Name) or node.id not in self.classes:
            return node
        of, method = self.classes[node.id]
        try:
            definition = self._find_source(method).node
        except SourceNotFound:
            return node
        free = {n.id for n in walk(definition) if isinstance(n, ast.Name)} - own_names(definition)
        if len(definition.args.args) != 1 or definition.decorator_list or free & self._own:
            return node
        made = self._of_items(method, definition, node, is_at_once) or self._of_list(definition, node) or self._of_generator(of, definition, node)
        if made is None:
            return node
        access = ({"class": of}, "class", "__iter__")
        self.used.append(_bindings.Binding("__iter__", "function", "", method, access, access, method))
        return ast.copy_location(made, node)

    def _of_list(self, definition: Any, node: ast.Name) -> ast.expr | None:
        """return iter(self.items)"""
        body = without_text(definition.body)
        value: Any = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
        is_iter = isinstance(value, ast.Call) and is_name(value.func, "iter") and len(value.args) == 1 and self._value_of(value.func) is iter
        if not is_iter or not isinstance(value.args[0], ast.Attribute):
            return None
        return with_names(copy_tree(value.args[0]), definition.args.args[0].arg, load(node.id))

    @staticmethod
    def _of_items(method: FunctionType, definition: Any, node: ast.Name, is_at_once: bool) -> ast.expr | None:
        found = item_methods.of_method(method, definition, is_at_once)
        return None if found is None else ast.Tuple(item_methods.written(*found, node), ast.Load())

    def _of_generator(self, of: type, definition: Any, node: ast.Name) -> ast.expr | None:
        if not any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in walk(definition)):
            return None
        name = f"_items_of_{of.__name__}_"
        if of not in self.made:
            made = copy_tree(definition)
            made.name = name
            self.made[of] = made
        return ast.Call(load(name), [load(node.id)], [])
