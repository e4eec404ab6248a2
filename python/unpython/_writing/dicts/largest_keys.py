"""The key with the largest value of a dict with tuples as keys, and its item, by its place in lists of their parts:

    best = max(grid, key=grid.get)           rows, columns, values = [], [], []
                                             for (r, c), v in grid.items(): rows.append(r); columns.append(c); values.append(v)
                                             at = max(range(len(values)), key=lambda i: values[i])
                                             best = (rows[at], columns[at])
    max(grid.items(), key=lambda kv: kv[1])  ((rows[at], columns[at]), values[at])

Asked only where a function was refused as it is. list_items.py does the same with numbers as keys.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.dicts.table_kinds import Finder
from unpython._writing.lists import row_shapes
from unpython._writing.lists.sort_rows import TupleItems
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_EXTREMES = frozenset(["builtins.max", "builtins.min"])
_OTHERS = ("len", "range")


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(Finder(function, node))
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), writer.finder.used) if writer.names else (node, frozenset(), [])


class _Writer(BlockRewriter):
    def __init__(self, finder: Finder):
        self.finder = finder
        self._before: list[ast.stmt] = []
        self.names: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _statement(self, node: Any) -> Any:
        self._before = []
        is_target = not isinstance(node, ast.Assign) or all(isinstance(t, (ast.Name, ast.Tuple)) for t in node.targets)
        if node.value is not None and is_target:
            node.value = self._first(node.value)[0]
        return [*(ast.fix_missing_locations(ast.copy_location(s, node)) for s in self._before), node]

    visit_Assign = visit_Return = visit_Expr = _statement

    def _first(self, node: Any) -> tuple[Any, bool]:
        """An expression in which what it begins with stands in front, and whether nothing is left to be computed."""
        if (made := self._extreme(node)) is not None:
            return made, True
        if isinstance(node, ast.Tuple):
            for i, part in enumerate(node.elts):
                node.elts[i], is_done = self._first(part)
                if not is_done:
                    return node, False
            return node, True
        if isinstance(node, ast.Subscript):
            node.value, _ = self._first(node.value)
        elif isinstance(node, ast.BinOp):
            node.left, _ = self._first(node.left)
        elif isinstance(node, ast.Compare):
            node.left, _ = self._first(node.left)
        return node, is_simple(node)

    def _extreme(self, node: Any) -> ast.expr | None:
        if not isinstance(node, ast.Call) or len(node.args) != 1 or [k.arg for k in node.keywords] != ["key"]:
            return None
        over: Any = node.args[0]
        is_items = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr == "items" and not over.args and not over.keywords
        held = over.func.value if is_items else over
        name = held.id if isinstance(held, ast.Name) else ""
        table = self.finder.tables.get(name)
        if table is None or table.kind == "set" or table.of_lists or not table.width or self.finder.library(node.func) not in _EXTREMES:
            return None
        if any(self.finder.library(load(other)) != f"builtins.{other}" for other in _OTHERS):
            return None
        stem = f"_{name}_{node.lineno}_{node.col_offset}"
        parts = [f"{stem}_key{i}_" for i in range(table.width)]
        key = self._key(node.keywords[0].value, name, [*parts, f"{stem}_values_"], f"{stem}_place_", is_items)
        if key is None:
            return None
        return self._at(node, name, stem, parts, key, is_items)

    def _key(self, key: Any, name: str, lists: list[str], place: str, is_items: bool) -> ast.expr | None:
        """What is compared, of the lists at a place."""
        items: list[ast.expr] = [ast.Subscript(load(part), load(place), ast.Load()) for part in lists]
        if isinstance(key, ast.Attribute):
            return items[-1] if key.attr == "get" and is_name(key.value, name) and not is_items else None
        if not isinstance(key, ast.Lambda) or len(key.args.args) != 1 or key.args.defaults or key.args.vararg or key.args.kwonlyargs:
            return None
        own = key.args.args[0].arg
        if is_items:
            inside = TupleItems(own, [ast.Tuple(items[:-1], ast.Load()), items[-1]])
        else:
            inside = TupleItems(own, items[:-1])
        body = _Values(name, own, items[-1]).visit(copy_tree(key.body))
        body = row_shapes.in_one(inside.visit(body))
        return None if inside.is_whole or any(is_name(n, name) for n in walk(body)) else body

    def _at(self, node: ast.Call, name: str, stem: str, parts: list[str], key: ast.expr, is_items: bool) -> ast.expr:
        lists, own = [*parts, f"{stem}_values_"], [f"{part}own_" for part in parts]
        place, at = f"{stem}_place_", f"{stem}_at_"
        self.names += [*lists, *own, place, at]
        own.append(f"{stem}_value_own_")
        self.names.append(own[-1])
        body: list[ast.stmt] = [
            ast.Expr(ast.Call(ast.Attribute(load(one), "append", ast.Load()), [item], [])) for one, item in zip(lists, map(load, own), strict=True)
        ]
        targets: list[ast.expr] = [ast.Name(one, ast.Store()) for one in own]
        target = ast.Tuple([ast.Tuple(targets[:-1], ast.Store()), targets[-1]], ast.Store())
        over = ast.Call(ast.Attribute(load(name), "items", ast.Load()), [], [])
        places = ast.Call(load("range"), [ast.Call(load("len"), [load(lists[-1])], [])], [])
        compared = ast.Lambda(ast.arguments([], [ast.arg(place)], None, [], [], None, []), key)
        self._before += [*(store(one, ast.List([], ast.Load())) for one in lists), ast.For(target, over, body, [])]
        self._before.append(store(at, ast.Call(node.func, [places], [ast.keyword("key", compared)])))
        found: list[ast.expr] = [ast.Subscript(load(one), load(at), ast.Load()) for one in lists]
        made: ast.expr = ast.Tuple(found[:-1], ast.Load())
        if is_items:
            made = ast.Tuple([made, found[-1]], ast.Load())
        return ast.fix_missing_locations(ast.copy_location(made, node))


class _Values(ast.NodeTransformer):
    """d[k] as the value at the place."""

    def __init__(self, name: str, key: str, value: ast.expr):
        self._name = name
        self._key = key
        self._value = value

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if is_name(node.value, self._name) and is_name(node.slice, self._key):
            return ast.copy_location(copy_tree(self._value), node)
        return self.generic_visit(node)
