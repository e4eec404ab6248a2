"""Tuples and lists of functions that a call gives, which are gone through or read by place, as if they were written out: each function has a
name of its own, and which one is called must be known where it is.

    for f in fs: x = f(x)              x = f0(x); x = f1(x)
    [f(x) for f in fs], fs[-1](x)      [f0(x), f1(x)], f1(x)
    reduce(lambda v, f: f(v), fs, x)   f1(f0(x))
    for f, k in steps: x = f(x) * k    x = f0(x) * k0; x = f1(x) * k1
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, has_functions, is_function, named_functions, parts
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.flow import read_outside_of_loops
from unpython._writing.functions import gone_through, many_functions
from unpython._writing.functions.closures import Renamed
from unpython._writing.nodes import copy_tree, load, walk
from unpython._writing.rewriter import WholeRewriter


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names of the functions, and what free names it relies on. Where such a tuple is used in another way, the `def` itself."""
    given = {name: items for name, layout in layouts.items() if has_functions(layout) and (items := _items(name, layout)) is not None}
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    stored |= {n.arg for s in node.body for n in walk(s) if isinstance(n, ast.arg)}
    if not given or given.keys() & stored or not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Written(function, given, read_outside_of_loops(node))
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if any(isinstance(n, ast.Name) and n.id in given for s in made.body for n in walk(s)):
        return node, frozenset(), []
    functions = {name: value for parameter in given for name, value in named_functions(parameter, layouts[parameter])}
    made, used = many_functions.with_folds(function, made)

    def value_of(name: Any) -> Any:
        if (value := functions.get(getattr(name, "id", ""))) is not None:
            return value
        binding = _bindings.of_node(function, name, local_names(function))
        return None if binding is None else binding.value

    _, of_loops = gone_through.rewritten(made, value_of)
    return ast.fix_missing_locations(made), frozenset((*functions, *of_loops, *writer.names)), used


def _items(name: str, layout: Layout) -> list[ast.expr] | None:
    found = [_item(f"{name}.{end}", item) for end, item in parts(layout)]
    return None if any(item is None for item in found) else found  # type: ignore[return-value]


def _item(name: str, layout: Layout) -> ast.expr | None:
    if layout is None or is_function(layout):
        return load(name)
    if isinstance(layout, str):
        return ast.Constant(layout)
    items = _items(name, layout) if isinstance(layout, tuple) else None
    return None if items is None else ast.Tuple(items, ast.Load())


class _Written(WholeRewriter):
    """Puts the items in the place of what has them: where they are gone through, unpacked, counted, and read by place."""

    def __init__(self, function: FunctionType, given: dict[str, list[ast.expr]], read_outside: frozenset[str]):
        self._function = function
        self._given = given
        self._own = local_names(function)
        self._read_outside = read_outside
        self.names: set[str] = set()

    def _is_called(self, node: ast.Call, name: str) -> bool:
        return not node.keywords and full_name(node.func, self._function, self._own) == name

    def _over(self, node: Any) -> Any:
        """What is gone through, written out where it is known."""
        items = self._items(node)
        if items is None and isinstance(node, ast.Call):
            items = self._in_pairs(node)
        return self.visit(node) if items is None else ast.copy_location(ast.Tuple(items, ast.Load()), node)

    def _in_pairs(self, node: ast.Call) -> list[ast.expr] | None:
        """enumerate(fs), enumerate(fs, 1), zip(fs, gs)"""
        columns = [*map(self._items, node.args)]
        if self._is_called(node, "builtins.enumerate") and columns and columns[0] is not None:
            start = _number(node.args[1]) if len(node.args) == 2 else 0
            columns = [None if start is None else [ast.Constant(start + i) for i in range(len(columns[0]))], columns[0]]
        elif not self._is_called(node, "builtins.zip") or len(columns) < 2:
            return None
        known = [column for column in columns if column is not None]
        return [ast.Tuple([*row], ast.Load()) for row in zip(*known)] if len(known) == len(columns) else None

    def _items(self, node: Any) -> list[ast.expr] | None:
        if isinstance(node, ast.Name) and node.id in self._given:
            return [*map(copy_tree, self._given[node.id])]
        if isinstance(node, ast.Call) and len(node.args) == 1 and self._is_called(node, "builtins.reversed"):
            items = self._items(node.args[0])
            return items and items[::-1]
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and (items := self._items(node.value)) is not None:
            bounds = (node.slice.lower, node.slice.upper, node.slice.step)
            ends = [_number(end) for end in bounds]
            return items[slice(*ends)] if [*map(bool, bounds)] == [end is not None for end in ends] else None
        return None

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._over(node.iter)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        names = {n.id for n in walk(node.target) if isinstance(n, ast.Name)}
        if isinstance(node.iter, ast.Tuple) and not names & self._read_outside:  # other loops may give these names to something else
            own = {name: f"_{name}_{node.lineno}_{node.col_offset}_" for name in names}
            self.names |= {*own.values()}
            return Renamed(own).visit(node)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._over(node.iter)
        node.ifs = [self.visit(test) for test in node.ifs]
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """f, g = fs"""
        target, items = node.targets[0], self._items(node.value)
        names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        if items is None or len(node.targets) > 1 or len(names) != len(items) or not all(isinstance(n, ast.Name) for n in names):
            return self.generic_visit(node)
        return [ast.Assign([name], item) for name, item in zip(names, items, strict=True)]

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """fs[0]"""
        items, place = self._items(node.value), _number(node.slice)
        if items is None or place is None or not -len(items) <= place < len(items):
            return self.generic_visit(node)
        return ast.copy_location(items[place], node)

    def visit_Call(self, node: ast.Call) -> Any:
        """len(fs), and what reduce goes through"""
        if len(node.args) == 1 and self._is_called(node, "builtins.len") and (items := self._items(node.args[0])) is not None:
            return ast.copy_location(ast.Constant(len(items)), node)
        if len(node.args) > 1 and self._is_called(node, "functools.reduce"):
            node.args[1] = self._over(node.args[1])
        return self.generic_visit(node)

    def visit_If(self, node: Any) -> Any:
        """if fs: ..., if not fs: ..."""
        test = node.test.operand if isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not) else node.test
        if (items := self._items(test)) is not None:
            return self.statements(node.body if bool(items) is (test is node.test) else node.orelse) or ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


def _number(node: Any) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and (number := _number(node.operand)) is not None:
        return -number
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None
