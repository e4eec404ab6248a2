"""Sorted lists of a given dict in functions that call themselves, as those of a dict of sorted lists:

    def visit(u):                               sorted_lists = {k: sorted(v) for k, v in graph.items()}
        for v in sorted(graph.get(u, [])):      def visit(u):
            visit(v)                                if u in sorted_lists:
                                                        for v in sorted_lists[u]:
                                                            visit(v)

Nothing changes the dict, so its lists are the same at each call.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_table
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, load, store, walk

_READ = frozenset(f"builtins.{name}" for name in "sorted len list sum min max set any all".split())


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these dicts, and their names."""
    inner = [n for s in getattr(node, "body", []) for n in walk(s) if isinstance(n, ast.FunctionDef)]
    recursive = [f for f in inner if any(isinstance(n, ast.Call) and is_name(n.func, f.name) for n in walk(f))]
    given = {name for name, layout in layouts.items() if is_table(layout) and layout.depth}
    if not recursive or not given:
        return node, frozenset(), []
    own = local_names(function)
    made = copy_tree(node)
    writer = _Writer(function, own, {name for name in given if _is_only_read(function, own, node, name)})
    for n in walk(made):
        if isinstance(n, ast.FunctionDef) and any(n.name == f.name for f in recursive):
            n.body = [writer.visit(s) for s in n.body]
    if not writer.names:
        return node, frozenset(), []
    first = [store(made_as, _all_sorted(name)) for name, made_as in writer.names.items()]
    made.body = [*(ast.copy_location(s, node.body[0]) for s in first), *made.body]
    return ast.fix_missing_locations(made), frozenset(writer.names.values()), []


def _all_sorted(name: str) -> ast.expr:
    key, held = f"_{name}_key_", f"_{name}_list_"
    target = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(held, ast.Store())], ast.Store())
    clause = ast.comprehension(target, ast.Call(ast.Attribute(load(name), "items", ast.Load()), [], []), [], 0)
    return ast.DictComp(load(key), ast.Call(load("sorted"), [load(held)], []), [clause])


def _list_of(node: Any, names: set[str]) -> Any:
    """The name of d in d[k], d.get(k, []) and d.get(k, ())"""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
        return node.value if isinstance(node.value, ast.Name) and node.value.id in names else None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "get" or len(node.args) != 2 or node.keywords:
        return None
    is_empty = isinstance(node.args[1], (ast.List, ast.Tuple)) and not node.args[1].elts
    owner = node.func.value
    return owner if is_empty and isinstance(owner, ast.Name) and owner.id in names else None


def _is_only_read(function: FunctionType, own: frozenset[str], node: Any, name: str) -> bool:
    """Whether a dict and its lists are gone through, counted and asked alone."""
    read: set[int] = set()
    for n in walk(node):
        if isinstance(n, (ast.For, ast.comprehension)):
            read.add(id(n.iter))
        elif isinstance(n, ast.Compare) and all(isinstance(op, (ast.In, ast.NotIn)) for op in n.ops):
            read.update(map(id, n.comparators))
        elif isinstance(n, ast.Call) and full_name(n.func, function, own) in _READ:
            read.update(map(id, n.args))
    fine = {id(n) for n in walk(node) if is_name(n, name) and id(n) in read}
    fine |= {id(owner) for n in walk(node) if id(n) in read and (owner := _list_of(n, {name})) is not None}
    shadows = any(isinstance(n, ast.arg) and n.arg == name for s in node.body for n in walk(s))
    return not shadows and all(id(n) in fine for n in walk(node) if is_name(n, name))


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, own: frozenset[str], given: set[str]):
        self._function = function
        self._own = own
        self._given = given
        self.names: dict[str, str] = {}

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        call: Any = node.iter
        is_sorted = isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords and self._is_sorted(call.func)
        owner = _list_of(call.args[0], self._given) if is_sorted else None
        if owner is None:
            return node
        found: Any = call.args[0]
        key = found.args[0] if isinstance(found, ast.Call) else found.slice
        if isinstance(found, ast.Call) and (node.orelse or not isinstance(key, (ast.Name, ast.Constant))):
            return node
        made = self.names.setdefault(owner.id, f"_{owner.id}_sorted_")
        node.iter = ast.copy_location(ast.Subscript(load(made), key, ast.Load()), call)
        if isinstance(found, ast.Subscript):
            return node
        is_there = ast.Compare(copy_tree(key), [ast.In()], [load(made)])
        return ast.copy_location(ast.If(is_there, [node], []), node)

    def _is_sorted(self, node: ast.expr) -> bool:
        return full_name(node, self._function, self._own) == "builtins.sorted"
